import { randomBytes } from 'node:crypto';
import { unixSeconds } from '../../core/base/instants.ts';
import { realNow } from '../../core/base/time.ts';
import { envelopeOf, type StoredEvent } from '../../core/kernel/events.ts';
import { addition, padding } from '../../core/kernel/faults/faults.ts';
import { oddSpelling } from './attempt.ts';
import { secretsAt, type WebhookEndpoint } from './endpoints.ts';
import { checkTarget, type WebhookTargets } from './receiver-address.ts';
import { type Answer, loadSender } from './sender.ts';
import { signatureOf } from './signature.ts';
import { unknownData } from './unknown-objects.ts';

/** The kinds of probes. Each probe is built from a past event. */
const probes = {
  valid: 'the unchanged event',
  odd_bytes: 'the event as the same JSON with different bytes, such as spaces and escapes',
  non_ascii: 'the event with an additional field that contains an accent, an emoji and a slash',
  added_field: 'the event with additional fields inside and outside its data, as if the API had been extended',
  large: 'the event with an additional field of 100 KB',
  unsigned: 'another event without a signature',
  wrong_signature: 'another event signed with a wrong key',
  altered: 'another event that was altered after signing',
  stale: 'another event signed with a timestamp from one hour ago',
  future: 'another event signed with a timestamp one hour in the future',
  unknown_type: 'an event of a type that does not exist yet',
  unknown_object: 'an event about unknown objects with other metadata, as of another product of the account',
  without_metadata: 'an event about unknown objects without metadata, as of another product of the account',
} as const;
export type ProbeKind = keyof typeof probes;
export const probeKinds = Object.keys(probes) as ProbeKind[];

/** The offset of the timestamps in `stale` and `future` from the current time, in seconds. */
const hour = 3_600;

/** The request and the response of a probe. */
export interface ProbeResult {
  readonly kind: ProbeKind;
  readonly event_id: string;
  readonly event_type: string;
  readonly body: string;
  readonly answer: Answer;
}

type Envelope = Pick<StoredEvent, 'id' | 'type' | 'created' | 'data'>;

/** An additional field whose text is encoded differently by nearly every JSON library. */
const nonAscii = { emulator_added: 'Zoë paid 1.0 € a/b 😀' } as const;

/**
 * The event of a probe. A probe that must be rejected has its own id, because the receiver may already have processed
 * the genuine event.
 */
function envelopeFor({ id, type, created, data }: StoredEvent, kind: ProbeKind): Envelope {
  const fresh = `evt_${randomBytes(10).toString('hex')}`;
  switch (kind) {
    case 'valid':
    case 'odd_bytes':
      return { id, type, created, data };
    case 'non_ascii':
      return { id, type, created, data: { ...data, ...nonAscii } };
    case 'added_field':
      return { id, type, created, data: { ...data, ...addition }, ...addition };
    case 'large':
      return { id, type, created, data: { ...data, ...padding } };
    case 'unknown_type':
      return { id: fresh, type: `${type.split('.', 1)[0]}.emulator_probed`, created, data: { emulator_probe: true } };
    case 'unknown_object':
      return { id: fresh, type, created, data: unknownData(data, 'other metadata') };
    case 'without_metadata':
      return { id: fresh, type, created, data: unknownData(data, 'no metadata') };
    default:
      return { id: fresh, type, created, data };
  }
}

/** Makes a change that an attacker could make: a higher amount. */
const altered = (event: Envelope): Envelope => ({
  ...event,
  data: { ...event.data, amount: (typeof event.data.amount === 'number' ? event.data.amount : 0) + 100_000 },
});

/**
 * Sends one request that a receiver must accept or reject. The request is not a delivery of the event, so the
 * emulator neither records nor retries it.
 * @param at the emulated time, in milliseconds
 */
export async function sendProbe(
  { event, endpoint, kind, at }: { event: StoredEvent; endpoint: WebhookEndpoint; kind: ProbeKind; at: number },
  {
    signatureTime,
    version,
    allowRemote,
    authority,
  }: { signatureTime: 'real' | 'emulated'; version: string; allowRemote: WebhookTargets; authority: string | null },
): Promise<ProbeResult> {
  const envelope = envelopeFor(event, kind);
  const text = JSON.stringify(envelope);
  const plain = kind === 'valid' ? envelopeOf(event) : text;
  const sent =
    kind === 'odd_bytes' ? oddSpelling(envelope) : kind === 'altered' ? JSON.stringify(altered(envelope)) : plain;
  const signed = Buffer.from(kind === 'altered' ? text : sent);
  const secrets = secretsAt(endpoint, at).map((secret) => (kind === 'wrong_signature' ? `${secret}.not` : secret));
  const now = unixSeconds(signatureTime === 'emulated' ? at : realNow());
  const t = kind === 'stale' ? now - hour : kind === 'future' ? now + hour : now;
  const headers = ['Content-Type', 'application/json', 'User-Agent', `payments-emulator/${version}`];
  headers.push('Service-Event', envelope.type);
  if (kind !== 'unsigned') headers.push('Service-Signature', signatureOf(secrets, t, signed));
  const { target, refusal } = checkTarget(endpoint.url, allowRemote);
  if (target === null) throw new Error(refusal);
  const sender = await loadSender({ allowRemote, authority });
  const answer = await new Promise<Answer>((resolve) => {
    sender.send({ target, headers, body: Buffer.from(sent), delay: 0 }, resolve);
  });
  await sender.close();
  return { kind, event_id: envelope.id, event_type: envelope.type, body: sent, answer };
}

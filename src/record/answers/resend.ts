import { unixSeconds } from '../../core/base/instants.ts';
import { realNow } from '../../core/base/time.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { envelopeOf, events, type StoredEvent } from '../../core/kernel/events.ts';
import { type Workspace, workspaces } from '../../core/kernel/workspace.ts';
import { traceparentOf } from '../../payments/platform/trace.ts';
import { headersOf } from '../../payments/webhooks/attempt.ts';
import { type Delivery, deliveries, isSuccess } from '../../payments/webhooks/deliveries.ts';
import { endpoints, type WebhookEndpoint } from '../../payments/webhooks/endpoints.ts';
import { checkTarget } from '../../payments/webhooks/receiver-address.ts';
import { type Answer, loadSender } from '../../payments/webhooks/sender.ts';
import { signatureOf } from '../../payments/webhooks/signature.ts';
import { RecordError } from '../errors.ts';
import { isCommit, type RunRecord } from '../format.ts';
import { isHidden } from '../write/disguise.ts';
import { profileIn } from './recorded-profile.ts';

/** The response of a receiver: its status, or the reason why there was no response. */
export interface ReceiverAnswer {
  readonly status: number | null;
  readonly error: string | null;
  readonly body: string;
}

/** A delivery that was resent. */
export interface ResendResult {
  readonly delivery: string;
  readonly event: string;
  readonly type: string;
  /** The response to its last attempt in the run; null if the run did not attempt the delivery. */
  readonly then: ReceiverAnswer | null;
  readonly now: ReceiverAnswer;
}

interface ResendOptions {
  /** The URL that receives the deliveries. */
  readonly to: string;
  /** Whether to resend only deliveries whose last attempt failed. */
  readonly failedOnly: boolean;
  /** The secret for signing the deliveries. By default, the secret of the run, if the record does not hide it. */
  readonly secret?: string | undefined;
  readonly allowRemote: boolean;
  readonly version: string;
  readonly registry: Registry;
}

/**
 * Resends the deliveries of a record in order, each of them once and with a new signature.
 * @throws RecordError if webhooks to the URL are not allowed, or if a secret is missing
 */
export async function* resend(
  record: RunRecord,
  { to, failedOnly, secret, allowRemote, version, registry }: ResendOptions,
): AsyncGenerator<ResendResult> {
  const { target, refusal } = checkTarget(to, allowRemote);
  if (target === null) throw new RecordError(refusal ?? `Webhooks to ${to} are not allowed.`);
  const held = contentOf(record);
  const profile = profileIn(record.head, registry);
  const sender = await loadSender({ allowRemote, authority: null });
  try {
    for (const delivery of held.deliveries) {
      const then = lastAnswer(delivery);
      if (failedOnly && (then === null || isSuccess(then.status))) continue;
      const stored = held.events.get(delivery.event_id);
      if (stored === undefined) continue;
      const event = profile?.event(stored, delivery.event_type) ?? stored;
      const body = Buffer.from(envelopeOf(event));
      const signature = signatureOf([secret ?? held.secretFor(delivery)], unixSeconds(realNow()), body);
      const headers = [
        ...headersOf(event.type, version, traceparentOf(delivery.id, 1)),
        'Service-Signature',
        signature,
      ];
      const answer = await new Promise<Answer>((done) => sender.send({ target, headers, body, delay: 0 }, done));
      const { status, error, body: said } = answer;
      yield { delivery: delivery.id, event: event.id, type: event.type, then, now: { status, error, body: said } };
    }
  } finally {
    await sender.close();
  }
}

function lastAnswer({ attempts }: Delivery): ReceiverAnswer | null {
  const last = attempts.at(-1);
  return last === undefined ? null : { status: last.status ?? null, error: last.error ?? null, body: last.body };
}

interface Content {
  /** The deliveries with attempts, in the order of their first attempts. */
  readonly deliveries: readonly Delivery[];
  readonly events: ReadonlyMap<string, StoredEvent>;
  /** @throws RecordError if the record hides the secret */
  secretFor(delivery: Delivery): string;
}

/** The deliveries of a run, in all its workspaces. */
function contentOf({ head, sets, steps }: RunRecord): Content {
  const sent = new Map<string, Delivery>();
  const known = new Map<string, StoredEvent>();
  const receivers = new Map<string, WebhookEndpoint>();
  const owners = new Map<string, Workspace>();
  const take = (kind: string, records: readonly object[]): void => {
    if (kind === events.name) for (const each of records as StoredEvent[]) known.set(each.id, each);
    if (kind === endpoints.name) for (const each of records as WebhookEndpoint[]) receivers.set(each.id, each);
    if (kind === workspaces.name) for (const each of records as Workspace[]) owners.set(each.id, each);
  };
  for (const { kinds } of sets) for (const { kind, records } of kinds) take(kind, records);
  for (const step of steps) {
    if (!isCommit(step)) continue;
    for (const { put = {} } of Object.values(step.sets)) {
      for (const [kind, records] of Object.entries(put)) take(kind, records);
      for (const delivery of (put[deliveries.name] ?? []) as readonly Delivery[]) {
        if (delivery.attempts.length > 0) sent.set(delivery.id, delivery);
      }
    }
  }
  return {
    deliveries: [...sent.values()],
    events: known,
    secretFor({ endpoint_id }) {
      const endpoint = endpoint_id == null ? undefined : receivers.get(endpoint_id);
      const secret = endpoint?.secret ?? owners.get(head.workspace)?.webhook_secret ?? '';
      if (secret !== '' && !isHidden(secret)) return secret;
      throw new RecordError(
        `The record hides the secret of ${endpoint?.url ?? 'its workspace'}. Pass the signing secret with --secret whsec_…`,
      );
    },
  };
}

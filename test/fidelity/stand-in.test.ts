import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceCredentials } from '../../src/core/kernel/credentials.ts';
import type { GatewayKind } from '../../src/payments/platform/settings.ts';
import { verifySignature } from '../../src/payments/webhooks/signature.ts';
import { clientOperations, merchantOperations } from '../support/declared.ts';
import { everyOperation, type SessionCall } from '../support/every-operation.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { differences } from '../support/stand-in/differences.ts';
import { type StandIn, type StandInOptions, startStandIn, Translation } from '../support/stand-in/stand-in.ts';

const settings = { three_ds_enabled: true, address_suggest: true };

interface Played {
  readonly standIn: StandIn;
  readonly receiver: Receiver;
  readonly calls: readonly SessionCall[];
}
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

/** A session against a stand-in. */
async function played(options: StandInOptions, length = 140): Promise<Played> {
  const receiver = await startReceiver();
  const standIn = await startStandIn({ settings, webhooksTo: receiver.url, ...options });
  stops.push(standIn.stop, receiver.close);
  const { base, key, publishableKey, app, advance } = standIn;
  const { gateway = 'debit_payouts' } = options;
  const calls = await everyOperation({ base, key, publishableKey, app, advance, gateway, seed: 7, length });
  await standIn.delivered();
  return { standIn, receiver, calls };
}

/** What no two runs have in common: keys and secrets, and what ports are in addresses. */
const plain = ({ method, path, status, answer }: SessionCall, { url }: StandIn): string =>
  replaceCredentials(JSON.stringify([method, path, status, answer]), (_credential, prefix) => prefix).replaceAll(
    url,
    'URL',
  );

describe('a stand-in of the service', () => {
  let faithful: Played;
  beforeAll(async () => {
    faithful = await played({});
  });

  it('answers as its emulator where nothing is planted, and passes its webhooks on, signed', () => {
    const { standIn, receiver, calls } = faithful;
    const answers = standIn.passed.flatMap((each) => ('answer' in each ? [each.answer] : []));
    expect(calls.map(({ status, answer }) => [status, answer])).toEqual(
      answers.map(({ status, body }) => [status, body]),
    );
    const events = standIn.passed.flatMap((each) => ('event' in each ? [each.event] : []));
    expect(events.length).toBeGreaterThan(50);
    expect(receiver.requests.map(({ body }) => JSON.parse(body))).toEqual(events);
    for (const { body, headers } of receiver.requests.slice(0, 5)) {
      const header = String(headers['service-signature']);
      expect(verifySignature({ header, body, secret: standIn.webhookSecret })).toMatchObject({ valid: true });
    }
    expect(standIn.met.size).toBe(0);
  });

  it('differs in more than sixty things, each of them with its own name, kind and place', () => {
    expect(differences.length).toBeGreaterThan(60);
    expect(new Set(differences.map(({ id }) => id)).size).toBe(differences.length);
    const kinds = new Set(differences.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['assumption', 'behaviour', 'specification']);
    expect(differences.filter(({ kind, adoptable }) => kind === 'specification' && adoptable)).toEqual([]);
  });

  it('shows each difference alone in what a session sees', () => {
    const { passed } = faithful.standIn;
    const invisible: string[] = [];
    for (const difference of differences) {
      const translation = new Translation([difference]);
      const [plant] = translation.plants;
      if (
        plant?.settings !== undefined ||
        plant?.before !== undefined ||
        plant?.after !== undefined ||
        (plant?.request !== undefined && plant.object === undefined)
      )
        continue;
      for (const each of passed) {
        if ('event' in each) translation.event(each.event);
        else translation.out(JSON.stringify(translation.answer(each.answer, each.request).body ?? ''));
      }
      if (translation.met.size === 0) invisible.push(difference.id);
    }
    expect(invisible).toEqual([]);
  });

  it('shows all at once, too', async () => {
    const { standIn, calls } = await played({ planted: differences });
    const unmet = differences.filter(({ id, plant }) => plant().settings === undefined && !standIn.met.has(id));
    expect(unmet.map(({ id }) => id)).toEqual([]);
    expect(calls.map((each) => plain(each, standIn))).not.toEqual(
      faithful.calls.map((each) => plain(each, faithful.standIn)),
    );
  });
});

describe('a session', () => {
  it('is the same again for the same seed', async () => {
    const one = await played({}, 40);
    const other = await played({}, 40);
    const told = ({ calls, standIn }: Played) => calls.map((each) => plain(each, standIn));
    expect(told(one)).toEqual(told(other));
  });

  it('meets every operation, on the gateways that have it', async () => {
    const met = new Set<string>();
    const gateways: readonly GatewayKind[] = ['debit_payouts', 'gateway_a'];
    for (const gateway of gateways) {
      const { standIn } = await played({ gateway });
      for (const each of standIn.passed) {
        if ('answer' in each && each.answer.status < 300) met.add(each.request.operation?.id ?? '');
      }
    }
    const all = [...merchantOperations, ...clientOperations].map(({ id }) => id);
    expect(all.filter((id) => !met.has(id) && !id.startsWith('portal.'))).toEqual([]);
  });
});

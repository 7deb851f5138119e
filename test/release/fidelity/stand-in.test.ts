import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceCredentials } from '../../../src/core/kernel/credentials.ts';
import { T } from '../../../src/core/kernel/declare/schema.ts';
import { resources } from '../../../src/payments/resources/registry.ts';
import { verifySignature } from '../../../src/payments/webhooks/signature.ts';
import { answerSchema } from '../../../src/sandbox/http/answers.ts';
import { clientOperations, merchantOperations } from '../../support/declared.ts';
import { cards } from '../../support/demo.ts';
import { everyOperation, type SessionCall } from '../../support/every-operation.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { callerOf } from '../../support/sandbox.ts';
import type { Difference, Json } from '../../support/stand-in/difference.ts';
import { differences } from '../../support/stand-in/differences.ts';
import { type StandIn, type StandInOptions, startStandIn, Translation } from '../../support/stand-in/stand-in.ts';

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
async function played(options: StandInOptions, length = 100): Promise<Played> {
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

const operations = [...merchantOperations, ...clientOperations];
const events = resources.flatMap((slice) => slice.events);

/** Whether the declarations mark what is at the place of a difference, or do not have it; null: no body has the place. */
function isAssumedBy({ operation: name, place, id }: Difference): boolean | null {
  const operation = operations.find((each) => each.id === name.replace(/^client\./, '') || each.id === name);
  const event = events.find(({ type }) => `event ${type}` === name);
  if (event === undefined && operation === undefined) return null;
  if (operation?.assumed === true) return true;
  // No schema has the form of an id.
  if (/^(status|order|length|events|has_more|error\.|header )|\bid$/.test(place)) return null;
  const whole = event === undefined ? answerSchema(operation!) : T.Object({ data: event.payload });
  let schema = whole as Json;
  for (const part of place.split('.')) {
    schema = schema.properties?.[part.replace('[]', '')];
    if (schema === undefined || schema['x-assumed'] === true) return true;
    if (part.endsWith('[]')) schema = schema.items;
  }
  const [, from = ''] = / (\w+) is \w+$/.exec(id) ?? [];
  return schema['x-assumed-values']?.includes(from) ?? false;
}

let faithful: Played;
beforeAll(async () => {
  faithful = await played({});
});

describe('a stand-in of the service', () => {
  it('answers as its emulator where nothing is planted, and passes its webhooks on, signed', () => {
    const { standIn, receiver, calls } = faithful;
    const answers = standIn.passed.flatMap((each) => ('answer' in each ? [each.answer] : []));
    expect(calls.map(({ status, answer }) => [status, answer])).toEqual(
      answers.map(({ status, body }) => [status, body]),
    );
    const events = standIn.passed.flatMap((each) => ('event' in each ? [each.event] : []));
    expect(events.length).toBeGreaterThan(30);
    expect(receiver.requests.map(({ body }) => JSON.parse(body))).toEqual(events);
    for (const { body, headers } of receiver.requests.slice(0, 5)) {
      const header = String(headers['service-signature']);
      expect(verifySignature({ header, body, secret: standIn.webhookSecret })).toMatchObject({ valid: true });
    }
    expect(standIn.met.size).toBe(0);
    expect(calls[0]!.headers.date).toBe('Sun, 01 Mar 2026 09:00:00 GMT');
    expect(Object.keys(calls[0]!.headers).filter((name) => name.startsWith('x-emulator'))).toEqual([]);
  });

  it('differs in more than sixty things, each of them with its own name, kind and place', () => {
    expect(differences.length).toBeGreaterThan(60);
    expect(new Set(differences.map(({ id }) => id)).size).toBe(differences.length);
    const kinds = new Set(differences.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['assumption', 'behaviour', 'specification']);
    expect(differences.filter(({ kind, adoptable }) => kind === 'specification' && adoptable)).toEqual([]);
  });

  it('calls an assumption what the interface description marks as one, or does not have', () => {
    const wrong = differences.flatMap((difference) => {
      const isAssumed = isAssumedBy(difference);
      if (difference.kind === 'behaviour' || isAssumed === null) return [];
      return isAssumed === (difference.kind === 'assumption') ? [] : [difference.id];
    });
    expect(wrong).toEqual([]);
    expect(
      differences.filter((each) => each.kind !== 'behaviour' && isAssumedBy(each) !== null).length,
    ).toBeGreaterThan(40);
  });

  /** Differences of which a single answer or event tells nothing: of settings, and of calls that depend on others. */
  const isLive = ({ plant }: Difference): boolean => {
    const { settings, before, after, request, object } = plant();
    return (
      [settings, before, after].some((part) => part !== undefined) || (request !== undefined && object === undefined)
    );
  };

  it('shows each difference alone in what a session sees', () => {
    const invisible = differences.filter((difference) => {
      const translation = new Translation([difference]);
      const isSeen = faithful.standIn.passed.some((each) => {
        if ('event' in each) translation.event(each.event);
        else translation.out(JSON.stringify(translation.answer(each.answer, each.request).body ?? ''));
        return translation.met.size > 0;
      });
      return !isSeen && !isLive(difference);
    });
    expect(invisible.map(({ id }) => id)).toEqual([]);
    expect(differences.filter(isLive).length).toBeLessThan(15);
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

describe('a difference', () => {
  const named = (...ids: string[]) => differences.filter(({ id }) => ids.includes(id));

  /** A stand-in with some differences, and calls of it with its secret key. */
  async function differing(...ids: string[]) {
    const standIn = await startStandIn({ planted: named(...ids) });
    stops.push(standIn.stop);
    return { standIn, api: callerOf(standIn.base, { authorization: `Bearer ${standIn.key}` }) };
  }

  it('of settings shows in fees, balances and the time of a settlement', async () => {
    const { standIn, api } = await differing(
      'a payout link costs 75',
      'a charge costs 2.9 % and 30',
      'cards settle after 4 seconds',
    );
    const { body: link } = await api.post<Json>('/payout-links', {
      amount: 1_500,
      recipient_email: 'rita@example.com',
    });
    expect(link.data.fee).toBe(75);
    const { body: token } = await api.post<Json>('/tokens', {
      number: cards.visaDebit,
      exp_month: '12',
      exp_year: '2049',
    });
    const { body: charge } = await api.post<Json>('/charges', { payment_token: token.data.token, amount: 10_000 });
    const statusAfter = async (ms: number) => {
      await standIn.advance(ms);
      return (await api.get<Json>(`/transactions/${charge.data.id}`)).body.data.status;
    };
    expect([await statusAfter(3_000), await statusAfter(2_000)]).toEqual(['pending_settlement', 'settled']);
    const { body: balance } = await api.get<Json>('/balance');
    expect(balance.data).toMatchObject({ held: 1_575, available: 1_000_000 - 1_575 + 10_000 - 320 });
  });

  it('of a name is accepted in requests, and filters lists', async () => {
    const { api } = await differing('customer.company is organization', 'payout_link.status cancelled is canceled');
    const { body: made } = await api.post<Json>('/customers', { email: 'ada@example.com', organization: 'Looms' });
    expect(made.data).toMatchObject({ organization: 'Looms' });
    expect(made.data).not.toHaveProperty('company');
    const { body: link } = await api.post<Json>('/payout-links', {
      amount: 1_500,
      recipient_email: 'rita@example.com',
    });
    await api.post(`/payout-links/${link.data.id}/cancel`);
    const { body: list } = await api.get<Json>('/payout-links?status=canceled');
    expect(list.data).toMatchObject([{ id: link.data.id, status: 'canceled' }]);
  });

  it('of ids holds in paths, bodies and cursors', async () => {
    const { api } = await differing('ids of customers begin with cust_');
    const { body: first } = await api.post<Json>('/customers', { email: 'ada@example.com' });
    const { body: second } = await api.post<Json>('/customers', { email: 'bo@example.com' });
    expect(first.data.id).toMatch(/^cust_/);
    expect((await api.get<Json>(`/customers/${first.data.id}`)).body.data.id).toBe(first.data.id);
    const { body: page } = await api.get<Json>(`/customers?starting_after=${second.data.id}`);
    expect(page.data).toMatchObject([{ id: first.data.id }]);
  });

  it('of an order holds from page to page', async () => {
    const { api } = await differing('products are listed oldest first');
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await api.post<Json>('/products', { name, price: 5 })).body.data.id);
    const { body: page } = await api.get<Json>('/products?limit=2');
    const { body: next } = await api.get<Json>(`/products?limit=2&starting_after=${page.data.at(-1).id}`);
    expect([...page.data, ...next.data].map(({ id }: Json) => id)).toEqual(ids);
    expect([page.has_more, next.has_more]).toEqual([true, false]);
  });
});

describe('a session', () => {
  it('is the same again for the same seed', async () => {
    const one = await played({}, 25);
    const other = await played({}, 25);
    const told = ({ calls, standIn }: Played) => calls.map((each) => plain(each, standIn));
    expect(told(one)).toEqual(told(other));
  });

  it('meets every operation, on the gateways that have it', async () => {
    const sessions = [faithful, await played({ gateway: 'gateway_a' })];
    const met = sessions
      .flatMap(({ standIn }) => standIn.passed)
      .flatMap((each) => ('answer' in each && each.answer.status < 300 ? [each.request.operation?.id] : []));
    const all = [...merchantOperations, ...clientOperations].map(({ id }) => id);
    expect(all.filter((id) => !met.includes(id) && !id.startsWith('portal.'))).toEqual([]);
  });
});

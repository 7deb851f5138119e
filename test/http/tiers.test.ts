import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mode } from '../../src/core/kernel/workspace.ts';
import type { Collection } from '../../src/core/store/collection.ts';
import { type Payout, payouts } from '../../src/payments/resources/payout/model.ts';
import { type Transaction, transactions } from '../../src/payments/resources/transaction/model.ts';
import { keysOf } from '../../src/sandbox/control/workspaces/keys.ts';
import { createWorkspace } from '../../src/sandbox/control/workspaces/workspace-life.ts';
import { cards, Demo } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

type Records = Partial<Record<'transaction' | 'payout', object[]>>;

let sandbox: TestSandbox;
/** A charge and a payout as they are stored. */
let charge: Transaction;
let payout: Payout;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  const demo = await Demo.create(sandbox);
  const stored = sandbox.sandbox.engine.dataSet(demo.workspace, 'test');
  charge = stored.of(transactions).get((await demo.charged()).id)!;
  payout = stored.of(payouts).get((await demo.paidOut()).id)!;
});
afterAll(async () => {
  await sandbox.stop();
});

const oneMinuteAgo = '2026-03-01T08:59:00.000Z';
let drawn = 0;

/** So many charges, made a minute before the clock's begin unless the fields say otherwise. */
const charges = (count: number, fields: Partial<Transaction> = {}): object[] =>
  Array.from({ length: count }, () => ({ ...charge, created_at: oneMinuteAgo, ...fields, id: `txn_${++drawn}` }));
const payoutsOf = (count: number, fields: Partial<Payout> = {}): object[] =>
  Array.from({ length: count }, () => ({ ...payout, created_at: oneMinuteAgo, ...fields, id: `po_${++drawn}` }));

/** A workspace that begins with these records; its clock stands at 2026-03-01T09:00. */
async function workspaceWith(data: Partial<Record<Mode, Records>>) {
  const fixture = { workspaces: [{ id: 'ws_model', settings: {}, data }] };
  // Not sent: 20,000 charges are more than a call may hold.
  const cause = { type: 'control', id: 'test', name: 'test' } as const;
  const made = await createWorkspace(sandbox.sandbox, { fixture }, cause);
  const { id } = made;
  const keys = { secret: keysOf(sandbox.sandbox, made).keys.secret as Record<Mode, string> };
  const pick = `?workspace=${id}`;
  return {
    id,
    /** The tier and the limit that a call is told. */
    told: async (mode: Mode = 'test'): Promise<string> => {
      const { headers } = await sandbox.as(keys.secret[mode]).get('/transactions?limit=1');
      return `${headers.get('x-ratelimit-tier')} ${headers.get('x-ratelimit-limit')}`;
    },
    clock: async (move: object) => expect((await sandbox.control.post(`/clock${pick}`, move)).status).toBe(200),
    reset: async () => expect((await sandbox.control.post(`/reset${pick}`, {})).status).toBe(200),
  };
}

describe('the computed tier', () => {
  it.each([
    [0, 'new 300'],
    [49, 'new 300'],
    [50, 'established 900'],
    [499, 'established 900'],
    [500, 'scaled 2400'],
    [4_999, 'scaled 2400'],
    [5_000, 'high_volume 6000'],
    [6_000, 'high_volume 6000'],
  ])('of %i approved live charges in 30 days is %s, for keys of both modes', async (count, told) => {
    const { told: ask } = await workspaceWith({ live: { transaction: charges(count) } });
    expect([await ask('live'), await ask('test')]).toEqual([told, told]);
  });

  it('adds payouts to charges', async () => {
    const both = await workspaceWith({ live: { transaction: charges(30), payout: payoutsOf(20) } });
    expect(await both.told()).toBe('established 900');
    const fewer = await workspaceWith({ live: { transaction: charges(30), payout: payoutsOf(19) } });
    expect(await fewer.told()).toBe('new 300');
    const out = await workspaceWith({ live: { payout: payoutsOf(5_000) } });
    expect(await out.told()).toBe('high_volume 6000');
  });

  it('does not count what happened in the sandbox', async () => {
    const { told } = await workspaceWith({ test: { transaction: charges(600), payout: payoutsOf(600) } });
    expect([await told('test'), await told('live')]).toEqual(['new 300', 'new 300']);
  });

  it('counts approved charges, whatever became of them, and no failed ones', async () => {
    const failed = charges(60, { status: 'failed' });
    const approved = (['pending_settlement', 'settled', 'voided', 'refunded', 'disputed'] as const).flatMap((status) =>
      charges(10, { status }),
    );
    expect(await (await workspaceWith({ live: { transaction: failed } })).told()).toBe('new 300');
    const mixed = await workspaceWith({ live: { transaction: [...approved, ...failed] } });
    expect(await mixed.told()).toBe('established 900');
    const short = await workspaceWith({ live: { transaction: [...approved.slice(1), ...failed] } });
    expect(await short.told()).toBe('new 300');
  });

  it('forgets what is more than 30 days ago', async () => {
    const transaction = [
      ...charges(1, { created_at: '2026-01-30T08:59:59.999Z' }),
      ...charges(1, { created_at: '2026-01-30T09:00:00.000Z' }),
      ...charges(49),
    ];
    const { told, clock } = await workspaceWith({ live: { transaction } });
    expect(await told()).toBe('established 900');
    await clock({ advance: '14m59s' });
    expect(await told()).toBe('established 900');
    await clock({ advance: '1s' });
    expect(await told()).toBe('new 300');
  });

  it("is the workspace's own", async () => {
    const { told } = await workspaceWith({ live: { transaction: charges(50) } });
    const other = await workspaceWith({});
    expect([await told(), await other.told()]).toEqual(['established 900', 'new 300']);
  });
});

describe('a change of the tier', () => {
  it('comes with the next quarter of an hour, for charges made over the API', async () => {
    const demo = (await Demo.create(sandbox, 'gateway_a')).live;
    const told = async () => (await demo.api.get('/transactions')).headers.get('x-ratelimit-tier');
    const clockTo = (set: string) => demo.control('post', '/clock', { set });
    await clockTo('2026-03-01T09:07:00Z');
    for (let count = 0; count < 49; count++) await demo.charged();
    const declined = await demo.tokenize(cards.declined);
    expect((await demo.charge({ payment_token: declined })).status).toBe(402);
    await clockTo('2026-03-01T09:15:00Z');
    expect(await told()).toBe('new');
    await demo.charged();
    await clockTo('2026-03-01T09:29:59.999Z');
    expect(await told()).toBe('new');
    await demo.advance('1ms');
    expect(await told()).toBe('established');
    await demo.configure({ rate_limit_tier: 'scaled' });
    expect(await told()).toBe('scaled');
    await demo.configure({ rate_limit_tier: null });
    expect(await told()).toBe('established');
  });

  it('does not come within the quarter, whenever in it the first call is made', async () => {
    const transaction = [...charges(49), ...charges(1, { created_at: '2026-03-01T09:00:00.000Z' })];
    const { told, clock } = await workspaceWith({ live: { transaction } });
    await clock({ advance: '14m59s' });
    expect(await told()).toBe('new 300');
    await clock({ advance: '1s' });
    expect(await told()).toBe('established 900');
  });

  it('does not wait for it where the settings name a tier', async () => {
    const { id, told } = await workspaceWith({ live: { transaction: charges(500) } });
    const name = (rate_limit_tier: string | null) =>
      sandbox.control.patch(`/workspaces/${id}`, { settings: { rate_limit_tier } });
    await name('new');
    expect(await told()).toBe('new 300');
    await name('high_volume');
    expect(await told()).toBe('high_volume 6000');
    await name(null);
    expect(await told()).toBe('scaled 2400');
  });

  it('comes at once with a reset, which takes the charges back', async () => {
    const { id, told, reset } = await workspaceWith({});
    const { engine } = sandbox.sandbox;
    const cause = { type: 'control', id: 'test', name: 'test' } as const;
    engine.run(engine.workspace(id)!, 'live', cause, (ctx) => {
      for (const record of charges(50)) ctx.put(transactions, record as Transaction);
    });
    expect(await told()).toBe('established 900');
    await reset();
    expect(await told()).toBe('new 300');
  });
});

describe('the count', () => {
  /** Watches a collection: how many records are taken from it newest first, and how often one begins. */
  function watch<T extends { id: string }>(collection: Collection<T>) {
    const seen = { begun: 0, records: 0 };
    const newestFirst = collection.newestFirst.bind(collection);
    collection.newestFirst = function* (...filter) {
      seen.begun++;
      for (const record of newestFirst(...filter)) {
        seen.records++;
        yield record;
      }
    };
    return seen;
  }
  const liveOf = (id: string) => sandbox.sandbox.engine.dataSet(id, 'live');

  it('is made once in a quarter of an hour, however many calls there are', async () => {
    const { id, told, clock } = await workspaceWith({ live: { transaction: charges(60) } });
    const seen = watch(liveOf(id).of(transactions));
    for (let call = 0; call < 20; call++) expect(await told()).toBe('established 900');
    expect(seen).toEqual({ begun: 1, records: 60 });
    await clock({ advance: '15m' });
    for (let call = 0; call < 20; call++) expect(await told()).toBe('established 900');
    expect(seen).toEqual({ begun: 2, records: 120 });
  });

  it('ends where the highest tier is reached, and asks for no payouts then', async () => {
    const { id, told } = await workspaceWith({ live: { transaction: charges(7_000), payout: payoutsOf(10) } });
    const [charged, paid] = [watch(liveOf(id).of(transactions)), watch(liveOf(id).of(payouts))];
    expect(await told()).toBe('high_volume 6000');
    expect(charged.records).toBe(5_000);
    expect(paid.records).toBe(0);
  });

  it('ends at the first record that is too old', async () => {
    const old = charges(3_000, { created_at: '2026-01-01T00:00:00.000Z' });
    const { id, told } = await workspaceWith({ live: { transaction: [...old, ...charges(50)] } });
    const seen = watch(liveOf(id).of(transactions));
    expect(await told()).toBe('established 900');
    expect(seen.records).toBe(51);
  });

  it('looks at no more than 20,000 charges, however many are declined', async () => {
    const declined = charges(20_010, { status: 'failed' });
    const { id, told } = await workspaceWith({ live: { transaction: [...declined, ...charges(50)] } });
    const seen = watch(liveOf(id).of(transactions));
    expect(await told()).toBe('established 900');
    expect(seen.records).toBe(20_001);
  });
});

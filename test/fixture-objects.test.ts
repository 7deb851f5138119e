import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryFixture } from '../src/emulator/try-fixture.ts';
import type { LedgerGroup } from '../src/payments/platform/ledger.ts';
import { entriesOf } from '../src/payments/platform/ledger.ts';
import { payoutLifecycle } from '../src/payments/resources/payout/lifecycle.ts';
import { examineFixture } from '../src/sandbox/fixtures/check.ts';
import { bundledFixtures } from '../src/sandbox/fixtures/load.ts';
import { parseText } from '../src/sandbox/fixtures/parse.ts';
import { problemLine } from '../src/sandbox/fixtures/problems.ts';
import { fixtureSchema } from '../src/sandbox/fixtures/schema.ts';
import { ensureBuilt, projectFolder } from './support/build.ts';
import { fixtureFiles } from './support/fixture-files.ts';
import { startReceiver } from './support/receiver.ts';
import { createTestSandbox, type TestSandbox } from './support/sandbox.ts';

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
type Records = any[];
interface Exported {
  workspaces: { id: string; clock: { mode: string; now: string }; data: { test: Record<string, Records> } }[];
}

const files = fixtureFiles();
afterAll(() => files.remove());

const asTheyAre = { clock: undefined, freeze: undefined } as const;

const contentOf = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The test data of the first workspace that a fixture gives. */
async function dataOf(fixture: string, options = {}): Promise<Record<string, Records>> {
  const sandbox = await createTestSandbox({ fixture, ...asTheyAre, ...options });
  try {
    const { body } = await sandbox.control.get<Exported>('/export');
    return body.workspaces[0]!.data.test;
  } finally {
    await sandbox.stop();
  }
}

const statuses = (records: Records = []): string[] => [...new Set(records.map(({ status }) => String(status)))].sort();

/** A workspace with these objects, its clock frozen at 2026-03-01T09:00:00Z. */
const withObjects = (objects: object, more: object = {}) => ({
  workspaces: [
    {
      id: 'ws_demo',
      settings: { gateway: 'debit_payouts' },
      keys: [{ key: 'sk_test_demo' }],
      clock: { mode: 'frozen', now: '2026-03-01T09:00:00Z' },
      objects: { test: objects },
      ...more,
    },
  ],
});

const alice = { email: 'alice@example.com', billing_postal_code: '62701', billing_country: 'US', card: 'visa_debit' };

describe('the bundled fixtures', () => {
  it('are the documented ones', () => {
    expect([...bundledFixtures().keys()]).toEqual(['ci', 'default', 'empty', 'marketplace', 'shop']);
  });

  it.each([...bundledFixtures()])('stand every check that a file of a user must stand: %s', async (_name, file) => {
    const { problems } = await examineFixture(readFileSync(file, 'utf8'), file, null, { trial: tryFixture });
    expect(problems.map(problemLine)).toEqual([]);
  });

  it.each(['shop', 'marketplace', 'ci'])('keep books that add up: %s', async (name) => {
    const { ledger, balance } = (await dataOf(name)) as { ledger: LedgerGroup[]; balance: Records };
    const sums: Record<string, number> = { available: 0, reserved: 0, held: 0, pending: 0, external: 0 };
    for (const group of ledger) {
      const entries = entriesOf(group);
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      for (const { account, amount } of entries) sums[account]! += amount;
    }
    expect(balance[0]).toMatchObject(sums);
  });

  it('give a shop a year of everything that happens to a shop', async () => {
    // Its clock stands, as what was paid last settles within seconds.
    const data = await dataOf('shop', { freeze: true });
    expect(statuses(data.transaction)).toEqual([
      'disputed',
      'failed',
      'partially_refunded',
      'pending_settlement',
      'refunded',
      'settled',
      'voided',
    ]);
    expect(statuses(data.dispute)).toEqual(['accepted', 'expired', 'lost', 'matched', 'new', 'won']);
    expect(statuses(data.subscription)).toEqual(expect.arrayContaining(['active', 'cancelled', 'scheduled']));
    expect(statuses(data.invoice)).toEqual(['draft', 'paid', 'viewed']);
    const times = data.transaction!.map(({ created_at }) => Date.parse(created_at));
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(300 * 86_400_000);
    // Renewals came at their own times, months apart.
    expect(data.transaction!.filter(({ subscription_id }) => subscription_id !== null).length).toBeGreaterThan(50);
    expect(data.transaction!.map(({ order_number }) => order_number)).toEqual(data.transaction!.map((_, at) => at + 1));
    expect(data.fulfillment!.length).toBeGreaterThan(250);
  });

  it('give a marketplace payouts in every state, links, requests and returns', async () => {
    const data = await dataOf('marketplace');
    const states = new Set(data.payout!.map((payout) => payoutLifecycle.stateOf(payout)));
    expect([...states].sort()).toEqual(payoutLifecycle.states.toSorted());
    expect(new Set(data.payout!.map(({ rail }) => rail))).toEqual(new Set(['card', 'ach', 'rtp']));
    expect(statuses(data.payout_link)).toEqual(['active', 'cancelled', 'claimed', 'expired', 'pending']);
    expect(statuses(data.payout_request)).toEqual(['approved', 'failed', 'pending', 'rejected']);
  });

  it('give CI a frozen clock and settlements by hand', async () => {
    const sandbox = await createTestSandbox({ fixture: 'ci', ...asTheyAre });
    try {
      const clock = await sandbox.control.get<{ data: object }>('/clock');
      expect(clock.body.data).toMatchObject({ mode: 'frozen', now: '2026-03-01T09:00:00.000Z' });
      const [ada] = (await sandbox.api.get<{ data: { id: string }[] }>('/customers?limit=100')).body.data.slice(-1);
      const charge = await sandbox.api.post<{ data: { id: string } }>('/charges', {
        customer_id: ada!.id,
        amount: 700,
      });
      expect(charge.body.data).toMatchObject({ status: 'pending_settlement' });
      await sandbox.control.post('/clock', { advance: '1d' });
      const later = await sandbox.api.get<{ data: object }>(`/transactions/${charge.body.data.id}`);
      expect(later.body.data).toMatchObject({ status: 'pending_settlement' });
    } finally {
      await sandbox.stop();
    }
  });

  it('are the same to the byte each time, where the clock is', async () => {
    const [first, second] = [await dataOf('marketplace'), await dataOf('marketplace')];
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    const pinned = { clock: '2026-06-01T00:00:00.000Z', freeze: true };
    expect(JSON.stringify(await dataOf('shop', pinned))).toBe(JSON.stringify(await dataOf('shop', pinned)));
  });
});

describe('objects of a fixture', () => {
  it('are made at their times, by the operations of the API, with everything that comes of it', async () => {
    const file = files.json(
      withObjects({
        customers: { alice },
        transactions: { order: { customer_id: '$alice', amount: 4200, at: '-3d', metadata: { cart: 'c-1' } } },
      }),
    );
    const { customer, transaction, event, job } = await dataOf(file);
    expect(transaction).toMatchObject([
      {
        customer_id: customer![0].id,
        amount: 4200,
        status: 'settled',
        created_at: '2026-02-26T09:00:00.000Z',
        settled_at: '2026-02-26T09:00:02.000Z',
        metadata: { cart: 'c-1' },
      },
    ]);
    // Nobody said when the customer came: early enough for the order.
    expect(customer).toMatchObject([{ email: 'alice@example.com', created_at: '2026-02-26T09:00:00.000Z' }]);
    expect(event).toMatchObject([{ type: 'payment.completed', created: Date.parse('2026-02-26T09:00:02Z') / 1000 }]);
    expect(job).toBeUndefined();
  });

  it('make the moves that they are told to, after those that these need, and none that lie after the clock', async () => {
    const file = files.json(
      withObjects({
        customers: { alice },
        transactions: {
          back: { customer_id: '$alice', amount: 900, at: '-9d', then: [{ move: 'refund', after: '2d' }] },
          void: { customer_id: '$alice', amount: 800, then: 'void' },
          later: { customer_id: '$alice', amount: 700, at: '-1d', then: { move: 'refund', after: '2d' } },
          now: { customer_id: '$alice', amount: 600, then: 'refund' },
        },
      }),
    );
    const { transaction } = await dataOf(file);
    const by = new Map(transaction!.map((each) => [each.amount, each]));
    expect(by.get(900)).toMatchObject({ status: 'refunded', updated_at: '2026-02-22T09:00:00.000Z' });
    expect(by.get(800)).toMatchObject({ status: 'voided' });
    expect(by.get(700)).toMatchObject({ status: 'settled', total_refunded: 0 });
    // A refund needs a settled charge; the settlement is made first.
    expect(by.get(600)).toMatchObject({ status: 'refunded' });
  });

  it('may be many, each drawn and numbered, spread over time', async () => {
    const file = files.json(
      withObjects({
        customers: { buyers: { ...alice, count: 20, email: 'b{n}@example.com', at: { from: '-60d', to: '-30d' } } },
        transactions: {
          orders: {
            count: 50,
            customer_id: '$buyers',
            amount: { from: 1000, to: 2000 },
            metadata: { channel: { pick: ['web', 'shop'] }, number: 'no {n}' },
            at: { from: '-29d', to: '-1d' },
            then: { move: 'refund', after: { from: '1h', to: '10h' }, share: 0.3 },
          },
          sent: { count: 5, customer_id: '$buyers', amount: 3000, at: { from: '-20d', to: '-10d' } },
        },
        fulfillments: { parcels: { count: 5, transaction_id: '$sent.{n}', after: { from: '2d', to: '3d' } } },
      }),
    );
    const { customer, transaction: all, fulfillment } = await dataOf(file);
    const transaction = all!.filter(({ amount }) => amount !== 3000);
    expect(customer!.map(({ email }) => email)).toEqual(
      Array.from({ length: 20 }, (_, at) => `b${at + 1}@example.com`),
    );
    const amounts = transaction!.map(({ amount }) => amount);
    expect(Math.min(...amounts)).toBeGreaterThanOrEqual(1000);
    expect(Math.max(...amounts)).toBeLessThanOrEqual(2000);
    expect(new Set(amounts).size).toBeGreaterThan(30);
    expect(new Set(transaction!.map(({ customer_id }) => customer_id)).size).toBeGreaterThan(10);
    expect(new Set(transaction!.map(({ metadata }) => metadata.channel))).toEqual(new Set(['web', 'shop']));
    expect(transaction![6].metadata.number).toBe('no 7');
    const refunded = transaction!.filter(({ status }) => status === 'refunded').length;
    expect(refunded).toBeGreaterThan(5);
    expect(refunded).toBeLessThan(30);
    expect(transaction!.map(({ created_at }) => created_at)).toEqual(
      transaction!.map(({ created_at }) => created_at).sort(),
    );
    for (const [at, { transaction_id, created_at }] of fulfillment!.entries()) {
      const order = all!.find(({ id }) => id === transaction_id);
      const wait = Date.parse(created_at) - Date.parse(order.created_at);
      expect(wait).toBeGreaterThanOrEqual(2 * 86_400_000);
      expect(wait).toBeLessThanOrEqual(3 * 86_400_000);
      expect(at).toBeLessThan(5);
    }
  });

  it('are drawn otherwise with another seed, and each alike whatever stands beside it', async () => {
    const orders = {
      count: 5,
      customer_id: '$alice',
      amount: { from: 1, to: 90_000_000 },
      at: { from: '-9d', to: '-1d' },
    };
    const objects = { customers: { alice }, transactions: { orders } };
    const amountsOf = async (fixture: object) =>
      (await dataOf(files.json(fixture)))
        .transaction!.filter(({ metadata }) => metadata.other !== 1)
        .map(({ amount }) => amount);
    const amounts = await amountsOf(withObjects(objects));
    expect(await amountsOf(withObjects(objects))).toEqual(amounts);
    expect(await amountsOf({ seed: 2, ...withObjects(objects) })).not.toEqual(amounts);
    const more = { other: { customer_id: '$alice', amount: 77, metadata: { other: 1 } }, orders };
    expect(await amountsOf(withObjects({ ...objects, transactions: more }))).toEqual(amounts);
  });

  it('have the ids and slugs that the file chooses', async () => {
    const objects = {
      customers: {
        ann: { ...alice, id: 'cus_ann' },
        more: { ...alice, id: 'cus_{n}', count: 2, email: 'more{n}@example.com' },
      },
      transactions: { a: { id: 'txn_1001', customer_id: '$ann', amount: 1 }, b: { customer_id: '$ann', amount: 2 } },
      checkout_sessions: { a: { id: 'cs_1', slug: 'demo', amount: 100, success_url: 'https://shop.example' } },
    };
    const { customer, transaction, checkout_session } = await dataOf(files.json(withObjects(objects)));
    expect(customer!.map(({ id }) => id)).toEqual(['cus_ann', 'cus_1', 'cus_2']);
    expect(transaction![0]).toMatchObject({ id: 'txn_1001', customer_id: 'cus_ann' });
    expect(transaction![1].id).toMatch(/^txn_\w{20}$/);
    expect(checkout_session![0]).toMatchObject({ id: 'cs_1', slug: 'api-demo' });
  });

  it('tell no receiver of what is history, and every receiver of what follows', async () => {
    const receiver = await startReceiver();
    const file = files.json(
      withObjects(
        {
          customers: { alice },
          transactions: {
            old: { customer_id: '$alice', amount: 4200, at: '-3d' },
            fresh: { customer_id: '$alice', amount: 4300 },
          },
        },
        { endpoints: [{ url: receiver.url }] },
      ),
    );
    const sandbox = await createTestSandbox({ fixture: file, ...asTheyAre });
    try {
      await sandbox.control.post('/clock', { advance: '1m' });
      await sandbox.control.post('/settle');
      expect(receiver.requests.map(({ body }) => JSON.parse(body).data.amount)).toEqual([4300]);
    } finally {
      await sandbox.stop();
      await receiver.close();
    }
  });
});

describe('a fixture with a fault', () => {
  const faults: [string, object, RegExp][] = [
    [
      'a name that nobody has',
      { transactions: { a: { customer_id: '$alcie', amount: 1 } }, customers: { alice } },
      /transactions\.a\.customer_id: .*'\$alcie'.*Did you mean '\$alice'/,
    ],
    [
      'an object that comes too late',
      {
        customers: { alice: { ...alice, at: '-1d' } },
        transactions: { a: { customer_id: '$alice', amount: 1, at: '-2d' } },
      },
      /transactions\.a\.customer_id: .*is created at 2026-02-28.*after this object/,
    ],
    [
      'objects that need each other',
      {
        payouts: { a: { amount: 1, customer_id: '$b' } },
        customers: { b: { ...alice, metadata: { customer_id: '$b' } } },
      },
      /customers\.b -> customers\.b/,
    ],
    [
      'a time that is none',
      { customers: { alice: { ...alice, at: 'yesterday' } } },
      /customers\.alice\.at: 'yesterday' is not a time/,
    ],
    [
      'a time to come',
      { customers: { alice: { ...alice, at: '+2d' } } },
      /customers\.alice\.at: 2026-03-03.*is later than the fixture's clock/,
    ],
    [
      'a move that there is not',
      { customers: { alice }, transactions: { a: { customer_id: '$alice', amount: 1, then: 'refnd' } } },
      /then: 'refnd' is not a move. Did you mean 'refund'/,
    ],
    [
      'a field that nobody knows',
      { customers: { alice: { ...alice, phon: '1' } } },
      /customers\.alice: there is no field 'phon'.*'phone'/,
    ],
    ['a field that is missing', { customers: { alice: {} } }, /customers\.alice: the field 'email' is missing/],
    [
      'a value of the wrong kind',
      { customers: { alice }, transactions: { a: { customer_id: '$alice', amount: 'much' } } },
      /transactions\.a\.amount: must be a whole number/,
    ],
    [
      'digits that are no text',
      { customers: { alice: { ...alice, billing_postal_code: 62701 } } },
      /billing_postal_code: must be a string: put 62701 in quotation marks/,
    ],
    [
      'a drawn value of the wrong kind',
      { customers: { alice }, transactions: { a: { count: 9, customer_id: '$alice', amount: { pick: [1, 'x'] } } } },
      /transactions\.a\.amount: must be a whole number/,
    ],
    ['a section that there is not', { customer: { alice } }, /there is no field 'customer'.*'customers'/],
    [
      'a number of one that is not there',
      {
        customers: { b: { ...alice, count: 2, email: 'b{n}@example.com' } },
        transactions: { a: { customer_id: '$b.3', amount: 1 } },
      },
      /'\$b\.3' does not exist, because there are only 2/,
    ],
  ];

  it.each(faults)('is refused with the place and the reason: %s', async (_what, objects, reason) => {
    const { problems } = await examineFixture(JSON.stringify(withObjects(objects), null, 2), 'f.json');
    expect(problems.map(problemLine).join('\n')).toMatch(reason);
    for (const { line, column } of problems) expect(line! > 0 && column! > 0).toBe(true);
  });

  it('is refused by what the API itself would say, at the object that it says it of', async () => {
    const file = files.json(
      withObjects({ customers: { alice }, payouts: { much: { customer_id: '$alice', amount: 5000, at: '-1d' } } }),
    );
    await expect(createTestSandbox({ fixture: file, ...asTheyAre })).rejects.toThrow(
      /^f\d+\.json:\d+:\d+, workspaces\.0\.objects\.test\.payouts\.much\.amount: .*balance.*at 2026-02-28T09:00:00/i,
    );
  });

  it.each([
    [
      { customers: { alice: { ...alice, id: 'txn_1' } } },
      /alice\.id: 'txn_1' is not a valid id: it must start with cus_\./,
    ],
    [
      { customers: { alice: { ...alice, id: 'cus_1' }, b: { ...alice, id: 'cus_1', email: 'b@example.com' } } },
      /customers\.b\.id: Another object already has the id cus_1\./,
    ],
  ])('takes no id of another kind, and none twice: %#', async (objects, reason) => {
    const { problems } = await examineFixture(JSON.stringify(withObjects(objects)), 'f.json', null, {
      trial: tryFixture,
    });
    expect(problems.map(problemLine).join('\n')).toMatch(reason);
  });

  it('takes no number that might be a real card', async () => {
    const file = files.json(withObjects({ customers: { alice: { ...alice, card: '4539578763621486' } } }));
    const refusal = await createTestSandbox({ fixture: file, ...asTheyAre }).catch((error: Error) => error);
    expect(String(refusal)).toMatch(/customers\.alice\.card: .*might be a real card/);
    expect(String(refusal)).not.toContain('4539578763621486');
  });
});

describe('a fixture in YAML', () => {
  it('is read like one in JSON, and a fault has its line and column', async () => {
    const yaml = [
      'workspaces:',
      '  - id: ws_demo',
      '    settings: { gateway: debit_payouts }',
      '    # A comment.',
      '    objects:',
      '      test:',
      '        customers:',
      '          alice: { email: alice@example.com, card: visa_debit }',
      '          bob: { emial: bob@example.com }',
    ].join('\n');
    const { problems } = await examineFixture(yaml, 'f.yaml');
    expect(problems).toMatchObject([
      { line: 9, column: 16, reason: "the field 'email' is missing" },
      { line: 9, column: 18, reason: "there is no field 'emial'", suggestion: 'email' },
    ]);
    const file = files.text('good.yaml', yaml.replace('emial', 'email'));
    expect((await dataOf(file)).customer!.map(({ email }) => email)).toEqual(['alice@example.com', 'bob@example.com']);
  });

  it('tells where it stops being YAML', async () => {
    expect((await examineFixture('workspaces:\n  - id: [', 'f.yaml')).problems).toMatchObject([
      { line: 2, reason: /is not valid YAML/ },
    ]);
    expect((await examineFixture('{"workspaces": [,]}', 'f.json')).problems).toMatchObject([
      { line: 1, column: 17, reason: /is not JSON/ },
    ]);
  });
});

describe('the published schema of fixtures', () => {
  let published: Record<string, unknown>;
  beforeAll(async () => {
    await ensureBuilt();
    published = JSON.parse(readFileSync(join(projectFolder, 'fixture.schema.json'), 'utf8'));
  });

  it('is what the emulator reads', () => {
    expect(published).toEqual(fixtureSchema());
  });

  it('takes the bundled fixtures, and refuses what the check refuses', async () => {
    const accepts = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(published);
    for (const file of bundledFixtures().values()) {
      expect(accepts((await parseText(readFileSync(file, 'utf8'), file)).value), file).toBe(true);
    }
    expect(accepts(withObjects({ customers: { alice: { ...alice, phon: '1' } } }))).toBe(false);
    expect(accepts(withObjects({ transactions: { a: { customer_id: '$a', amount: 'much' } } }))).toBe(false);
    expect(accepts(withObjects({ transactions: { a: { customer_id: '$a', amount: 1, then: 'refnd' } } }))).toBe(false);
    expect(
      accepts(withObjects({ transactions: { a: { customer_id: '$a', amount: { from: 1, to: 9 }, count: 3 } } })),
    ).toBe(true);
  });
});

describe('loading a fixture into a running emulator', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await createTestSandbox();
    return () => sandbox.stop();
  });

  it('puts the workspaces that it names in place, and leaves the others', async () => {
    await sandbox.api.post('/customers', { email: 'gone@example.com' });
    await sandbox.as('sk_test_demo_a').post('/customers', { email: 'stays@example.com' });
    const { status, body } = await sandbox.control.post<{ data: object }>('/fixtures', { fixture: 'marketplace' });
    expect(status).toBe(200);
    expect(body.data).toEqual({ fixture: 'marketplace', workspaces: [{ id: 'ws_demo', replaced: true }] });
    const payouts = await sandbox.api.get<{ data: unknown[] }>('/payouts?limit=100');
    expect(payouts.body.data.length).toBeGreaterThan(60);
    const found = await sandbox.as('sk_test_demo_a').get<{ data: { email: string }[] }>('/customers');
    expect(found.body.data.map(({ email }) => email)).toEqual(['stays@example.com']);
  });

  it('changes nothing where the fixture cannot be used, however late that shows', async () => {
    const before = await sandbox.control.get('/export');
    const broke = files.json({
      workspaces: [
        ...withObjects({ customers: { alice } }).workspaces,
        {
          ...withObjects({ customers: { alice }, payouts: { a: { customer_id: '$alice', amount: 5 } } }).workspaces[0],
          id: 'ws_late',
          keys: [],
        },
      ],
    });
    const refused = await sandbox.control.post('/fixtures', { fixture: contentOf(broke) });
    expect(refused).toMatchObject({
      status: 400,
      body: { param: 'fixture', error: expect.stringContaining('payouts.a') },
    });
    const taken = files.json({ workspaces: [{ id: 'ws_new', settings: {}, keys: [{ key: 'sk_test_demo_b' }] }] });
    expect((await sandbox.control.post('/fixtures', { fixture: contentOf(taken) })).body.error).toMatch(
      /sk_test_demo_b now belongs to another workspace/,
    );
    expect((await sandbox.control.post('/fixtures', { fixture: 'nowhere' })).body.error).toMatch(
      /There is no fixture file at nowhere/,
    );
    expect(await sandbox.control.get('/export')).toMatchObject({ body: before.body });
    const { body } = await sandbox.control.get<{ data: { id: string }[] }>('/workspaces');
    expect(body.data.map(({ id }) => id).sort()).toEqual(['ws_demo', 'ws_demo_a', 'ws_demo_b']);
  });

  it('takes no token of an app twice, and none of another workspace', async () => {
    const withApps = (id: string, ...names: string[]) => ({
      workspaces: [
        {
          id,
          settings: {},
          apps: names.map((name) => ({ name, client_id: name, client_secret: 'app_secret_x', token: 'pat_x' })),
        },
      ],
    });
    const load = (fixture: object) => sandbox.control.post<{ error: string }>('/fixtures', { fixture });
    expect((await load(withApps('ws_one', 'app_one', 'app_two'))).body.error).toContain('pat_x appears twice');
    expect((await load(withApps('ws_one', 'app_one'))).status).toBeLessThan(300);
    expect((await load(withApps('ws_two', 'app_two'))).body.error).toBe(
      'The token pat_x now belongs to another workspace.',
    );
  });
});

describe('a fixture that a call names', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await createTestSandbox();
    return () => sandbox.stop();
  });

  const load = (fixture: unknown) => sandbox.control.post('/fixtures', { fixture });

  it('lies below the folder that the emulator was started in: what lies elsewhere is refused alike', async () => {
    const there = files.json(withObjects({ customers: { alice } }));
    const answers = await Promise.all(
      [there, `${there}.gone`, '/dev/zero', '/etc/passwd', '../../../../../../etc/passwd'].map(load),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 400, body: { param: 'fixture' } });
      expect(answer.body.error).toBe(answers[0]!.body.error);
    }
    expect((await sandbox.control.post('/workspaces', { fixture: '/dev/zero' })).status).toBe(400);
  });

  it('may be sent whole, also where it has more than a megabyte, and is what a reset goes back to', async () => {
    const fixture = withObjects({ customers: { alice } });
    const { status, body } = await load({
      ...fixture,
      workspaces: [{ ...fixture.workspaces[0], id: 'ws_sent', keys: [] }],
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { workspaces: [{ id: 'ws_sent' }] } } });
    expect((await sandbox.control.post('/reset?workspace=ws_sent', {})).status).toBe(200);
    expect((await load({ ...fixture, note: 'x'.repeat(2_000_000) })).body.error).toMatch(/note/);
  });

  it('is kept as long as a workspace goes back to it, and no longer', async () => {
    const sent = (name: string) => ({ workspaces: [{ id: 'ws_again', name, settings: {} }] });
    const nameOf = async (fixture: object): Promise<unknown> =>
      (await sandbox.control.post<{ data: { fixture: string } }>('/fixtures', { fixture })).body.data.fixture;
    const first = await nameOf(sent('one'));
    expect((await load(first)).status).toBe(200);
    await nameOf(sent('two'));
    expect((await load(first)).body.error).toMatch(/Send the fixture again\.$/);
    expect((await sandbox.control.post('/reset?workspace=ws_again', {})).status).toBe(200);
  });
});

describe('a fixture with a history, under manual settlement', () => {
  it('has happened as it was written, and goes on when asked', async () => {
    // The newest charge would settle in one of them while the other is read.
    const data = await dataOf('shop', { settle: 'manual', freeze: true });
    const statuses = ({ transaction }: Record<string, Records>) => transaction?.map(({ status }) => status);
    expect(statuses(data)).toEqual(statuses(await dataOf('shop', { freeze: true })));
    const held = (data.job ?? []).filter(({ settlement }) => settlement);
    expect(held.filter(({ due_at }) => due_at !== null)).toEqual([]);
  });
});

describe('whole records in a fixture', () => {
  it('are checked by the models of what they are, each object of the service as it is stored', async () => {
    const sandbox = await createTestSandbox({ fixture: 'shop', ...asTheyAre });
    try {
      const { body } = await sandbox.control.get<{ data: { name: string }[] }>('/triggers');
      for (const { name } of body.data) await sandbox.control.post(`/triggers/${name}`, {});
      const saved = (await sandbox.control.get<Exported>('/export')).body;
      expect((await examineFixture(JSON.stringify(saved), 'saved.json')).problems.map(problemLine)).toEqual([]);
      const { customer, payout } = saved.workspaces[0]!.data.test;
      customer![0].email = 7;
      payout![0].status = 'gone';
      delete payout![0].created_at;
      expect(
        (await examineFixture(JSON.stringify(saved), 'saved.json')).problems.map(({ path, reason }) => [path, reason]),
      ).toEqual([
        ['workspaces.0.data.test.customer.0.email', 'must be a string, not 7'],
        ['workspaces.0.data.test.payout.0', "the field 'created_at' is missing"],
        ['workspaces.0.data.test.payout.0.status', expect.stringMatching(/must be one of pending, paid/)],
      ]);
    } finally {
      await sandbox.stop();
    }
  });
});

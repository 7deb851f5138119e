import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator } from '../src/index.ts';
import { workspaceSettings } from '../src/payments/resources/registry.ts';
import { checkFixture } from '../src/sandbox/fixtures/check.ts';
import { FixtureError, loadFixture } from '../src/sandbox/fixtures/load.ts';
import { createTestSandbox, type TestSandbox } from './support/sandbox.ts';

const bundled = join(import.meta.dirname, '../fixtures');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-fixtures-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A fixture file of these workspaces, or of this text. */
function fileOf(content: unknown): string {
  const file = join(folder, `f${readdirSync(folder).length}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const minimal = { id: 'ws_a', settings: {} };

describe('the bundled fixtures', () => {
  it.each(readdirSync(bundled).filter((name) => name.endsWith('.json')))(
    "pass the check that a user's file must pass: %s",
    async (name) => {
      const text = readFileSync(join(bundled, name), 'utf8');
      expect(await loadFixture(name.replace('.json', ''))).toEqual(await checkFixture(text, name));
    },
  );
});

describe('the fixture of a shop', () => {
  it('has what lasts for ever, and a clock that a restart leaves in its time', async () => {
    const dataDir = join(folder, 'shop');
    const clocks: number[] = [];
    for (const fixture of ['shop', undefined]) {
      const emulator = await startEmulator({ dataDir, ...(fixture === undefined ? {} : { fixture }) });
      clocks.push(Date.parse((await emulator.clock.get()).now));
      await emulator.stop();
    }
    expect(clocks[1]! - clocks[0]!).toBeLessThan(24 * 60 * 60 * 1000);
  });
});

describe('the default fixture', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await createTestSandbox();
    return () => sandbox.stop();
  });

  it.each([
    ['ws_demo', 'debit_payouts', ''],
    ['ws_demo_a', 'gateway_a', '_a'],
    ['ws_demo_b', 'gateway_b', '_b'],
  ] as const)('holds %s on %s with its keys and its webhook secret', async (id, gateway, end) => {
    const keys = await sandbox.control.get<{ data: object }>(`/keys?workspace=${id}`);
    expect(keys.body.data).toMatchObject({
      id,
      keys: {
        secret: { test: `sk_test_demo${end}`, live: `sk_live_demo${end}` },
        publishable: { test: `pk_test_demo${end}`, live: `pk_live_demo${end}` },
      },
      webhook_secret: `whsec_demo${end}`,
      scoped: id === 'ws_demo' ? [{ key: 'sk_test_demo_scoped', mode: 'test', scopes: ['inventory:write'] }] : [],
      apps: id === 'ws_demo' ? [{ client_id: 'app_demo', client_secret: 'app_secret_demo' }] : [],
    });
    const { body } = await sandbox.control.get<{ data: { settings: object } }>(`/workspaces/${id}`);
    expect(body.data.settings).toEqual({
      ...workspaceSettings.defaultsFor({ gateway }),
      discounts: [
        { code: 'SAVE10', percent_off: 10 },
        { code: 'MINUS5', amount_off: 500 },
      ],
    });
  });

  it('holds these three alone, the first of them the default', async () => {
    const { body } = await sandbox.control.get<{ data: { id: string }[] }>('/workspaces');
    expect(body.data.map(({ id }) => id).sort()).toEqual(['ws_demo', 'ws_demo_a', 'ws_demo_b']);
    expect((await sandbox.control.get<{ data: { workspace: string } }>('/status')).body.data.workspace).toBe('ws_demo');
  });

  it('begins with 1,000,000 cents in test mode and with nothing elsewhere', async () => {
    const { body } = await sandbox.api.get<{ data: object }>('/balance');
    expect(body.data).toMatchObject({ currency: 'USD', available: 1_000_000, reserved: 0, held: 0, pending: 0 });
    await sandbox.control.patch('/workspaces/ws_demo', { settings: { debit_payouts_enabled: { live: true } } });
    const live = await sandbox.as('sk_live_demo').get<{ data: object }>('/balance');
    expect(live.body.data).toMatchObject({ available: 0, pending: 0 });
    const ledger = await sandbox.control.get<{ data: { account: string; amount: number }[] }>('/ledger');
    expect(ledger.body.data.map(({ account, amount }) => [account, amount])).toEqual([
      ['external', -1_000_000],
      ['available', 1_000_000],
    ]);
  });

  it('has the documented settings where it says nothing', () => {
    for (const gateway of ['debit_payouts', 'gateway_a', 'gateway_b'] as const) {
      expect(workspaceSettings.defaultsFor({ gateway })).toMatchObject({
        gateway,
        debit_payouts_enabled: { test: gateway === 'debit_payouts', live: false },
        smart_routing: false,
        vault_enabled: true,
        three_ds_enabled: false,
        ach_enabled: true,
        wallets_enabled: true,
        require_checkout_phone: false,
        require_cvc: false,
        address_suggest: false,
        acquirer_brands: ['visa', 'mastercard', 'amex', 'discover'],
        rate_limit_tier: null,
        payout_link_fee: 50,
        settlement: {
          mode: 'auto',
          delays: { card: 2_000, ach: 4_000, payout_transit: 1_000, payout_card: 2_000, payout_ach: 4_000 },
        },
      });
    }
  });
});

describe("a fixture of one's own", () => {
  it('is what the emulator begins with', async () => {
    const file = fileOf({
      workspaces: [
        {
          id: 'ws_shop',
          name: 'Shop',
          settings: {
            gateway: 'gateway_a',
            settlement: { delays: { card: '1m' } },
            available_after: '2d',
            fee: { percent: 2.9 },
          },
          webhook_secret: 'whsec_shop',
          keys: [{ key: 'sk_test_shop' }, { key: 'sk_live_shop' }],
          balances: { test: { USD: 5, EUR: 7 } },
          clock: { mode: 'frozen', now: '2030-01-01T00:00:00Z' },
          endpoints: [{ url: 'http://127.0.0.1:9/hook', events: ['payment.completed'] }],
        },
      ],
    });
    const sandbox = await createTestSandbox({ fixture: file, clock: undefined, freeze: undefined });
    try {
      const { body } = await sandbox.control.get<{ data: Record<string, unknown> }>('/workspaces/ws_shop');
      expect(body.data).toMatchObject({
        name: 'Shop',
        settings: {
          gateway: 'gateway_a',
          vault_enabled: true,
          settlement: { mode: 'auto', delays: { card: 60_000, ach: 4_000 } },
          available_after: 172_800_000,
          fee: { percent: 2.9, fixed: 0 },
        },
        clock: { mode: 'frozen', now: '2030-01-01T00:00:00.000Z' },
      });
      expect((await sandbox.as('sk_test_shop').get('/transactions')).status).toBe(200);
      expect((await sandbox.as('sk_test_demo').get('/transactions')).status).toBe(401);
      const hooks = await sandbox.control.get<{ data: { url: string; events: string[] }[] }>('/webhook-endpoints');
      expect(hooks.body.data).toMatchObject([{ url: 'http://127.0.0.1:9/hook', events: ['payment.completed'] }]);
      const ledger = await sandbox.control.get<{ data: { currency: string; amount: number }[] }>('/ledger');
      expect(
        ledger.body.data
          .filter(({ amount }) => amount > 0)
          .map(({ currency, amount }) => `${amount} ${currency}`)
          .sort(),
      ).toEqual(['5 USD', '7 EUR']);
    } finally {
      await sandbox.stop();
    }
  });

  it('may be what an emulator exports', async () => {
    const first = await createTestSandbox();
    try {
      const customer = await first.api.post<{ data: { id: string } }>('/customers', {
        email: 'round@example.com',
        cc_number: '4000056655665556',
        cc_exp_month: '12',
        cc_exp_year: '2030',
      });
      await first.api.post('/charges', { customer_id: customer.body.data.id, amount: 900 });
      const { body: exported } = await first.control.get('/export');
      const second = await createTestSandbox({ fixture: fileOf(exported), clock: undefined, freeze: undefined });
      try {
        expect((await second.control.get('/export')).body).toEqual(exported);
        for (const path of ['/customers', '/transactions', '/balance']) {
          expect((await second.api.get(path)).body).toEqual((await first.api.get(path)).body);
        }
        // What was under way goes on.
        const { body } = await second.control.post<{ data: { ran: { job: { kind: string } }[] } }>('/settle', {});
        expect(body.data.ran.map(({ job }) => job.kind)).toEqual(['transaction.settle']);
      } finally {
        await second.stop();
      }
    } finally {
      await first.stop();
    }
  });
});

describe('a fixture that cannot be used', () => {
  const faults: [string, unknown, RegExp][] = [
    ['no JSON', '{"workspaces": [', /is not valid JSON: /],
    ['an empty file', '', /is not valid JSON: /],
    ['no workspaces', {}, /the top level: .*workspaces/],
    ['an empty list', { workspaces: [] }, /workspaces: must have at least 1 item/],
    ['a field that nobody knows', { workspaces: [{ ...minimal, keyz: [] }] }, /workspaces\.0: .*'keyz'/],
    [
      'a setting that nobody knows',
      { workspaces: [{ id: 'ws_a', settings: { smart: true } }] },
      /workspaces\.0\.settings: .*'smart'/,
    ],
    [
      'a setting of the wrong kind',
      { workspaces: [{ id: 'ws_a', settings: { smart_routing: 'yes' } }] },
      /workspaces\.0\.settings\.smart_routing: must be true or false/,
    ],
    [
      'a gateway that is none',
      { workspaces: [{ id: 'ws_a', settings: { gateway: 'gateway_c' } }] },
      /settings\.gateway: .*gateway_b/,
    ],
    [
      'a discount of two kinds',
      { workspaces: [{ id: 'ws_a', settings: { discounts: [{ code: 'A', percent_off: 1, amount_off: 1 }] } }] },
      /settings\.discounts\.0: /,
    ],
    ['no id', { workspaces: [{ settings: {} }] }, /workspaces\.0: .*'id'/],
    ['an id of another form', { workspaces: [{ ...minimal, id: 'shop' }] }, /workspaces\.0\.id: /],
    [
      'a key of another form',
      { workspaces: [{ ...minimal, keys: [{ key: 'secret' }] }] },
      /workspaces\.0\.keys\.0\.key: /,
    ],
    [
      'a balance below zero',
      { workspaces: [{ ...minimal, balances: { test: { USD: -1 } } }] },
      /balances\.test\.USD: must be a whole number of cents of at least 0/,
    ],
    [
      'a currency of another form',
      { workspaces: [{ ...minimal, balances: { test: { dollars: 1 } } }] },
      /balances\.test: .*'dollars'/,
    ],
    [
      'a currency that is none',
      { workspaces: [{ ...minimal, balances: { test: { XXQ: 1 } } }] },
      /balances\.test\.XXQ: .*ISO 4217/,
    ],
    [
      'a clock at no instant',
      { workspaces: [{ ...minimal, clock: { mode: 'frozen', now: 'noon' } }] },
      /clock\.now: .*ISO 8601/,
    ],
    [
      'a delay that is not a duration',
      { workspaces: [{ id: 'ws_a', settings: { settlement: { delays: { card: 'soon' } } } }] },
      /settlement\.delays\.card: .*duration/,
    ],
    [
      'a time to availability that is not a duration',
      { workspaces: [{ id: 'ws_a', settings: { available_after: 'soon' } }] },
      /settings\.available_after: .*duration/,
    ],
    [
      'an endpoint at no address',
      { workspaces: [{ ...minimal, endpoints: [{ url: 'nowhere' }] }] },
      /workspaces\.0\.endpoints\.0\.url: /,
    ],
    [
      'a record without an id',
      { workspaces: [{ ...minimal, data: { test: { customer: [{}] } } }] },
      /data\.test\.customer\.0: .*'id'/,
    ],
    ['one workspace twice', { workspaces: [minimal, minimal] }, /workspaces\.1\.id: .*ws_a.*twice/],
    [
      'one key twice',
      {
        workspaces: [
          { ...minimal, keys: [{ key: 'sk_test_x' }] },
          { id: 'ws_b', settings: {}, keys: [{ key: 'sk_test_y' }, { key: 'sk_test_x' }] },
        ],
      },
      /workspaces\.1\.keys\.1\.key: .*sk_test_x.*twice/,
    ],
    [
      'one app twice',
      { workspaces: [{ ...minimal, apps: [app('a'), app('a')] }] },
      /workspaces\.0\.apps\.1\.client_id: .*twice/,
    ],
  ];

  function app(client_id: string) {
    return { name: 'App', client_id, client_secret: 'x' };
  }

  it.each(faults)('is refused with its file, the place and the reason: %s', async (_what, content, reason) => {
    const file = fileOf(content);
    const refusal = await loadFixture(file).then(
      () => null,
      (error: Error) => error,
    );
    expect(refusal).toBeInstanceOf(FixtureError);
    expect(refusal?.message).toMatch(reason);
    expect(refusal?.message).toContain(basename(file));
    expect(refusal?.message).not.toContain('\n');
  });

  it('may not have a key twice, in YAML either', async () => {
    const file = join(folder, 'twice.yaml');
    writeFileSync(file, 'workspaces:\n  - id: ws_a\n    settings: {}\n    id: ws_b\n');
    await expect(loadFixture(file)).rejects.toThrow('twice.yaml:4:5 has the key "id" twice.');
  });

  it('is refused where it is not there, with a hint', async () => {
    await expect(loadFixture('nowhere')).rejects.toThrow(/There is no fixture file at nowhere.*default/);
    await expect(loadFixture(join(folder, 'none.json'))).rejects.toThrow(/There is no fixture file at/);
    await expect(loadFixture('../fixtures')).rejects.toThrow(FixtureError);
  });

  it('leaves a fresh data folder fresh, where only loading it shows that it cannot be used', async () => {
    const dataDir = join(folder, 'data');
    const file = fileOf({
      workspaces: [minimal, { id: 'ws_b', settings: {}, data: { test: { unheard_of: [{ id: 'x_1' }] } } }],
    });
    await expect(createTestSandbox({ dataDir, fixture: file })).rejects.toThrow(/unheard_of/);
    const sandbox = await createTestSandbox({ dataDir });
    try {
      const { body } = await sandbox.control.get<{ data: { id: string }[] }>('/workspaces');
      expect(body.data.map(({ id }) => id).sort()).toEqual(['ws_demo', 'ws_demo_a', 'ws_demo_b']);
    } finally {
      await sandbox.stop();
    }
  });
});

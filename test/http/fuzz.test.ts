import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts, balances, entriesOf, ledgerGroups } from '../../src/payments/platform/ledger.ts';
import { controlOperations } from '../../src/sandbox/control/registry.ts';
import { Buyer } from '../support/buyer.ts';
import { paymentLink, session } from '../support/checkout.ts';
import { clientOperations, developersOperations, merchantOperations } from '../support/declared.ts';
import { Demo } from '../support/demo.ts';
import { Random } from '../support/random.ts';
import { type RawAnswer, rawRequest, sendRaw } from '../support/raw-http.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
const warnings: string[] = [];
beforeAll(async () => {
  sandbox = await createTestSandbox({ warn: (message) => warnings.push(message) });
  const card = { billing_postal_code: '62701', cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030' };
  for (let at = 0; at < 5; at++) {
    const { body } = await sandbox.api.post<{ data: { id: string }; payment_method: { id: string } }>('/customers', {
      email: `fuzz${at}@example.com`,
      ...card,
    });
    ids.add(body.data.id).add(body.payment_method.id);
  }
  const demo = Demo.ofFixture(sandbox, 'ws_demo');
  const buyer = new Buyer(demo);
  await demo.configure({ three_ds_enabled: true, address_suggest: true });
  for (let at = 0; at < 40; at++) ids.add((await session(demo)).slug);
  for (let at = 0; at < 5; at++) ids.add(`${(await paymentLink(demo)).slug}`);
  for (const number of ['4000056655665556', '4000000000000002', '4000000000000119']) {
    const { vaultPanAlias, vaultCvcAlias } = await buyer.aliases(number);
    ids.add(vaultPanAlias).add(vaultCvcAlias);
  }
  ids
    .add(await buyer.bankAlias())
    .add(buyer.vaultId)
    .add('vlt_demo_live');
});
afterAll(() => sandbox?.stop());

interface Shape {
  method: string;
  path: string;
  /** Names of the fields that it takes, and an example of its body. */
  fields: readonly string[];
  example: unknown;
}

type Declared = {
  id: string;
  method: string;
  path: string;
  body?: { properties?: object };
  query?: { properties?: object };
  example?: { body?: unknown };
};

const shapeOf = ({ method, path, body, query, example }: Declared): Shape => ({
  method,
  path,
  fields: Object.keys({ ...body?.properties, ...query?.properties }),
  example: example?.body ?? {},
});

const merchant = merchantOperations.map(shapeOf);
const client = clientOperations.map(shapeOf);
// One that ends the emulator, one that waits for what may never come, and those that make the machine work for long.
const left = ['shutdown', 'events.wait', 'snapshots.create'];
const control = [...controlOperations, ...developersOperations].filter(({ id }) => !left.includes(id)).map(shapeOf);

const cards = [
  '4242424242424242',
  '4000056655665556',
  '4000000000000002',
  '4000000000000119',
  '4111',
  '4929123456789015',
];
const oddities: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e21,
  99_999_999,
  100_000_000,
  '',
  ' ',
  'x',
  '0',
  '1',
  'null',
  'USD',
  'usd',
  'ach',
  'card',
  'rtp',
  'a@b.test',
  '12',
  '2030',
  '2099',
  '021000021',
  '999999992',
  'frozen',
  'running',
  '3d',
  'PT1S',
  '-1d',
  '2026-03-01T10:00:00Z',
  '9999-12-31',
  'https://example.com',
  'http://127.0.0.1:9',
  'javascript:alert(1)',
  '\u0000',
  '\ud800',
  '😀',
  '‮',
  '<script>',
  "' OR 1=1",
  '../..',
  '%00',
  'x'.repeat(600),
  'toString',
  '__proto__',
  'constructor',
  [],
  [[]],
  [1, 'a', null],
  {},
  { a: { b: { c: 1 } } },
  { length: 3 },
  { toJSON: 1 },
  { then: 1 },
  ...cards,
];
const otherKeys = [
  'pk_test_demo',
  'sk_live_demo',
  'sk_test_demo_a',
  'sk_test_demo_b',
  'sk_test_demo_scoped',
  'nobody',
  '',
];
const otherTypes = ['application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded', ''];
/** Which ids a field names. */
const prefixes: Readonly<Record<string, string>> = {
  customer_id: 'cus_',
  payment_method_id: 'pm_',
  payment_token: 'ptok_',
  billingId: 'pm_',
  slug: 'api-',
  vaultId: 'vlt_',
  workspaceId: 'ws_',
  vaultPanAlias: 'tok_',
  vaultCvcAlias: 'tok_',
  panAlias: 'tok_',
  vaultBankAccountAlias: 'tok_',
  '/customers': 'cus_',
  '/transactions': 'txn_',
  '/payouts': 'po_',
  '/disputes': 'dp_',
  '/events': 'evt_',
  '/requests': 'req_',
  '/workspaces': 'ws_',
};

/** Ids that the emulator has given out so far, so that some paths and bodies name what there is. */
const ids = new Set<string>(['ws_demo', 'ws_demo_a']);
const noteIds = ({ body }: RawAnswer) => {
  for (const [id] of body.matchAll(/\b(?:cus|pm|txn|po|dp|ptok|evt|whe|del|fault|rule|req|job)_[0-9A-Za-z]{20}/g)) {
    if (ids.size < 400) ids.add(id);
  }
};

class Generator {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  request(shapes: readonly Shape[], prefix: string): Buffer {
    const random = this.#random;
    const shape = random.pick(shapes);
    const method = random.chance(0.06)
      ? random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])
      : shape.method;
    const path = shape.path.replace(/\{(\w+)\}/g, (_part, name) =>
      this.#pathPart(prefixes[name] ?? prefixes[/^\/[a-z-]+/.exec(shape.path)![0]]),
    );
    const headers: Record<string, string> = {};
    const key = random.chance(0.7) ? 'sk_test_demo' : random.pick(otherKeys);
    if (key !== '') headers.Authorization = random.chance(0.03) ? key : `Bearer ${key}`;
    if (random.chance(0.03))
      headers[random.pick(['Expect', 'Range', 'If-Match', 'Content-Encoding', 'X-Service-SDK', 'Origin'])] = String(
        random.pick(['100-continue', 'gzip', 'bytes=0-', 'x'.repeat(300), 'null']),
      );
    if (prefix === '') headers['Idempotency-Key'] = String(random.below(300));
    const line = `${method} ${prefix}${path}${this.#query(shape)} HTTP/1.1`;
    if (method === 'GET' || random.chance(0.05)) return rawRequest(line, headers);
    headers['Content-Type'] = random.chance(0.9) ? 'application/json' : random.pick(otherTypes);
    return rawRequest(line, headers, this.#body(shape));
  }

  /** An id of what there is: of that kind where there is one. */
  #id(prefix = ''): string {
    const fitting = [...ids].filter((id) => id.startsWith(prefix));
    return this.#random.pick(fitting.length === 0 ? [...ids] : fitting);
  }

  #pathPart(prefix: string | undefined): string {
    const random = this.#random;
    if (random.chance(0.8)) return this.#id(prefix);
    return encodeURIComponent(
      String(random.pick(['x', '..', '%', '4929123456789015', 'constructor', 'a b', 'ü', 'x'.repeat(300)])),
    );
  }

  #query(shape: Shape): string {
    const random = this.#random;
    if (random.chance(0.6)) return '';
    const parts = Array.from({ length: 1 + random.below(4) }, () => {
      const name = random.pick([
        ...shape.fields,
        'limit',
        'starting_after',
        'workspace',
        'mode',
        'metadata[a]',
        '__proto__',
        'x',
      ]);
      const value = random.chance(0.3)
        ? random.pick([...ids])
        : String(random.pick(['1', '100', '', 'test', 'live', 'ws_demo', 'x', '-1', '%zz', ...cards]));
      return random.chance(0.1)
        ? name
        : `${encodeURIComponent(name)}=${random.chance(0.1) ? '%ff' : encodeURIComponent(value)}`;
    });
    return `?${parts.join('&')}`;
  }

  #body(shape: Shape): string | Buffer {
    const random = this.#random;
    const text = JSON.stringify(this.#mutate(shape, structuredClone(shape.example))) ?? '';
    if (random.chance(0.9)) return text;
    const bytes = Buffer.from(text);
    for (let count = random.below(4); count >= 0; count--) {
      if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
    }
    return random.chance(0.5) ? bytes : bytes.subarray(0, random.below(bytes.length + 1));
  }

  #mutate(shape: Shape, body: unknown): unknown {
    const random = this.#random;
    if (random.chance(0.04)) return random.pick(oddities);
    if (typeof body !== 'object' || body === null) return body;
    const fields = body as Record<string, unknown>;
    for (const name of Object.keys(fields)) {
      // An example's ids name nothing; ids of what there is take their place.
      if (/_id$|token$|Alias$|^workspaceId$/.test(name) && random.chance(0.9)) fields[name] = this.#id(prefixes[name]);
      if (name === 'email') fields[name] = `fuzz${random.below(50)}@example.com`;
    }
    for (let count = random.below(3); count > 0; count--) {
      const name = random.pick([
        ...shape.fields,
        ...Object.keys(fields),
        random.pick(['x', 'toString', 'metadata', 'amount', 'customer_id']),
      ]);
      if (random.chance(0.15)) delete fields[name];
      else fields[name] = random.chance(0.25) ? this.#id(prefixes[name]) : random.pick(oddities);
    }
    return fields;
  }
}

/** Sends so many requests, some at a time, and tells what was answered how often. */
async function run(count: number, make: () => Buffer, check: (answer: RawAnswer, request: Buffer) => void) {
  const statuses = new Map<number, number>();
  const one = async () => {
    const request = make();
    const answer = await sendRaw(sandbox.url, request, 15_000);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    noteIds(answer);
    check(answer, request);
  };
  for (let at = 0; at < count; at += 8) await Promise.all(Array.from({ length: 8 }, one));
  return statuses;
}

function checkAnswer(answer: RawAnswer, request: Buffer): void {
  const told = `${request.toString('latin1').slice(0, 1_500)}\n\n=> ${answer.status} ${answer.body.slice(0, 500)}`;
  const isHead = request.subarray(0, 5).toString() === 'HEAD ';
  if (answer.status >= 500) {
    const isUnknownCharge = answer.status === 503 && answer.json?.category === 'gateway_unavailable';
    expect(isUnknownCharge, told).toBe(true);
  } else if (answer.status >= 400 && answer.status !== 417 && !isHead) {
    const { error, type } = answer.json ?? {};
    const isShaped = typeof error === 'string' && (typeof type === 'string' || /^(invalid|unsupported)_/.test(error));
    expect(isShaped, told).toBe(true);
  }
  expect(answer.status === 417 || answer.headers['request-id'] !== undefined, told).toBe(true);
}

describe('requests that nobody would think of', () => {
  it.each([1, 2])('get no 5xx that is not specified from the merchant API (seed %i)', async (seed) => {
    const generator = new Generator(seed);
    const statuses = await run(
      500,
      () => generator.request(merchant, '/api/v1'),
      (answer, request) => {
        checkAnswer(answer, request);
        expect(answer.status === 417 || answer.headers['x-ratelimit-limit'] !== undefined).toBe(true);
      },
    );
    // It is not a test of one refusal alone.
    for (const status of [200, 201, 400, 401, 403, 404, 405, 415]) expect(statuses.get(status) ?? 0).toBeGreaterThan(0);
  });

  it.each([11])('get none from the control API (seed %i)', async (seed) => {
    const generator = new Generator(seed);
    const statuses = await run(400, () => generator.request(control, '/_emulator'), checkAnswer);
    for (const status of [200, 201, 400, 404]) expect(statuses.get(status) ?? 0).toBeGreaterThan(0);
  });

  it.each([31])('get none from the client API (seed %i)', async (seed) => {
    const generator = new Generator(seed);
    const statuses = await run(
      400,
      () => generator.request(client, ''),
      (answer, request) => {
        const told = `${request.toString('latin1').slice(0, 1_500)}\n\n=> ${answer.status} ${answer.body.slice(0, 500)}`;
        const isSpecified =
          answer.status < 500 || ['gateway_unavailable', 'three_ds_failed'].includes(String(answer.json?.code));
        expect(isSpecified, told).toBe(true);
        if (answer.status < 400 || answer.status === 417 || request.subarray(0, 5).toString() === 'HEAD ') return;
        expect(typeof answer.json?.error, told).toBe('string');
        expect(answer.json, told).not.toHaveProperty('type');
      },
    );
    for (const status of [200, 400, 404, 405, 415]) expect(statuses.get(status) ?? 0).toBeGreaterThan(0);
  });

  it('get none where bytes of them are changed on the way', async () => {
    const generator = new Generator(21);
    const random = new Random(22);
    const flip = () => {
      const bytes = generator.request(merchant, '/api/v1');
      for (let count = 1 + random.below(3); count > 0; count--) bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
    };
    let answered = 0;
    for (let at = 0; at < 200; at++) {
      const bytes = flip();
      // A length that was changed leaves the server waiting for more; ending our side would tell it nothing new.
      const answer = await sendRaw(sandbox.url, bytes, 150).catch(() => null);
      if (answer === null) continue;
      answered++;
      if (answer.status >= 500) checkAnswer(answer, bytes);
    }
    expect(answered).toBeGreaterThan(100);
  });

  it('leave an emulator that works, whose books balance, and that has nothing to report', async () => {
    expect(warnings.filter((warning) => /failed:|bug/i.test(warning))).toEqual([]);
    const { body } = await sandbox.control.post<{ data: { id: string } }>('/workspaces', {});
    expect(body.data.id).toMatch(/^ws_/);
    const made = await sandbox.api.post('/customers', { email: 'after@example.com' });
    expect(made.status).toBe(201);
    const { engine } = sandbox.sandbox;
    for (const workspace of engine.allWorkspaces()) {
      for (const mode of ['test', 'live'] as const) {
        const set = engine.dataSet(workspace.id, mode);
        const entries = [...set.of(ledgerGroups).oldestFirst()].flatMap(entriesOf);
        for (const balance of set.of(balances).oldestFirst()) {
          for (const account of accounts) {
            const own = entries.filter((entry) => entry.account === account && entry.currency === balance.id);
            const sum = own.reduce((total, { amount }) => total + amount, 0);
            expect([workspace.id, balance.id, account, balance[account]]).toEqual([
              workspace.id,
              balance.id,
              account,
              sum,
            ]);
          }
        }
      }
    }
  });
});

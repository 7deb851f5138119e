import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hideSecrets } from '../../src/payments/secrets/hide.ts';
import { command, emulator, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { contentOf, pageOf } from '../support/record-page.ts';
import { createTestSandbox } from '../support/sandbox.ts';

/** So that no scanner takes this file for one that leaks keys. */
const joined = (...parts: string[]): string => parts.join('');

const jwt = joined('eyJ', 'hbGciOiJIUzI1NiJ9', '.eyJzdWIiOiJhZGEifQ', '.c2lnbmF0dXJlb2ZhZGE');
const keys = {
  amazon: joined('AK', 'IAQ3EGRIWEXAMPLE2Q'.slice(0, 18)),
  google: joined('AI', `za${'Sy4'.repeat(11)}Sy`),
  github: joined('gh', `p_${'a1B2'.repeat(9)}`),
  gitlab: joined('glp', `at-${'x9'.repeat(10)}`),
  slack: joined('xo', 'xb-1234567890-abcdefghij'),
  npm: joined('np', `m_${'q7W8'.repeat(9)}`),
};
const pem = `-----BEGIN ${'PRIVATE KEY'}-----\nMIIEvPEMBODY+1\nMIIEvPEMBODY+2\n-----END ${'PRIVATE KEY'}-----`;

const digest = '6629fae49393a05397450978507c4ef1';
const password = 'an @/+ of planted~environment';
/** The variable as programs write it in Base64: alone, behind a user, and for addresses. */
const spelled = [
  Buffer.from(password).toString('base64').slice(0, -2),
  Buffer.from(`root:${password}`).toString('base64url').slice(8, -2),
];

/** What stands nowhere of what is kept or handed on. */
const planted = [
  jwt,
  ...Object.values(keys),
  'PEMBODY',
  'planted-cookie',
  'planted-authorization',
  'planted-own-header',
  'planted-in-query',
  'planted-user',
  'planted-in-address',
  'planted-password',
  'planted-api-token',
  'planted-of-environment',
  'planted~environment',
  'planted-behind',
  'planted-slash',
  digest,
  ...spelled,
  'planted%7Eenvironment',
  'planted-flag',
  'planted-json-secret',
  '73519',
];

const leaksIn = (text: string): string[] => planted.filter((secret) => text.includes(secret));

const folder = temporaryFolder();
let receiver: Receiver;
beforeAll(async () => {
  await ensureBuilt();
  receiver = await startReceiver({
    status: 500,
    headers: {
      'set-cookie': 'sid=planted-cookie; HttpOnly',
      authorization: 'Bearer planted-authorization',
      'x-own': 'planted-own-header',
      'x-request-id': 'req-7',
    },
    body: JSON.stringify({ error: `no plan for ${jwt}`, keys, db_password: 'planted-password', pem, cvc: 73519 }),
  });
}, 120_000);
afterAll(async () => {
  await receiver.close();
  folder.remove();
});

/** Calls that carry secrets in every part. */
const program = `
const { EMULATOR_URL: url, EMULATOR_SECRET_KEY: key, OWN_SECRET } = process.env;
const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
const post = (path, body) => fetch(url + '/api/v1' + path, { method: 'POST', headers, body: JSON.stringify(body) });
const { data, payment_method } = await (await post('/customers', {
  email: 'ada@example.com', cc_number: '4000056655665556', billing_postal_code: '62701',
  cc_exp_month: '12', cc_exp_year: '2030',
  metadata: { cvc: '73519', api_key: 'planted-json-secret', note: ${JSON.stringify(jwt)}, own: OWN_SECRET },
})).json();
await post('/charges', { customer_id: data.id, amount: 700, nothing: { known: { password: 'planted-password' } } });
await post('/charges', { customer_id: data.id, amount: 700, description: 'see https://planted-user:planted-password@db.example/' });
await fetch(url + '/api/v1/customers?access_token=planted-in-query&q=' + encodeURIComponent(${JSON.stringify(keys.github)}), { headers });
await fetch(url + '/_emulator/triggers/payment.completed', { method: 'POST', headers, body: '{}' });
console.log('the password: planted-password, and {"apiToken": "planted-api-token"}');
console.log('Cookie: sid=planted-cookie; other=planted-cookie');
console.log('Authorization: Bearer planted-authorization');
console.log(${JSON.stringify(Object.values(keys).join(' '))}, ${JSON.stringify(jwt)}, OWN_SECRET);
console.log(${JSON.stringify(pem)});
console.log('postgres://ada:planted-password@planted-user@db.example/');
console.log('mysql://ada:pa/planted-slash@db.example/', 'PASSWORD=abc,planted-behind', 'password: abc;planted-behind');
console.log('Authorization: Digest username="ada", realm="x", nonce="dcd98b", uri="/", response="${digest}", opaque="5ccc"');
console.log(Buffer.from(process.env.DB_PASSWORD).toString('base64'));
console.log(Buffer.from('root:' + process.env.DB_PASSWORD).toString('base64url'));
console.log(encodeURIComponent(process.env.DB_PASSWORD), String(new URLSearchParams({ q: process.env.DB_PASSWORD })));
console.log('at ' + process.env.PWD + '/shop.test.js:3:213');
process.exitCode = 1;
`;

describe('a record', () => {
  let page: string;
  let shown: string;
  let printed: string;
  beforeAll(async () => {
    writeFileSync(join(folder.path, 'run.mjs'), program);
    const words = [
      'APITOKEN=planted-api-token',
      '--password',
      'planted-flag',
      '--url',
      'https://x.example/?sig=planted-in-query',
    ];
    const ran = await emulator(
      [
        ...['exec', '--record', 'run.html', '--forward-to', `${receiver.url}/hook?token=planted-in-address`],
        ...['--', 'node', 'run.mjs', ...words],
      ],
      { cwd: folder.path, env: { OWN_SECRET: 'planted-of-environment', DB_PASSWORD: password, PWD: folder.path } },
    );
    // What the command itself prints is its own.
    printed = ran.stderr;
    page = readFileSync(join(folder.path, 'run.html'), 'utf8');
    shown = (await command(['record', 'show', 'run.html'], { cwd: folder.path })).stdout;
  }, 120_000);

  it('has none of the secrets of a run, wherever they stood', () => {
    const content = contentOf(page);
    expect(content).toContain('[redacted]');
    expect(leaksIn(content)).toEqual([]);
    expect(leaksIn(page)).toEqual([]);
    expect(leaksIn(shown)).toEqual([]);
    expect(leaksIn(printed)).toEqual([]);
  });

  it('says what was there: the names, and all that is not a secret', () => {
    const content = contentOf(page);
    expect(/<title>([^<]*)/.exec(page)![1]).toContain(
      'node run.mjs APITOKEN=[redacted] --password [redacted] --url https://x.example/?sig=[redacted]',
    );
    for (const text of ['x-request-id', 'req-7', 'no plan for', 'api_key', 'ada@example.com']) {
      expect(content).toContain(text);
    }
    // Shells name the working folder in a variable whose name a password may have.
    expect(shown).toContain(`at ${folder.path}/shop.test.js:3:213`);
  });

  it('has nothing of what the command printed where that is not wanted', async () => {
    const words = ['exec', '--record', 'quiet.html', '--record-output', 'never', '--', 'node', '-p', '"said by it"'];
    expect((await emulator(words, { cwd: folder.path })).stdout).toBe('said by it');
    const { stdout } = await command(['--json', 'record', 'show', 'quiet.html'], { cwd: folder.path });
    expect(JSON.parse(stdout).end.run.output).toBe('');
  });
});

it('the log of requests, its export, deliveries and a record of a running emulator have none either', async () => {
  const run = await createTestSandbox({ recordsAll: true, forwardTo: receiver.url });
  try {
    const metadata = { cvc: '73519', note: jwt, address: 'https://planted-user:planted-password@db.example/' };
    await run.api.post('/customers', {
      email: 'ada@example.com',
      metadata,
      token: keys.slack,
      api_token: 'planted-api-token',
    });
    await run.api.get(`/customers?api_key=planted-in-query&q=${keys.github}`);
    await run.control.post('/triggers/payment.completed', {});
    await run.sandbox.webhooks.allEnded('ws_demo', 20_000);
    const texts = await Promise.all(
      ['/requests', '/deliveries', '/events'].map(async (path) => JSON.stringify((await run.control.get(path)).body)),
    );
    const [requests, deliveries] = texts as [string, string];
    expect(leaksIn(requests)).toEqual([]);
    expect(leaksIn(deliveries)).toEqual([]);
    const env = { EMULATOR_URL: run.url };
    for (const format of ['har', 'curl', 'json']) {
      const exported = await command(['requests', 'export', '--format', format], { env });
      expect(leaksIn(exported.stdout + exported.stderr), format).toEqual([]);
    }
    expect(leaksIn(contentOf(await pageOf(run)))).toEqual([]);
  } finally {
    await run.stop();
  }
});

it('keys and secrets do not follow from the seed, which a record names', async () => {
  const made = await Promise.all(
    [1, 2].map(async () => {
      const run = await createTestSandbox({ seed: 5 });
      const ask = async (path: string, body: object) =>
        (await run.control.post<{ data: Record<string, unknown> }>(path, body)).body.data;
      const { keys: own, webhook_secret } = await ask('/workspaces', {});
      const { secret, id } = await ask('/webhook-endpoints', { url: 'http://127.0.0.1:9/' });
      const { client_secret } = await ask('/apps', { name: 'Loyalty' });
      const customer = (await run.api.post<{ data: { id: string } }>('/customers', { email: 'a@example.com' })).body
        .data;
      await run.stop();
      return { secrets: [JSON.stringify(own), webhook_secret, secret, client_secret], ids: [id, customer.id] };
    }),
  );
  const [one, other] = made;
  expect(one!.ids).toEqual(other!.ids);
  one!.secrets.forEach((secret, at) => {
    expect(secret).toEqual(expect.any(String));
    expect(secret).not.toBe(other!.secrets[at]);
  });
});

describe('a text', () => {
  it.each([
    ['password=a1b2c3', 'password=[redacted]'],
    ["PGPASSWORD='a b c' psql", "PGPASSWORD='[redacted]' psql"],
    ['{"card":{"cvc":737,"name":"Ada"}}', '{"card":{"cvc":"[redacted]","name":"Ada"}}'],
    ['{"a":"{\\"token\\":\\"x y\\",\\"b\\":1}"}', '{"a":"{\\"token\\":\\"[redacted]\\",\\"b\\":1}"}'],
    ['password=abc,def;ghi', 'password=[redacted]'],
    ['Server=x;Password=a;b,c;User=ada', 'Server=x;Password=[redacted];User=ada'],
    ['token=abc, name=ada; secret=d;', 'token=[redacted], name=ada; secret=[redacted];'],
    ['{\\"pin\\":123,\\"name\\":\\"Ada\\"}', '{\\"pin\\":[redacted],\\"name\\":\\"Ada\\"}'],
    ['mysql://ada:p/w?@x.example/a', 'mysql://[redacted]@x.example/a'],
    [`Digest username="ada", response="${digest}"`, 'Digest username="ada", response="[redacted]"'],
    ['https://ada:pw@x.example/a?b=1', 'https://[redacted]@x.example/a?b=1'],
    ['/a?page=2&auth_token=abc&b=1', '/a?page=2&auth_token=[redacted]&b=1'],
    ['curl -H "Authorization: Bearer abc.def" x', 'curl -H "Authorization: [redacted]" x'],
    ['with --api-key abc and --retries 3', 'with --api-key [redacted] and --retries 3'],
    ['pass=hunter22 or "pass": "hunter22"', 'pass=[redacted] or "pass": "[redacted]"'],
    [
      '{"password":{"value":"a b"},"list":[{"name":"pin","value":"0815"}]}',
      '{"password":{"value":"[redacted]"},"list":[{"name":"pin","value":"[redacted]"}]}',
    ],
    ['<a><password>a b</password></a>', '<a><password>[redacted]</password></a>'],
    ['pay DE89 3704 0044 0532 0130 00 today', 'pay [redacted] today'],
    ['card 4929.1234.5678.9015', 'card ****9015'],
    [`sent ${jwt}, and ${keys.github}.`, 'sent [redacted], and [redacted].'],
  ])('has its secrets hidden: %s', (text, hidden) => {
    expect(hideSecrets(text)).toBe(hidden);
    expect(hideSecrets(hidden)).toBe(hidden);
  });

  it.each([
    'max_tokens: 100, the token is expired, and a password reset was asked for',
    'Basic authentication, Bearer authentication',
    'sk_test_demo whsec_demo {"payment_token":"ptok_0123456789abcdefghij"}',
    'mail ada@example.com, see https://x.example/a@b',
    'http://127.0.0.1:4747/a@b http://[::1]:4747/a@b http://x.example/a:b@c',
    'commit 0123456789abcdef0123456789abcdef01234567',
    'idempotency_key=order-1',
    '--- PASS: TestCharge3DSecure (0.00s)\n--- FAIL: TestRefund (0.01s)\nPASS\nok  \tshop/payments\t0.012s',
    "AssertionError [ERR_ASSERTION]: in time: Ann's order is completed",
    'PASS: 12, FAIL: 0, session: closed by the peer, unknown signature: (int) => void',
  ])('that holds none is as it was: %s', (text) => {
    expect(hideSecrets(text)).toBe(text);
  });
});

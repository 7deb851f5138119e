import { beforeAll, describe, expect, it } from 'vitest';
import { exportWorkspace } from '../../src/sandbox/control/workspaces/export.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

// Numbers that pass the Luhn check and are in no table of test cards.
const foreign = '4929123456789015';
const foreignAmex = '371234567890120';
const test = '4000056655665556';
const account = '98765432101';
const cvv = '739';

/** Everything that rests after a request: the log's entry, the export of both modes' data, and what the answer said. */
async function whatRests(answer: { headers: Headers; body: unknown }) {
  const id = answer.headers.get('request-id');
  const { body } = await sandbox.control.get<{ data: { redacted: boolean; body: string | null; path: string } }>(
    `/requests/${id}`,
  );
  const state = exportWorkspace(sandbox.sandbox, sandbox.sandbox.engine.workspace('ws_demo')!);
  return {
    entry: body.data,
    text: `${JSON.stringify(body)}${JSON.stringify(state.workspaces[0]!.data)}${JSON.stringify(answer.body)}`,
  };
}

/** A text in which only the digits count, to find a number however it is written. */
const digitsOf = (text: string) =>
  text.replace(/%([23]\d)/g, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16))).replace(/[ +-]/g, '');

describe('a card number of the world', () => {
  const spaced = foreign.replace(/(\d{4})(?=\d)/g, '$1 ');
  const dashed = foreign.replace(/(\d{4})(?=\d)/g, '$1-');
  const escaped = [...foreign].map((digit) => `\\u003${digit}`).join('');

  it.each([
    [
      'in a field that takes one',
      { email: 'c1@example.com', cc_number: foreign, cc_exp_month: '12', cc_exp_year: '2030' },
    ],
    ['in an unknown field', { email: 'c2@example.com', card: foreign }],
    ['as a number', { email: 'c3@example.com', card: Number(foreign) }],
    ['in a name', { email: 'c4@example.com', first_name: foreign, last_name: `Card ${spaced}!` }],
    ['with dashes', { email: 'c5@example.com', company: dashed }],
    ['in metadata', { email: 'c6@example.com', metadata: { note: foreign, number: Number(foreign) } }],
    ['as a key of metadata', { email: 'c7@example.com', metadata: { [foreign]: 'x' } }],
    ['deep inside', { email: 'c8@example.com', a: { b: [{ c: [spaced] }] } }],
    ['as the e-mail address', { email: `${foreign}@example.com` }],
    ['as a field name', { email: 'c9@example.com', [foreign]: 1, [`x ${spaced}`]: 1 }],
    ['of 15 digits', { email: 'c10@example.com', company: foreignAmex }],
    ['in a value that is refused', { email: `not an address ${foreign}` }],
    [
      'written with escapes',
      `{"email":"c11@example.com","company":"${escaped}","metadata":{"${escaped}":"${escaped}"}}`,
    ],
    ['as a field name of its kind', { email: 'c12@example.com', cc_number: { nested: foreign } }],
  ])('rests nowhere: %s', async (_what, body) => {
    const answer = await sandbox.api.post('/customers', body);
    expect([201, 400]).toContain(answer.status);
    const { text } = await whatRests(answer);
    expect(digitsOf(text)).not.toContain(foreign);
    expect(digitsOf(text)).not.toContain(foreignAmex);
    expect(text).not.toContain(escaped);
  });

  it.each([
    ['an id', `/transactions/${foreign}`],
    ['an id with spaces', `/transactions/${encodeURIComponent(spaced)}`],
    ['an id, percent-encoded', `/transactions/${[...foreign].map((digit) => `%3${digit}`).join('')}`],
    ['a query', `/customers?card=${foreign}`],
    ['a query with plus signs', `/customers?card=${spaced.replaceAll(' ', '+')}`],
    ['a query, percent-encoded', `/customers?card=${encodeURIComponent(spaced)}&x=%zz`],
    [
      'a query with broken encoding around it',
      `/customers?card=%ff%34${[...foreign.slice(1)].map((digit) => `%3${digit}`).join('')}%ff`,
    ],
    ['the name of a query', `/customers?${foreign}=1`],
    ['a filter', `/transactions?customer_id=${foreign}`],
    ['where a page goes on', `/customers?starting_after=${foreign}`],
    ['a path that nobody answers', `/cards/${foreign}/${encodeURIComponent(spaced)}`],
  ])('rests nowhere: in %s', async (_what, path) => {
    const { text } = await whatRests(await sandbox.api.get(path));
    expect(digitsOf(text)).not.toContain(foreign);
  });

  it('is stored by its last four digits where a text is free', async () => {
    const { body } = await sandbox.api.post<{ data: { company: string } }>('/customers', {
      email: 'free@example.com',
      company: `Card ${spaced} of Bo`,
    });
    expect(body.data.company).toBe('Card ****9015 of Bo');
  });

  it('leaves other numbers and the test cards alone', async () => {
    const metadata = {
      tracking: '4929123456789013',
      phone: '+1 555 010 0123',
      card: '5555555555554444',
      order: 20260301000017,
      attempt: 'd6173282-2124-47a6-9506-3e9754095607',
    };
    const { body } = await sandbox.api.post<{ data: { metadata: object } }>('/customers', {
      email: 'other@example.com',
      metadata,
    });
    expect(body.data.metadata).toEqual(metadata);
  });

  it('rests nowhere of the control API either', async () => {
    const fault = await sandbox.control.post('/faults', { on: `GET /x/${foreign}`, kind: 'latency' });
    expect(JSON.stringify(fault.body)).not.toContain(foreign);
    const named = await sandbox.control.patch<{ data: { name: string } }>('/workspaces/ws_demo', {
      name: `Shop ${foreign}`,
    });
    expect(named.body.data.name).toBe('Shop ****9015');
  });
});

describe('what must not rest, by its name', () => {
  it.each([
    ['a token', '/tokens', { number: test, exp_month: '12', exp_year: '2030', cvv }],
    [
      'a token whose fields are numbers',
      '/tokens',
      { number: Number(test), exp_month: 12, exp_year: 2030, cvv: Number(cvv) },
    ],
    [
      'a token whose names are escaped',
      '/tokens',
      `{"n\\u0075mber":"${test}","exp_month":"12","exp_year":"2030","c\\u0076v":"${cvv}"}`,
    ],
    [
      'a card to save',
      '/customers/cus_none/payment-methods',
      { cc_number: test, cc_cvv: cvv, cc_exp_month: '1', cc_exp_year: '2030' },
    ],
    [
      'a bank account',
      '/customers/cus_none/payment-methods',
      { type: 'bank_account', routing_number: '021000021', account_number: account },
    ],
    [
      'an account number that is a number',
      '/payouts',
      { amount: 1, customer_id: 'c', bank_account: { account_number: Number(account) } },
    ],
    [
      'names that no operation knows',
      '/charges',
      {
        amount: 1,
        card: { Number: test, CVC: cvv, securityCode: cvv },
        list: [{ accountNumber: account, 'card-number': test }],
      },
    ],
    ['in metadata', '/charges', { amount: 1, metadata: { cvv, account_number: account } }],
    ['a list where a text belongs', '/tokens', { number: [test], cvv: { value: cvv } }],
  ])('is left out of the log: %s', async (_what, path, body) => {
    const answer = await sandbox.api.post(path, body);
    const { entry } = await whatRests(answer);
    expect(entry.redacted).toBe(true);
    expect(entry.body).toContain('[redacted]');
    for (const secret of [test, account]) expect(JSON.stringify(entry)).not.toContain(secret);
    // Three digits may stand in an instant or an id by chance: then others surround them.
    expect(JSON.stringify(entry)).not.toMatch(new RegExp(`(?<![0-9A-Za-z])${cvv}(?![0-9A-Za-z])`));
  });

  it.each([
    [`/customers?number=${test}&cvv=${cvv}&limit=1`, '/api/v1/customers?number=[redacted]&cvv=[redacted]&limit=1'],
    [`/customers?card[number]=${test}&c%76v=${cvv}`, '/api/v1/customers?card[number]=[redacted]&c%76v=[redacted]'],
    [`/customers?account_number=${account}`, '/api/v1/customers?account_number=[redacted]'],
  ])('is left out of a query: %s', async (path, kept) => {
    const { entry } = await whatRests(await sandbox.api.get(path));
    expect(entry.path).toBe(kept);
  });

  it('keeps what is not a secret', async () => {
    const body = {
      email: 'plain@example.com',
      metadata: { order_number: 5, postal_code: '62701', phone_number: '555' },
    };
    const { entry } = await whatRests(await sandbox.api.post('/customers', body));
    expect(entry).toMatchObject({ redacted: false, body: JSON.stringify(body) });
  });

  it('leaves nothing of a card in what is stored of a token, a saved card and a charge', async () => {
    const card = {
      email: 'card@example.com',
      billing_postal_code: '62701',
      cc_number: test,
      cc_exp_month: '12',
      cc_exp_year: '2030',
    };
    const made = await sandbox.api.post<{ data: { id: string } }>('/customers', card);
    expect(made.status).toBe(201);
    const token = await sandbox.api.post<{ data: { token: string } }>('/tokens', {
      number: test,
      exp_month: '12',
      exp_year: '2030',
      cvv,
    });
    await sandbox.api.post('/charges', { payment_token: token.body.data.token, amount: 500 });
    const { text } = await whatRests(
      await sandbox.api.post('/charges', { customer_id: made.body.data.id, amount: 500 }),
    );
    expect(text).toContain('5556');
    expect(text).not.toContain(test);
  });
});

describe('a key', () => {
  it.each([
    ['in a query', '/customers?api_key=sk_test_demo&x=pk_live_demo_b'],
    ['in a path', '/customers/sk_test_demo'],
    ['in a path that nobody answers', '/sk_test_demo/whsec_demo/ptok_demo'],
  ])('is shortened in the log: %s', async (_what, path) => {
    const { entry } = await whatRests(await sandbox.api.get(path));
    expect(JSON.stringify(entry)).not.toMatch(/sk_test_demo|pk_live_demo|whsec_demo|ptok_demo/);
    expect(entry.path).toContain('sk_test_…mo');
  });

  it.each(['ptok', 'app_secret', 'emu', 'wprep'])('is shortened, whatever it opens or pays: %s', async (kind) => {
    const token = `${kind}_0123456789abcdefghij`;
    const { entry } = await whatRests(await sandbox.api.get(`/customers/${token}?token=${token}`));
    expect(entry.path).toBe(`/api/v1/customers/${kind}_…ij?token=${kind}_…ij`);
    const sent = await sandbox.api.post('/customers', { email: 'token@example.com', note: `it is ${token}` });
    expect((await whatRests(sent)).entry.body).toContain(`it is ${kind}_…ij`);
  });

  it('is shortened in a body, and in the answer of the token route', async () => {
    const sent = await sandbox.api.post('/customers', { email: 'key@example.com', note: 'my key is sk_live_demo' });
    expect((await whatRests(sent)).entry).toMatchObject({
      redacted: true,
      body: expect.stringContaining('sk_live_…mo'),
    });
    const grant = await sandbox.api.post<{ access_token: string }>('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: 'app_demo',
      client_secret: 'app_secret_demo',
    });
    const { entry } = await whatRests(grant);
    expect(JSON.stringify(entry)).not.toContain(grant.body.access_token);
    expect(JSON.stringify(entry)).not.toContain('app_secret_demo');
  });

  it('is shortened as the caller of a request', async () => {
    const answer = await sandbox.as('sk_test_demo_scoped').get('/transactions');
    const { entry } = await whatRests(answer);
    expect(entry).toMatchObject({ key: 'sk_test_…ed' });
  });
});

describe('a request of which something was left out', () => {
  it('cannot be sent again', async () => {
    const answer = await sandbox.api.post('/tokens', { number: test, exp_month: '12', exp_year: '2030' });
    const replay = await sandbox.control.post(`/requests/${answer.headers.get('request-id')}/replay`, {});
    expect([replay.status, replay.body.code]).toEqual([400, 'invalid_state']);
  });

  it('is another one than a whole one, which can', async () => {
    const answer = await sandbox.api.post('/customers', { email: 'again@example.com' });
    const replay = await sandbox.control.post<{ data: { status: number; body: { existing: boolean } } }>(
      `/requests/${answer.headers.get('request-id')}/replay`,
      {},
    );
    expect(replay.body.data).toMatchObject({ status: 201, body: { existing: true } });
  });
});

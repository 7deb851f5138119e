import { beforeAll, describe, expect, it } from 'vitest';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

describe('a field of the wrong kind', () => {
  it.each([
    [
      'a text for cents',
      { amount: '12.50' },
      'amount',
      'amount must be a whole number of cents of at least 1, such as 1250; you sent "12.50".',
    ],
    ['a fraction of a cent', { amount: 10.5 }, 'amount', 'such as 1250; you sent 10.5.'],
    ['zero', { amount: 0 }, 'amount', /at least 1/],
    ['less than zero', { amount: -1 }, 'amount', /at least 1/],
    [
      'an object for a text',
      { amount: 1, customer_id: {} },
      'customer_id',
      'customer_id must be a string; you sent an object.',
    ],
    [
      'a word that is none of a list',
      { amount: 1, rail: 'wire' },
      'rail',
      'rail must be one of card, ach; you sent "wire".',
    ],
    [
      'a list for metadata',
      { amount: 1, metadata: ['x'] },
      'metadata',
      'metadata must be an object; you sent an array.',
    ],
    [
      'what PHP makes of an empty array',
      { amount: 1, metadata: [] },
      'metadata',
      /you sent an empty array\. In PHP, .* send \(object\) \[\] instead\.$/,
    ],
    ['an object inside metadata', { amount: 1, metadata: { a: {} } }, 'metadata.a', /metadata\.a/],
    ['no currency', { amount: 1, currency: 'XXQ' }, 'currency', /ISO 4217/],
    ['no e-mail address', { amount: 1, email: 'nobody' }, 'email', /email 'nobody' is not a valid email address\./],
  ])('is 400 parameter_invalid with param: %s', async (_what, body, param, message) => {
    const answer = await sandbox.api.post('/charges', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ type: 'invalid_request_error', code: 'parameter_invalid', param });
    expect(answer.body.error).toEqual(
      typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    );
  });

  it('is 400 amount_too_large above 99,999,999 cents', async () => {
    const charge = (amount: number) => sandbox.api.post('/charges', { amount, customer_id: 'cus_none' });
    expect((await charge(100_000_000)).body).toMatchObject({ code: 'amount_too_large', param: 'amount' });
    expect((await charge(99_999_999)).body).toMatchObject({ code: 'parameter_invalid', param: 'customer_id' });
  });
});

describe('a field that the control API does not know, or cannot read', () => {
  it.each([
    [
      'a setting',
      { settings: { three_ds_enable: true } },
      "Did you mean 'three_ds_enabled'?",
      'settings.three_ds_enable',
    ],
    ['a setting that nothing is near', { settings: { zzz: 1 } }, "There is no field 'settings.zzz'.", 'settings.zzz'],
    [
      'an id',
      { id: 'shop' },
      'id must be ws_ followed by up to 60 letters, digits or underscores, such as ws_shop; you sent "shop".',
      'id',
    ],
  ])('is 400 and says what would do: %s', async (_what, body, says, param) => {
    const answer = await sandbox.control.post<{ error: string }>('/workspaces', body);
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'parameter_invalid', param }]);
    expect(answer.body.error).toContain(says);
  });
});

describe('metadata', () => {
  const save = (metadata: unknown) => sandbox.api.post('/customers', { email: 'meta@example.com', metadata });
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at]));

  it('hold 50 keys of 40 characters and values of 500', async () => {
    expect((await save(keys(50))).status).toBe(201);
    expect((await save({ ['k'.repeat(40)]: 'v'.repeat(500), a: null, b: true, c: 1.5 })).status).toBe(201);
    expect((await save({ ['🔑'.repeat(40)]: '😀'.repeat(500) })).status).toBe(201);
  });

  it.each([
    ['51 keys', keys(51)],
    ['a key of 41 characters', { ['k'.repeat(41)]: 1 }],
    ['a value of 501 characters', { a: 'v'.repeat(501) }],
    ['a value of 501 characters that take two places', { a: '😀'.repeat(501) }],
    ['a list', { a: [1] }],
  ])('do not hold %s: 400', async (_what, metadata) => {
    const answer = await save(metadata);
    expect([answer.status, answer.body.code]).toEqual([400, 'parameter_invalid']);
  });
});

describe('the pages of a list', () => {
  it.each(['0', '101', '-1', '1.5', 'x', '', '1e1', '9999999999999999999', '0x10', '10 ', '+5'])(
    'have from 1 to 100 items, never %j',
    async (limit) => {
      const answer = await sandbox.api.get(`/customers?limit=${encodeURIComponent(limit)}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ type: 'invalid_request_error', code: 'parameter_invalid', param: 'limit' });
    },
  );

  it('are 10 long, newest first, and go on after the last', async () => {
    const emails = Array.from({ length: 23 }, (_, at) => `page${at}@example.com`);
    const pages = await createTestSandbox();
    try {
      for (const email of emails) await pages.api.post('/customers', { email });
      type Page = { data: { id: string; email: string }[]; has_more: boolean };
      const found: string[] = [];
      const lengths: number[] = [];
      for (let after = '', more = true; more; ) {
        const { body } = await pages.api.get<Page>(`/customers${after}`);
        lengths.push(body.data.length);
        found.push(...body.data.map(({ email }) => email));
        after = `?starting_after=${body.data.at(-1)!.id}`;
        more = body.has_more;
      }
      expect(lengths).toEqual([10, 10, 3]);
      expect(found).toEqual(emails.toReversed());
      const exact = await pages.api.get<Page>('/customers?limit=23');
      expect([exact.body.data.length, exact.body.has_more]).toEqual([23, false]);
    } finally {
      await pages.stop();
    }
  });

  it('refuse a starting_after that is not in the list', async () => {
    const { body: made } = await sandbox.api.post<{ data: { id: string } }>('/customers', { email: 'p@example.com' });
    for (const path of ['/customers?starting_after=cus_none', `/transactions?starting_after=${made.data.id}`]) {
      const answer = await sandbox.api.get(path);
      expect([answer.status, answer.body.code, answer.body.param]).toEqual([
        400,
        'parameter_invalid',
        'starting_after',
      ]);
    }
  });

  it('refuse a filter that is given twice, or has a value nobody knows', async () => {
    for (const path of [
      '/customers?limit=1&limit=2',
      '/payouts?status=lost',
      '/disputes?status=new,none',
      '/customers?processor=x',
    ]) {
      expect((await sandbox.api.get(path)).status).toBe(400);
    }
  });
});

describe('a field that nobody knows', () => {
  const names = [
    ['a plain one', { emial: 'x' }, ['emial']],
    ['one in an object', { email: 'u@example.com', type: 1 }, ['type']],
    [
      'what every object has',
      { toString: 'x', valueOf: 1, hasOwnProperty: null },
      ['toString', 'valueOf', 'hasOwnProperty'],
    ],
  ] as const;

  it.each(names)('is ignored, not stored, and named in the log: %s', async (_what, fields, unknown) => {
    const answer = await sandbox.api.post<{ data: object }>('/customers', { email: 'unknown@example.com', ...fields });
    expect(answer.status).toBe(201);
    for (const name of unknown) expect(Object.keys(answer.body.data)).not.toContain(name);
    const logged = await sandbox.control.get<{ data: { unknown_fields: string[] } }>(
      `/requests/${answer.headers.get('request-id')}`,
    );
    expect(logged.body.data.unknown_fields).toEqual(unknown);
  });

  it.each([
    ['in a query', 'GET', '/customers?limt=3&toString=1&__proto__=x', undefined, ['limt', 'toString', '__proto__']],
    ['of an operation without a body', 'POST', '/transactions/txn_1/void', { amount: 5 }, ['amount']],
    [
      'inside an object',
      'POST',
      '/payouts',
      { amount: 1, customer_id: 'c', bank_account: { routing_number: '1', account_number: '1', bank: 'x' } },
      ['bank_account.bank'],
    ],
  ] as const)('is named in the log: %s', async (_what, method, path, body, unknown) => {
    const answer = await (method === 'GET' ? sandbox.api.get(path) : sandbox.api.post(path, body));
    const logged = await sandbox.control.get<{ data: { unknown_fields: string[] } }>(
      `/requests/${answer.headers.get('request-id')}`,
    );
    expect([...logged.body.data.unknown_fields].sort()).toEqual([...unknown].sort());
  });

  it('is refused with 400 parameter_unknown by --strict, in bodies, queries and objects', async () => {
    const strict = await createTestSandbox({ strict: true });
    try {
      const refusals = [
        await strict.api.post('/customers', { email: 'a@example.com', emial: 1 }),
        await strict.api.get('/customers?emial=3'),
        await strict.api.post('/transactions/txn_1/void', { emial: 5 }),
      ];
      for (const { status, body } of refusals) {
        expect(status).toBe(400);
        expect(body).toMatchObject({ type: 'invalid_request_error', code: 'parameter_unknown', param: 'emial' });
      }
      const inside = await strict.api.post('/payouts', {
        amount: 1,
        customer_id: 'cus_1',
        bank_account: { routing_number: '021000021', account_number: '1234', swift: 'x' },
      });
      expect(inside.body).toMatchObject({ code: 'parameter_unknown', param: 'bank_account.swift' });
      const listed = await strict.api.post('/charges', {
        customer_id: 'cus_1',
        line_items: [
          { product_id: 'prod_1', quantity: 1 },
          { product_id: 'prod_2', quantity: 1, varient_id: 'var_1' },
        ],
      });
      expect(listed.body).toMatchObject({ code: 'parameter_unknown', param: 'line_items.1.varient_id' });
      expect((await strict.api.post('/customers', { toString: 'x', email: 'b@example.com' })).body.param).toBe(
        'toString',
      );
      expect((await strict.api.get('/customers')).body).toEqual({ data: [], has_more: false });
      // What every operation knows, and what is free, stays allowed.
      const known = await strict.api.post('/customers', { email: 'b@example.com', metadata: { any: 'thing' } });
      expect(known.status).toBe(201);
    } finally {
      await strict.stop();
    }
  });

  it('cannot change what objects are made of', async () => {
    await sandbox.api.post('/customers?__proto__[x]=1&__proto__=y&__proto__=z', { email: 'proto@example.com' });
    expect(({} as { x?: unknown }).x).toBeUndefined();
    expect((await sandbox.api.get('/customers?__proto__=4929123456789015&__proto__=b')).status).toBe(200);
  });
});

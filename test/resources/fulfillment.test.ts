import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../src/core/kernel/declare/operation.ts';
import type { Fulfillment } from '../../src/payments/resources/fulfillment/model.ts';
import type { Product } from '../../src/payments/resources/product/model.ts';
import { resources } from '../../src/payments/resources/registry.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { cards, type Demo, eachTest, type Refusal } from '../support/demo.ts';
import { createTestSandbox } from '../support/sandbox.ts';

type Fields = Record<string, unknown>;
type List = { data: Fulfillment[]; fulfillment_status: string; has_more: boolean };

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const fulfill = (fields: Fields) => demo.api.post<Refusal & Fulfillment>('/fulfillments', fields);
const list = (query: string) => demo.read<List>(`/fulfillments?${query}`);

/** A payment for two products. */
async function ordered(): Promise<Transaction> {
  const line_items = [];
  for (const [name, price] of [
    ['T-shirt', 2500],
    ['Cup', 900],
  ]) {
    const { data } = await demo.made<{ data: Product }>('/products', { name, price });
    line_items.push({ product_id: data.id, quantity: 2 });
  }
  return demo.charged({ amount: undefined, line_items });
}

describe('POST /fulfillments', () => {
  it('covers every line item, answers at the top level, and rolls up to the order', async () => {
    const transaction = await ordered();
    expect(transaction.fulfillment_status).toBe('unfulfilled');
    await demo.advance('1s');
    const tracking = { tracking_number: '1Z999', carrier: 'Parcel Post', tracking_url: 'https://track.example/1Z999' };
    const answer = await fulfill({ transaction_id: transaction.id, ...tracking });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^ful_[0-9A-Za-z]{20}$/),
      object: 'fulfillment',
      livemode: false,
      created_at: '2026-03-01T09:00:01.000Z',
      updated_at: '2026-03-01T09:00:01.000Z',
      transaction_id: transaction.id,
      ...tracking,
      line_items: transaction.line_items,
    });
    expect(transaction.line_items).toHaveLength(2);
    expect(await demo.transaction(transaction.id)).toEqual({
      ...transaction,
      fulfillment_status: 'fulfilled',
      updated_at: '2026-03-01T09:00:01.000Z',
    });
  });

  it('needs the transaction alone, and takes a payment without line items', async () => {
    const { id } = await demo.charged();
    const { status, body } = await fulfill({ transaction_id: id, carrier: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ tracking_number: null, carrier: null, tracking_url: null, line_items: [] });
  });

  it('tells nobody: no event, and no money moves', async () => {
    const { id } = await demo.settled();
    const before = [await demo.events(), await demo.ledger()];
    await fulfill({ transaction_id: id });
    expect([await demo.events(), await demo.ledger()]).toEqual(before);
  });

  it('is refused the second time', async () => {
    const { id } = await demo.charged();
    await fulfill({ transaction_id: id });
    const again = await fulfill({ transaction_id: id, carrier: 'Another' });
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({
      type: 'invalid_request_error',
      code: 'already_fulfilled',
      param: 'transaction_id',
    });
    await demo.settle();
    await demo.api.post(`/transactions/${id}/refund`);
    expect((await fulfill({ transaction_id: id })).body.code).toBe('already_fulfilled');
    expect((await list(`transaction_id=${id}`)).data).toMatchObject([{ carrier: null }]);
  });

  it('succeeds once of many at the same time', async () => {
    const { id } = await demo.charged();
    const answers = await Promise.all(Array.from({ length: 10 }, () => fulfill({ transaction_id: id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await list(`transaction_id=${id}`)).data).toHaveLength(1);
  });

  it('is for payments that stand: pending, settled, refunded in part, disputed', async () => {
    const pending = await demo.charged();
    const settled = await demo.settled();
    const part = await demo.settled();
    await demo.api.post(`/transactions/${part.id}/refund`, { amount: 100 });
    const disputed = await demo.settled();
    await demo.trigger('payment.disputed', { id: disputed.id });
    const onA = await demo.on('gateway_a');
    const approved = await onA.charged();
    for (const { id } of [pending, settled, part, disputed]) {
      expect(await fulfill({ transaction_id: id })).toMatchObject({ status: 200 });
    }
    expect(await onA.api.post('/fulfillments', { transaction_id: approved.id })).toMatchObject({ status: 200 });
    expect((await demo.transaction(disputed.id)).status).toBe('disputed');
  });

  it('is refused for payments that came to nothing', async () => {
    const declined = await demo.charge({ payment_token: await demo.tokenize(cards.declined) });
    const { id: failed } = await demo.charged();
    await demo.trigger('payment.failed', { id: failed });
    const { id: voided } = await demo.charged();
    await demo.api.post(`/transactions/${voided}/void`);
    const { id: refunded } = await demo.settled();
    await demo.api.post(`/transactions/${refunded}/refund`);
    for (const transaction_id of [declined.body.data.id, failed, voided, refunded]) {
      const answer = await fulfill({ transaction_id });
      expect(answer).toMatchObject({ status: 400, body: { type: 'invalid_request_error', code: 'invalid_state' } });
      expect((await demo.transaction(transaction_id)).fulfillment_status).toBe('unfulfilled');
      expect((await list(`transaction_id=${transaction_id}`)).data).toEqual([]);
    }
  });

  it('refuses every body that its schema does not allow, and changes nothing', async () => {
    const { id: transaction_id } = await demo.charged();
    const { operations } = resources.find(({ name }) => name === 'fulfillment')!;
    const { body } = operations.find(({ id }) => id === 'fulfillments.create') as AnyOperation;
    const good = { transaction_id, tracking_number: '1', carrier: 'c', tracking_url: 'https://track.example/1' };
    const before = await demo.exported();
    for (const { what, field, text } of badBodies(body as Shape, good)) {
      const answer = await demo.api.post<Refusal>('/fulfillments', text);
      expect(answer.status, what).toBe(400);
      expect(answer.body.param, what).toBe(field);
    }
    for (const tracking_url of ['nowhere', 'javascript:alert(1)', '']) {
      const answer = await fulfill({ ...good, tracking_url });
      expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'tracking_url' } });
    }
    expect(await demo.exported()).toBe(before);
    expect(await fulfill(good)).toMatchObject({ status: 200 });
  });
});

describe('GET /fulfillments', () => {
  it('lists those of a transaction with the state of its order', async () => {
    const { id } = await demo.charged();
    const other = await demo.charged();
    await fulfill({ transaction_id: other.id });
    const query = `transaction_id=${id}`;
    expect(await list(query)).toEqual({ data: [], fulfillment_status: 'unfulfilled', has_more: false });
    const { body } = await fulfill({ transaction_id: id });
    expect(await list(query)).toEqual({ data: [body], fulfillment_status: 'fulfilled', has_more: false });
    expect((await list(`${query}&limit=1&starting_after=${body.id}`)).data).toEqual([]);
  });

  it('needs a transaction that is there', async () => {
    const none = await demo.api.get<Refusal>('/fulfillments');
    expect(none).toMatchObject({ status: 400, body: { code: 'parameter_missing', param: 'transaction_id' } });
    const unknown = await demo.api.get<Refusal>('/fulfillments?transaction_id=txn_none');
    expect(unknown).toMatchObject({ status: 404, body: { type: 'not_found_error', code: 'resource_missing' } });
    expect(await fulfill({ transaction_id: 'txn_none' })).toMatchObject({
      status: 404,
      body: { type: 'not_found_error', code: 'resource_missing' },
    });
    const { id } = await demo.charged();
    for (const query of ['limit=0', 'starting_after=ful_none']) {
      const answer = await demo.api.get<Refusal>(`/fulfillments?transaction_id=${id}&${query}`);
      expect(answer, query).toMatchObject({ status: 400, body: { code: 'parameter_invalid' } });
    }
  });
});

describe('who may', () => {
  it('a publishable key reads and does not write, and the other mode knows nothing', async () => {
    const { id } = await demo.charged();
    const { publishable, live } = demo;
    expect((await publishable.get(`/fulfillments?transaction_id=${id}`)).status).toBe(200);
    expect(await publishable.post('/fulfillments', { transaction_id: id })).toMatchObject({
      status: 403,
      body: { type: 'permission_error', code: 'secret_key_required' },
    });
    expect((await live.api.get(`/fulfillments?transaction_id=${id}`)).status).toBe(404);
    expect((await live.api.post('/fulfillments', { transaction_id: id })).status).toBe(404);
  });

  it('a scoped key needs fulfillments:read and fulfillments:write', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fulfillment-'));
    const fixture = join(folder, 'scoped.json');
    const keyOf = (name: string, ...scopes: string[]) => ({ key: `sk_test_${name}`, scopes });
    const keys = [keyOf('reader', 'fulfillments:read'), keyOf('writer', 'fulfillments:write'), keyOf('none')];
    await writeFile(
      fixture,
      JSON.stringify({ workspaces: [{ id: 'ws_scoped', settings: { gateway: 'gateway_a' }, keys }] }),
    );
    const sandbox = await createTestSandbox({ fixture });
    try {
      const as = (name: string) => sandbox.as(`sk_test_${name}`);
      const token = await as('none').post<{ data: { token: string } }>('/tokens', {
        number: cards.visaDebit,
        exp_month: '12',
        exp_year: '2030',
      });
      const charged = await as('none').post<{ data: Transaction }>('/charges', {
        payment_token: token.body.data.token,
        amount: 4200,
      });
      const transaction_id = charged.body.data.id;
      const read = (name: string) => as(name).get(`/fulfillments?transaction_id=${transaction_id}`);
      const write = (name: string) => as(name).post('/fulfillments', { transaction_id });
      const lacking = { status: 403, body: { type: 'permission_error', code: 'insufficient_scope' } };
      for (const name of ['writer', 'none']) expect(await read(name), name).toMatchObject(lacking);
      for (const name of ['reader', 'none']) expect(await write(name), name).toMatchObject(lacking);
      const adjusted = await as('reader').post('/inventory/adjust', { product_id: 'prod_none', delta: 1 });
      expect(adjusted).toMatchObject(lacking);
      expect(await write('writer')).toMatchObject({ status: 200 });
      expect(await read('reader')).toMatchObject({ status: 200, body: { fulfillment_status: 'fulfilled' } });
    } finally {
      await sandbox.stop();
      await rm(folder, { recursive: true });
    }
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../src/core/kernel/declare/operation.ts';
import type { Block } from '../../src/payments/resources/block/model.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { merchantOperations } from '../support/declared.ts';
import { type Demo, eachTest, type Refusal } from '../support/demo.ts';
import type { Caller } from '../support/sandbox.ts';
import { subscribed } from '../support/subscriptions.ts';

type Fields = Record<string, unknown>;
type List = { data: Block[]; has_more: boolean };
interface Credentials {
  client_id: string;
  client_secret: string;
}

let demo: Demo;
let credentials: Credentials;
/** The app that most tests call with. */
let app: Caller;
eachTest((fresh) => {
  demo = fresh;
});
beforeEach(async () => {
  credentials = await install();
  app = await callerOf(credentials);
});

const install = async (name = 'Loyalty'): Promise<Credentials> =>
  (await demo.control<{ data: Credentials }>('post', '/apps', { name })).data;

/** A caller with a fresh access token of an app. */
async function callerOf(own: Credentials, mode?: 'live'): Promise<Caller> {
  const request = { grant_type: 'client_credentials', ...own, mode };
  const { status, body } = await demo.api.post<{ access_token: string }>('/oauth/token', request);
  expect(status).toBe(200);
  return demo.sandbox.as(body.access_token);
}

const content = { title: 'You earned 42 points', lines: [{ text: 'Thank you' }] };
const put = (fields: Fields, by = app) =>
  by.post<Refusal & Block>('/blocks', { block_type: 'loyalty', content, ...fields });
const list = async (query: string, by = app): Promise<List> => {
  const { status, body } = await by.get<List>(`/blocks?${query}`);
  expect(status).toBe(200);
  return body;
};
const onTransaction = async () => ({ object_type: 'transaction', object_id: (await demo.charged()).id });
const queryOf = ({ object_type, object_id }: Fields) => `object_type=${object_type}&object_id=${object_id}`;

describe('POST /_emulator/apps', () => {
  it('installs an app with fresh credentials, which the keys of the workspace list', async () => {
    const other = await install('Other');
    expect(Object.keys(other)).toEqual(['client_id', 'client_secret']);
    expect(other.client_id).toMatch(/^app_[0-9A-Za-z]{20}$/);
    expect(other.client_secret).toMatch(/^app_secret_[0-9A-Za-z]{20}$/);
    expect(other).not.toEqual(credentials);
    const { data } = await demo.control<{ data: { apps: object[] } }>('get', '/keys');
    expect(data.apps).toEqual([
      { ...credentials, name: 'Loyalty' },
      { ...other, name: 'Other' },
    ]);
  });

  it('refuses one without a name', async () => {
    for (const [body, code] of [
      [{}, 'parameter_missing'],
      [{ name: '' }, 'parameter_invalid'],
    ] as const) {
      const answer = await demo.sandbox.control.post<Refusal>('/apps', body);
      expect(answer).toMatchObject({ status: 400, body: { code, param: 'name' } });
    }
  });
});

describe('POST /blocks', () => {
  it('attaches a block to an object, and answers at the top level', async () => {
    const on = await onTransaction();
    const answer = await put(on);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^blk_[0-9A-Za-z]{20}$/),
      object: 'block',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      ...on,
      block_type: 'loyalty',
      content,
      app_id: credentials.client_id,
    });
    expect(await list(queryOf(on))).toEqual({ data: [answer.body], has_more: false });
  });

  it('attaches to transactions, customers and subscriptions', async () => {
    const subscription = await subscribed(demo);
    for (const on of [
      await onTransaction(),
      { object_type: 'customer', object_id: subscription.customer_id },
      { object_type: 'subscription', object_id: subscription.id },
    ]) {
      const { status, body } = await put(on);
      expect([status, body.object_type, body.object_id]).toEqual([200, on.object_type, on.object_id]);
      expect((await list(queryOf(on))).data).toEqual([body]);
    }
  });

  it("replaces the app's block of that type on that object, and no other", async () => {
    const on = await onTransaction();
    const other = await onTransaction();
    const [first, ofOtherType, onOther] = [
      (await put(on)).body,
      (await put({ ...on, block_type: 'survey' })).body,
      (await put(other)).body,
    ];
    const stranger = await callerOf(await install('Other'));
    const strangers = (await put(on, stranger)).body;
    await demo.advance('1m');
    const again = await put({ ...on, content: { title: 'Corrected' } });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first, content: { title: 'Corrected' }, updated_at: expect.any(String) });
    expect(again.body.updated_at > first.updated_at).toBe(true);
    expect((await list(queryOf(on))).data).toEqual([ofOtherType, again.body]);
    expect((await list(queryOf(other))).data).toEqual([onOther]);
    expect((await list(queryOf(on), stranger)).data).toEqual([strangers]);
  });

  it('needs an object that is there, of that type and in that mode', async () => {
    const on = await onTransaction();
    const live = await callerOf(credentials, 'live');
    for (const [fields, by] of [
      [{ ...on, object_id: 'txn_none' }, app],
      [{ ...on, object_type: 'customer' }, app],
      [{ object_type: 'subscription', object_id: 'sub_none' }, app],
      [on, live],
    ] as const) {
      const answer = await put(fields, by);
      expect(answer).toMatchObject({ status: 404, body: { type: 'not_found_error', code: 'resource_missing' } });
    }
    expect((await list(queryOf(on))).data).toEqual([]);
  });

  it('takes content of at most 16 KB of JSON', async () => {
    const on = await onTransaction();
    const room = 16 * 1024 - JSON.stringify({ text: '' }).length;
    // Two bytes a letter in UTF-8: the limit is one of bytes.
    const text = 'é'.repeat(Math.floor(room / 2)) + 'x'.repeat(room % 2);
    const full = { text };
    const over = { text: `${text}x` };
    expect(await put({ ...on, content: full })).toMatchObject({ status: 200, body: { content: full } });
    const refused = await put({ ...on, content: over });
    expect(refused).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'content' } });
    expect((await list(queryOf(on))).data[0]!.content).toEqual(full);
  });

  it('refuses every body that its schema does not allow, and changes nothing', async () => {
    const on = await onTransaction();
    const good = { ...on, block_type: 'loyalty', content };
    const operations: readonly AnyOperation[] = merchantOperations.filter(({ access }) => access !== 'public');
    const { body } = operations.find(({ id }) => id === 'blocks.create')!;
    const before = await demo.exported();
    for (const { what, field, text } of badBodies(body as Shape, good)) {
      const answer = await app.post<Refusal>('/blocks', text);
      expect(answer.status, what).toBe(400);
      expect(answer.body.param, what).toBe(field);
    }
    expect(await demo.exported()).toBe(before);
    expect(await app.post('/blocks', good)).toMatchObject({ status: 200 });
  });
});

describe('GET /blocks', () => {
  it('lists newest first, page by page', async () => {
    const on = await onTransaction();
    const made: string[] = [];
    for (const block_type of ['a', 'b', 'c']) made.unshift((await put({ ...on, block_type })).body.id);
    const first = await list(`${queryOf(on)}&limit=2`);
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true]);
    const second = await list(`${queryOf(on)}&limit=2&starting_after=${made[1]}`);
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([made.slice(2), false]);
  });

  it('needs the type and the id of the object', async () => {
    for (const [query, param, code] of [
      ['object_id=txn_1', 'object_type', 'parameter_missing'],
      ['object_type=transaction', 'object_id', 'parameter_missing'],
      ['object_type=payout&object_id=po_1', 'object_type', 'parameter_invalid'],
      ['object_type=transaction&object_id=', 'object_id', 'parameter_invalid'],
      ['object_type=transaction&object_id=txn_1&limit=0', 'limit', 'parameter_invalid'],
      ['object_type=transaction&object_id=txn_1&starting_after=blk_1', 'starting_after', 'parameter_invalid'],
    ]) {
      const answer = await app.get<Refusal>(`/blocks?${query}`);
      expect(answer, query).toMatchObject({ status: 400, body: { code, param } });
    }
  });

  it('is empty for an object that has none, or is none', async () => {
    expect(await list(queryOf(await onTransaction()))).toEqual({ data: [], has_more: false });
    expect(await list('object_type=customer&object_id=cus_none')).toEqual({ data: [], has_more: false });
  });
});

describe('DELETE /blocks/{id}', () => {
  it('removes a block and answers its id and object', async () => {
    const on = await onTransaction();
    const { id } = (await put(on)).body;
    const kept = (await put({ ...on, block_type: 'survey' })).body;
    const answer = await app.delete(`/blocks/${id}`);
    expect([answer.status, answer.body]).toEqual([200, { id, object: 'block' }]);
    expect((await list(queryOf(on))).data).toEqual([kept]);
    expect(await app.delete(`/blocks/${id}`)).toMatchObject({ status: 404, body: { code: 'resource_missing' } });
    const { body } = await put(on);
    expect(body.id).not.toBe(id);
  });

  it("removes the app's own alone", async () => {
    const on = await onTransaction();
    const block = (await put(on)).body;
    for (const by of [await callerOf(await install('Other')), await callerOf(credentials, 'live')]) {
      const answer = await by.delete(`/blocks/${block.id}`);
      expect(answer).toMatchObject({ status: 404, body: { type: 'not_found_error', code: 'resource_missing' } });
    }
    expect((await list(queryOf(on))).data).toEqual([block]);
  });

  it('belongs to the app, not to one of its tokens', async () => {
    const { id } = (await put(await onTransaction())).body;
    expect((await (await callerOf(credentials)).delete(`/blocks/${id}`)).status).toBe(200);
  });
});

describe('who may', () => {
  it('no key of a merchant: 403 app_required', async () => {
    const on = await onTransaction();
    const { id } = (await put(on)).body;
    for (const key of [demo.api, demo.publishable, demo.live.api, demo.sandbox.as('sk_test_demo_scoped')]) {
      for (const answer of [
        await put(on, key),
        await key.get(`/blocks?${queryOf(on)}`),
        await key.delete(`/blocks/${id}`),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { type: 'permission_error', code: 'app_required' } });
      }
    }
    expect((await list(queryOf(on))).data).toHaveLength(1);
  });

  it('apps of another workspace know nothing of it', async () => {
    const on = await onTransaction();
    const { id } = (await put(on)).body;
    const home = demo;
    demo = await demo.on('gateway_a');
    const stranger = await callerOf(await install());
    expect((await list(queryOf(on), stranger)).data).toEqual([]);
    expect((await put(on, stranger)).status).toBe(404);
    expect((await stranger.delete(`/blocks/${id}`)).status).toBe(404);
    demo = home;
    expect((await list(queryOf(on))).data).toHaveLength(1);
  });

  it('live and test are apart', async () => {
    await demo.configure({ debit_payouts_enabled: { live: true } });
    const live = await callerOf(credentials, 'live');
    const { id } = await demo.live.saveCustomer();
    const on = { object_type: 'customer', object_id: id };
    const { body } = await put(on, live);
    expect(body.livemode).toBe(true);
    expect((await list(queryOf(on), live)).data).toEqual([body]);
    expect((await list(queryOf(on))).data).toEqual([]);
  });
});

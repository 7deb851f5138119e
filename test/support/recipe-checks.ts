import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tools } from '../../src/cli/mcp/tools.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { type LiveStage, liveStage, payer } from '../audit/stage.ts';
import { attach } from '../tui/harness.ts';

/** What the recipes of CONTRIBUTING make, tried in a copy of the project that followed them (`release/recipes.test.ts`). */

// biome-ignore lint/suspicious/noExplicitAny: answers of which single fields are looked at
type Json = any;

const fixture = join(tmpdir(), `recipes-${process.pid}.json`);
let on: LiveStage;
beforeAll(async () => {
  const objects = { test: { wallet_domains: { shop: { domain: 'shop.example' } } } };
  const workspace = {
    id: 'ws_domains',
    settings: { gateway: 'gateway_a' },
    keys: [{ key: 'sk_test_domains' }],
    objects,
  };
  const demo = { id: 'ws_demo', settings: { gateway: 'debit_payouts' }, keys: [{ key: 'sk_test_demo' }] };
  writeFileSync(fixture, JSON.stringify({ workspaces: [demo, workspace] }));
  on = await liveStage({ fixture });
});
afterAll(async () => {
  await on.stop();
  rmSync(fixture, { force: true });
});

const post = async (path: string, body: Json = {}): Promise<Json> => {
  const answer = await on.sandbox.api.post<Json>(path, body);
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
};

it('an event: its move emits it, and the interface description says that it is assumed', async () => {
  expect((await on.sandbox.control.post('/triggers/subscription.past_due', {})).status).toBe(200);
  const isIt = ({ body }: { body: string }): boolean => JSON.parse(body).type === 'subscription.past_due';
  const sent = await on.receiver.waitFor((all) => all.some(isIt));
  expect(JSON.parse(sent.find(isIt)!.body).data).toEqual({ subscription_id: expect.stringMatching(/^sub_/) });
  const { webhooks } = (await (await fetch(`${on.sandbox.url}/openapi.json`)).json()) as Json;
  expect(webhooks['subscription.past_due'].post['x-assumed']).toBe(true);
  expect(webhooks['subscription.paused'].post).not.toHaveProperty('x-assumed');
});

it('an event without a move: its operation sends it, and its trigger runs the operation', async () => {
  const madeBy = async (email: string): Promise<string> =>
    (await on.sandbox.api.post<Json>('/customers', { email })).body.data.id;
  const [kept, from_customer_id] = [await madeBy('kept@shop.example'), await madeBy('merged@shop.example')];
  const bank = { type: 'bank_account', routing_number: '021000021', account_number: '000123456789' };
  await post(`/customers/${from_customer_id}/payment-methods`, bank);
  await post(`/customers/${kept}/merge`, { from_customer_id });
  expect((await on.sandbox.api.get<Json>(`/customers/${kept}/payment-methods`)).body.data).toHaveLength(1);
  const isOf =
    (id: string) =>
    ({ body }: { body: string }) => {
      const { type, data } = JSON.parse(body);
      return type === 'customer.merged' && data.customer_id === id;
    };
  const sent = await on.receiver.waitFor((all) => all.some(isOf(kept)));
  expect(JSON.parse(sent.find(isOf(kept))!.body).data).toEqual({ customer_id: kept, from_customer_id });

  const renewed = await payer(on.sandbox);
  const plan = { name: 'Tea', price: 900, recurring: { interval: 'month', interval_count: 1 } };
  const { id: product_id } = await post('/products', plan);
  await post('/subscriptions', { ...renewed, product_id });
  const refused = await on.sandbox.api.post<Json>(`/customers/${kept}/merge`, {
    from_customer_id: renewed.customer_id,
  });
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_state']);

  const trigger = async (body: Json) => (await on.sandbox.control.post<Json>('/triggers/customer.merged', body)).body;
  expect((await trigger({})).data.events).toMatchObject([{ type: 'customer.merged' }]);
  expect((await trigger({ id: kept })).data.events).toHaveLength(1);
  await on.receiver.waitFor((all) => all.filter(isOf(kept)).length === 2);
  expect((await trigger({ id: 'cus_nobody' })).code).toBe('resource_missing');
  expect((await trigger({ amount: 5 })).error).toBe('customer.merged accepts no options, not amount.');
  const { body } = await on.sandbox.control.get<Json>('/events?type=customer.merged&limit=1');
  expect(body.data[0].change).toMatchObject({ object: 'customer', verb: 'merge', from: 'merged', to: 'merged' });
});

it('a field: it is accepted, stored and changed', async () => {
  const { id, weight } = await post('/products', { name: 'Coffee', price: 900, weight: 250 });
  expect(weight).toBe(250);
  const changed = await on.sandbox.api.patch<Json>(`/products/${id}`, { weight: null });
  expect(changed.body.data.weight).toBeNull();
  expect((await on.sandbox.api.patch<Json>(`/products/${id}`, { weight: -1 })).body.param).toBe('weight');
});

it('a field of a fault: it acts, and the API, forms, lists, the command line and the tools for agents know it', async () => {
  const saved = await payer(on.sandbox);
  const fault = { on: 'charges.create', kind: 'rate_limit', min_amount: 5_000 };
  const { body } = await on.sandbox.control.post<Json>('/faults', fault);
  expect(body.data).toMatchObject({ min_amount: 5_000, details: 'min amount 5000' });
  const charged = async (amount: number) => (await on.sandbox.api.post<Json>('/charges', { ...saved, amount })).status;
  expect([await charged(4_999), await charged(5_000)]).toEqual([201, 429]);
  await on.sandbox.control.delete(`/faults/${body.data.id}`);
  const never = await on.sandbox.control.post<Json>('/faults', { ...fault, on: 'customers.list' });
  expect(never.body.error).toMatch(/^min_amount is valid only for operations with an amount in their body/);

  const kinds = await on.sandbox.control.get<Json>('/faults/kinds');
  const named = (target: string) => kinds.body.data.filter((kind: Json) => kind.on === target);
  const field = expect.objectContaining({ name: 'min_amount' });
  for (const kind of named('request')) expect(kind.fields).toContainEqual(field);
  for (const kind of named('delivery')) expect(kind.fields).not.toContainEqual(field);
  const faults = (await buildProgram(['faults'])).commands.find((each) => each.name() === 'faults');
  const add = faults?.commands.find((each) => each.name() === 'add');
  expect(add?.options.map(({ flags }) => flags)).toContain('--min-amount <number>');
  expect(tools.find(({ name }) => name === 'add_fault')?.input.properties).toHaveProperty('min_amount');
});

it('a field of an endpoint and of a rule: the API, the command line and the tools for agents know them', async () => {
  const endpoint = { url: `${on.receiver.url}/team`, team: 'billing' };
  const added = await on.sandbox.control.post<Json>('/webhook-endpoints', endpoint);
  expect(added.body.data.team).toBe('billing');
  const rule = { when: { amount: 666 }, then: { kind: 'decline', note: 'T-2' } };
  expect((await on.sandbox.control.post<Json>('/rules', rule)).body.data.then.note).toBe('T-2');
  const flagsOf = async (name: string) => {
    const group = (await buildProgram([name])).commands.find((each) => each.name() === name);
    return group?.commands.find((each) => each.name() === 'add')?.options.map(({ flags }) => flags);
  };
  expect(await flagsOf('webhooks')).toContain('--team <text>');
  expect(await flagsOf('outcomes')).toContain('--note <text>');
  expect(tools.find(({ name }) => name === 'add_endpoint')?.input.properties).toHaveProperty('team');
  expect(tools.find(({ name }) => name === 'add_outcome')?.input.properties).toHaveProperty('note');
});

it('an operation: its charge is made and kept, also where it is declined', async () => {
  const { customer_id } = await payer(on.sandbox);
  const { id: product_id } = await post('/products', { name: 'Mug', price: 700 });
  const bill = { customer_id, line_items: [{ product_id, quantity: 1 }], send: true };
  const rule = { when: { operation: 'invoices.charge', nth: 1 }, then: { kind: 'decline' } };
  await on.sandbox.control.post('/rules', rule);
  const { id } = await post('/invoices', bill);
  const declined = await on.sandbox.api.post<Json>(`/invoices/${id}/charge`);
  expect(declined.status).toBe(402);
  const kept = await on.sandbox.api.get<Json>(`/transactions/${declined.body.data.id}`);
  expect(kept.body.data.status).toBe('failed');
  expect(await post(`/invoices/${id}/charge`)).toMatchObject({ amount: 700, status: 'pending_settlement' });
  const { body } = await on.sandbox.api.get<Json>(`/invoices/${id}`);
  expect(body.data.status).toBe('processing');
});

it('a rule: it judges the record', async () => {
  const saved = await payer(on.sandbox);
  await post('/charges', { ...saved, amount: 5_000 });
  await on.sandbox.control.post('/settle', {});
  expect(await on.judge('request/no-descriptor')).toMatchObject({ state: 'inapplicable' });
  await post('/payouts', { ...saved, amount: 500, descriptor: 'PRIZE' });
  expect(await on.judge('request/no-descriptor')).toEqual({ state: 'pass' });
  await post('/payouts', { ...saved, amount: 600 });
  expect(await on.findings('request/no-descriptor')).toMatchObject([{ message: '1 payouts had no descriptor.' }]);
});

it('a section of fixtures: its object is there from the beginning', async () => {
  const { body } = await on.sandbox.as('sk_test_domains').get<Json>('/wallets/wallet-a/domains');
  expect(body.data.domains).toContainEqual({ domain: 'shop.example', status: 'registered', managed: false });
});

it('a key: it does what its command says', async () => {
  const dashboard = attach(on.sandbox.url);
  try {
    await dashboard.until(/▌.*\w/);
    await dashboard.press('U');
    await expect.poll(() => dashboard.copied().length).toBe(1);
    const [line = ''] = dashboard.copied();
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toEqual(expect.any(Object));
  } finally {
    await dashboard.close();
  }
});

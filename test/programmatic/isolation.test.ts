import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, type OwnWorkspace, startEmulator } from '../../src/index.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const workers = 16;

type Made = { data: { id: string; slug: string; url: string }; payment_method: { id: string } };

async function send<B>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<B> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${JSON.stringify(read)}`);
  return read as B;
}

interface Worked {
  workspace: OwnWorkspace;
  marker: string;
  transaction: string;
  alias: string;
  /** Of its webhook endpoint. */
  secret: string;
}

/** What one test of an application does: a customer, an invoice by mail, a charge, a paid checkout, a payout, a month. */
async function work(emulator: Emulator, receiver: Receiver, number: number): Promise<Worked> {
  const marker = `worker${number}x`;
  const workspace = await emulator.workspaces.create();
  const { secret } = await workspace.webhooks.add({ url: `${receiver.url}/${marker}` });
  const post = (path: string, body: unknown) =>
    send<Made>(`${workspace.apiBase}${path}`, body, { authorization: `Bearer ${workspace.secretKey}` });
  const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030', billing_postal_code: '62701' };
  const { data: customer, payment_method: saved } = await post('/customers', {
    email: `${marker}@example.com`,
    billing_country: 'US',
    ...card,
  });
  const { data: product } = await post('/products', { name: marker, price: 100 + number });
  const line_items = [{ product_id: product.id, quantity: 1 }];
  await post('/invoices', { customer_id: customer.id, line_items, send: true });
  const { data: transaction } = await post('/charges', { customer_id: customer.id, amount: 1_000 + number });
  const success_url = `https://shop.example.com/${marker}`;
  const { data: session } = await post('/checkout-sessions', { line_items, success_url });
  const vaultId = `vlt_${workspace.id.replace('ws_', '')}_sandbox`;
  const entered = { card_number: '4000056655665556', card_exp: '12/30', card_cvc: '123' };
  const vault = `${emulator.url}/vault/${vaultId}/post`;
  const vaulted = await send<{ card_number: string; card_cvc: string }>(vault, entered);
  const paid = {
    email: `${marker}@example.com`,
    firstName: marker,
    lastName: 'Buyer',
    billingAddress1: '1 Main St',
    billingCity: 'Springfield',
    billingState: 'IL',
    billingPostalCode: '62701',
    billingCountry: 'US',
    vaultPanAlias: vaulted.card_number,
    vaultCvcAlias: vaulted.card_cvc,
    vaultExpMonth: '12',
    vaultExpYear: '30',
  };
  const slug = session.url.split('/').at(-1);
  await send(`${workspace.clientBase}/checkout/${slug}/pay`, paid, { 'idempotency-key': randomUUID() });
  await workspace.clock.advance(`${number + 1}d`);
  await post('/payouts', { amount: 100 + number, customer_id: customer.id, payment_method_id: saved.id });
  await workspace.settle();
  const { card_number: alias } = await send<{ card_number: string }>(vault, entered);
  return { workspace, marker, transaction: transaction.id, alias, secret };
}

describe(`${workers} workspaces that parallel workers use at once`, () => {
  let emulator: Emulator;
  let receiver: Receiver;
  let all: Worked[];
  let exported: string[];
  beforeAll(async () => {
    receiver = await startReceiver();
    emulator = await startEmulator({ freeze: true, clock: '2026-03-01T09:00:00.000Z', seed: 1 });
    all = await Promise.all(Array.from({ length: workers }, (_, number) => work(emulator, receiver, number)));
    exported = await Promise.all(all.map(async ({ workspace }) => JSON.stringify(await workspace.export())));
  });
  afterAll(async () => {
    await emulator.stop();
    await receiver.close();
  });

  it('hold what their worker did, and nothing of any other', () => {
    for (const [at, text] of exported.entries()) {
      const markers = new Set(text.match(/worker\d+x/g));
      expect([...markers]).toEqual([all[at]!.marker]);
    }
  });

  it('have no id, key or secret in common', () => {
    const owners = new Map<string, number>();
    for (const [at, text] of exported.entries()) {
      const ids = new Set(text.match(/\b[a-z]+(_(test|live))?_[0-9A-Za-z]{20}\b/g));
      expect(ids.size).toBeGreaterThan(20);
      for (const id of ids) {
        expect(owners.get(id), `${id} is in ${at} and ${owners.get(id)}`).toBeUndefined();
        owners.set(id, at);
      }
    }
  });

  it('have their own mail, events, requests and balance', async () => {
    for (const [number, { workspace, marker }] of all.entries()) {
      const mail = await workspace.mail.list();
      expect(mail.length).toBeGreaterThan(0);
      expect(new Set(mail.map(({ to }) => to))).toEqual(new Set([`${marker}@example.com`]));
      const payouts = await workspace.events.list({ type: 'payout.created' });
      expect(payouts.map(({ data }) => data.amount)).toEqual([100 + number]);
      expect((await workspace.requests.list()).map(({ path }) => path)).toHaveLength(9);
      const [balance] = (await workspace.status()).balances;
      expect(balance).toMatchObject({ available: 1_000_000 + 1_000 + number, reserved: 0, pending: 0 });
    }
    expect(await emulator.events.list()).toEqual([]);
    expect(await emulator.mail.list()).toEqual([]);
  });

  it('have their own clock', async () => {
    for (const [number, { workspace }] of all.entries()) {
      const { now } = await workspace.clock.get();
      expect(now).toBe(new Date(Date.UTC(2026, 2, 1 + number + 1, 9)).toISOString());
    }
    expect((await emulator.clock.get()).now).toBe('2026-03-01T09:00:00.000Z');
  });

  it('send their webhooks to their own endpoint alone, signed with its own secret', async () => {
    for (const { workspace, marker, secret } of all) {
      const own = receiver.requests.filter(({ path }) => path === `/${marker}`);
      const emitted = (await workspace.events.list()).map(({ id }) => id);
      expect(own.map(({ body }) => JSON.parse(body).id).sort()).toEqual(emitted.sort());
      for (const { body, headers } of own) {
        const [, time, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['service-signature'])) ?? [];
        expect(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')).toBe(signature);
      }
    }
  });

  it('answer no key, no card alias and no vault of another', async () => {
    for (const [at, { workspace, transaction }] of all.entries()) {
      const other = all[(at + 1) % workers]!;
      expect((await workspace.api.get(`/transactions/${transaction}`)).status).toBe(200);
      expect((await workspace.api.get(`/transactions/${other.transaction}`)).status).toBe(404);
    }
    const [one, other] = [all[0]!, all[1]!];
    const { status, body } = await one.workspace.api.post('/checkout-sessions', {
      amount: 500,
      success_url: 'https://shop.example.com',
    });
    if (status !== 201) throw new Error(body.error);
    const answer = await fetch(`${one.workspace.clientBase}/checkout/${body.data.url!.split('/').at(-1)}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        email: 'a@example.com',
        vaultPanAlias: other.alias,
        vaultExpMonth: '12',
        vaultExpYear: '30',
      }),
    });
    expect(answer.status).toBe(400);
  });

  it('are not touched when another is reset or removed', async () => {
    const [first, second, third] = all as [Worked, Worked, Worked];
    const before = JSON.stringify(await third.workspace.export());
    await first.workspace.reset();
    await second.workspace.remove();
    expect(await first.workspace.events.list()).toEqual([]);
    expect(JSON.stringify(await third.workspace.export())).toBe(before);
  });
});

import { expect, it } from 'vitest';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { Buyer, type ClientRefusal } from '../support/buyer.ts';
import { byCard, pay, session } from '../support/checkout.ts';
import { cards, type Demo, eachTest } from '../support/demo.ts';
import { threeDsCards } from '../support/three-ds-cards.ts';

let demo: Demo;
let buyer: Buyer;
eachTest((fresh) => {
  demo = fresh;
  buyer = new Buyer(fresh);
});

const known = { customer_email: 'Ada@example.com', customer_phone: '+1 555 0100' };

it('holds a buyer to the contact that the merchant made read-only', async () => {
  const { slug } = await session(demo, { ...known, email_field_mode: 'read_only', phone_field_mode: 'read_only' });
  const phone = known.customer_phone;
  for (const other of [
    { email: 'eve@example.com', phone },
    { email: 'ada@example.com', phone: '+1 555 0199' },
  ]) {
    const refused = await pay(buyer, slug, await byCard(buyer, cards.visaDebit, other));
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('read-only')]);
  }
  const same = await byCard(buyer, cards.visaDebit, { email: 'ada@EXAMPLE.com', phone });
  expect((await pay(buyer, slug, same)).status).toBe(200);
});

it('leaves the contact to the buyer where it is no more than a suggestion, or nothing is known', async () => {
  const suggested = await session(demo, known);
  const unknown = await session(demo, { email_field_mode: 'read_only', phone_field_mode: 'read_only' });
  for (const { slug } of [suggested, unknown]) {
    const body = await byCard(buyer, cards.visaDebit, { email: 'eve@example.com', phone: '1' });
    expect((await pay(buyer, slug, body)).status).toBe(200);
  }
});

it('ignores an SDK whose version might be a card number', async () => {
  const foreign = '4929123456789015';
  for (const sdk of [`ios/${foreign}`, 'ios/4929-1234-5678-9015']) {
    const by = new Buyer(demo, { sdk });
    const { slug } = await session(demo);
    const { status, body } = await pay(by, slug, await byCard(by, cards.visaDebit, { clientMetadata: { sdk } }));
    expect(status).toBe(200);
    const transaction: Transaction = await demo.transaction(body.transactionId);
    expect(transaction.metadata).toEqual({});
  }
  const rests = (await demo.exported()).replaceAll('-', '');
  expect(rests).not.toContain(foreign);
});

it('refuses a threeDsToken of as many cents in another currency', async () => {
  await demo.configure({ three_ds_enabled: true });
  const card = await byCard(buyer, threeDsCards.frictionlessApproves);
  const owner = { workspaceId: demo.workspace, sandbox: true };
  const named = { panAlias: card.vaultPanAlias, expMonth: card.vaultExpMonth, expYear: card.vaultExpYear };
  const call = async (step: string, body: object) =>
    (await buyer.post<Record<string, unknown>>(`/api/vault/3ds/${step}`, { ...owner, ...body })).body;
  const { cardRef } = await call('create-card', named);
  const { transactionInfo } = await call('init', { cardRef });
  const { threeDsToken } = await call('authenticate', { cardRef, transactionInfo, amount: 42, currency: 'USD' });
  const body = { ...card, threeDsToken };
  const euros = await session(demo, { currency: 'EUR' });
  const refused = await pay(buyer, euros.slug, body);
  expect([refused.status, refused.body.code]).toEqual([402, '3ds_failed']);
  expect((await pay(buyer, (await session(demo)).slug, body)).status).toBe(200);
});

it('names the Idempotency-Key, which its caller knows, where the outcome is unknown', async () => {
  const { slug } = await session(demo);
  const { status, body } = await pay(buyer, slug, await byCard(buyer, cards.unavailableCharged));
  expect([status, body.error]).toEqual([503, expect.stringContaining('Idempotency-Key')]);
  expect(body.error).not.toContain('reference_id');
});

it('says that a checkout is unknown to whoever asks for addresses in its name', async () => {
  for (const path of ['address-suggest?q=12&slug=api-none', 'address-details?id=a&slug=api-none']) {
    const { status, body } = await buyer.get<ClientRefusal>(`/api/checkout/${path}`);
    expect([status, body.error]).toEqual([404, expect.stringContaining('api-none')]);
  }
});

it('keeps no pile of aliases, card references, tokens and claims that have expired', async () => {
  await demo.configure({ three_ds_enabled: true });
  const owner = { workspaceId: demo.workspace, sandbox: true };
  const payOnce = async () => {
    const card = await byCard(buyer, threeDsCards.frictionlessApproves);
    const named = { panAlias: card.vaultPanAlias, expMonth: card.vaultExpMonth, expYear: card.vaultExpYear };
    const call = async (step: string, body: object) =>
      (await buyer.post<Record<string, unknown>>(`/api/vault/3ds/${step}`, { ...owner, ...body })).body;
    const { cardRef } = await call('create-card', named);
    const { transactionInfo } = await call('init', { cardRef });
    const { threeDsToken } = await call('authenticate', { cardRef, transactionInfo, amount: 42, currency: 'USD' });
    expect((await pay(buyer, (await session(demo)).slug, { ...card, threeDsToken })).status).toBe(200);
  };
  for (let at = 0; at < 4; at++) await payOnce();
  await demo.advance('3d');
  for (let at = 0; at < 4; at++) await payOnce();
  expect(await countsOf(['vault_alias', 'card_reference', 'three_ds_token', 'checkout_claim'])).toEqual({
    vault_alias: 8,
    card_reference: 4,
    three_ds_token: 4,
    checkout_claim: 4,
  });
});

/** How many records of some kinds the workspace holds in test mode. */
async function countsOf(kinds: readonly string[]): Promise<Record<string, number>> {
  const { workspaces } = JSON.parse(await demo.exported()) as {
    workspaces: { id: string; data: { test: Record<string, unknown[]> } }[];
  };
  const held = workspaces.find(({ id }) => id === demo.workspace)?.data.test ?? {};
  return Object.fromEntries(kinds.map((kind) => [kind, held[kind]?.length ?? 0]));
}

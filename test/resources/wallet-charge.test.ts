import { describe, expect, it } from 'vitest';
import type { Customer } from '../../src/payments/resources/customer/model.ts';
import type { PaymentMethod } from '../../src/payments/resources/payment-method/model.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { type Demo, eachTest } from '../support/demo.ts';

type Fields = Record<string, unknown>;

let demo: Demo;
eachTest(async (fresh) => {
  demo = await fresh.on('gateway_a');
});

const walletB = (wallet_b_token: unknown = 'walletb_pan_visa') => ({ type: 'wallet_b', wallet_b_token });
const walletA = (wallet_a_payment_data: unknown = 'walleta_dpan_visa') => ({ type: 'wallet_a', wallet_a_payment_data });

async function prepared(wallet_b_token = 'walletb_pan_visa') {
  const { data } = await demo.made<{ data: { prepared: string; card_id: string } }>(
    '/wallets/prepare',
    { service_wallet: walletB(wallet_b_token) },
    200,
  );
  return { service_wallet: { type: 'wallet_b', prepared: data.prepared }, card_id: data.card_id };
}

const charge = (service_wallet: unknown, fields: Fields = {}) => demo.charge({ service_wallet, ...fields });
async function charged(service_wallet: unknown, fields: Fields = {}): Promise<Transaction> {
  return (await demo.made<{ data: Transaction }>('/charges', { amount: 4200, service_wallet, ...fields })).data;
}

const billingInfo = {
  firstName: 'Grace',
  lastName: 'Hopper',
  address1: '2 Navy Way',
  address2: 'Unit 5',
  city: 'Arlington',
  state: 'VA',
  postalCode: '22202',
  country: 'us',
  phone: '+1 555 0100',
};
const shippingInfo = { firstName: 'Grace', lastName: 'H.', address1: '3 Dock St', city: 'Norfolk', country: 'US' };
const wallet = { payerEmail: 'Grace@example.com', billingInfo, shippingInfo };

const customerOf = async ({ customer_id }: Transaction): Promise<Customer> =>
  (await demo.read<{ data: Customer }>(`/customers/${customer_id}`)).data;
const methodsOf = async ({ customer_id }: Transaction): Promise<PaymentMethod[]> =>
  (await demo.read<{ data: PaymentMethod[] }>(`/customers/${customer_id}/payment-methods`)).data;

describe('a wallet charge', () => {
  it.each([
    ['wallet_b', 'a card', walletB('walletb_pan_visa'), '4242', null, false],
    ['wallet_b', 'a device token', walletB('walletb_dpan_visa'), '4242', '05', true],
    ['wallet_b', 'anything else', walletB({ signedMessage: '…' }), '4242', '05', true],
    ['wallet_a', 'a device token', walletA('walleta_dpan_visa'), '4242', '05', true],
    ['wallet_a', 'a card', walletA('walleta_pan_visa'), '4242', null, false],
    ['wallet_a', 'anything else', walletA('eyJkYXRhIjoi…'), '4242', '05', true],
    ['wallet_a', "another wallet's test token", walletA('walletb_pan_visa'), '4242', '05', true],
  ])('of %s with %s says so on the transaction', async (type, _what, service_wallet, last4, eci, cryptogram) => {
    const transaction = await charged(service_wallet);
    expect(transaction).toMatchObject({
      status: 'pending_settlement',
      amount: 4200,
      rail: 'card',
      processorType: 'gateway_a',
      wallet_type: type,
      wallet_eci: eci,
      wallet_cryptogram_present: cryptogram,
      card_last_four: last4,
      card_brand: 'visa',
      customer_id: null,
      email: null,
      buyer_name: null,
      payment_method_id: null,
      three_ds_status: null,
    });
    expect(await demo.eventTypes(transaction.id)).toEqual(['payment.completed']);
  });

  it.each([walletB('walletb_pan_declined'), walletA('walleta_pan_declined')])('is declined for %o', async (token) => {
    const answer = await charge(token, { wallet });
    expect(answer).toMatchObject({
      status: 402,
      body: {
        category: 'declined',
        data: { wallet_type: token.type, card_last_four: '0002', email: wallet.payerEmail },
      },
    });
    expect(await methodsOf(answer.body.data)).toEqual([]);
  });

  it('works on gateway_b, follows its amount alone, and settles and refunds like any other', async () => {
    demo = await demo.on('gateway_b');
    const { id } = await charged({ ...walletB(), info: { card_network: 'VISA', card_details: '4242' } }, { amount: 7 });
    await demo.settle();
    expect(await demo.transaction(id)).toMatchObject({ status: 'settled', amount: 7, processorType: 'gateway_b' });
    await demo.made(`/transactions/${id}/refund`, {}, 200);
  });

  it('needs an amount and ignores a discount_code', async () => {
    const answer = await demo.api.post('/charges', { service_wallet: walletB() });
    expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_missing', param: 'amount' } });
    await demo.configure({ discounts: [{ code: 'SAVE10', percent_off: 10 }] });
    expect(await charged(walletB(), { discount_code: 'SAVE10' })).toMatchObject({ amount: 4200 });
  });
});

describe('what cannot go with service_wallet', () => {
  it.each([
    ['payment_token', async () => await demo.tokenize()],
    ['payment_method_id', async () => (await demo.saveCard(await demo.saveCustomer())).id],
    ['gateway_b_payment_method_id', () => 'pm_card_visa'],
    ['gateway', () => 'gateway_a'],
    ['rail', () => 'ach'],
    ['three_ds', () => ({ eci: '05', cavv: 'AAAA' })],
  ])('%s', async (param, make) => {
    const answer = await charge(walletB(), { [param]: await make() });
    expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param } });
  });

  it.each([
    [{}, 'service_wallet.type'],
    [{ type: 'wallet_c' }, 'service_wallet.type'],
    [{ type: 'wallet_a' }, 'service_wallet.wallet_a_payment_data'],
    [{ type: 'wallet_b' }, 'service_wallet.wallet_b_token'],
    [{ type: 'wallet_b', wallet_b_token: '', prepared: null }, 'service_wallet.wallet_b_token'],
    [{ type: 'wallet_b', wallet_b_token: 5 }, 'service_wallet.wallet_b_token'],
    [{ type: 'wallet_b', wallet_b_token: [] }, 'service_wallet.wallet_b_token'],
    [{ type: 'wallet_b', wallet_a_payment_data: 'x' }, 'service_wallet'],
    [{ type: 'wallet_a', wallet_b_token: 'x', wallet_a_payment_data: 'x' }, 'service_wallet'],
    [{ type: 'wallet_a', prepared: 'wprep_x' }, 'service_wallet.prepared'],
    [{ type: 'wallet_b', prepared: 'wprep_x' }, 'service_wallet.prepared'],
    [{ type: 'wallet_b', prepared: 'wprep_x', wallet_b_token: 'x' }, 'service_wallet.prepared'],
    ['wallet_b', 'service_wallet'],
  ])('nothing, where it is %o', async (service_wallet, param) => {
    expect(await charge(service_wallet)).toMatchObject({ status: 400, body: { param } });
  });

  it('a wallet contact without a wallet', async () => {
    const answer = await demo.charge({ payment_token: await demo.tokenize(), wallet });
    expect(answer).toMatchObject({ status: 400, body: { param: 'wallet' } });
  });
});

describe('a prepared credential', () => {
  it('works once', async () => {
    const { service_wallet } = await prepared();
    expect(await charged(service_wallet)).toMatchObject({ wallet_type: 'wallet_b', wallet_cryptogram_present: false });
    expect(await charge(service_wallet)).toMatchObject({
      status: 400,
      body: { code: 'token_used', param: 'service_wallet.prepared' },
    });
  });

  it('is used up by a decline and by an unknown outcome, and survives a refusal', async () => {
    const declined = await prepared('walletb_pan_declined');
    expect(await charge(declined.service_wallet, { amount: 0 })).toMatchObject({ status: 400 });
    expect(await charge(declined.service_wallet, { currency: 'XYZ' })).toMatchObject({ status: 400 });
    expect(await charge(declined.service_wallet)).toMatchObject({ status: 402 });
    expect(await charge(declined.service_wallet)).toMatchObject({ body: { code: 'token_used' } });
    const unknown = await prepared();
    await demo.addRule({ amount: 777 }, { kind: 'unavailable' });
    expect(await charge(unknown.service_wallet, { amount: 777 })).toMatchObject({ status: 503 });
    expect(await charge(unknown.service_wallet)).toMatchObject({ body: { code: 'token_used' } });
  });

  it('lives just under 15 minutes', async () => {
    const [early, late] = [await prepared(), await prepared()];
    await demo.advance('14m59s');
    await charged(early.service_wallet);
    await demo.advance('1s');
    expect(await charge(late.service_wallet)).toMatchObject({ status: 400, body: { code: 'token_expired' } });
  });

  it('is bound to its workspace and mode', async () => {
    const { service_wallet } = await prepared();
    const other = await demo.on('gateway_a');
    for (const stranger of [other, demo.live]) {
      expect(await stranger.charge({ service_wallet })).toMatchObject({
        status: 400,
        body: { code: 'parameter_invalid', param: 'service_wallet.prepared' },
      });
    }
    await charged(service_wallet);
  });

  it('of a card takes the result of its step-up', async () => {
    const { service_wallet, card_id } = await prepared('walletb_pan_challenge');
    type Result = { data: { authentication_id: string; status: string; eci: string; cavv: string; xid: string } };
    const begun = await demo.made<Result>('/three-ds/authenticate', { card_id }, 200);
    expect(begun.data.status).toBe('C');
    const { authentication_id } = begun.data;
    await demo.trigger('three_ds.approve', { id: authentication_id });
    const { data } = await demo.made<Result>('/three-ds/finish', { authentication_id }, 200);
    const { eci, cavv, xid } = data;
    const other = await prepared('walletb_pan_visa');
    expect(await charge(other.service_wallet, { three_ds: { eci, cavv, xid } })).toMatchObject({
      status: 400,
      body: { param: 'three_ds' },
    });
    expect(await charged(service_wallet, { three_ds: { eci, cavv, xid } })).toMatchObject({
      three_ds_status: 'Y',
      three_ds_eci: '05',
      three_ds_cavv_present: true,
      wallet_eci: null,
    });
  });

  it.each([
    ['a device token', async () => (await prepared('walletb_dpan_visa')).service_wallet],
    ['wallet_a', () => walletA()],
    ['a card that was not prepared', () => walletB()],
  ])('is what three_ds needs: %s has it refused', async (_what, walletOf) => {
    const { data } = await demo.made<{ data: Fields }>(
      '/three-ds/authenticate',
      { card_id: (await prepared()).card_id },
      200,
    );
    const answer = await charge(await walletOf(), { three_ds: { eci: data.eci, cavv: data.cavv } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'three_ds' } });
  });
});

describe('the wallet contact', () => {
  it('makes a customer and fills name, e-mail, billing and shipping', async () => {
    const transaction = await charged(walletB(), { wallet });
    expect(transaction).toMatchObject({
      buyer_name: 'Grace Hopper',
      email: 'Grace@example.com',
      billing_address_1: '2 Navy Way',
      billing_address_2: 'Unit 5',
      billing_city: 'Arlington',
      billing_state: 'VA',
      billing_postal_code: '22202',
      billing_country: 'US',
      shipping_address_1: '3 Dock St',
      shipping_address_2: null,
      shipping_city: 'Norfolk',
      shipping_country: 'US',
      card_last_four: '4242',
    });
    expect(await customerOf(transaction)).toMatchObject({
      email: 'Grace@example.com',
      first_name: 'Grace',
      last_name: 'Hopper',
      phone: '+1 555 0100',
      billing_postal_code: '22202',
      shipping_city: 'Norfolk',
      processor: 'gateway_a',
    });
    const [event] = await demo.events(transaction.id);
    expect(event!.data).toMatchObject({ customer_email: 'Grace@example.com', customer_id: transaction.customer_id });
  });

  it('finds a customer by e-mail, whom it leaves as they are', async () => {
    const before = await demo.saveCustomer({ email: 'grace@example.com' });
    const transaction = await charged(walletA(), { wallet });
    expect(transaction).toMatchObject({
      customer_id: before.id,
      buyer_name: 'Grace Hopper',
      billing_city: 'Arlington',
    });
    expect(await customerOf(transaction)).toEqual(before);
  });

  it('gives way to explicit billing fields, an explicit e-mail and an explicit customer', async () => {
    const explicit = await charged(walletB(), {
      wallet,
      email: 'office@example.com',
      billing_first_name: 'Rear',
      billing_last_name: 'Admiral',
      billing_postal_code: '10001',
      billing_country: 'CA',
    });
    expect(explicit).toMatchObject({
      buyer_name: 'Rear Admiral',
      email: 'office@example.com',
      billing_postal_code: '10001',
      billing_country: 'CA',
      billing_city: 'Arlington',
    });
    expect(await customerOf(explicit)).toMatchObject({ email: 'office@example.com' });
    const customer = await demo.saveCustomer();
    const named = await charged(walletB(), { wallet, customer_id: customer.id });
    expect(named).toMatchObject({ customer_id: customer.id, email: 'Grace@example.com' });
    expect(await charge(walletB(), { customer_id: 'cus_none' })).toMatchObject({ body: { param: 'customer_id' } });
  });

  it('may be partial, or an e-mail alone', async () => {
    const sparse = await charged(walletB(), { wallet: { payerEmail: 'a@b.co', billingInfo: null, shippingInfo } });
    expect(sparse).toMatchObject({
      email: 'a@b.co',
      buyer_name: 'Grace H.',
      billing_city: null,
      shipping_city: 'Norfolk',
    });
    const nobody = await charged(walletB(), { wallet: { billingInfo: { postalCode: '22202' } } });
    expect(nobody).toMatchObject({ customer_id: null, email: null, buyer_name: null, billing_postal_code: '22202' });
    const mail = await charged(walletB(), { email: 'b@b.co' });
    expect(mail).toMatchObject({ email: 'b@b.co', customer_id: expect.stringMatching(/^cus_/) });
  });

  it.each([
    [{ payerEmail: 'nobody' }, 'wallet.payerEmail'],
    [{ billingInfo: { country: 'QQ' } }, 'wallet.billingInfo.country'],
    [{ shippingInfo: { country: 'USA' } }, 'wallet.shippingInfo.country'],
    [{ billingInfo: { city: 5 } }, 'wallet.billingInfo.city'],
    [{ billingInfo: 'home' }, 'wallet.billingInfo'],
    ['Grace', 'wallet'],
  ])('is refused where it is %o', async (contact, param) => {
    const before = await demo.exported();
    expect(await charge(walletB(), { wallet: contact })).toMatchObject({ status: 400, body: { param } });
    expect(await demo.exported()).toBe(before);
  });
});

describe('the card of wallet_b', () => {
  it('is saved after an approved charge, and can be charged again', async () => {
    const transaction = await charged((await prepared()).service_wallet, { wallet });
    const [method, ...others] = await methodsOf(transaction);
    expect(others).toEqual([]);
    expect(method).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242', funding: 'credit' } });
    expect(transaction.payment_method_id).toBe(method!.id);
    const again = await demo.charged({ payment_method_id: method!.id });
    expect(again).toMatchObject({ customer_id: transaction.customer_id, wallet_type: null });
    expect(await demo.api.post('/three-ds/authenticate', { payment_method_id: method!.id })).toMatchObject({
      status: 200,
    });
  });

  it('is saved once, however often it pays', async () => {
    const first = await charged(walletB(), { wallet });
    const second = await charged(walletB(), { wallet, amount: 500 });
    expect(second.payment_method_id).toBe(first.payment_method_id);
    expect(await methodsOf(first)).toHaveLength(1);
  });

  it('is saved too where the outcome was unknown and turns out approved', async () => {
    await demo.addRule({ amount: 777 }, { kind: 'unavailable', resolve: 'approved', after: 30_000 });
    const answer = await charge(walletB(), { wallet, amount: 777, reference_id: 'r-1' });
    expect(answer.status).toBe(503);
    await demo.advance('30s');
    const { data } = await demo.read<{ data: Transaction[] }>('/transactions');
    expect(data[0]).toMatchObject({ amount: 777, wallet_type: 'wallet_b', payment_method_id: expect.any(String) });
    expect(await methodsOf(data[0]!)).toHaveLength(1);
  });

  it.each([
    ['a device token', walletB('walletb_dpan_visa')],
    ['wallet_a', walletA('walleta_pan_visa')],
  ])('is not saved where it is %s', async (_what, service_wallet) => {
    const transaction = await charged(service_wallet, { wallet });
    expect(transaction.payment_method_id).toBeNull();
    expect(await methodsOf(transaction)).toEqual([]);
  });
});

it('leaves no credential anywhere: not in the state, nor in the log', async () => {
  const secrets = ['raw-wallet-b-secret', 'raw-wallet-a-secret'];
  await charged(walletB(secrets[0]), { wallet, reference_id: 'r-1' });
  await charged(walletA({ data: secrets[1], header: {} }));
  await charge(walletB(secrets[0]), { amount: -1 });
  const sealed = await prepared();
  await charged(sealed.service_wallet, { wallet });
  const { data } = await demo.control<{ data: { id: string }[] }>('get', '/requests?limit=20');
  const log = await Promise.all(data.map(({ id }) => demo.control('get', `/requests/${id}`)));
  const kept = JSON.stringify(log) + (await demo.exported());
  expect(kept).toContain('service_wallet');
  for (const secret of [...secrets, sealed.service_wallet.prepared]) expect(kept).not.toContain(secret);
});

it('the same reference_id and wallet give the same transaction', async () => {
  const { service_wallet } = await prepared();
  const first = await charged(service_wallet, { wallet, reference_id: 'r-1' });
  expect(await charged(service_wallet, { wallet, reference_id: 'r-1' })).toEqual(first);
});

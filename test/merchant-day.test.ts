import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { paths, webhooks } from '../src/core/generated/merchant-api.ts';
import { verifySignature } from '../src/payments/webhooks/signature.ts';
import { Interface } from './support/interface.ts';
import { type Delivered, done, type MerchantClient, merchantClient, refused } from './support/merchant-client.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { createTestSandbox, type TestSandbox } from './support/sandbox.ts';

/*
 * A merchant's day, through a client that was made from the interface description by a public generator: what does not
 * fit the description does not compile.
 */

let sandbox: TestSandbox;
let receiver: Receiver;
let api: MerchantClient;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  receiver = await startReceiver();
  await control('/webhook-endpoints', { url: receiver.url, secret: 'whsec_day' });
  api = merchantClient(sandbox.url, 'sk_test_demo');
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.close();
});

async function control<D>(path: string, body: unknown, workspace = 'ws_demo'): Promise<D> {
  const answer = await sandbox.control.post<{ data: D }>(`${path}?workspace=${workspace}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}
const advance = (duration: string, workspace?: string) => control('/clock', { advance: duration }, workspace);
const trigger = (name: string, body: unknown) => control<{ objects: { id: string }[] }>(`/triggers/${name}`, body);
const at = (id: string) => ({ params: { path: { id } } });

const address = {
  billing_address_1: '1 Main St',
  billing_city: 'Springfield',
  billing_state: 'IL',
  billing_postal_code: '62701',
  billing_country: 'US',
};
type ChargeBody = Required<paths['/charges']['post']>['requestBody']['content']['application/json'];
interface LedgerPage {
  data: { id: string; group: string; account: string; amount: number }[];
  has_more: boolean;
}

const declining = '4000000000000002';
const debitCard = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030' };
const tokenOf = async (number: string, client = api) =>
  (await done(client.POST('/tokens', { body: { number, exp_month: '12', exp_year: '2030', cvv: '123' } }))).data.token;

/** The events of a type that were received, each with a good signature, as they came. */
function received<E extends keyof webhooks>(type: E): Delivered<E>[] {
  const own = receiver.requests.filter(({ headers }) => headers['service-event'] === type);
  return own.map(({ bytes, headers }) => {
    const header = String(headers['service-signature']);
    expect(verifySignature({ header, body: bytes, secret: 'whsec_day' }).reason).toBeNull();
    return JSON.parse(bytes.toString());
  });
}

describe('a day of a merchant', () => {
  let customer: string;
  let method: string;
  let coffee: string;
  let club: string;

  it('begins with the account, its people and its pixels', async () => {
    const account = await done(api.PATCH('/account', { body: { name: 'Coffee & Sons', timezone: 'Europe/Berlin' } }));
    expect(account).toMatchObject({ object: 'account', name: 'Coffee & Sons', timezone: 'Europe/Berlin' });
    expect(await done(api.GET('/account'))).toEqual(account);
    const pixels = await done(api.PATCH('/pixels', { body: { meta_pixel_id: '77' } }));
    expect(pixels.meta_pixel_id).toBe('77');
    expect(await done(api.PATCH('/pixels', { body: { meta_pixel_id: null } }))).toMatchObject({ meta_pixel_id: null });
    await control('/members', { name: 'Ada', email: 'ada@coffee.example', role: 'owner' });
    await control('/storefronts', { status: 'published' });
    const { data: members } = await done(api.GET('/members'));
    expect(members.map(({ role }) => role)).toEqual(['owner']);
    const { data: storefronts } = await done(api.GET('/storefronts'));
    expect(storefronts.map(({ status }) => status)).toEqual(['published']);
  });

  it('stocks a product and a subscription', async () => {
    const made = await done(
      api.POST('/products', {
        body: { name: 'Coffee', price: 1800, track_inventory: true, stock_quantity: 10, metadata: { roast: 'dark' } },
      }),
    );
    coffee = made.data.id;
    const stock = await done(api.POST('/inventory/adjust', { body: { product_id: coffee, delta: -2 } }));
    expect(stock.data).toEqual({
      object: 'inventory',
      product_id: coffee,
      variant_id: null,
      stock_quantity: 8,
      track_inventory: true,
    });
    const short = await refused(api.POST('/inventory/adjust', { body: { product_id: coffee, delta: -9 } }), 409);
    expect(short.type).toBe('idempotency_error');
    club = (
      await done(
        api.POST('/products', {
          body: { name: 'Coffee club', price: 1900, recurring: { interval: 'month', interval_count: 1 } },
        }),
      )
    ).data.id;
    const { data } = await done(api.GET('/products', { params: { query: { limit: 1 } } }));
    expect(data.map(({ id }) => id)).toEqual([club]);
    expect((await done(api.PATCH('/products/{id}', { ...at(coffee), body: { sku: 'C-1' } }))).data.sku).toBe('C-1');
  });

  it('saves a customer with a card', async () => {
    const body = { email: 'ada@example.com', first_name: 'Ada', ...address, ...debitCard };
    const made = await done(api.POST('/customers', { body }));
    expect(made.existing).toBe(false);
    customer = made.data.id;
    method = made.payment_method?.id ?? expect.fail('no card was saved');
    const again = await done(api.POST('/customers', { body: { email: 'Ada@example.com', last_name: 'Lovelace' } }));
    expect([again.existing, again.data.id, again.payment_method]).toEqual([true, customer, null]);
    const bank = await done(
      api.POST('/customers/{id}/payment-methods', {
        ...at(customer),
        body: { type: 'bank_account', routing_number: '021000021', account_number: '000123456789' },
      }),
    );
    expect(bank.data).toMatchObject({ type: 'bank_account', payout_eligible: true, billing_id: bank.data.id });
    const saved = await done(api.GET('/customers/{id}/payment-methods', at(customer)));
    expect(saved.data.map(({ type }) => type)).toEqual(['bank_account', 'card']);
    const path = { id: customer, billingId: bank.data.billing_id };
    const gone = await done(api.DELETE('/customers/{id}/payment-methods/{billingId}', { params: { path } }));
    expect(gone.data).toEqual({ deleted: true, billing_id: bank.data.id });
  });

  it('charges a token, the saved card, a product and a basket, and hears of each', async () => {
    const charge = async (body: ChargeBody) => (await done(api.POST('/charges', { body }))).data;
    const charges = [
      await charge({ payment_token: await tokenOf(debitCard.cc_number), amount: 4200, email: 'guest@example.com' }),
      await charge({ customer_id: customer, amount: 2500, reference_id: 'order-1', metadata: { cart: 1 } }),
      await charge({ payment_method_id: method, product_id: coffee }),
      await charge({ customer_id: customer, line_items: [{ product_id: coffee, quantity: 3 }] }),
    ];
    expect(charges.map(({ amount, status }) => [amount, status])).toEqual(
      [4200, 2500, 1800, 5400].map((amount) => [amount, 'pending_settlement']),
    );
    expect(charges.map(({ order_number }) => order_number)).toEqual([1, 2, 3, 4]);
    expect((await done(api.GET('/products/{id}', at(coffee)))).data.stock_quantity).toBe(4);

    const declined = await refused(
      api.POST('/charges', { body: { payment_token: await tokenOf(declining), amount: 900 } }),
      402,
    );
    expect('data' in declined && declined.data?.status).toBe('failed');
    expect('category' in declined && declined.category).toBe('declined');

    const voided = await done(api.POST('/transactions/{id}/void', at(charges[3]?.id ?? '')));
    expect(voided.data.status).toBe('voided');
    expect((await done(api.GET('/products/{id}', at(coffee)))).data.stock_quantity).toBe(7);
    await advance('1m');
    expect(received('payment.completed').map(({ data }) => data.transaction_id)).toEqual(
      charges.slice(0, 3).map(({ id }) => id),
    );
    expect(received('payment.voided').map(({ data }) => [data.transaction_id, data.payment_link_id])).toEqual([
      [charges[3]?.id, null],
    ]);
    const order = charges[2]?.id ?? '';
    const refund = await done(api.POST('/transactions/{id}/refund', { ...at(order), body: { amount: 800 } }));
    expect(refund.data).toMatchObject({ status: 'partially_refunded', total_refunded: 800 });
    await done(api.POST('/transactions/{id}/refund', at(order)));
    await advance('1s');
    expect(received('payment.refunded').map(({ data }) => data.total_refunded)).toEqual([800, 1800]);

    const paid = charges[1]?.id ?? '';
    const fulfillment = await done(
      api.POST('/fulfillments', { body: { transaction_id: paid, carrier: 'Parcel Post' } }),
    );
    expect(fulfillment.transaction_id).toBe(paid);
    const twice = await refused(api.POST('/fulfillments', { body: { transaction_id: paid } }), 400);
    expect(twice.code).toBe('already_fulfilled');
    const shipped = await done(api.GET('/fulfillments', { params: { query: { transaction_id: paid } } }));
    expect(shipped.fulfillment_status).toBe('fulfilled');
  });

  it('is disputed, and wins', async () => {
    const { data } = await done(api.GET('/transactions', { params: { query: { customer_id: customer, limit: 100 } } }));
    const paid = data.find(({ status }) => status === 'settled') ?? expect.fail('nothing settled');
    await trigger('payment.disputed', { id: paid.id });
    expect((await done(api.GET('/transactions/{id}', at(paid.id)))).data.status).toBe('disputed');
    const query = { transaction_id: paid.id, status: 'matched,new', kind: 'chargeback' };
    const [dispute] = (await done(api.GET('/disputes', { params: { query } }))).data;
    if (dispute === undefined) expect.fail('no dispute was opened');
    for (const step of ['dispute.fight', 'dispute.evidence_submitted', 'dispute.won']) {
      await trigger(step, { id: dispute.id });
    }
    const { status, events } = await done(api.GET('/disputes/{id}', at(dispute.id)));
    expect([status, events.at(0)?.type, events.at(-1)?.type]).toEqual(['won', 'won', 'created']);
    await advance('1s');
    expect(received('payment.disputed')[0]?.data).toMatchObject({ dispute_kind: 'chargeback', rail: 'card' });
    expect(received('dispute.updated').map(({ data }) => data.status)).toEqual([
      'fighting',
      'response_submitted',
      'won',
    ]);
    expect(received('dispute.won')[0]?.data.transaction_id).toBe(paid.id);
  });

  it('sends an invoice, which is paid', async () => {
    const body = { customer_id: customer, line_items: [{ product_id: coffee, quantity: 2 }], memo: 'Thank you' };
    const draft = (await done(api.POST('/invoices', { body }))).data;
    expect([draft.status, draft.amount]).toEqual(['draft', 3600]);
    const sent = (await done(api.POST('/invoices/{id}/send', at(draft.id)))).data;
    expect([sent.status, sent.emailed]).toEqual(['sent', true]);
    expect(new URL(sent.pay_url ?? '').origin).toBe(sandbox.url);
    await control(`/invoices/${draft.id}/pay`, { payment_method_id: method });
    await advance('1m');
    const paid = (await done(api.GET('/invoices/{id}', at(draft.id)))).data;
    expect([paid.status, paid.paid_at]).toEqual(['paid', expect.any(String)]);
    const query = { status: 'paid', customer_id: customer } as const;
    expect((await done(api.GET('/invoices', { params: { query } }))).data).toEqual([paid]);
    const spare = (await done(api.POST('/invoices', { body }))).data;
    expect((await done(api.POST('/invoices/{id}/void', at(spare.id)))).data.status).toBe('void');
  });

  it('makes a session and reads a link, both of which are paid', async () => {
    const session = (
      await done(
        api.POST('/checkout-sessions', {
          body: {
            line_items: [{ product_id: coffee, quantity: 1 }],
            success_url: 'https://shop.example/thanks',
            discount_code: 'SAVE10',
            metadata: { cart: 'c-9' },
          },
        }),
      )
    ).data;
    expect([session.status, session.amount, session.client_secret]).toEqual(['open', 1620, null]);
    expect(session.url).toBe(`${sandbox.url}/pay/${session.slug}`);
    await trigger('checkout_session.complete', { id: session.id });
    const complete = (await done(api.GET('/checkout-sessions/{id}', at(session.id)))).data;
    expect(complete.status).toBe('complete');
    const made = await control<{ id: string }>('/payment-links', { name: 'Tip jar', amount: 300 });
    const link = await done(api.GET('/payment-links/{id}', at(made.id)));
    expect(link).toMatchObject({ object: 'payment_link', status: 'active', amount: 300 });
    const { data: links } = await done(api.GET('/payment-links', { params: { query: { status: 'active' } } }));
    expect(links.map(({ url }) => url)).toContain(link.url);
    await trigger('payment_link.pay', { id: link.id });
    await advance('1m');
    // What is sent at once arrives in any order.
    const completed = received('payment.completed').map(({ data }) => data);
    expect(completed.find(({ payment_link_id }) => payment_link_id === link.id)?.source).toBe('dashboard');
    expect(completed.find(({ checkout_session_id }) => checkout_session_id === session.id)?.source).toBe('api');
    expect(
      completed
        .slice(-2)
        .map(({ source }) => source)
        .toSorted(),
    ).toEqual(['api', 'dashboard']);
  });

  it('pays out to a card, by a link that is claimed, and by a request that it approves', async () => {
    const eligible = await done(api.POST('/account-checks', { body: { payment_method_id: method } }));
    expect(eligible.data).toMatchObject({ eligible: true, funds_availability: 'immediate' });
    const payout = await done(
      api.POST('/payouts', {
        body: { amount: 5000, customer_id: customer, payment_method_id: method, reference_id: 'pay-1' },
      }),
    );
    expect(payout.data).toMatchObject({ status: 'pending', payout_number: 1, rail: 'card' });
    const again = { amount: 5000, customer_id: customer, payment_method_id: method, reference_id: 'pay-1' };
    expect((await refused(api.POST('/payouts', { body: again }), 409)).code).toBe('reference_id_reused');
    const failing = await done(
      api.POST('/payouts', { body: { amount: 53, customer_id: customer, payment_method_id: method } }),
    );

    const link = (
      await done(
        api.POST('/payout-links', { body: { amount: 1500, recipient_email: 'bo@example.com', note: 'Prize' } }),
      )
    ).data;
    expect([link.type, link.status, link.fee]).toEqual(['directed', 'pending', 50]);
    expect((await done(api.GET('/balance'))).data.held).toBe(1550);
    await trigger('payout_link.claim', { id: link.id });
    expect((await done(api.GET('/payout-links/{id}', at(link.id)))).data.status).toBe('claimed');
    const other = (await done(api.POST('/payout-links', { body: { amount: 900, recipient_email: 'cy@example.com' } })))
      .data;
    expect((await done(api.POST('/payout-links/{id}/cancel', at(other.id)))).data.status).toBe('cancelled');
    expect((await refused(api.POST('/payout-links/{id}/cancel', at(other.id)), 409)).type).toBe('idempotency_error');

    const form = (await done(api.POST('/payout-links', { body: { type: 'request' } }))).data;
    const wish = {
      payout_link_id: form.id,
      amount: 2000,
      name: 'Di',
      email: 'di@example.com',
      card_number: debitCard.cc_number,
    };
    const [asked, unwanted] = [
      await control<{ id: string }>('/payout-requests', wish),
      await control<{ id: string }>('/payout-requests', wish),
    ];
    const approved = await done(api.POST('/payout-requests/{id}/approve', { ...at(asked.id), body: { amount: 1900 } }));
    expect(approved.data).toMatchObject({ status: 'approved', requested_amount: 2000, amount: 1900 });
    expect((await done(api.POST('/payout-requests/{id}/reject', at(unwanted.id)))).data.status).toBe('rejected');
    const query = { payout_link_id: form.id, status: 'approved' } as const;
    expect((await done(api.GET('/payout-requests', { params: { query } }))).data).toHaveLength(1);

    await advance('1m');
    const amounts = received('payout.paid').map(({ data }) => data.amount);
    expect(amounts.toSorted((one, other) => other - one)).toEqual([5000, 1900, 1500]);
    expect(received('payout.failed').map(({ data }) => [data.id, data.error_code])).toEqual([
      [failing.data.id, 'M003'],
    ]);
    const { data: paid } = await done(api.GET('/payouts', { params: { query: { status: 'paid' } } }));
    expect(paid.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
  });

  it('lets an app attach a block, by its access token', async () => {
    const credentials = { client_id: 'app_demo', client_secret: 'app_secret_demo' };
    const body = { grant_type: 'client_credentials', ...credentials } as const;
    const { access_token, expires_in } = await done(api.POST('/oauth/token', { body }));
    expect(expires_in).toBe(3600);
    const form = await done(
      api.POST('/oauth/token', {
        body,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        bodySerializer: (fields) => new URLSearchParams({ ...fields }).toString(),
      }),
    );
    expect(form.access_token).toMatch(/^pat_/);
    const wrong = await refused(api.POST('/oauth/token', { body: { ...body, client_secret: 'x' } }), 401);
    expect(wrong.error).toBe('invalid_client');
    const app = merchantClient(sandbox.url, access_token);
    const reference = { object_type: 'customer', object_id: customer } as const;
    const block = await done(
      app.POST('/blocks', { body: { ...reference, block_type: 'loyalty', content: { points: 42 } } }),
    );
    expect(block.content).toEqual({ points: 42 });
    expect((await done(app.GET('/blocks', { params: { query: reference } }))).data).toEqual([block]);
    const forbidden = await refused(api.GET('/blocks', { params: { query: reference } }), 403);
    expect(forbidden.code).toBe('app_required');
    expect(await done(app.DELETE('/blocks/{id}', at(block.id)))).toMatchObject({ id: block.id });
  });

  it('sees a subscription through a year of renewals', async () => {
    const made = await done(
      api.POST('/subscriptions', { body: { customer_id: customer, product_id: club, metadata: { plan: 'gold' } } }),
    );
    const subscription = made.data.id;
    expect(made.data).toMatchObject({ status: 'active', amount: 1900, interval: 'month' });
    await advance('P1Y');
    expect(received('subscription.renewed').map(({ data }) => data.subscription_id)).toEqual(
      Array.from({ length: 12 }, () => subscription),
    );
    const query = { subscription_id: subscription, limit: 100 };
    const { data: payments } = await done(api.GET('/transactions', { params: { query } }));
    expect(payments).toHaveLength(13);
    expect((await done(api.POST('/subscriptions/{id}/pause', at(subscription)))).data.status).toBe('paused');
    expect((await done(api.POST('/subscriptions/{id}/resume', at(subscription)))).data.status).toBe('active');
    const ending = await done(api.POST('/subscriptions/{id}/cancel', at(subscription)));
    expect(ending.data).toMatchObject({ status: 'active', cancel_at_period_end: true });
    const filter = { params: { query: { metadata: { plan: 'gold' } } } };
    expect((await done(api.GET('/subscriptions', filter))).data.map(({ id }) => id)).toEqual([subscription]);
    await advance('P1M');
    expect((await done(api.GET('/subscriptions/{id}', at(subscription)))).data.status).toBe('cancelled');
    expect(received('subscription.cancelled')).toHaveLength(1);
  });

  it('has heard of everything in the form that the description gives it', async () => {
    const description = await Interface.read(sandbox.url);
    const events = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(events.map((event) => description.faultOfEvent(event.type, event)).filter(Boolean)).toEqual([]);
    expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(15);
  });

  it('tells its limits with every answer', async () => {
    const { response } = await api.POST('/tokens', {
      body: { number: debitCard.cc_number, exp_month: '12', exp_year: '2035' },
    });
    expect(response.headers.get('X-RateLimit-Limit')).toBe('60');
    expect(response.headers.get('X-RateLimit-Tier')).toBe('new');
  });

  it('ends with balances that are the ledger to the cent', async () => {
    await control('/clock', { advance: '1d' });
    const { data: balance } = await done(api.GET('/balance', { params: { query: { currency: 'USD' } } }));
    const sums: Record<string, number> = {};
    const groups: Record<string, number> = {};
    for (let after = '', more = true; more; ) {
      const page = await sandbox.control.get<LedgerPage>(`/ledger?limit=100${after}`);
      for (const { account, amount, group } of page.body.data) {
        sums[account] = (sums[account] ?? 0) + amount;
        groups[group] = (groups[group] ?? 0) + amount;
      }
      after = `&starting_after=${page.body.data.at(-1)?.id}`;
      more = page.body.has_more;
    }
    expect(Object.values(groups).filter((sum) => sum !== 0)).toEqual([]);
    const { available, reserved, held, pending } = balance;
    expect(sums).toMatchObject({ available, reserved, held, pending });
    expect([reserved, held, pending]).toEqual([0, 0, 0]);
    // Began with 1,000,000; charges and renewals came in, refunds, payouts and a claim fee went out.
    const income = 4200 + 2500 + 1800 - 1800 + 3600 + 1620 + 300 + 13 * 1900;
    expect(available).toBe(1_000_000 + income - 5000 - 1500 - 50 - 1900);
  });
});

describe('a day on a card gateway', () => {
  it('takes a wallet, and a card that was authenticated', async () => {
    const shop = merchantClient(sandbox.url, 'sk_test_demo_b');
    const three_ds = { three_ds_enabled: true };
    await sandbox.control.patch('/workspaces/ws_demo_b', { settings: three_ds });
    const wallet = { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa', info: { card_network: 'VISA' } } as const;
    const prepared = (await done(shop.POST('/wallets/prepare', { body: { service_wallet: wallet } }))).data;
    expect(prepared).toMatchObject({ three_ds_required: true, card: { token_type: 'pan' } });
    const stepUp = (await done(shop.POST('/three-ds/authenticate', { body: { card_id: prepared.card_id ?? '' } })))
      .data;
    expect(stepUp.status).toBe('Y');
    const paid = await done(
      shop.POST('/charges', {
        body: {
          amount: 2000,
          service_wallet: { type: 'wallet_b', prepared: prepared.prepared },
          wallet: { payerEmail: 'wally@example.com', billingInfo: { firstName: 'Wally', country: 'US' } },
          three_ds: { eci: stepUp.eci, cavv: stepUp.cavv, xid: stepUp.xid },
        },
      }),
    );
    expect(paid.data).toMatchObject({ wallet_type: 'wallet_b', three_ds_status: 'Y', processorType: 'gateway_b' });
    const { session } = await done(shop.POST('/wallets/wallet-a-session', { body: { domain: 'shop.example' } }));
    expect(Object.keys(session)).not.toHaveLength(0);
    expect((await done(shop.GET('/wallets/wallet-a/domains'))).data.object).toBe('wallet_domains');

    const token = await tokenOf('4000000000003220', shop);
    const begun = (await done(shop.POST('/three-ds/initialize', { body: { token } }))).data;
    const { transaction_info } = begun;
    const asked = (await done(shop.POST('/three-ds/authenticate', { body: { token, transaction_info } }))).data;
    expect(asked.challenge_required).toBe(true);
    await control('/triggers/three_ds.approve', { id: asked.authentication_id }, 'ws_demo_b');
    const result = (await done(shop.POST('/three-ds/finish', { body: { transaction_info } }))).data;
    const { eci, cavv, xid } = result;
    const charged = await done(
      shop.POST('/charges', { body: { payment_token: token, amount: 3100, three_ds: { eci, cavv, xid } } }),
    );
    expect(charged.data).toMatchObject({ status: 'pending_settlement', three_ds_eci: '05' });
    expect(
      (await done(merchantClient(sandbox.url, 'pk_test_demo_b').GET('/tokenization-key'))).data.processor_type,
    ).toBe('gateway_b');
  });
});

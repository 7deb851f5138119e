import { pathParams } from '../../../src/kernel/declare/operation.ts';
import { merchantOperations } from '../declared.ts';
import { code, grid } from '../markdown.ts';
import type { Answer, Caller, TestSandbox } from '../sandbox.ts';

/** A write that was sent twice, as it stands in the table. */
interface Repeat {
  /** `POST /charges`. */
  readonly call: string;
  /** What the request has beside what it must have. */
  readonly given: string;
  /** What makes the second one safe, beside an `Idempotency-Key`. */
  readonly safe: string;
  /** What the second one answered. */
  readonly again: string;
}

const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030' };
const buyer = { email: 'ada@example.com', billing_postal_code: '62701', billing_country: 'US' };
const token = { number: '4000056655665556', exp_month: '12', exp_year: '2030' };

type Json = Record<string, unknown>;

/** What an answer is about: an object, or where the answer is no object the whole of it. */
function subjectOf({ body }: Answer): Json {
  const { data = body } = body as { data?: unknown };
  return data as Json;
}

const idOf = (answer: Answer): string => String(subjectOf(answer).id);

/** Sends every write of the merchant API twice, without an `Idempotency-Key`, and tells what the second one answered. */
export async function tryRepeats({ api, as, control }: TestSandbox): Promise<Repeat[]> {
  const rows: Repeat[] = [];

  /**
   * @param safe what makes the second one safe; null: that it is refused, where it is
   * @param given what makes this row another than the one above it
   * @param about what of the answer the row is about
   */
  async function twice(
    call: string,
    safe: string | null,
    send: () => Promise<Answer>,
    given = '',
    about = subjectOf,
  ): Promise<Answer> {
    const first = await send();
    if (first.status >= 400) throw new Error(`${call} is refused at once: ${JSON.stringify(first.body)}`);
    const second = await send();
    const byItself = second.status >= 400 ? 'there may be one alone' : 'nothing';
    rows.push({ call, given, safe: safe ?? byItself, again: saidOf(second, about(first), about(second)) });
    return first;
  }
  const post =
    (path: string, body: Json = {}, by: Caller = api) =>
    (): Promise<Answer> =>
      by.post(path, body);
  const newCharge = async (): Promise<string> => idOf(await api.post('/charges', { customer_id, amount: 1000 }));
  const settledCharge = async (): Promise<string> => {
    const id = await newCharge();
    await control.post('/settle');
    return id;
  };

  const address = 'the e-mail address names the customer';
  const customer_id = idOf(await twice('POST /customers', address, post('/customers', buyer)));
  const savedCard = ({ body }: Answer): Json => body.payment_method as Json;
  const another = 'the customer is the same; its card is saved again';
  await twice('POST /customers', another, post('/customers', { ...buyer, ...card }), 'with a card', savedCard);
  const methods = `/customers/${customer_id}/payment-methods`;
  const method = await twice('POST /customers/{id}/payment-methods', 'nothing', post(methods, card));
  const payment_method_id = idOf(method);
  const unused = idOf(await api.post(methods, card));
  await twice('DELETE /customers/{id}/payment-methods/{billingId}', 'it is gone', () =>
    api.delete(`${methods}/${unused}`),
  );
  await twice('PATCH /customers/{id}', 'it says what is to be so', () =>
    api.patch(`/customers/${customer_id}`, { phone: '+1 555 0100' }),
  );
  await twice('POST /tokens', 'nothing; an unused token does no harm', post('/tokens', token));

  const sameBody = 'the same body; another one is 409';
  const charge = { customer_id, amount: 1000 };
  await twice('POST /charges', 'nothing', post('/charges', charge));
  await twice(
    'POST /charges',
    `${sameBody}, and so is any after a decline`,
    post('/charges', { ...charge, reference_id: 'order-1' }),
    'with `reference_id`',
  );
  const { token: payment_token } = subjectOf(await api.post('/tokens', token));
  const single = 'a token works once';
  await twice('POST /charges', single, post('/charges', { payment_token, amount: 1000 }), 'with `payment_token`');
  await twice('POST /transactions/{id}/void', 'it is voided', post(`/transactions/${await newCharge()}/void`));
  const refund = `/transactions/${await settledCharge()}/refund`;
  await twice('POST /transactions/{id}/refund', 'nothing is left', post(refund));
  const part = `/transactions/${await settledCharge()}/refund`;
  await twice('POST /transactions/{id}/refund', 'nothing', post(part, { amount: 100 }), 'with `amount`');
  const transaction_id = await settledCharge();
  await twice('POST /fulfillments', 'an order is fulfilled once', post('/fulfillments', { transaction_id }));

  const payout = { customer_id, payment_method_id, amount: 500 };
  const taken = 'a reference is taken once, whatever the body';
  await twice('POST /payouts', 'nothing', post('/payouts', payout));
  await twice('POST /payouts', taken, post('/payouts', { ...payout, reference_id: 'wages-1' }), 'with `reference_id`');
  const link = { amount: 500, recipient_email: 'rita@example.com' };
  const linked = await twice('POST /payout-links', 'nothing', post('/payout-links', link));
  const namedLink = { ...link, reference_id: 'prize-1' };
  await twice('POST /payout-links', taken, post('/payout-links', namedLink), 'with `reference_id`');
  await twice('POST /payout-links/{id}/cancel', 'it is cancelled', post(`/payout-links/${idOf(linked)}/cancel`));
  const payout_link_id = idOf(await api.post('/payout-links', { type: 'request' }));
  const asked = async (): Promise<string> => {
    const form = { payout_link_id, amount: 700, name: 'Rita', email: 'rita@example.com', card_number: token.number };
    return `/payout-requests/${idOf(await control.post('/payout-requests', form))}`;
  };
  await twice('POST /payout-requests/{id}/approve', 'it is pending no more', post(`${await asked()}/approve`));
  await twice('POST /payout-requests/{id}/reject', 'it is pending no more', post(`${await asked()}/reject`));
  await twice('POST /account-checks', 'it changes nothing', post('/account-checks', { customer_id }));

  const recurring = { interval: 'month', interval_count: 1 };
  const plan = { name: 'Coffee club', price: 1900, recurring };
  const product_id = idOf(await twice('POST /products', 'nothing', post('/products', plan)));
  await twice('PATCH /products/{id}', 'it says what is to be so', () =>
    api.patch(`/products/${product_id}`, { price: 2100 }),
  );
  const stocked = { name: 'Mug', price: 900, track_inventory: true, stock_quantity: 9 };
  const stock = { product_id: idOf(await api.post('/products', stocked)) };
  await twice('POST /inventory/adjust', 'nothing', post('/inventory/adjust', { ...stock, delta: -1 }), 'with `delta`');
  const counted = post('/inventory/adjust', { ...stock, quantity: 5 });
  await twice('POST /inventory/adjust', 'it says what is to be so', counted, 'with `quantity`');

  const bill = { customer_id, line_items: [{ ...stock, quantity: 1 }] };
  const invoice = await twice('POST /invoices', 'nothing', post('/invoices', bill));
  const mailed = 'the link stays, but it is e-mailed again';
  await twice('POST /invoices/{id}/send', mailed, post(`/invoices/${idOf(invoice)}/send`));
  await twice('POST /invoices/{id}/void', 'it is void', post(`/invoices/${idOf(invoice)}/void`));

  const order = { customer_id, product_id };
  const subscription = await twice('POST /subscriptions', 'nothing', post('/subscriptions', order));
  await twice(
    'POST /subscriptions',
    `${sameBody}, and so is any after a decline`,
    post('/subscriptions', { ...order, reference_id: 'club-1' }),
    'with `reference_id`',
  );
  const subscribed = `/subscriptions/${idOf(subscription)}`;
  await twice('POST /subscriptions/{id}/pause', 'it is paused', post(`${subscribed}/pause`));
  await twice('POST /subscriptions/{id}/resume', 'it is active', post(`${subscribed}/resume`));
  await twice('POST /subscriptions/{id}/cancel', 'it is to be cancelled already', post(`${subscribed}/cancel`));
  const session = { amount: 500, success_url: 'https://shop.example/thanks' };
  const unpaid = 'nothing; a session that nobody pays does no harm';
  await twice('POST /checkout-sessions', unpaid, post('/checkout-sessions', session));

  const wallets = as('sk_test_demo_a');
  const wallet = { service_wallet: { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' } };
  const sealed = 'nothing; an unused credential does no harm';
  await twice('POST /wallets/prepare', sealed, post('/wallets/prepare', wallet, wallets));
  const sheet = { domain: 'shop.example', validation_url: 'https://wallet.example/start' };
  const opened = 'nothing; an unused session does no harm';
  await twice('POST /wallets/wallet-a-session', opened, post('/wallets/wallet-a-session', sheet, wallets));
  const domain = { domain: 'shop.example' };
  const named = 'a domain is registered once';
  await twice('POST /wallets/wallet-a/domains', named, post('/wallets/wallet-a/domains', domain, wallets));
  await twice('DELETE /wallets/wallet-a/domains/{domain}', 'it is gone', () =>
    wallets.delete('/wallets/wallet-a/domains/shop.example'),
  );
  const challenged = { ...token, number: '4000000000003220' };
  const held = subjectOf(await wallets.post('/tokens', challenged)).token;
  const unasked = 'nothing; an authentication that goes no further does no harm';
  const begun = await twice(
    'POST /three-ds/initialize',
    unasked,
    post('/three-ds/initialize', { token: held }, wallets),
  );
  const { transaction_info } = subjectOf(begun);
  const asking = { token: held, transaction_info, amount: 1000 };
  const once = 'each is authenticated once';
  await twice('POST /three-ds/authenticate', once, post('/three-ds/authenticate', asking, wallets));
  await twice('POST /three-ds/finish', 'it only asks', post('/three-ds/finish', { transaction_info }, wallets));

  await twice('PATCH /account', 'it says what is to be so', () => api.patch('/account', { name: 'Demo Shop' }));
  await twice('PATCH /pixels', 'it says what is to be so', () => api.patch('/pixels', { tiktok_pixel_id: 'T-1' }));
  const app = subjectOf(await control.post('/apps', { name: 'Notes' }));
  const credentials = { ...app, grant_type: 'client_credentials' };
  const issued = await twice('POST /oauth/token', 'nothing; both tokens are good', post('/oauth/token', credentials));
  const byApp = as(String(issued.body.access_token));
  const note = { object_type: 'customer', object_id: customer_id, block_type: 'note', content: { text: 'Hello' } };
  const block = await twice('POST /blocks', 'one for each object and type', post('/blocks', note, byApp));
  await twice('DELETE /blocks/{id}', 'it is gone', () => byApp.delete(`/blocks/${idOf(block)}`));
  // What is not told above is sent as its example says.
  for (const { path, example } of untriedIn(rows)) {
    if (pathParams(path).length > 0 || example?.body === undefined) continue;
    await twice(`POST ${path}`, null, post(path, example.body as Json));
  }
  return rows;
}

/** What the second of two equal calls answered: the same thing, the same thing changed once more, or another one. */
function saidOf({ status, body }: Answer, first: Json, second: Json): string {
  if (status >= 400) return `${status} ${code(String(body.code))}`;
  if (withoutTimes(first) === withoutTimes(second)) return `${status}: the same again`;
  const named = first.id ?? first.product_id;
  const isSame = named !== undefined && named === (second.id ?? second.product_id);
  return isSame ? `${status}: **done once more**` : `${status}: **another one**`;
}

const withoutTimes = (subject: Json): string => JSON.stringify({ ...subject, updated_at: null });

/** The writes of which no row tells. */
const untriedIn = (rows: readonly Repeat[]) =>
  merchantOperations.filter(
    ({ method, path }) => method !== 'GET' && !rows.some(({ call }) => call === `${method} ${path}`),
  );

/** The table of what is sent twice. @throws Error for a write that nobody tried */
export function repeatTables(tried: readonly Repeat[]): Record<string, string[]> {
  const untried = untriedIn(tried).map(({ method, path }) => `${method} ${path}`);
  if (untried.length > 0) throw new Error(`Nobody sends ${untried.join(', ')} twice.`);
  return {
    repeats: grid(
      ['call', 'sent again without a key', 'what makes that safe'],
      tried.map(({ call, given, safe, again }) => [`${code(call)} ${given}`.trim(), again, safe]),
    ),
  };
}

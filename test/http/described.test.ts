import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Buyer } from '../support/buyer.ts';
import { paymentLink, session } from '../support/checkout.ts';
import { Demo } from '../support/demo.ts';
import { DescribedRequests, pathOf } from '../support/described-requests.ts';
import { Interface } from '../support/interface.ts';
import { Random } from '../support/random.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

const apis = ['merchant', 'client'] as const;
type Api = (typeof apis)[number];

let sandbox: TestSandbox;
let descriptions: Readonly<Record<Api, Interface>>;
let appToken: string;
/** Ids of what there is, by what begins them; the slugs of pages by what they are of. */
const ids: Record<string, string[]> = {};
const note = (kind: string, id: string) => {
  ids[kind] = [...(ids[kind] ?? []), id];
};

beforeAll(async () => {
  sandbox = await createTestSandbox();
  descriptions = {
    merchant: await Interface.read(sandbox.url, 'merchant'),
    client: await Interface.read(sandbox.url, 'client'),
  };
  const app = { grant_type: 'client_credentials', client_id: 'app_demo', client_secret: 'app_secret_demo' };
  appToken = (await sandbox.api.post<{ access_token: string }>('/oauth/token', app)).body.access_token;
  const demo = Demo.ofFixture(sandbox, 'ws_demo');
  await demo.configure({ three_ds_enabled: true, address_suggest: true });
  type Made = { data: { id: string } };
  const customer = await demo.saveCustomer();
  const product = (
    await demo.made<Made>('/products', {
      name: 'Club',
      price: 1900,
      recurring: { interval: 'month', interval_count: 1 },
    })
  ).data;
  const { id: method } = await demo.saveCard(customer);
  note('cus', customer.id);
  note('pm', method);
  note('prod', product.id);
  for (let at = 0; at < 3; at++) note('txn', (await demo.settled({ customer_id: customer.id })).id);
  note('dp', (await demo.trigger('dispute.created')).objects.find(({ object }) => object === 'dispute')!.id);
  note('po', (await demo.paidOut({ customer_id: customer.id, payment_method_id: method })).id);
  const order = { customer_id: customer.id, line_items: [{ product_id: product.id, quantity: 1 }] };
  for (let at = 0; at < 3; at++) note('inv', (await demo.made<Made>('/invoices', order)).data.id);
  const subscription = { customer_id: customer.id, product_id: product.id };
  for (let at = 0; at < 3; at++) note('sub', (await demo.made<Made>('/subscriptions', subscription)).data.id);
  for (let at = 0; at < 40; at++) note('ptok', await demo.tokenize());
  for (let at = 0; at < 10; at++) {
    const { id, slug } = await session(demo);
    note('cs', id);
    note('checkout', slug);
  }
  for (let at = 0; at < 5; at++) note('checkout', (await paymentLink(demo)).slug);
  type Link = { data: { id: string; slug: string } };
  for (let at = 0; at < 3; at++) {
    const directed = { amount: 1500, recipient_email: 'bo@example.com' };
    const { data: link } = await demo.made<Link>('/payout-links', directed);
    note('plo', link.id);
    note('claims', link.slug);
  }
  const { data: form } = await demo.made<Link>('/payout-links', { type: 'request' });
  note('plo', form.id);
  note('payout-requests', form.slug);
  const portal = await demo.control<{ data: { url: string } }>('post', `/customers/${customer.id}/portal`);
  note('portal', portal.data.url.split('/').at(-1)!);
  note('plink', (await paymentLink(demo)).id);
  note('preq', (await demo.trigger('payout_request.submit')).objects.find(({ id }) => id.startsWith('preq_'))!.id);
  const buyer = new Buyer(demo);
  const { vaultPanAlias, vaultCvcAlias } = await buyer.aliases();
  note('vaultPanAlias', vaultPanAlias);
  note('vaultCvcAlias', vaultCvcAlias);
  note('vaultBankAccountAlias', await buyer.bankAlias());
  note('vlt', buyer.vaultId);
  note('ws', 'ws_demo');
});
afterAll(() => sandbox?.stop());

/** What the ids of a field, or of the objects below a path, begin with. */
const kinds: Readonly<Record<string, string>> = {
  customer_id: 'cus',
  payment_method_id: 'pm',
  billingId: 'pm',
  paymentMethodId: 'pm',
  product_id: 'prod',
  productId: 'prod',
  transaction_id: 'txn',
  object_id: 'txn',
  subscription_id: 'sub',
  payout_link_id: 'plo',
  payment_token: 'ptok',
  token: 'ptok',
  panAlias: 'vaultPanAlias',
  vaultId: 'vlt',
  workspaceId: 'ws',
  '/customers': 'cus',
  '/payment-methods': 'pm',
  '/products': 'prod',
  '/invoices': 'inv',
  '/transactions': 'txn',
  '/subscriptions': 'sub',
  '/checkout-sessions': 'cs',
  '/payment-links': 'plink',
  '/payouts': 'po',
  '/payout-links': 'plo',
  '/payout-requests': 'preq',
  '/disputes': 'dp',
};

/** Gives ids of what there is; some of them, of nothing. */
const idsBy = (random: Random, astray: number) => (field: string, route: string) => {
  if (random.chance(astray)) return 'none';
  const at = / \/api\/([a-z-]+)\//.exec(route)?.[1] ?? '';
  const kind = field === 'slug' ? at : kinds[field === 'id' ? (/(\/[a-z-]+)\/\{id\}/.exec(route)?.[1] ?? '') : field];
  return random.pick(ids[kind ?? field] ?? ['none']);
};

/** The workspace has no wallets, and says so before it looks at the body. */
const walletRoute = 'POST /api/checkout/{slug}/wallet';

let sent = 0;

/** A call of a route, by a caller that may make it. */
async function send(api: Api, route: string, path: string, body: unknown) {
  // Wallets are not for workspaces on the debit-and-payouts rail.
  const key = / \/blocks/.test(route) ? appToken : / \/wallets/.test(route) ? 'sk_test_demo_a' : 'sk_test_demo';
  const own: Record<string, string> =
    api === 'merchant' ? { authorization: `Bearer ${key}` } : { 'idempotency-key': `described-${sent++}` };
  const answer = await fetch(`${sandbox.url}${api === 'merchant' ? '/api/v1' : ''}${path}`, {
    method: route.split(' ')[0],
    headers: { ...own, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, type: answer.headers.get('content-type'), text, json: JSON.parse(text) };
}

/** What is looked at of a schema. */
interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
}
const takesNull = ({ type, anyOf }: Schema): boolean =>
  anyOf === undefined ? type === undefined || [type].flat().includes('null') : anyOf.some(takesNull);

const isLimit = ({ name }: { name: string }): boolean => name === 'limit';

/** What is changed of a route's example so that neither the API nor its description takes it. */
const refusedChanges: readonly (readonly [route: string, change: object])[] = [
  ['POST /tokens', { number: '4111' }],
  ['POST /tokens', { exp_month: '13' }],
  ['POST /tokens', { exp_year: '1999' }],
  ['POST /tokens', { cvv: '12' }],
  ['POST /charges', { amount: 100_000_000 }],
  ['POST /charges', { currency: 'dollars' }],
  ['POST /charges', { billing_country: 'USA' }],
  ['POST /charges', { email: 'nobody' }],
  ['POST /charges', { return_url: 'nowhere' }],
  ['POST /charges', { metadata: { ['k'.repeat(41)]: 1 } }],
  ['POST /charges', { metadata: { a: 'x'.repeat(501) } }],
  ['POST /charges', { product_id: 'prod_1' }],
  ['POST /charges', { payment_method_id: 'pm_1', payment_token: 'ptok_1' }],
  ['POST /charges', { wallet: {} }],
  ['POST /customers', { cc_number: '4000056655665556' }],
  ['POST /customers/{id}/payment-methods', { payment_token: 'ptok_1' }],
  ['POST /customers/{id}/payment-methods', { type: 'bank_account' }],
  ['POST /inventory/adjust', { quantity: 3 }],
  ['POST /inventory/adjust', { delta: undefined }],
  ['POST /invoices', { due_date: 'soon' }],
  ['POST /checkout-sessions', { amount: 100 }],
  ['POST /checkout-sessions', { success_url: undefined }],
  ['POST /payouts', { payment_token: 'ptok_1' }],
  ['POST /payout-links', { recipient_email: undefined }],
  ['POST /account-checks', { bank_account: { routing_number: '021000021' } }],
  ['POST /three-ds/initialize', { card_id: 'card_1' }],
  ['POST /three-ds/finish', { authentication_id: undefined }],
  ['POST /vault/{vaultId}/post', { card_exp: '1230' }],
  ['POST /vault/{vaultId}/post', { card_exp: undefined }],
  ['POST /vault/{vaultId}/post', { bank_account_number: '000123456789' }],
  ['POST /api/checkout/{slug}/pay', { vaultPanAlias: undefined }],
  ['POST /api/checkout/{slug}/pay', { paymentMethodType: 'ach' }],
  ['POST /api/checkout/{slug}/pay', { billingCity: undefined }],
  ['POST /api/claims/{slug}', { vaultPanAlias: undefined }],
  ['POST /api/claims/{slug}', { rail: 'rtp' }],
  ['POST /api/payout-requests/{slug}', { vaultPanAlias: undefined }],
];

describe('what the descriptions say of bodies', () => {
  it.each(refusedChanges)('is what the API refuses of %s: %j', async (route, change) => {
    const api = apis.find((each) => new Map(descriptions[each].operations()).has(route))!;
    const description = descriptions[api];
    const { example } = new Map(description.operations()).get(route).requestBody.content['application/json'];
    const body = JSON.parse(JSON.stringify({ ...example, ...change }));
    expect(description.faultOfBody(route, example)).toBeNull();
    expect(description.faultOfBody(route, body)).not.toBeNull();
    const { status, json } = await send(api, route, pathOf(route, idsBy(new Random(1), 0)), body);
    // Validation says no code on the client API.
    const codes = [api === 'client' ? undefined : 'parameter_invalid', 'parameter_missing', 'amount_too_large'];
    expect(status, JSON.stringify(json)).toBe(400);
    expect(codes, JSON.stringify(json)).toContain(json.code);
  });

  it('says how many objects a page has where nobody asks', () => {
    const lists = descriptions.merchant.operations().filter(([, { parameters }]) => parameters.some(isLimit));
    expect(lists.length).toBeGreaterThan(10);
    for (const [, { parameters }] of lists) {
      expect(parameters.find(isLimit).schema).toMatchObject({ default: 10, minimum: 1, maximum: 100 });
    }
  });

  it('holds for null: it is taken exactly where they say so', async () => {
    const wrong: string[] = [];
    for (const api of apis) {
      for (const [route, { requestBody }] of descriptions[api].operations()) {
        if (requestBody === undefined || route === walletRoute) continue;
        const { schema, example = {} } = requestBody.content['application/json'];
        const path = pathOf(route, idsBy(new Random(1), 0));
        for (const [name, property] of Object.entries<Schema>(schema.properties)) {
          const { status, text, json } = await send(api, route, path, { ...example, [name]: null });
          const refusal: string = json.error_description ?? json.error ?? '';
          const isRefused = status === 400 && refusal.startsWith(`${name} must be`);
          if (isRefused === takesNull(property)) wrong.push(`${route} ${name}: ${status} ${text}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('requests that are made from the descriptions', () => {
  it.each([
    ['merchant', 51, 300, 25],
    ['client', 52, 100, 6],
  ] as const)('are answered as that of the %s API says (seed %i)', async (api, seed, count, most) => {
    const description = descriptions[api];
    const random = new Random(seed);
    const requests = new DescribedRequests(description, random, idsBy(random, 0.05));
    const done = new Set<string>();
    let refused = 0;
    for (let at = 0; at < count; at++) {
      const { route, path, body, fault } = requests.next();
      const { status, type, text, json } = await send(api, route, path, body);
      const told = `${route} ${path}\n${JSON.stringify(body)?.slice(0, 1_000)}\n=> ${status} ${text.slice(0, 500)}\n${fault}`;
      expect(description.faultOf(route, status, json), told).toBeNull();
      expect(type, told).toMatch(/^application\/json/);
      if (status < 300) done.add(route);
      // What the path names is looked for before the body is looked at as a whole.
      if (fault !== null) expect([400, 404, 409], told).toContain(status);
      if (fault !== null) refused++;
      const isAboutForm = status === 400 && / must (be an? |have at |not be empty)/.test(json.error);
      if (isAboutForm && body !== undefined) expect(fault, told).not.toBeNull();
    }
    // It is not a test of refusals alone, nor one that has nothing refused.
    expect(done.size).toBeGreaterThan(most);
    expect(refused).toBeGreaterThan(count / 10);
  });
});

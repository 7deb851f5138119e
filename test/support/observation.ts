import { createHmac } from 'node:crypto';
import { minuteMs, secondMs } from '../../src/core/base/instants.ts';
import { attemptsInAll, retryDelays } from '../../src/payments/webhooks/retries.ts';
import { attemptTimeout } from '../../src/payments/webhooks/sender.ts';
import { signatureOf } from '../../src/payments/webhooks/signature.ts';
import { tierFactors } from '../../src/sandbox/http/surfaces/rate-limits.ts';
import { type ClientObservation, observeClient } from './client-observation.ts';
import { merchantOperations } from './declared.ts';
import type { Answer, Caller, TestSandbox } from './sandbox.ts';
import type { NumberName, RuleName } from './specified-behaviour.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every kind, of which single fields are read
type Json = any;

/** What an emulator does when its operations are called and everything that can be triggered is triggered. */
export interface Observation {
  /** The events that each operation, by its id, sends in its own unit of work. */
  readonly causes: ReadonlyMap<string, ReadonlySet<string>>;
  /** By the name of a trigger: the workspaces in which it comes about. */
  readonly triggered: ReadonlyMap<string, readonly string[]>;
  /** The key sets of the payloads, by event type. */
  readonly payloads: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly numbers: Readonly<Record<NumberName, number>>;
  readonly rules: Readonly<Record<RuleName, string>>;
  readonly client: ClientObservation;
}

const workspaces = ['ws_demo', 'ws_demo_a', 'ws_demo_b'];
const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030' };
const buyer = {
  email: 'coverage@example.com',
  billing_address_1: '1 Main St',
  billing_city: 'Springfield',
  billing_state: 'IL',
  billing_postal_code: '62701',
  billing_country: 'US',
  ...card,
};
const newCard = { number: card.cc_number, exp_month: '12', exp_year: '2030' };

/** Watches a fresh emulator whose clock is frozen. */
export async function observe(sandbox: TestSandbox): Promise<Observation> {
  await callOperations(sandbox);
  const causes = await readCauses(sandbox);
  const triggered = await triggerAll(sandbox);
  const payloads = await readPayloads(sandbox);
  return {
    causes,
    triggered,
    payloads,
    numbers: await measure(sandbox),
    rules: await tryRules(sandbox),
    client: await observeClient(),
  };
}

const made = async (answer: Promise<Answer<Json>>): Promise<Json> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
};

/** Calls the operations that the specification names as the causes of events, and those around them. */
async function callOperations(sandbox: TestSandbox): Promise<void> {
  const { api, control } = sandbox;
  const onGateway = sandbox.as('sk_test_demo_a');
  const { data: customer, payment_method } = await made(api.post('/customers', buyer));
  const charge = async (caller: Caller) => {
    const { data } = await made(caller.post('/customers', buyer));
    return (await made(caller.post('/charges', { customer_id: data.id, amount: 2_500 }))).data.id as string;
  };
  for (const caller of [api, onGateway]) {
    await made(caller.post(`/transactions/${await charge(caller)}/void`));
    const settled = await charge(caller);
    const workspace = caller === api ? 'ws_demo' : 'ws_demo_a';
    await made(control.post(`/settle?workspace=${workspace}`, {}));
    await made(caller.post(`/transactions/${settled}/refund`, { amount: 500 }));
  }
  const payout = { customer_id: customer.id, payment_method_id: payment_method.id, amount: 1_500 };
  await made(api.post('/payouts', payout));
  const request = await made(control.post('/triggers/payout_request.submit', {}));
  const asked = request.data.objects.find(({ object }: Json) => object === 'payout_request').id;
  await made(api.post(`/payout-requests/${asked}/approve`));
  const plan = { name: 'Plan', price: 900, recurring: { interval: 'month', interval_count: 1 } };
  const { data: product } = await made(api.post('/products', plan));
  const subscribe = async (fields = {}) => {
    const body = { customer_id: customer.id, product_id: product.id, ...fields };
    return `/subscriptions/${(await made(api.post('/subscriptions', body))).data.id}`;
  };
  await subscribe({ start_date: '2027-01-01T00:00:00.000Z' });
  const subscription = await subscribe();
  await made(api.post(`${subscription}/pause`));
  await made(api.post(`${subscription}/resume`));
  await made(api.post(`${subscription}/cancel`));
  await made(api.post(`${subscription}/resume`));
  await made(api.post(`${subscription}/cancel`, { immediate: true }));
}

/** Every event there is, newest first. */
async function eventsOf({ control }: TestSandbox, workspace: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let more = true, after = ''; more; ) {
    const { data, has_more } = await made(control.get(`/events?workspace=${workspace}&limit=100${after}`));
    found.push(...data);
    more = has_more;
    after = `&starting_after=${data.at(-1)?.id}`;
  }
  return found;
}

async function readCauses(sandbox: TestSandbox): Promise<Map<string, Set<string>>> {
  const causes = new Map<string, Set<string>>();
  for (const workspace of workspaces) {
    for (const { id, type } of await eventsOf(sandbox, workspace)) {
      const { data } = await made(sandbox.control.get(`/events/${id}?workspace=${workspace}`));
      const operation = data.cause.type === 'request' ? data.request?.operation : undefined;
      if (operation != null) causes.set(operation, (causes.get(operation) ?? new Set()).add(type));
    }
  }
  return causes;
}

async function triggerAll({ control }: TestSandbox): Promise<Map<string, string[]>> {
  const { data } = await made(control.get('/triggers'));
  const triggered = new Map<string, string[]>();
  for (const { name } of data) {
    triggered.set(name, []);
    for (const workspace of workspaces) {
      const { status } = await control.post(`/triggers/${name}?workspace=${workspace}`, {});
      if (status === 200) triggered.get(name)!.push(workspace);
    }
  }
  return triggered;
}

async function readPayloads(sandbox: TestSandbox): Promise<Map<string, string[][]>> {
  const payloads = new Map<string, string[][]>();
  for (const workspace of workspaces) {
    for (const { type, data } of await eventsOf(sandbox, workspace)) {
      if (!payloads.has(type)) payloads.set(type, []);
      payloads.get(type)!.push(Object.keys(data));
    }
  }
  return payloads;
}

function leastOf(id: string, field: string): number {
  const { body } = merchantOperations.find((operation) => operation.id === id)!;
  return (body!.properties as Record<string, { minimum: number }>)[field]!.minimum;
}

async function measure(sandbox: TestSandbox): Promise<Record<NumberName, number>> {
  const { api } = sandbox;
  const accepts = async (limit: number) => (await api.get(`/transactions?limit=${limit}`)).status === 200;
  const limits: number[] = [];
  for (const limit of [-1, 0, 1, 2, 99, 100, 101, 1_000]) if (await accepts(limit)) limits.push(limit);
  const rate = async (path: string) => Number((await api.post(path, {})).headers.get('x-ratelimit-limit'));
  const { data: customer } = await made(api.post('/customers', buyer));
  const lengths: number[] = [];
  for (let length = 1; length <= 20; length++) {
    const bank = { type: 'bank_account', routing_number: '021000021', account_number: '1'.repeat(length) };
    if ((await api.post(`/customers/${customer.id}/payment-methods`, bank)).status === 201) lengths.push(length);
  }
  return {
    least: Math.min(...limits),
    most: Math.max(...limits),
    page: (await made(api.get('/transactions'))).data.length,
    'POST /charges': await rate('/charges'),
    'POST /payouts': await rate('/payouts'),
    'POST /tokens': await rate('/tokens'),
    'POST /three-ds/authenticate': await rate('/three-ds/authenticate'),
    ...tierFactors,
    ...(await lifetimes(sandbox)),
    timeout: attemptTimeout / secondMs,
    attempts: attemptsInAll,
    'second attempt': retryDelays[1]! / minuteMs,
    'third attempt': retryDelays[2]! / minuteMs,
    approval: leastOf('payout_requests.approve', 'amount'),
    stock: leastOf('inventory.adjust', 'quantity'),
    'shortest account': Math.min(...lengths),
    'longest account': Math.max(...lengths),
  };
}

/** After how many whole minutes something no longer works. */
async function lifetimes(sandbox: TestSandbox): Promise<{ token: number; prepared: number; session: number }> {
  const onGateway = sandbox.as('sk_test_demo_a');
  const { token } = (await made(onGateway.post('/tokens', newCard))).data;
  const wallet = { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' };
  const sealed: string[] = [];
  for (let count = 0; count <= 30; count++) {
    sealed.push((await made(onGateway.post('/wallets/prepare', { service_wallet: wallet }))).data.prepared);
  }
  const { session } = await made(onGateway.post('/wallets/wallet-a-session', { domain: 'shop.example' }));
  const ends: { token?: number; prepared?: number } = {};
  for (let minutes = 1; minutes <= 30; minutes++) {
    await made(sandbox.control.post('/clock?workspace=ws_demo_a', { advance: '1m' }));
    const byToken = await onGateway.post<Json>('/three-ds/initialize', { token });
    if (byToken.body.code === 'token_expired') ends.token ??= minutes;
    const service_wallet = { type: 'wallet_b', prepared: sealed[minutes] };
    const byWallet = await onGateway.post<Json>('/charges', { amount: 2_500, service_wallet });
    if (byWallet.body.code === 'token_expired') ends.prepared ??= minutes;
  }
  return {
    token: ends.token ?? Number.NaN,
    prepared: ends.prepared ?? Number.NaN,
    session: (session.expiresAt - session.epochTimestamp) / 60,
  };
}

/** Tries each rule of the keys, and says in words results. */
async function tryRules(sandbox: TestSandbox): Promise<Record<RuleName, string>> {
  const refusal = ({ status, body }: Answer<Json>, by: 'type' | 'code' = 'type') => `${status} ${body[by]}`;
  const product = { name: 'Coffee', price: 900 };
  const modeOf = async (key: string) => {
    const { data } = await made(sandbox.as(key).get('/products?limit=1'));
    return data[0]?.livemode === true ? 'live' : 'test';
  };
  const secret = async (key: string) => {
    const { status } = await sandbox.as(key).post('/products', product);
    return status === 201 ? `${await modeOf(key)} reads and writes` : `${status}`;
  };
  const publishable = async (key: string) => {
    const { status } = await sandbox.as(key).post('/tokens', newCard);
    return status === 200 ? `${await modeOf(key)} reads and tokenizes` : `${status}`;
  };
  const rules = {
    sk_live_: await secret('sk_live_demo'),
    sk_test_: await secret('sk_test_demo'),
    pk_live_: await publishable('pk_live_demo'),
    pk_test_: await publishable('pk_test_demo'),
  };
  const { data: liveOne } = await made(sandbox.as('sk_live_demo').post('/products', product));
  const across = await sandbox.api.get(`/products/${liveOne.id}`);
  const grant = await fetch(`${sandbox.url}/api/v1/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: 'app_demo',
      client_secret: 'app_secret_demo',
    }),
  });
  const { access_token } = (await grant.json()) as { access_token: string };
  const blocks = '/blocks?object_type=customer&object_id=cus_none';
  const byApp = await sandbox.as(access_token).get(blocks);
  const v1 = createHmac('sha256', 'whsec_demo').update('1772355600.{"a":1}').digest('hex');
  const isSigned = signatureOf(['whsec_demo'], 1_772_355_600, '{"a":1}') === `t=1772355600,v1=${v1}`;
  const bare = await fetch(`${sandbox.url}/api/v1/products`);
  return {
    ...rules,
    'no key': `${bare.status} ${((await bare.json()) as Json).type}`,
    'wrong key': refusal(await sandbox.as('sk_test_nobody').get('/products')),
    apart: across.status === 404 ? 'live and test apart' : 'mixed',
    'publishable write': refusal(await sandbox.as('pk_test_demo').post('/products', product)),
    scoped: refusal(await sandbox.as('sk_test_demo_scoped').get('/account')),
    'merchant key': refusal(await sandbox.api.get(blocks), 'code'),
    'app token': byApp.status === 200 ? `${access_token.slice(0, 4)} works on /blocks` : `${byApp.status}`,
    signature: isSigned ? 'matches' : 'differs',
  };
}

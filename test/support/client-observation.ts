import { Buyer } from './buyer.ts';
import { byBank, byCard, type PayAnswer, pay, paymentLink, session } from './checkout.ts';
import { cards, Demo } from './demo.ts';
import { createTestSandbox } from './sandbox.ts';
import type { ClientNumberName, ClientRuleName, PayAnswerName } from './specified-client.ts';

/** What the client API of an emulator does. */
export interface ClientObservation {
  readonly answers: Readonly<Record<PayAnswerName, string>>;
  readonly rules: Readonly<Record<ClientRuleName, string>>;
  readonly numbers: Readonly<Record<ClientNumberName, number>>;
}

/** Tries the client API of an emulator of its own, whose limits hold. */
export async function observeClient(): Promise<ClientObservation> {
  const sandbox = await createTestSandbox({ rateLimit: true });
  try {
    const demo = await Demo.create(sandbox);
    const answers = await tryPaying(demo);
    const rules = await tryRules(await demo.on('debit_payouts'));
    return { answers, rules, numbers: await measure(await demo.on('debit_payouts')) };
  } finally {
    await sandbox.stop();
  }
}

/** An answer's status, what its header says, and its words; `error only` where it has no more than that. */
function told({ status, body, headers }: PayAnswer): string {
  const words = [
    body.success === true ? 'success' : undefined,
    body.code,
    body.status,
    headers.has('retry-after') ? 'Retry-After' : undefined,
  ].filter(Boolean);
  const only = Object.keys(body).join() === 'error' && words.length === 0 ? ['error only'] : words;
  return [status, ...only].join(' ');
}

async function tryPaying(demo: Demo): Promise<Record<PayAnswerName, string>> {
  const buyer = new Buyer(demo);
  const { slug } = await session(demo);
  const body = await byCard(buyer);
  const declined = told(await pay(buyer, slug, await byCard(buyer, cards.declined), 'key'));
  const invalid = told(await pay(buyer, slug, {}, 'key'));
  await demo.configure({ three_ds_enabled: true });
  const unauthenticated = told(await pay(buyer, slug, body, 'key'));
  const failed = told(await pay(buyer, slug, { ...body, threeDsToken: 'none' }, 'key'));
  await demo.configure({ three_ds_enabled: false });
  const before = (await demo.read<{ data: unknown[] }>('/transactions')).data.length;
  const paid = told(await pay(buyer, slug, body, 'key'));
  const again = await pay(buyer, slug, body, 'key');
  const made = (await demo.read<{ data: unknown[] }>('/transactions')).data.length - before;
  const reused = told(await pay(buyer, slug, { ...body, firstName: 'Bo' }, 'key'));
  const gone = told(await pay(buyer, slug, body, 'another key'));
  const link = await paymentLink(demo);
  const doubtful = await byCard(buyer, cards.unavailableCharged);
  const unknown = String((await pay(buyer, link.slug, doubtful, 'key')).status);
  const inFlight = told(await pay(buyer, link.slug, doubtful, 'key'));
  for (let at = 0; at < 30; at++) await pay(buyer, slug, {});
  return {
    paid,
    replayed: `${again.status} Idempotency-Replayed: ${again.headers.get('idempotency-replayed')}, ${
      made === 1 ? 'one transaction' : `${made} transactions`
    }`,
    declined,
    invalid,
    unauthenticated,
    'failed authentication': failed,
    gone,
    'in flight': inFlight,
    reused,
    limited: told(await pay(buyer, slug, {})),
    unknown,
  };
}

async function tryRules(demo: Demo): Promise<Record<ClientRuleName, string>> {
  const buyer = new Buyer(demo);
  const { slug } = await paymentLink(demo);
  const recorded = async (by: Buyer, fields = {}) => {
    const { status, body } = await pay(by, slug, { ...(await byCard(by)), ...fields });
    return { answered: status, ...(await demo.transaction(body.transactionId)) };
  };
  const known = await recorded(new Buyer(demo, { sdk: 'ios/1.4.0' }));
  const malformed = await recorded(new Buyer(demo, { sdk: 'not an SDK' }));
  const noted = await recorded(buyer, { clientMetadata: { platform: 'web', appId: 'x'.repeat(129) } });
  const client = noted.metadata.client as { platform?: string; appId?: string };
  const statusOf = async (body: unknown) => String((await pay(buyer, slug, body)).status);
  const environment = await statusOf(await byCard(new Buyer(demo, { mode: 'live' })));
  const authorization = await statusOf(await byBank(buyer, { achAuthorized: false }));
  await demo.configure({ require_checkout_phone: true });
  const phone = await statusOf(await byCard(buyer));
  type Suggested = { suggestions: unknown[] };
  const { suggestions } = (await buyer.get<Suggested>(`/api/checkout/address-suggest?q=maple&slug=${slug}`)).body;
  return {
    'no credential': known.answered === 200 ? 'works without a key' : String(known.answered),
    sdk: String(known.sdk),
    'malformed sdk': `${malformed.answered}, ${malformed.sdk === null ? 'nothing' : malformed.sdk} recorded`,
    environment,
    authorization,
    phone,
    suggestions: suggestions.length === 0 ? 'empty' : `${suggestions.length}`,
    client: `${client.platform}, ${client.appId === undefined ? 'no' : 'an'} appId`,
  };
}

async function measure(demo: Demo): Promise<Record<ClientNumberName, number>> {
  const buyer = new Buyer(demo);
  const { slug } = await paymentLink(demo);
  const body = await byCard(buyer);
  const first = await pay(buyer, slug, body, 'key');
  await demo.configure({ three_ds_enabled: true });
  const owner = { workspaceId: demo.workspace, sandbox: true };
  const { vaultPanAlias: panAlias, vaultExpMonth: expMonth, vaultExpYear: expYear } = await buyer.aliases();
  const created = await buyer.post('/api/vault/3ds/create-card', { ...owner, panAlias, expMonth, expYear });
  let cardRef = Number.NaN;
  for (let minutes = 1; minutes <= 60 && Number.isNaN(cardRef); minutes++) {
    await demo.advance('1m');
    const { status } = await buyer.post('/api/vault/3ds/init', { ...owner, cardRef: created.body.cardRef });
    if (status === 400) cardRef = minutes;
  }
  await demo.advance(`${60 - cardRef}m`);
  let replay = 1;
  while ((await pay(buyer, slug, body, 'key')).headers.has('idempotency-replayed') && replay < 100) {
    await demo.advance('1h');
    replay++;
  }
  return { pay: Number(first.headers.get('x-ratelimit-limit')), cardRef, replay };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Buyer, type CardAliases, type ClientRefusal } from '../support/buyer.ts';
import { ada, pay as payCheckout, session } from '../support/checkout.ts';
import { cards, Demo, eachTest } from '../support/demo.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { threeDsCards } from '../support/three-ds-cards.ts';

type Info = Record<string, string>;
interface Authenticated {
  approved?: boolean;
  challengeRequired?: boolean;
  challenge?: { form: string; url: string; creq: string };
  threeDsToken?: string | null;
  skipped?: boolean;
  reason?: string;
  status?: string;
  error?: string;
}
interface Finished {
  challengeRequired: boolean;
  threeDsToken: string | null;
  status: string;
  error?: string;
  cancelled?: boolean;
}
interface Begun {
  alias: CardAliases;
  cardRef: string;
  transactionInfo: Info;
}

let demo: Demo;
let buyer: Buyer;
eachTest(async (fresh) => {
  demo = await fresh.on('gateway_a');
  await demo.configure({ three_ds_enabled: true });
  buyer = new Buyer(demo, { sdk: 'ios/1.4.0' });
});

const call = <B>(step: string, body: object, by = buyer) =>
  by.post<B & ClientRefusal>(`/api/vault/3ds/${step}`, {
    workspaceId: demo.workspace,
    sandbox: by.mode === 'test',
    ...body,
  });

const cardFields = ({ vaultPanAlias, vaultExpMonth, vaultExpYear }: CardAliases) => ({
  panAlias: vaultPanAlias,
  expMonth: vaultExpMonth,
  expYear: vaultExpYear,
});

const preflight = async (alias: CardAliases) =>
  (await call<{ required: boolean }>('preflight', cardFields(alias))).body;

async function begin(number: string): Promise<Begun> {
  const alias = await buyer.aliases(number);
  const { cardRef } = (await call<{ cardRef: string }>('create-card', cardFields(alias))).body;
  const { transactionInfo } = (await call<{ transactionInfo: Info }>('init', { cardRef })).body;
  return { alias, cardRef, transactionInfo };
}

const browser = {
  java_enabled: false,
  javascript_enabled: true,
  color_depth: 24,
  screen_width: 390,
  screen_height: 844,
  tz_offset: -60,
  language: 'en-US',
};

const wanted = ({ alias, cardRef, transactionInfo }: Begun) => ({
  cardRef,
  transactionInfo,
  ...cardFields(alias),
  vaultBin: '400000',
  brand: 'visa',
  last4: '0000',
  billingCountry: 'US',
  email: 'ada@example.com',
  amount: 42,
  currency: 'USD',
  browser,
  channel: 'app',
  redirectUrl: 'https://pay.example.com/pay/api-shoes/3ds-return',
});

const authenticate = (begun: Begun, fields: object = {}) =>
  call<Authenticated>('authenticate', { ...wanted(begun), ...fields });
const finish = ({ cardRef, transactionInfo }: Begun, fields: object = {}) =>
  call<Finished>('finish', { cardRef, transactionInfo, amount: 42, ...fields });

async function challenged(number: string = threeDsCards.challengeApproves, fields: object = {}): Promise<Begun> {
  const begun = await begin(number);
  const { status, body } = await authenticate(begun, fields);
  expect({ status, challengeRequired: body.challengeRequired }).toEqual({ status: 200, challengeRequired: true });
  return begun;
}

/** The slug of a session of 42 dollars, or of as many cents of a currency. */
const open = async (amount = 4200, currency = 'USD'): Promise<string> =>
  (await session(demo, { amount, currency })).slug;

/** Pays a checkout by a card, with a token or without. */
const pay = (slug: string, alias: CardAliases, threeDsToken?: string) =>
  payCheckout(buyer, slug, { ...ada, ...alias, threeDsToken });

/** What the transaction of a payment records of the authentication, whether the gateway took it or not. */
async function recorded(slug: string, alias: CardAliases, token: string) {
  const { body } = await pay(slug, alias, token);
  expect(body.transactionId, JSON.stringify(body)).toMatch(/^txn_/);
  return demo.transaction(body.transactionId ?? '');
}

const required = { status: 402, body: { error: expect.any(String), code: '3ds_required' } };
const failed = (why: string) => ({ status: 402, body: { error: expect.stringContaining(why), code: '3ds_failed' } });

describe('preflight', () => {
  it('requires 3-D Secure for a card of a brand with an acquirer, where the workspace has it on', async () => {
    expect(await preflight(await buyer.aliases())).toEqual({ required: true });
    expect(await preflight(await buyer.aliases('3566002020360505'))).toEqual({ required: false });
    expect(await preflight(await buyer.aliases(threeDsCards.notEnrolled))).toEqual({ required: false });
    await demo.configure({ acquirer_brands: ['mastercard'] });
    expect(await preflight(await buyer.aliases())).toEqual({ required: false });
    expect(await preflight(await buyer.aliases(cards.mastercardDebit))).toEqual({ required: true });
  });

  it('requires nothing where the workspace has it off; the rest is refused there', async () => {
    const begun = await begin(cards.visaDebit);
    await demo.configure({ three_ds_enabled: false });
    expect(await preflight(begun.alias)).toEqual({ required: false });
    const refusals = [
      await call('create-card', cardFields(begun.alias)),
      await call('init', { cardRef: begun.cardRef }),
      await authenticate(begun),
      await finish(begun),
    ];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('3-D Secure is turned off') },
      });
    }
  });

  it('is refused with the rest where the workspace has no vault', async () => {
    const alias = await buyer.aliases();
    await demo.configure({ vault_enabled: false });
    const answer = await call('preflight', cardFields(alias));
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('vault_enabled') } });
  });

  it.each([
    ['an alias that nobody gave', { panAlias: 'tok_sandbox_00000000000000000000' }, 400],
    ['an alias of the other environment', { panAlias: 'tok_live_00000000000000000000' }, 400],
    ['a card number', { panAlias: cards.visaDebit }, 400],
    ['a month that is none', { expMonth: '13' }, 400],
    ['a country that is none', { billingCountry: 'QQ' }, 400],
    ['an e-mail address that is none', { email: 'nobody' }, 400],
    ['no workspaceId', { workspaceId: undefined }, 400],
    ['no sandbox', { sandbox: undefined }, 400],
    ['sandbox as a text', { sandbox: 'true' }, 400],
    ['another workspace', { workspaceId: 'ws_nobody' }, 404],
  ])('refuses %s', async (_what, fields, status) => {
    const answer = await call('preflight', { ...cardFields(await buyer.aliases()), ...fields });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body)).toEqual(['error']);
  });

  it('takes a month and a year as numbers, and a year of four digits', async () => {
    const fields = cardFields(await buyer.aliases());
    const { status } = await call('preflight', { ...fields, expMonth: 12, expYear: 2030 });
    expect(status).toBe(200);
  });

  it('refuses an alias of live mode for the sandbox, and the other way round', async () => {
    const live = new Buyer(demo, { mode: 'live' });
    const [inTest, inLive] = [cardFields(await buyer.aliases()), cardFields(await live.aliases())];
    expect(await call('preflight', inLive)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('live vault') },
    });
    expect(await call('preflight', inTest, live)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('sandbox vault') },
    });
    expect(await call('preflight', inLive, live)).toMatchObject({ status: 200 });
  });

  it('refuses an alias after 24 hours, and the alias of a security code', async () => {
    const alias = await buyer.aliases();
    const { vaultCvcAlias } = alias;
    const swapped = await call('preflight', { ...cardFields(alias), panAlias: vaultCvcAlias });
    expect(swapped).toMatchObject({ status: 400, body: { error: expect.stringContaining('security code') } });
    await demo.advance('86399s');
    expect(await preflight(alias)).toEqual({ required: true });
    await demo.advance('1s');
    expect(await preflight(alias)).toMatchObject({ error: expect.stringContaining('24 hours') });
  });
});

describe('create-card and init', () => {
  it('answer a signed reference of the card, and what begins an authentication', async () => {
    const alias = await buyer.aliases(cards.mastercardDebit);
    const created = await call<{ cardRef: string }>('create-card', cardFields(alias));
    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      cardRef: expect.stringMatching(/^card_[0-9A-Za-z]{20}\.[\w-]{43}$/),
      last4: '8210',
      brand: 'mastercard',
    });
    const begun = await call('init', { cardRef: created.body.cardRef });
    expect(begun.body).toEqual({
      transactionInfo: expect.objectContaining({ threeDSServerTransID: expect.stringMatching(/^[0-9a-f-]{36}$/) }),
      deviceFingerprintingHtml: expect.stringMatching(/^<input type="hidden"/),
    });
  });

  it('take a reference for 20 minutes, of its own workspace and mode, unchanged', async () => {
    const { cardRef } = await begin(cards.visaDebit);
    const [id = '', signature = ''] = cardRef.split('.');
    const forged = [
      `${id}.${'A'.repeat(signature.length)}`,
      id,
      `${id}.`,
      `card_x.${signature}`,
      `${cardRef}A`,
      'x.y.z',
    ];
    for (const each of forged) {
      expect(await call('init', { cardRef: each }), each).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('signed') },
      });
    }
    const other = await demo.on('gateway_a');
    await other.configure({ three_ds_enabled: true });
    expect(await call('init', { cardRef, workspaceId: other.workspace })).toMatchObject({ status: 400 });
    expect(await call('init', { cardRef, sandbox: false })).toMatchObject({ status: 400 });
    await demo.advance('1199s');
    expect((await call('init', { cardRef })).status).toBe(200);
    await demo.advance('1s');
    expect(await call('init', { cardRef })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('20 minutes') },
    });
  });
});

describe('authenticate', () => {
  it.each([
    [threeDsCards.frictionless, 'Y'],
    [threeDsCards.frictionlessApproves, 'Y'],
    [threeDsCards.attempted, 'A'],
    [cards.visaDebit, 'Y'],
    [cards.declined, 'Y'],
    [cards.unavailableCharged, 'Y'],
  ])('approves %s without a challenge: %s', async (number, status) => {
    const answer = await authenticate(await begin(number));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      approved: true,
      challengeRequired: false,
      threeDsToken: expect.stringMatching(/^3dst_[0-9A-Za-z]{20}$/),
      status,
    });
  });

  it.each([
    [threeDsCards.denied, 'N'],
    [threeDsCards.rejected, 'R'],
    [threeDsCards.unavailable, 'U'],
  ])('gives %s no token: %s', async (number, status) => {
    const begun = await begin(number);
    const { body } = await authenticate(begun);
    expect(body).toEqual({
      approved: false,
      challengeRequired: false,
      threeDsToken: null,
      status,
      error: expect.any(String),
    });
    expect(await pay(await open(), begun.alias)).toMatchObject(required);
  });

  it('skips a card that is not enrolled, and one of a brand without acquirer; they are paid without a token', async () => {
    const unknown = await begin(threeDsCards.notEnrolled);
    expect((await authenticate(unknown)).body).toEqual({ skipped: true, reason: 'not_enrolled' });
    // It declines at the gateway, as the 3-D Secure test cards do.
    expect(await pay(await open(), unknown.alias)).toMatchObject({ status: 400, body: { code: 'card_declined' } });
    const jcb = await begin('3566002020360505');
    expect((await authenticate(jcb)).body).toEqual({ skipped: true, reason: 'no_acquirer_profile' });
    expect(await pay(await open(), jcb.alias)).toMatchObject({ status: 200, body: { success: true } });
  });

  it.each([threeDsCards.challenge, threeDsCards.challengeApproves])('asks %s for a challenge', async (number) => {
    const { status, body } = await authenticate(await begin(number));
    expect(status).toBe(200);
    expect(body).toEqual({
      challengeRequired: true,
      challenge: { form: expect.any(String), url: expect.any(String), creq: expect.any(String) },
      threeDsToken: null,
      status: 'C',
    });
    const { form, url, creq } = body.challenge!;
    expect(url).toMatch(new RegExp(`^${demo.sandbox.url}/acs/auth_`));
    expect(JSON.parse(Buffer.from(creq, 'base64url').toString())).toMatchObject({ messageType: 'CReq' });
    expect(form).toContain(`action="${url}"`);
    expect(form).toContain(`name="creq" value="${creq}"`);
  });

  it('records the SDK that asked, and what is paid for', async () => {
    await authenticate(await begin(cards.visaDebit));
    const { engine } = demo.sandbox.sandbox;
    const log = engine.dataSet(demo.workspace, 'test');
    const [record] = [...log.collections()].find(({ def }) => def.name === 'three_ds_authentication')!.newestFirst();
    expect(record).toMatchObject({ sdk: 'ios/1.4.0', slug: 'api-shoes', amount: 4200, currency: 'USD' });
  });

  it('counts amounts in major units of the currency', async () => {
    const begun = await begin(cards.visaDebit);
    expect((await authenticate(begun, { amount: 12.345 })).body.error).toContain('at most 2 decimal places');
    expect((await authenticate(begun, { amount: 0 })).status).toBe(400);
    expect((await authenticate(begun, { amount: -1 })).status).toBe(400);
    expect((await authenticate(begun, { amount: '42' })).status).toBe(400);
    expect((await authenticate(begun, { amount: 1_000_000 })).body.error).toContain('must be at most 99999999 cents');
    expect((await authenticate(begun, { amount: 1e300 })).status).toBe(400);
    expect((await authenticate(begun, { amount: 500.5, currency: 'JPY' })).status).toBe(400);
    expect((await authenticate(begun, { amount: 42, currency: 'XYZ' })).status).toBe(400);
    const cents = await open(129);
    const { threeDsToken } = (await authenticate(begun, { amount: 1.29, slug: cents })).body;
    expect(await recorded(cents, begun.alias, threeDsToken!)).toMatchObject({ amount: 129, three_ds_status: 'Y' });
    const yen = await begin(cards.visaDebit);
    const slug = await open(500, 'JPY');
    const { body } = await authenticate(yen, { amount: 500, currency: 'jpy', slug });
    expect(await recorded(slug, yen.alias, body.threeDsToken!)).toMatchObject({ amount: 500, currency: 'JPY' });
  });

  it.each([
    ['the emulator itself', (url: string) => `${url}/acs/return`, 200],
    ['a checkout of the emulator', (url: string) => `${url}/pay/api-shoes/3ds-return`, 200],
    ['the emulator by another loopback name', (url: string) => `${url.replace('127.0.0.1', 'localhost')}/pay/x`, 200],
    ['a public host', () => 'https://shop.example.com/3ds', 200],
    ['another page of the emulator', (url: string) => `${url}/_emulator/reset`, 400],
    ['another port of this machine', () => 'http://127.0.0.1:9/pay/x', 400],
    ['localhost', () => 'http://localhost:3000/3ds', 400],
    ['a private host', () => 'http://192.168.1.20/3ds', 400],
    ['a metadata address', () => 'http://169.254.169.254/latest', 400],
    ['this machine, in IPv6', () => 'http://[::1]:3000/', 400],
    ['this machine, written otherwise', () => 'http://2130706433/', 400],
    ['no address', () => '/pay/api-shoes/3ds-return', 400],
    ['a script', () => 'javascript:alert(1)', 400],
  ])('returns to %s: %o', async (_what, addressOf, status) => {
    const begun = await begin(cards.visaDebit);
    const answer = await authenticate(begun, { redirectUrl: addressOf(demo.sandbox.url) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  });

  it('takes an authentication once, of the card that the reference names', async () => {
    const begun = await begin(cards.visaDebit);
    const other = await begin(cards.mastercardDebit);
    expect((await authenticate(begun, { transactionInfo: other.transactionInfo })).body.error).toContain(
      'must come from an authentication of the same card',
    );
    expect((await authenticate(begun, { panAlias: other.alias.vaultPanAlias })).body.error).toContain('same card');
    expect((await authenticate(begun, { transactionInfo: {} })).status).toBe(400);
    expect((await authenticate(begun, { transactionInfo: 'x' })).status).toBe(400);
    expect((await authenticate(begun, { browser: { java_enabled: 'no' } })).status).toBe(400);
    expect((await authenticate(begun, { channel: 'fax' })).status).toBe(400);
    expect((await authenticate(begun)).status).toBe(200);
    expect(await authenticate(begun)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('already has the status') },
    });
  });

  it('answers 502 where the vault fails, and can be tried again', async () => {
    await demo.control('post', '/faults', { on: 'POST /api/vault/3ds/authenticate', kind: 'unavailable', times: 1 });
    await demo.addRule({ operation: 'client_three_ds.authenticate', nth: 2 }, { kind: 'unavailable' });
    const begun = await begin(cards.visaDebit);
    const failure = { status: 502, body: { error: expect.any(String), code: 'three_ds_failed' } };
    expect(await authenticate(begun)).toMatchObject(failure);
    const { status, body } = await authenticate(begun);
    expect({ status, approved: body.approved }).toEqual({ status: 200, approved: true });
    expect(await authenticate(await begin(cards.visaDebit))).toMatchObject(failure);
  });

  it('denies where a rule that names it declines; other rules say and count nothing here', async () => {
    await demo.addRule({ nth: 1 }, { kind: 'decline' });
    expect((await authenticate(await begin(cards.visaDebit))).body).toMatchObject({ approved: true });
    await demo.addRule({ operation: 'client_three_ds.authenticate', card: '8210' }, { kind: 'decline' });
    const { body } = await authenticate(await begin(cards.mastercardDebit));
    expect(body).toMatchObject({ approved: false, status: 'N', threeDsToken: null });
    const declined = await demo.charge({ payment_token: await demo.tokenize() });
    expect(declined.status).toBe(402);
  });
});

describe('finish', () => {
  const idOf = ({ transactionInfo }: Begun) => ({ id: transactionInfo.authentication_id });

  it('waits while the challenge is open, and answers one token when it is approved', async () => {
    const slug = await open();
    const begun = await challenged(threeDsCards.challengeApproves, { slug });
    expect((await finish(begun)).body).toEqual({ challengeRequired: true, threeDsToken: null, status: 'C' });
    expect(await pay(slug, begun.alias)).toMatchObject(required);
    await demo.advance('3m');
    expect((await finish(begun)).body).toMatchObject({ challengeRequired: true });
    await demo.trigger('three_ds.approve', idOf(begun));
    const { body } = await finish(begun);
    expect(body).toEqual({
      challengeRequired: false,
      threeDsToken: expect.stringMatching(/^3dst_/),
      status: 'Y',
    });
    expect((await finish(begun)).body).toEqual(body);
    const { transactionId } = (await pay(slug, begun.alias, body.threeDsToken!)).body;
    expect(await demo.transaction(transactionId)).toMatchObject({
      status: 'pending_settlement',
      three_ds_status: 'Y',
      three_ds_eci: '05',
      metadata: { client: { sdk: 'ios/1.4.0' } },
    });
  });

  it.each([
    ['refuse', {}],
    ['cancel', { cancelled: true }],
  ])('tells of a challenge that ended by %s', async (move, said) => {
    const begun = await challenged();
    await demo.trigger(`three_ds.${move}`, idOf(begun));
    expect((await finish(begun)).body).toEqual({
      challengeRequired: false,
      threeDsToken: null,
      status: 'N',
      error: expect.any(String),
      ...said,
    });
  });

  it('refuses another amount, another card, and an authentication that nobody asked for yet', async () => {
    const begun = await challenged();
    expect((await finish(begun, { amount: 41 })).body.error).toContain('amount');
    const other = await begin(cards.mastercardDebit);
    expect((await finish(begun, { cardRef: other.cardRef })).body.error).toContain('same card');
    expect(await finish(other)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('has no result yet; call POST /three-ds/authenticate first') },
    });
    expect((await finish(begun, { transactionInfo: undefined })).status).toBe(400);
  });
});

describe('a threeDsToken', () => {
  const returnTo = (slug: string) => `https://pay.example.com/pay/${slug}/3ds-return`;

  async function approved(fields: object = {}, number: string = cards.visaDebit) {
    const begun = await begin(number);
    const { threeDsToken } = (await authenticate(begun, fields)).body;
    return { token: threeDsToken!, alias: begun.alias };
  }

  it('is free again where the payment turned out not to be made: the same body pays under the same key', async () => {
    await demo.addRule({ operation: 'checkout.pay', nth: 1 }, { kind: 'unavailable', resolve: 'failed' });
    const slug = await open();
    const { token, alias } = await approved({ redirectUrl: returnTo(slug) });
    const body = { ...ada, ...alias, threeDsToken: token };
    expect((await payCheckout(buyer, slug, body, 'k-1')).status).toBe(503);
    await demo.advance('30s');
    expect((await payCheckout(buyer, slug, body, 'k-1')).status).toBe(200);
    expect(await pay(await open(), alias, token)).toMatchObject(failed('used'));
  });

  it('stands for the result of the authentication, once, also where the payment is declined', async () => {
    const slug = await open();
    const { token, alias } = await approved({ redirectUrl: returnTo(slug) }, threeDsCards.attempted);
    expect(await recorded(slug, alias, token)).toMatchObject({
      status: 'failed',
      three_ds_status: 'A',
      three_ds_eci: '06',
      three_ds_cavv_present: true,
      three_ds_version: '2.2.0',
    });
    expect(await pay(slug, alias, token)).toMatchObject(failed('used'));
  });

  it('is bound to card, amount and slug, and survives what they refuse', async () => {
    const [slug, hats, dearer] = [await open(), await open(), await open(4201)];
    const { token, alias } = await approved({ redirectUrl: returnTo(slug) });
    expect(await pay(slug, await buyer.aliases(cards.mastercardDebit), token)).toMatchObject(failed('another card'));
    expect(await pay(slug, await buyer.aliases(cards.visaDebit, '11/31'), token)).toMatchObject(failed('another card'));
    expect(await pay(dearer, alias, token)).toMatchObject(failed('$42.00'));
    expect(await pay(hats, alias, token)).toMatchObject(failed('another checkout'));
    const again = await buyer.aliases();
    expect(await pay(slug, again, token)).toMatchObject({ status: 200 });
  });

  it('takes the slug from the body before the return address, and is free where neither names one', async () => {
    const [slug, other] = [await open(), await open()];
    const named = await approved({ slug, redirectUrl: returnTo(other) });
    expect(await pay(other, named.alias, named.token)).toMatchObject(failed('another checkout'));
    expect(await pay(slug, named.alias, named.token)).toMatchObject({ status: 200 });
    for (const redirectUrl of [undefined, 'https://shop.example.com/pay/thanks', 'https://shop.example.com/']) {
      const free = await approved({ redirectUrl });
      expect(await pay(await open(), free.alias, free.token)).toMatchObject({ status: 200 });
    }
    const own = await approved({ redirectUrl: `${demo.sandbox.url}/pay/shoes/3ds-return` });
    expect(await pay(other, own.alias, own.token)).toMatchObject(failed('another checkout'));
  });

  it('lives 20 minutes, in its own workspace', async () => {
    const [early, late] = [await approved({ redirectUrl: undefined }), await approved({ redirectUrl: undefined })];
    await demo.advance('1199s');
    expect(await pay(await open(), early.alias, early.token)).toMatchObject({ status: 200 });
    await demo.advance('1s');
    const slug = await open();
    expect(await pay(slug, late.alias, late.token)).toMatchObject(failed('20 minutes'));
    expect(await pay(slug, late.alias, '3dst_none')).toMatchObject(failed('unknown'));
    const { token } = await approved({ redirectUrl: undefined });
    demo = await demo.on('gateway_a');
    buyer = new Buyer(demo);
    expect(await pay(await open(), await buyer.aliases(), token)).toMatchObject(failed('unknown'));
  });

  it('is asked for in no workspace that has 3-D Secure off', async () => {
    await demo.configure({ three_ds_enabled: false });
    expect(await pay(await open(), await buyer.aliases())).toMatchObject({ status: 200 });
  });
});

describe('a restart', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'emulator-three-ds-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('leaves aliases, references and tokens as good as they were', async () => {
    const restart = async () => {
      const sandbox = await createTestSandbox({ dataDir, seed: undefined });
      demo = Demo.ofFixture(sandbox, 'ws_demo_a');
      buyer = new Buyer(demo);
      return sandbox;
    };
    const first = await restart();
    await demo.configure({ three_ds_enabled: true });
    const [begun, other] = [await begin(cards.visaDebit), await begin(cards.visaDebit)];
    const { threeDsToken } = (await authenticate(begun, { redirectUrl: undefined })).body;
    await first.stop();
    const second = await restart();
    try {
      expect((await authenticate(other)).body).toMatchObject({ approved: true });
      expect(await preflight(other.alias)).toEqual({ required: true });
      expect(await pay(await open(), begun.alias, threeDsToken!)).toMatchObject({ status: 200 });
    } finally {
      await second.stop();
    }
  });
});

describe('card numbers', () => {
  it('rest nowhere in the whole flow', async () => {
    const begun = await challenged();
    await demo.trigger('three_ds.approve', { id: begun.transactionInfo.authentication_id });
    await finish(begun);
    const requests = await demo.control<{ data: { id: string }[] }>('get', '/requests?limit=100');
    const whole = await Promise.all(requests.data.map(({ id }) => demo.control('get', `/requests/${id}`)));
    const text = JSON.stringify([whole, await demo.events(), await demo.exported()]);
    expect(text).toContain('card_');
    expect(text).not.toContain(threeDsCards.challengeApproves);
  });
});

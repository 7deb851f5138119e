import { afterEach, describe, expect, it } from 'vitest';
import {
  authenticateThreeDs,
  finishThreeDs,
  initializeThreeDs,
} from '../../src/payments/resources/three-ds/operations.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { cards, type Demo, eachTest, type Refusal } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { threeDsCards } from '../support/three-ds-cards.ts';

interface Result {
  authentication_id: string;
  status: string;
  challenge_required: boolean;
  challenge: { url: string; creq: string } | null;
  eci: string | null;
  cavv: string | null;
  xid: string | null;
  authenticationValue: string | null;
  dsTransId: string | null;
  threeDSServerTransID: string;
  threeDsVersion: string;
  skipped: boolean;
  reason: string | null;
  error?: string;
}
type Info = Record<string, string>;

let demo: Demo;
eachTest(async (fresh) => {
  demo = await fresh.on('gateway_a');
});

const initialize = (body: object, of = demo) =>
  of.api.post<Refusal & { data: { transaction_info: Info; device_fingerprint_html: string | null } }>(
    '/three-ds/initialize',
    body,
  );
const authenticate = (body: object, of = demo) =>
  of.api.post<Refusal & { data: Result }>('/three-ds/authenticate', body);
const finish = (body: object, of = demo) => of.api.post<Refusal & { data: Result }>('/three-ds/finish', body);

async function authenticated(number: string, fields: object = {}): Promise<Result> {
  const { status, body } = await authenticate({ token: await demo.tokenize(number), ...fields });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const finished = async ({ authentication_id }: Result): Promise<Result> =>
  (await finish({ authentication_id })).body.data;

describe('the direct flow', () => {
  it('begins with transaction_info and a fingerprint to render, authenticates with it, and finishes by it', async () => {
    const token = await demo.tokenize(threeDsCards.challengeApproves);
    const begun = await initialize({ token });
    expect(begun.status).toBe(200);
    expect(Object.keys(begun.body.data).sort()).toEqual(['device_fingerprint_html', 'transaction_info']);
    const { transaction_info, device_fingerprint_html } = begun.body.data;
    expect(device_fingerprint_html).toMatch(/^<input type="hidden"/);
    const { body } = await authenticate({ token, transaction_info });
    expect(body.data).toMatchObject({ status: 'C', challenge_required: true });
    expect(body.data.threeDSServerTransID).toBe(transaction_info.threeDSServerTransID);
    expect((await finish({ transaction_info })).body.data).toEqual(body.data);
    await demo.trigger('three_ds.approve', { id: body.data.authentication_id });
    const { data } = (await finish({ transaction_info })).body;
    expect(data).toMatchObject({ status: 'Y', challenge_required: false, challenge: null });
    const { eci, cavv, xid } = data;
    const charged = await demo.charged({ payment_token: token, three_ds: { eci, cavv, xid } });
    expect(charged).toMatchObject({ status: 'pending_settlement', three_ds_status: 'Y', three_ds_eci: '05' });
  });

  it('has no result before it is authenticated, and authenticates once', async () => {
    const token = await demo.tokenize();
    const { transaction_info } = (await initialize({ token })).body.data;
    expect(await finish({ transaction_info })).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    expect(await authenticate({ token, transaction_info })).toMatchObject({ status: 200 });
    expect(await authenticate({ token, transaction_info })).toMatchObject({
      status: 400,
      body: { code: 'invalid_state', error: expect.stringContaining('already has the status Y') },
    });
  });

  it('refuses the transaction_info of another card, and what initialize never answered', async () => {
    const { transaction_info } = (await initialize({ token: await demo.tokenize(cards.visaDebit) })).body.data;
    const token = await demo.tokenize(cards.visaCredit);
    for (const foreign of [transaction_info, {}, { threeDSServerTransID: 5 }, { threeDSServerTransID: 'none' }]) {
      const answer = await authenticate({ token, transaction_info: foreign });
      expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'transaction_info' } });
    }
    expect(await finish({ transaction_info: {} })).toMatchObject({ status: 400, body: { param: 'transaction_info' } });
  });

  it('renders no fingerprint for a card that will not be authenticated', async () => {
    const unknown = await initialize({ token: await demo.tokenize(threeDsCards.notEnrolled) });
    expect(unknown.body.data.device_fingerprint_html).toBeNull();
  });
});

describe('authenticate', () => {
  it.each([
    [threeDsCards.frictionless, 'Y', '05', true],
    [threeDsCards.frictionlessApproves, 'Y', '05', true],
    [cards.visaDebit, 'Y', '05', true],
    [cards.mastercardDebit, 'Y', '02', true],
    [cards.declined, 'Y', '05', true],
    [threeDsCards.attempted, 'A', '06', true],
    [threeDsCards.denied, 'N', '07', false],
    [threeDsCards.rejected, 'R', '07', false],
    [threeDsCards.unavailable, 'U', '07', false],
  ])('answers %s at once: %s, eci %s', async (number, status, eci, hasValue) => {
    const result = await authenticated(number);
    expect(result).toMatchObject({
      object: 'three_ds_result',
      authentication_id: expect.stringMatching(/^auth_[0-9A-Za-z]{20}$/),
      status,
      challenge_required: false,
      challenge: null,
      eci,
      cavv: hasValue ? expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/) : null,
      xid: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
      dsTransId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      threeDSServerTransID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      threeDsVersion: '2.2.0',
      skipped: false,
      reason: null,
    });
    expect(result.authenticationValue).toBe(result.cavv);
    expect('error' in result).toBe(!hasValue);
    expect(await finished(result)).toEqual(result);
  });

  it('answers a card that is not enrolled U, which is not an error', async () => {
    const result = await authenticated(threeDsCards.notEnrolled);
    expect(result).toMatchObject({ status: 'U', reason: 'not_enrolled', skipped: false });
    expect('error' in result).toBe(false);
  });

  it('skips a card whose brand has no acquirer profile, and the charge goes on without', async () => {
    await demo.configure({ acquirer_brands: ['mastercard'] });
    const token = await demo.tokenize(cards.visaCredit);
    const { body } = await authenticate({ token });
    expect(body.data).toMatchObject({
      skipped: true,
      status: 'SKIPPED',
      reason: 'no_acquirer_profile',
      challenge_required: false,
      eci: null,
      cavv: null,
      xid: null,
    });
    expect((await initialize({ token })).body.data.device_fingerprint_html).toBeNull();
    expect(await authenticated(cards.mastercardDebit)).toMatchObject({ status: 'Y', skipped: false });
    expect(await demo.charged({ payment_token: token })).toMatchObject({ three_ds_status: null });
  });

  it('resolves a token without using it up, and not one that is used up or over', async () => {
    const token = await demo.tokenize();
    for (const path of ['/three-ds/initialize', '/three-ds/authenticate', '/three-ds/authenticate']) {
      await demo.made(path, { token }, 200);
    }
    await demo.charged({ payment_token: token });
    expect(await authenticate({ token })).toMatchObject({ status: 400, body: { code: 'token_used', param: 'token' } });
    const late = await demo.tokenize();
    await demo.advance('15m');
    expect(await authenticate({ token: late })).toMatchObject({ status: 400, body: { code: 'token_expired' } });
  });

  it('takes a saved card once the customer has used it at this business', async () => {
    const { id: payment_method_id } = await demo.saveCard(await demo.saveCustomer());
    for (const call of [initialize, authenticate]) {
      expect(await call({ payment_method_id })).toMatchObject({ status: 400, body: { param: 'payment_method_id' } });
    }
    await demo.charged({ payment_method_id });
    expect(await initialize({ payment_method_id })).toMatchObject({ status: 200 });
    const { status, eci, cavv, xid } = (await authenticate({ payment_method_id })).body.data;
    expect(status).toBe('Y');
    const again = await demo.charged({ payment_method_id, three_ds: { eci, cavv, xid } });
    expect(again).toMatchObject({ three_ds_status: 'Y', three_ds_cavv_present: true });
  });

  it('counts a declined charge as a use', async () => {
    const method = await demo.saveCard(await demo.saveCustomer(), cards.declined);
    await demo.charge({ payment_method_id: method.id });
    expect(await authenticate({ payment_method_id: method.id })).toMatchObject({ status: 200 });
  });

  it('refuses bank accounts, unknown cards, several cards and none', async () => {
    const bank = await demo.saveBank(await demo.saveCustomer());
    const token = await demo.tokenize();
    for (const [body, param, code] of [
      [{ payment_method_id: bank.id }, 'payment_method_id', 'parameter_invalid'],
      [{ payment_method_id: 'pm_none' }, 'payment_method_id', 'parameter_invalid'],
      [{ token: 'ptok_none' }, 'token', 'parameter_invalid'],
      [{ card_id: 'card_none' }, 'card_id', 'parameter_invalid'],
      [{ token, card_id: 'card_none' }, 'card_id', 'parameter_invalid'],
      [{}, 'token', 'parameter_missing'],
    ] as const) {
      expect(await authenticate(body)).toMatchObject({ status: 400, body: { param, code } });
      expect(await initialize(body)).toMatchObject({ status: 400, body: { param, code } });
    }
  });

  it('is limited to 20 a minute', async () => {
    const { headers } = await authenticate({ token: await demo.tokenize() });
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['20', '19']);
    expect((await finish({ authentication_id: 'none' })).headers.get('x-ratelimit-limit')).toBe('300');
  });
});

describe('redirect_url', () => {
  it.each([
    'http://localhost/back',
    'https://localhost:8080/back',
    'http://shop.localhost/back',
    'http://127.0.0.1:3000/back',
    'http://2130706433/back',
    'http://0x7f.1/back',
    'http://0.0.0.0/back',
    'http://10.1.2.3/back',
    'http://172.16.0.1/back',
    'http://172.31.255.255/back',
    'http://192.168.1.1/back',
    'http://169.254.169.254/latest',
    'http://100.64.0.1/back',
    'http://[::1]/back',
    'http://[::ffff:127.0.0.1]/back',
    'http://[fd00::1]/back',
    'http://[fe80::1]/back',
    'http://[2002:7f00:1::]/back',
    'http://printer.local/back',
    'http://intranet/back',
    'http://db.internal./back',
    'ftp://shop.example/back',
    'javascript:alert(1)',
    'nowhere',
  ])('%s is refused', async (redirect_url) => {
    const answer = await authenticate({ token: await demo.tokenize(), redirect_url });
    expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'redirect_url' } });
  });

  it.each([
    'https://shop.example/back?order=1',
    'http://172.32.0.1/back',
    'http://8.8.8.8/back',
    'https://[2606:4700::1111]/back',
  ])('%s is taken', async (redirect_url) => {
    expect(await authenticate({ token: await demo.tokenize(), redirect_url })).toMatchObject({ status: 200 });
  });

  it("of the emulator's own return pages is taken, of its other pages and ports not", async () => {
    const { url } = demo.sandbox;
    const { port } = new URL(url);
    const token = await demo.tokenize();
    for (const own of [`${url}/acs/return`, `http://localhost:${port}/pay/api-1?step=done`]) {
      expect(await authenticate({ token, redirect_url: own }), own).toMatchObject({ status: 200 });
    }
    for (const other of [`${url}/_emulator/reset`, `http://localhost:${Number(port) + 1}/acs/return`, `${url}/acsx/`]) {
      expect(await authenticate({ token, redirect_url: other }), other).toMatchObject({ status: 400 });
    }
  });
});

describe('a challenge', () => {
  it.each([threeDsCards.challenge, threeDsCards.challengeApproves])(
    'of %s is open until the cardholder decides',
    async (number) => {
      const result = await authenticated(number);
      expect(result).toMatchObject({ status: 'C', challenge_required: true, eci: null, cavv: null, xid: null });
      expect(result.challenge!.url).toBe(`${demo.sandbox.url}/acs/${result.authentication_id}`);
      const request = JSON.parse(Buffer.from(result.challenge!.creq, 'base64url').toString());
      expect(request).toMatchObject({ messageType: 'CReq', threeDSServerTransID: result.threeDSServerTransID });
      await demo.advance('3m');
      expect(await finished(result)).toEqual(result);
    },
  );

  it.each([
    ['approve', 'Y', undefined],
    ['refuse', 'N', expect.stringContaining('did not authenticate')],
    ['cancel', 'N', expect.stringContaining('cancelled')],
  ])('ends by %s as %s', async (move, status, error) => {
    const result = await authenticated(threeDsCards.challenge);
    const { objects, events } = await demo.trigger(`three_ds.${move}`, { id: result.authentication_id });
    expect(objects).toMatchObject([{ id: result.authentication_id, object: 'three_ds_authentication', status }]);
    expect(events).toEqual([]);
    expect((await finished(result)).error).toEqual(error);
    expect(await finished(result)).toMatchObject({ status, challenge_required: false, challenge: null });
    const again = await demo.refusedTrigger('three_ds.approve', { id: result.authentication_id });
    expect(again).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
  });

  it('is made from nothing where a trigger names no object', async () => {
    for (const [name, status] of [
      ['three_ds.approve', 'Y'],
      ['three_ds.refuse', 'N'],
      ['three_ds.challenge', 'C'],
      ['three_ds.reject', 'R'],
      ['three_ds.attempt', 'A'],
    ] as const) {
      const { objects } = await demo.trigger(name);
      expect(objects[0]).toMatchObject({ object: 'three_ds_authentication', status });
    }
  });
});

describe('three_ds on a charge', () => {
  it.each([
    [4_250, 425_000, 'three_ds.amount=425000'],
    [4_250, 42, 'three_ds.amount=42'],
    [4_200, 42, 'three_ds.amount=42'],
    [4_250, 4_250, null],
    [4_250, 4_000, null],
  ])('of %i cents is noted beside a proof of %i only if that is in another unit', async (amount, proven, noted) => {
    const token = await demo.tokenize(threeDsCards.frictionlessApproves);
    const three_ds = (await authenticate({ token, amount: proven })).body.data;
    const { status, headers } = await demo.api.post('/charges', { amount, payment_token: token, three_ds });
    expect([status, headers.get('x-emulator-ignored')]).toEqual([201, noted]);
    const { data } = await demo.control<{ data: { unknown_fields: string[] }[] }>('get', '/requests?limit=1');
    expect(data[0]?.unknown_fields).toEqual(noted === null ? [] : [noted]);
  });

  it('records the result on the transaction', async () => {
    const token = await demo.tokenize(threeDsCards.frictionlessApproves);
    const { data: three_ds } = (await authenticate({ token })).body;
    const charged = await demo.charged({ payment_token: token, three_ds });
    expect(charged).toMatchObject({
      three_ds_status: 'Y',
      three_ds_eci: '05',
      three_ds_cavv_present: true,
      three_ds_xid: three_ds.xid,
      three_ds_version: '2.2.0',
      three_ds_ds_trans_id: three_ds.dsTransId,
    });
    expect(JSON.stringify(charged)).not.toContain(three_ds.cavv);
  });

  it.each([
    [
      'what the browser SDK gives',
      ({ status, eci, authenticationValue, dsTransId, threeDSServerTransID }: Result) => ({
        status,
        eci,
        authenticationValue,
        dsTransId,
        threeDSServerTransID,
      }),
    ],
    ['xid alone', ({ xid }: Result) => ({ xid })],
    ['the id alone', ({ authentication_id }: Result) => ({ authentication_id })],
  ])('takes %s', async (_what, part) => {
    const token = await demo.tokenize(threeDsCards.frictionlessApproves);
    const three_ds = part((await authenticate({ token })).body.data);
    expect(await demo.charged({ payment_token: token, three_ds })).toMatchObject({ three_ds_status: 'Y' });
  });

  it('goes with a card that was saved after it was authenticated', async () => {
    const token = await demo.tokenize(threeDsCards.frictionlessApproves);
    const { eci, cavv, xid } = (await authenticate({ token })).body.data;
    const customer = await demo.saveCustomer();
    const path = `/customers/${customer.id}/payment-methods`;
    const { data: method } = await demo.made<{ data: { id: string } }>(path, { payment_token: token });
    const charged = await demo.charged({ payment_method_id: method.id, three_ds: { eci, cavv, xid } });
    expect(charged).toMatchObject({ three_ds_status: 'Y' });
  });

  it('is refused where its values belong to no authentication of that card', async () => {
    const { eci, cavv, xid } = await authenticated(threeDsCards.frictionlessApproves);
    const other = await authenticated(threeDsCards.frictionlessApproves);
    const payment_token = await demo.tokenize(threeDsCards.frictionlessApproves);
    for (const three_ds of [
      { eci, cavv: 'AAAA', xid },
      { eci, cavv, xid: other.xid },
      { eci: '06', cavv, xid },
      { status: 'A', cavv },
      { authentication_id: 'auth_none' },
      { authentication_id: other.authentication_id, cavv },
    ]) {
      const answer = await demo.charge({ payment_token, three_ds });
      expect(answer, JSON.stringify(three_ds)).toMatchObject({
        status: 400,
        body: { code: 'parameter_invalid', param: 'three_ds' },
      });
    }
    for (const three_ds of [{}, { eci }]) {
      const answer = await demo.charge({ payment_token, three_ds });
      expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_missing', param: 'three_ds' } });
    }
    const foreign = await demo.charge({ payment_token: await demo.tokenize(), three_ds: { eci, cavv, xid } });
    expect(foreign).toMatchObject({ status: 400, body: { param: 'three_ds' } });
    await demo.charged({ payment_token, three_ds: { eci, cavv, xid } });
  });

  it('does not go with a bank account, nor before there is a result', async () => {
    const result = await authenticated(threeDsCards.challengeApproves);
    const { threeDSServerTransID } = result;
    const bank = await demo.saveBank(await demo.saveCustomer());
    const debit = await demo.charge({ payment_method_id: bank.id, three_ds: { threeDSServerTransID } });
    expect(debit).toMatchObject({ status: 400, body: { param: 'three_ds' } });
    const payment_token = await demo.tokenize(threeDsCards.challengeApproves);
    const early = await demo.charge({ payment_token, three_ds: { threeDSServerTransID } });
    expect(early).toMatchObject({ status: 400, body: { param: 'three_ds', error: expect.stringContaining('finish') } });
  });

  it('of a refused challenge is declined, and of a failed attempt is recorded', async () => {
    const token = await demo.tokenize(threeDsCards.challengeApproves);
    const { data: result } = (await authenticate({ token })).body;
    await demo.trigger('three_ds.refuse', { id: result.authentication_id });
    const { eci, xid } = await finished(result);
    const answer = await demo.charge({ payment_token: token, three_ds: { eci, xid } });
    expect(answer).toMatchObject({
      status: 402,
      body: { category: 'declined', decline_code: null, data: { status: 'failed', three_ds_status: 'N' } },
    });
  });

  it.each([
    threeDsCards.frictionless,
    threeDsCards.denied,
    threeDsCards.attempted,
    threeDsCards.rejected,
    threeDsCards.unavailable,
    threeDsCards.notEnrolled,
  ])('of %s is declined, with its result on the failed transaction', async (number) => {
    const token = await demo.tokenize(number);
    const { data: three_ds } = (await authenticate({ token })).body;
    const answer = await demo.charge({ payment_token: token, three_ds });
    expect(answer).toMatchObject({ status: 402, body: { data: { three_ds_status: three_ds.status } } });
  });
});

describe('who may authenticate', () => {
  it('is a publishable key too, in its own workspace and mode alone', async () => {
    const token = await demo.tokenize();
    const { body } = await demo.publishable.post<{ data: Result }>('/three-ds/authenticate', { token });
    const { authentication_id } = body.data;
    expect(await demo.publishable.post('/three-ds/initialize', { token })).toMatchObject({ status: 200 });
    expect(await demo.publishable.post('/three-ds/finish', { authentication_id })).toMatchObject({ status: 200 });
    const other = await demo.on('gateway_a');
    for (const stranger of [other, demo.live]) {
      expect(await finish({ authentication_id }, stranger)).toMatchObject({ status: 400 });
      expect(await authenticate({ token }, stranger)).toMatchObject({ status: 400 });
    }
    expect(await demo.sandbox.as('sk_test_none').post('/three-ds/finish', {})).toMatchObject({ status: 401 });
  });

  it('needs the vault, not the setting of the automatic flows', async () => {
    const token = await demo.tokenize();
    await demo.configure({ three_ds_enabled: false });
    const { authentication_id } = (await authenticate({ token })).body.data;
    await demo.configure({ vault_enabled: false });
    for (const answer of [
      await initialize({ token }),
      await authenticate({ token }),
      await finish({ authentication_id }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'capability_required' } });
    }
  });
});

describe('bad input', () => {
  it('is refused field by field, and changes nothing', async () => {
    const token = await demo.tokenize();
    const { transaction_info } = (await initialize({ token })).body.data;
    const { authentication_id } = await authenticated(cards.visaDebit);
    const before = await demo.exported();
    for (const [operation, good] of [
      [initializeThreeDs, { token }],
      [
        authenticateThreeDs,
        {
          token,
          transaction_info,
          amount: 100,
          currency: 'USD',
          email: 'a@b.co',
          browser: {},
          redirect_url: 'https://shop.example/',
        },
      ],
      [finishThreeDs, { authentication_id }],
    ] as const) {
      const bad = badBodies(operation.body as unknown as Shape, good);
      expect(bad.length).toBeGreaterThan(5);
      for (const { what, field, text } of bad) {
        const answer = await demo.api.post<Refusal>(operation.path, text);
        expect(answer.status, `${operation.id} ${what}`).toBe(400);
        expect(answer.body.param?.split('.')[0], what).toBe(field.split('.')[0]);
      }
    }
    expect(await demo.exported()).toBe(before);
  });

  it('of finish: an id of nothing, no id, and ids of two authentications', async () => {
    const token = await demo.tokenize();
    const { transaction_info } = (await initialize({ token })).body.data;
    const { authentication_id } = await authenticated(cards.visaDebit);
    expect(await finish({})).toMatchObject({ status: 400, body: { code: 'parameter_missing' } });
    expect(await finish({ authentication_id: 'auth_none' })).toMatchObject({
      status: 400,
      body: { param: 'authentication_id' },
    });
    const both = await finish({ authentication_id, transaction_info });
    expect(both).toMatchObject({ status: 400, body: { param: 'transaction_info' } });
  });
});

describe('the tokenization key', () => {
  it.each([
    ['gateway_a', false, 'gateway_a'],
    ['gateway_a', true, 'gateway_a_white_label'],
    ['gateway_b', true, 'gateway_b'],
    ['debit_payouts', false, 'debit_payouts'],
  ] as const)('of %s, white label %s, names %s', async (gateway, white_label, processor_type) => {
    const own = await demo.on(gateway);
    await own.configure({ white_label });
    const { status, body } = await own.publishable.get<{ data: { key: string } }>('/tokenization-key');
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { object: 'tokenization_key', key: expect.stringMatching(/\S/), processor_type } },
    });
    expect(await own.api.get('/tokenization-key')).toMatchObject({ body });
    expect((await own.live.publishable.get<{ data: { key: string } }>('/tokenization-key')).body.data.key).not.toBe(
      body.data.key,
    );
  });

  it('needs a key', async () => {
    expect(await demo.sandbox.as('pk_test_none').get('/tokenization-key')).toMatchObject({ status: 401 });
  });
});

describe('with limits', () => {
  let sandbox: TestSandbox;
  afterEach(() => sandbox?.stop());

  it('the 21st authentication of a minute is refused, and finish is not', async () => {
    sandbox = await createTestSandbox({ rateLimit: true });
    const api = sandbox.as('sk_test_demo_a');
    for (let call = 0; call < 20; call++) {
      expect((await api.post('/three-ds/authenticate', { token: 'none' })).status).toBe(400);
    }
    const { status, headers } = await api.post('/three-ds/authenticate', { token: 'none' });
    expect([status, headers.get('retry-after')]).toEqual([429, '60']);
    expect((await api.post('/three-ds/finish', { authentication_id: 'none' })).status).toBe(400);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProjectCopy, sliceExamples } from '../support/project-copy.ts';

/** The second slice that CONTRIBUTING shows: a part of a charge is paid by what it keeps. */
const example = sliceExamples[1]!;

let copy: ProjectCopy;
beforeAll(() => {
  copy = new ProjectCopy();
  copy.addSlice(example, 'giftCard', 'threeDs');
});
afterAll(() => copy.remove());

describe('the gift card that CONTRIBUTING shows', () => {
  it('is one sitting: one file, and at most 130 lines', () => {
    expect(example.place).toBe('src/payments/resources/gift-card/index.ts');
    expect(example.text.split('\n').length).toBeLessThanOrEqual(130);
  });

  it('compiles, and so does no refusal of a field that it does not declare', async () => {
    const mistaken = example.text.replace("? 'giftCard' : 'gift_card'", "? 'giftCard' : 'gift_crad'");
    expect(mistaken).not.toBe(example.text);
    copy.write('src/payments/resources/mistake/index.ts', mistaken);
    const errors = await copy.compile();
    expect(errors.filter((line) => !line.startsWith('src/payments/resources/mistake/'))).toEqual([]);
    expect(errors.join('\n')).toMatch(/'"giftCard" \| "gift_crad"' is not assignable to parameter of type 'Param'/);
  });

  it('pays its part of charges, and has it back when they do not stand', async () => {
    await copy.build();
    expect(await copy.run('play.mjs', play)).toEqual({
      made: [201, { object: 'gift_card', code: 'BIRTHDAY', currency: 'USD', balance: 2000 }],
      // What the card is charged, what is pending of it, and what is left on the gift card.
      charged: [201, 3000, 3000, 0],
      voided: [200, 0, 2000],
      failed: ['failed', 0, 2000],
      declined: [402, 3000, 2000],
      unknown: [503, 0],
      notCharged: 2000,
      unknownAgain: [503, 0],
      lateCharged: [3000, 0],
      lateVoided: 2000,
      partlyRefunded: ['partially_refunded', 0],
      refunded: ['refunded', 2000],
      small: [1, 501],
      paidOnPage: [200, 3699, 0],
      empty: [400, 'parameter_invalid', 'gift_card'],
      ofNobody: [400, 'parameter_invalid', 'gift_card'],
      ofNumber: [400, 'parameter_invalid', 'gift_card'],
      misspelt: [400, 'parameter_unknown', 'gift_crad'],
      misspeltOnPage: [400, expect.stringContaining('giftCrad')],
      described: ['string', 'string'],
    });
  });
});

/** Uses the copy as a test of a user's would. */
const play = `
import { startEmulator } from './dist/index.js';
const emulator = await startEmulator({ freeze: true, strict: true });
const { api } = emulator;
const call = async (method, path, body, headers = {}) => {
  const answer = await fetch(emulator.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
};
const control = (path, body) => call('POST', '/_emulator' + path, body);
const made = await api.post('/gift-cards', { code: 'BIRTHDAY', amount: 2000 });
const { id: card } = made.body.data;
const left = async () => (await api.get('/gift-cards/' + card)).body.data.balance;
const pending = async () => (await api.get('/balance')).body.data.pending;
const before = await pending();
const newly = async () => (await pending()) - before;
const charge = async (fields = {}) => {
  const number = '4000056655665556';
  const { token } = (await api.post('/tokens', { number, exp_month: '12', exp_year: '2030' })).body.data;
  return api.post('/charges', { payment_token: token, amount: 5000, gift_card: 'BIRTHDAY', ...fields });
};
const decide = (then) => control('/rules', { when: { operation: 'charges.create', nth: 1 }, then });
const said = {};
const { object, code, currency, balance } = made.body.data;
said.made = [made.status, { object, code, currency, balance }];

const first = await charge();
said.charged = [first.status, first.body.data.amount, await newly(), await left()];
said.voided = [(await api.post('/transactions/' + first.body.data.id + '/void')).status, await newly(), await left()];

const second = (await charge()).body.data;
await emulator.trigger('transaction.fail', { id: second.id });
said.failed = [(await api.get('/transactions/' + second.id)).body.data.status, await newly(), await left()];

const clear = () => call('DELETE', '/_emulator/rules');
await decide({ kind: 'decline' });
const declined = await charge();
said.declined = [declined.status, declined.body.data.amount, await left()];
await clear();
await decide({ kind: 'unavailable', resolve: 'failed' });
said.unknown = [(await charge({ reference_id: 'r-1' })).status, await left()];
await emulator.clock.advance('30s');
said.notCharged = await left();
await clear();
await decide({ kind: 'unavailable', resolve: 'approved' });
said.unknownAgain = [(await charge({ reference_id: 'r-2' })).status, await left()];
await emulator.clock.advance('30s');
const [late] = (await api.get('/transactions')).body.data;
said.lateCharged = [late.amount, await left()];
await api.post('/transactions/' + late.id + '/void');
said.lateVoided = await left();
await clear();

const third = (await charge()).body.data;
await control('/settle', {});
const refund = async (body) => (await api.post('/transactions/' + third.id + '/refund', body)).body.data.status;
said.partlyRefunded = [await refund({ amount: 1000 }), await left()];
said.refunded = [await refund(), await left()];

const small = (await charge({ amount: 1500 })).body.data;
said.small = [small.amount, await left()];

const aliases = await call('POST', '/vault/vlt_demo_sandbox/post', {
  card_number: '4000056655665556', card_exp: '12/30', card_cvc: '123',
});
const payOnPage = async (fields) => {
  const session = { amount: 4200, success_url: 'https://shop.example.com/thanks' };
  const { slug } = (await api.post('/checkout-sessions', session)).body.data;
  const body = {
    email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace',
    billingAddress1: '1 Main St', billingCity: 'Springfield', billingState: 'IL', billingPostalCode: '62701',
    billingCountry: 'US',
    vaultPanAlias: aliases.body.card_number, vaultCvcAlias: aliases.body.card_cvc,
    vaultExpMonth: '12', vaultExpYear: '30',
    ...fields,
  };
  return call('POST', '/api/checkout/' + slug + '/pay', body, { 'idempotency-key': crypto.randomUUID() });
};
const paid = await payOnPage({ giftCard: 'BIRTHDAY' });
said.paidOnPage = [paid.status, paid.body.amount, await left()];

const refusal = ({ status, body }) => [status, body.code, body.param];
said.empty = refusal(await charge());
said.ofNobody = refusal(await charge({ gift_card: 'NOBODY' }));
said.ofNumber = refusal(await charge({ gift_card: 7 }));
said.misspelt = refusal(await charge({ gift_crad: 'BIRTHDAY' }));
const misspelt = await payOnPage({ giftCrad: 'BIRTHDAY' });
said.misspeltOnPage = [misspelt.status, misspelt.body.error];

const fieldOf = async (file, path, name) => {
  const { paths } = await (await fetch(emulator.url + file)).json();
  return paths[path].post.requestBody.content['application/json'].schema.properties[name].type;
};
said.described = [
  await fieldOf('/openapi.json', '/charges', 'gift_card'),
  await fieldOf('/openapi-client.json', '/api/checkout/{slug}/pay', 'giftCard'),
];
console.log(JSON.stringify(said));
await emulator.stop();
`;

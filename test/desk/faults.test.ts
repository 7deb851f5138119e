import { describe, expect, test } from 'vitest';
import { openPalette } from '../../src/desk/model/palette/palette.ts';
import { deskOfEachTest } from './setup.ts';
import { textsOfChoices } from './texts.ts';

const at = deskOfEachTest();

async function open(typed = '') {
  at.does('fault');
  return at.chooser('^Inject a fault, or add a rule$', typed);
}

const faults = async () => (await at.client.call('faults.list')).data;
const rules = async () => (await at.client.call('rules.list')).data.map(({ when, then }) => ({ when, then }));

/** Opens the form of a new rule. */
async function ruleOf(kind: string) {
  await open(`rule ${kind}`);
  await at.choose(`^rule: ${kind} {2}`);
  return at.form(`^rule: ${kind}$`);
}

/** Opens the form that changes the only rule. */
async function changed() {
  at.desk.notices.message = null;
  at.go('faults');
  await at.select(/^rule/);
  at.does('actions');
  await at.chooser('Actions');
  await at.choose('^change {2}the conditions and effect of the rule');
  return at.form('^change the rule rule_');
}

describe('a fault', () => {
  test('is injected once where nothing else is said, shown, and removed', async () => {
    await open('rate');
    await at.choose('^rate limit');
    await at.form('^inject: rate limit$');
    await at.submit();
    await at.says(/^rate limit will affect charges\.create, 1 time · \w+_\w+…$/);
    at.go('faults');
    await at.select(/^fault {2}rate limit {2}charges\.create {2}0 of 1/);
    at.does('remove');
    await at.says('^The fault was removed\\.$');
    await at.until(() => at.rows).toEqual([]);
  });

  test('happens every time where 0 is said', async () => {
    await open('unavailable');
    await at.choose('^unavailable');
    await at.submit({ times: '0' });
    await at.says('every time');
    expect(await faults()).toMatchObject([{ kind: 'unavailable', times: null }]);
  });

  test('has exactly the fields that its kind takes, and shows a refusal under the one that is wrong', async () => {
    await open('arrives twice');
    await at.choose('^duplicate');
    const form = await at.form('^inject: duplicate$');
    expect(form.fields.map(({ spec: { name } }) => name)).toEqual([
      'ms',
      'times',
      'at_once',
      'event',
      'attempt',
      'endpoint',
      'skip',
      'every',
      'probability',
    ]);
    expect(await at.refused({ times: 'many' })).toMatchObject({ why: /^times must be a whole number/, field: 'times' });
    const why = await at.refused({ times: '3', at_once: 'yes', event: 'payout.piad' });
    expect(why).toMatchObject({
      why: /^'payout\.piad' is not an event type\. Did you mean '?payout\.paid/,
      field: 'event',
    });
    await at.submit({ event: 'payout.paid' });
    await at.says('^duplicate will affect delivery, 3 times');
    expect(await faults()).toMatchObject([
      { kind: 'duplicate', on: 'delivery', times: 3, at_once: true, event: 'payout.paid', attempt: null, skip: 0 },
    ]);
    at.go('faults');
    await at.select(/^fault {2}duplicate {2}delivery: at once, event payout\.paid {2}0 of 3/);
  });

  test('of the kind that is named by what is typed stands first', async () => {
    const list = await open('lat');
    expect(list.selected!.name).toBe('latency');
    list.write('latency');
    const names = list.choices.map(({ name }) => name);
    expect(names.indexOf('rule: latency')).toBeGreaterThan(names.lastIndexOf('latency'));
  });

  test('takes what every field of every kind declares', async () => {
    const examples = {
      ...{ text: 'payout.paid', choice: 'failed', number: 500, amount: 1, duration: '1s', yes_no: true, code: 'R01' },
    };
    for (const { kind, on, fields } of (await at.client.call('faults.kinds')).data) {
      const body = fields.map(({ name, type, fallback }) => [
        name,
        type === 'text' && fallback !== null ? fallback : examples[type],
      ]);
      const {
        attempt,
        endpoint: _endpoint,
        ...fault
      }: Record<string, unknown> = {
        on,
        ...Object.fromEntries(body),
        probability: 0.5,
        kind,
      };
      await at.client.call('faults.create', { ...fault, ...(attempt === undefined ? {} : { attempt: 1 }) } as never);
      expect(fields.every(({ about }) => about !== '')).toBe(true);
    }
  });

  test('that cannot be loaded says why', async () => {
    at.wire.answer(/\/faults\/kinds/, 400, { error: 'Not now.', type: 'invalid_request_error' });
    at.does('fault');
    await at.says('^Not now\\.$');
  });
});

describe('the next charge', () => {
  test('is declined by one choice, and the one after it is not', async () => {
    await open('next charge decline');
    await at.choose('^Next charge: decline {2}');
    await at.says(
      '^Next charge: decline\\. A renewal counts as a charge\\. The Faults view lists the rule, and says when it is spent\\.$',
    );
    at.go('faults');
    await at.opened(/^rule/);
    const customer = await at.demo.saveCustomer();
    const { id } = await at.demo.saveCard(customer);
    const charge = async () =>
      (await at.demo.api.post('/charges', { amount: 700, customer_id: customer.id, payment_method_id: id })).status;
    expect([await charge(), await charge()]).toEqual([402, 201]);
    // The open details show the present state of the rule, as the list does.
    await at.row(/^rule.*spent/);
    await at.details(/"spent": true/);
  });

  test.each(['fault', 'everything'])('is declined for want of money, as %s finds it', async (where) => {
    if (where === 'fault') await open('insufficient');
    else {
      openPalette(at.desk, []);
      await at.chooser('^Everything$', 'insufficient');
    }
    await at.choice('^rule: decline insufficient_funds');
    await at.choose('^Next charge: decline with insufficient funds');
    await at.says('^Next charge: decline with insufficient funds');
    expect(await rules()).toEqual([
      { when: { direction: 'in', times: 1 }, then: { kind: 'decline', code: 'insufficient_funds' } },
    ]);
  });
});

describe('a rule', () => {
  test('with a code is found by what the code means', async () => {
    await open('insuf');
    await at.choose('^rule: decline insufficient_funds');
    expect((await at.form()).field!.text).toBe('insufficient_funds');
    await at.submit();
    await at.says(/^The rule rule_\w{4}… was added; the Faults view lists it\.$/);
    expect(await rules()).toEqual([{ when: {}, then: { kind: 'decline', code: 'insufficient_funds' } }]);
  });

  test('has its codes behind its kinds, and none where nothing is typed', async () => {
    const list = await open();
    expect(textsOfChoices(list).some((text) => text.includes('insufficient_funds'))).toBe(false);
    list.write('decline');
    expect(list.selected!.name).toBe('Next charge: decline');
  });

  test('makes the next charge decline', async () => {
    await ruleOf('decline');
    await at.submit();
    expect((await at.demo.charge({ payment_token: await at.demo.tokenize() })).status).toBe(402);
  });

  test('is refused under its field, and takes a range of amounts', async () => {
    await ruleOf('decline');
    expect(await at.refused({ code: 'nonsense' })).toMatchObject({ field: 'code' });
    expect(await at.refused({ code: 'insufficient_funds', rail: 'card', amount: '>=51 <' })).toMatchObject({
      field: 'amount',
    });
    await at.submit({ amount: '>=51 <60.50' });
    expect(await rules()).toEqual([
      {
        when: { rail: 'card', amount: { gte: 5100, lt: 6050 } },
        then: { kind: 'decline', code: 'insufficient_funds' },
      },
    ]);
  });

  test('that is changed has what it holds in its fields, and keeps what nobody touched', async () => {
    const then = { kind: 'decline', code: 'insufficient_funds' };
    const when = { rail: 'card', amount: { gte: 5100, lt: 6050 } };
    await at.client.call('rules.create', { when, then });
    const form = await changed();
    const texts = form.fields.map(({ spec: { name }, text }) => [name, text]).filter(([, text]) => text !== '');
    expect(texts).toEqual([
      ['code', 'insufficient_funds'],
      ['rail', 'card'],
      ['amount', '>=51.00 <60.50'],
    ]);
    await at.submit();
    await at.says(/^The rule rule_\w{4}… was changed/);
    expect(await rules()).toEqual([{ when, then }]);
  });

  test.each([
    ['12', 1200],
    ['>=51', { gte: 5100 }],
    ['< 7', { lt: 700 }],
  ])('that is changed takes %s for its amount', async (typed, amount) => {
    await at.client.call('rules.create', { when: { amount: 100 }, then: { kind: 'decline', code: 'declined' } });
    await changed();
    // No rule takes more than an amount.
    expect(await at.refused({ amount: '>5' })).toMatchObject({ field: 'amount' });
    await at.submit({ amount: typed });
    expect((await rules())[0]!.when).toEqual({ amount });
  });

  test.each(['abc7', '-5', '0', '>=1,50'])('takes no %s that the emulator would read as cents', async (typed) => {
    await ruleOf('decline');
    expect(await at.refused({ amount: typed })).toEqual({
      why: `'${typed}' is not a valid amount; use an amount such as 15 or 15.00.`,
      field: 'amount',
    });
    expect(await rules()).toEqual([]);
  });

  test('finds its operation in a list, and its customer by name', async () => {
    const { id } = await at.demo.saveCustomer();
    await ruleOf('latency');
    const form = await at.fill({ operation: 'payouts.cr' });
    expect(form.field!.fits[0]!.value).toBe('payouts.create');
    form.field!.take(0);
    await at.fill({ customer: 'Ada' });
    await at.until(() => form.field!.fits).toMatchObject([{ value: id, about: expect.stringContaining('ada@') }]);
    form.field!.take(0);
    await at.submit({ ms: '5' });
    expect(await rules()).toEqual([
      { when: { operation: 'payouts.create', customer: id }, then: { kind: 'latency', ms: 5 } },
    ]);
  });

  test('that was not counted yet says nothing, and its condition in words', async () => {
    await at.client.call('rules.create', { when: {}, then: { kind: 'decline', code: 'declined' } });
    at.go('faults');
    await at.row(/^rule {2}decline {2}all calls {2}rule_/);
  });
});

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutations } from '../../examples/audit/mutations.js';
import type { Report } from '../../src/audit/report/report.ts';
import { command, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
const examples = join(projectFolder, 'examples/audit');
const scenario = join(examples, 'scenario.js');

beforeAll(async () => {
  await ensureBuilt();
  cpSync(examples, at('planted'), { recursive: true });
});
afterAll(() => folder.remove());

/** Audits an application that writes what it knows into a file, or one of the examples. */
async function audit(scenario: string[], state: string, ...only: string[]) {
  return auditWith({ seed: 1 }, scenario, state, ...only);
}

async function auditWith({ seed }: { seed: number }, scenario: string[], state: string, ...only: string[]) {
  const options = [
    '--seed',
    String(seed),
    '--json',
    '--quiet',
    '--jobs',
    '3',
    '--settle',
    '2s',
    '--state-ignore',
    '$.seen',
    '--only',
    only.join(','),
  ];
  const env = { SHOP_DATA: at('data') };
  const words = ['audit', ...options, '--state-command', state, '--', ...scenario];
  const ran = await command(words, { cwd: folder.path, env });
  if (ran.stdout === '') throw new Error(ran.stderr);
  const report = JSON.parse(ran.stdout) as Report;
  return { ...ran, report, states: Object.fromEntries(report.rules.map(({ id, state: end }) => [id, end])) };
}

/** What a shop of the examples keeps is in a file, which is read in less time than the shop itself takes to tell it. */
const stateOfShop = 'cat "$SHOP_DATA-$(echo $EMULATOR_URL | cut -d: -f3)/shop.json"';

/** The shop of the examples with the bug that a rule must find. */
function planted(rule: string): string {
  const { search, replace } = mutations.find((each) => each.rule === rule)!;
  const text = readFileSync(join(examples, 'shop/shop.js'), 'utf8');
  expect(text.split(search)).toHaveLength(2);
  const file = at('planted/shop/shop.js');
  writeFileSync(
    file,
    text.replace(search, () => replace),
  );
  return file;
}

const script = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

/**
 * Sells two tickets, one by a charge and one on a page, which are paid once payment.completed has come with their price. Its
 * arguments: `hasty` takes an accepted payment for a paid one, `trusting` looks at no amount, `forgetful` does not know an event again, `nervous` gives a price back and counts on the
 * order of what it hears; the types of events that its
 * endpoint subscribes to.
 */
const ticketShop = (): string =>
  script(
    'ticket.mjs',
    `import { writeFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  const { EMULATOR_URL: url, EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key, EMULATOR_RUN: run } = process.env;
  const [how, events] = process.argv.slice(2);
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  const send = (to, body, more) => fetch(to, { method: 'POST', body: JSON.stringify(body), headers: { ...headers, ...more } });
  async function call(path, body, name) {
    for (;;) {
      const answer = await send(api + path, body, { 'idempotency-key': name }).catch(() => null);
      if (answer !== null) return (await answer.json()).data;
    }
  }
  const seen = new Set();
  const paid = [];
  const server = createServer(async (request, response) => {
    const { id, type, data } = await new Response(request).json();
    const isPaid = type === 'payment.completed' && (how === 'trusting' || (data.amount === 900 && data.currency === 'USD'));
    if (isPaid && how !== 'hasty' && (how === 'forgetful' || !seen.has(id))) paid.push(data.metadata.ticket);
    if (how === 'nervous' && (seen.has(id) || (type === 'payment.refunded' && paid.length === 0))) paid.push('?');
    seen.add(id);
    response.end();
  }).listen(0, '127.0.0.1', async () => {
    const hook = 'http://127.0.0.1:' + server.address().port + '/';
    await send(url + '/_emulator/webhook-endpoints', { url: hook, events: events?.split(',') });
    const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2040', billing_postal_code: '62701' };
    const { id: customer_id } = await call('/customers', { email: 'ada@example.com', ...card }, 'ada');
    const charge = await call('/charges', { customer_id, amount: 900, reference_id: 'ticket-7', metadata: { ticket: '7' } }, 'ticket-7');
    const page = { amount: 900, success_url: 'http://127.0.0.1/thanks', metadata: { ticket: '8' } };
    const { id } = await call('/checkout-sessions', page, 'ticket-8');
    await send(url + '/_emulator/triggers/checkout_session.complete', { id });
    if (how === 'hasty') paid.push('7', '8');
    if (how === 'nervous') {
      // It gives back what is settled, whether its event has come or not.
      const moved = send(url + '/_emulator/clock', { advance: '6s' });
      const one = api + '/transactions/' + charge.id;
      while ((await (await fetch(one, { headers })).json()).data.status !== 'settled');
      await send(one + '/refund', {});
      await moved;
    }
    await send(url + '/_emulator/settle', {});
    if (how === 'nervous') paid.splice(0, paid.length, paid.includes('?'));
    writeFileSync('paid-' + run + '.json', JSON.stringify({ paid }));
    process.exit();
  });`,
  );

/**
 * Lets members in for a month for each payment of their subscription; where its argument is `hasty`, for each renewal as
 * soon as it hears of that. It keeps how many months they have, or where its second argument is `dated`, until when.
 */
const club = (): string =>
  script(
    'club.mjs',
    `import { writeFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  const { EMULATOR_URL: url, EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key, EMULATOR_RUN: run } = process.env;
  const isHasty = process.argv[2] === 'hasty';
  const isDated = process.argv[3] === 'dated';
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  const send = async (to, body) => (await (await fetch(to, { method: 'POST', body: JSON.stringify(body), headers })).json()).data;
  const months = new Map();
  const server = createServer(async (request, response) => {
    const { type, data } = await new Response(request).json();
    const isPaid = type === 'payment.completed' && (!isHasty || !months.has('first'));
    if (isPaid || (isHasty && type === 'subscription.renewed')) months.set(months.size === 0 ? 'first' : data.transaction_id, true);
    response.end();
  }).listen(0, '127.0.0.1', async () => {
    await send(url + '/_emulator/webhook-endpoints', { url: 'http://127.0.0.1:' + server.address().port + '/' });
    const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2040', billing_postal_code: '62701' };
    const { id: customer_id } = await send(api + '/customers', { email: 'ada@example.com', ...card });
    const { id: product_id } = await send(api + '/products', { name: 'Club', price: 900, recurring: { interval: 'month' } });
    const { created_at } = await send(api + '/subscriptions', { customer_id, product_id, reference_id: 'club-1' });
    for (const advance of ['1h', '32d', '1h']) await send(url + '/_emulator/clock', { advance });
    await send(url + '/_emulator/settle', {});
    writeFileSync('members-' + run + '.json', JSON.stringify(
      isDated ? { until: new Date(Date.parse(created_at) + months.size * 31 * 86_400_000) } : { months: months.size }
    ));
    process.exit();
  });`,
  );

describe('a trial', () => {
  it('finds nothing in a correct application', async () => {
    const { report, states, exitCode } = await audit(
      ['node', ticketShop()],
      'cat paid-$EMULATOR_RUN.json',
      'webhook-twice',
      'answer-lost',
    );
    expect(report).toMatchObject({ way: 'trial', seed: 1, controls: { runs: 2, notRepeatable: [] } });
    expect({ states, exitCode }).toEqual({
      states: {
        'webhook/effect-repeated': 'pass',
        'request/retry-with-new-reference': 'pass',
        'request/no-reference': 'inapplicable',
      },
      exitCode: 0,
    });
  });

  it.each([
    ['shop', 2],
    ['queue', 3],
  ])('finds nothing in the correct %s of the examples with seed %i', async (name, seed) => {
    const shop = join(examples, name, 'shop.js');
    const { states, exitCode, stderr } = await auditWith(
      { seed },
      ['node', scenario, 'node', shop],
      `node '${shop}' state`,
      'webhook-twice',
      'payout-returned',
    );
    expect({ states, exitCode }, stderr).toEqual({
      states: { 'webhook/effect-repeated': 'pass', 'webhook/ignored': 'pass', 'async/failure-ignored': 'pass' },
      exitCode: 0,
    });
  });

  it.each([
    [
      'takes an accepted payment for a paid one',
      ['hasty'],
      'payment-failed',
      'async/failure-ignored',
      'payment.failed',
    ],
    [
      'cannot hear that a payment failed',
      ['careful', 'payment.completed'],
      'payment-failed',
      'webhook/ignored',
      'payment.failed',
    ],
    ['does not know an event again', ['forgetful'], 'webhook-twice', 'webhook/effect-repeated', 'payment.completed'],
    ['looks at no amount', ['trusting'], 'amount-changed', 'request/amount-unchecked', 'payment.completed'],
  ] as const)('finds an application that %s (%j) by %s', async (_, how, adversity, rule, type) => {
    const { states, report } = await audit(['node', ticketShop(), ...how], 'cat paid-$EMULATOR_RUN.json', adversity);
    const others = Object.values(states).filter((state) => state === 'pass');
    expect(states).toMatchObject({ [rule]: 'violation' });
    expect(others).toHaveLength(Object.keys(states).length - 1);
    const [finding] = report.rules.flatMap(({ findings }) => findings);
    expect(finding).toMatchObject({ adversity });
    expect(finding!.evidence.events[0]).toMatchObject({ type });
  });

  it("finds a members' area that lets in for what was renewed before its money came", async () => {
    const rule = 'async/failure-ignored';
    const of = (how: string) =>
      audit(['node', club(), how], 'cat members-$EMULATOR_RUN.json', 'renewal-failed', 'renewal-late');
    const hasty = await of('hasty');
    expect(hasty.states[rule], hasty.stderr).toBe('violation');
    const end =
      'and what the application keeps is what it keeps when all are: it takes an accepted payment for a paid one.';
    expect(hasty.report.rules.find(({ id }) => id === rule)!.findings).toMatchObject([
      { adversity: 'renewal-failed', level: 'error', message: `The payment of a renewal was rejected, ${end}` },
      { adversity: 'renewal-late', level: 'error', message: `The payment of a renewal had not settled, ${end}` },
    ]);
    expect((await of('careful')).states[rule]).toBe('pass');
  });

  it("compares until when a members' area lets in", async () => {
    const of = (how: string) =>
      audit(['node', club(), how, 'dated'], 'cat members-$EMULATOR_RUN.json', 'renewal-failed', 'renewal-late');
    for (const [how, state] of [
      ['hasty', 'violation'],
      ['careful', 'pass'],
    ] as const) {
      const { states, stderr } = await of(how);
      expect(states['async/failure-ignored'], stderr).toBe(state);
    }
  });

  it('changes what is paid of an invoice as well', async () => {
    const books = script(
      'books.mjs',
      `const { EMULATOR_URL: url, EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key } = process.env;
      const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
      const post = async (to, body) => (await (await fetch(to, { method: 'POST', body: JSON.stringify(body), headers })).json()).data;
      const { id: customer_id } = await post(api + '/customers', { email: 'ada@example.com' });
      const { id: product_id } = await post(api + '/products', { name: 'Tea', price: 900 });
      const { id } = await post(api + '/invoices', { customer_id, line_items: [{ product_id, quantity: 1 }] });
      await post(api + '/invoices/' + id + '/send', {});
      await post(url + '/_emulator/invoices/' + id + '/pay', { card_number: '4000056655665556' });
      await post(url + '/_emulator/settle', {});
      const { data } = await (await fetch(api + '/transactions', { headers })).json();
      await fetch(api + '/fulfillments', { method: 'POST', body: JSON.stringify({ transaction_id: data[0].id }), headers });`,
    );
    const { states, stderr } = await audit(['node', books], "echo '{}'", 'amount-changed');
    expect(states['request/amount-unchecked'], stderr).toBe('violation');
  });

  it('does not say that nothing is wrong where the scenario failed under what holds nothing back', async () => {
    const strict = script(
      'strict.mjs',
      `const { EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key } = process.env;
      const headers = { authorization: 'Bearer ' + key };
      const answer = await fetch(api + '/balance', { headers });
      if (JSON.stringify(Object.keys(await answer.json())) !== '["data"]') throw new Error('An answer has a field too many.');`,
    );
    const { report, exitCode } = await audit(['node', strict], "echo '{}'", 'answer-grown');
    const [rule] = report.rules;
    expect(rule).toMatchObject({ id: 'request/page-not-followed', state: 'incomplete' });
    expect(rule!.findings).toMatchObject([
      { message: expect.stringContaining('Error: An answer has a field too many.') },
    ]);
    expect(exitCode).toBe(0);
  });

  it('does not take the same money in other parts for money that is paid out again', async () => {
    const file = script(
      'parts.mjs',
      `const { EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key } = process.env;
      const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
      const post = async (path, body) =>
        (await (await fetch(api + path, { method: 'POST', body: JSON.stringify(body), headers })).json()).data;
      const bank_account = { routing_number: '021000021', account_number: '000123456789', account_type: 'checking',
        account_holder_type: 'personal', account_holder_name: 'Sam Seller' };
      const { id: customer_id } = await post('/customers', { email: 'sam@example.com' });
      const began = Date.now();
      const pay = (amount) => post('/payouts', { customer_id, amount, bank_account, reference_id: 'sam-' + amount });
      // What has come in by the first evening is paid out then, the rest the next day.
      await pay(40);
      const parts = Date.now() - began > 2_000 ? [25, 35] : [60];
      for (const amount of parts) await pay(amount);`,
    );
    const { report, stderr } = await audit(['node', file], "echo '{}'", 'answer-slow');
    expect(
      report.rules.filter(({ state }) => state === 'violation'),
      stderr,
    ).toEqual([]);
    expect(report.rules.map(({ state }) => state)).toContain('pass');
  });

  it('does not blame a copy for what the order of events brings about alone', async () => {
    const { states, report } = await audit(
      ['node', ticketShop(), 'nervous'],
      'cat paid-$EMULATOR_RUN.json',
      'webhook-twice',
      'webhook-swapped',
    );
    expect(states).toEqual({ 'webhook/order-assumed': 'violation', 'webhook/effect-repeated': 'incomplete' });
    expect(report.rules[0]).toMatchObject({
      because: 'Under webhook-twice the application keeps what it keeps under webhook-swapped',
    });
  });

  it('finds a bug of the shop, shows the difference, and repeats just it', async () => {
    const rule = 'webhook/order-assumed';
    const shop = planted(rule);
    const once = () => audit(['node', scenario, 'node', shop], stateOfShop, 'webhook-swapped');
    let audited = await once();
    // On a busy machine events change places by themselves: in a control that leaves nothing to compare with.
    for (let left = 3; left > 0 && audited.report.controls.notRepeatable.length > 0; left--) audited = await once();
    const { report, states, exitCode, stderr } = audited;
    expect({ states, exitCode }, stderr).toEqual({ states: { [rule]: 'violation' }, exitCode: 5 });
    const [finding] = report.rules[0]!.findings;
    expect(finding).toMatchObject({ adversity: 'webhook-swapped', level: 'error', accepted: null });
    expect(finding!.evidence.deliveries.length).toBeGreaterThan(0);
    expect(finding!.evidence.state).toContainEqual(expect.stringContaining('shown'));
    expect(finding!.repeat).toMatch(
      /^SHOP_DATA="\$SHOP_DATA" emulator audit --only webhook-swapped --seed 1 --state-command .* -- node/,
    );
  });

  it('sends webhooks one after another to the controls alone, so that these differ in no order', async () => {
    const file = script(
      'busy.mjs',
      `import { writeFileSync } from 'node:fs';
      import { createServer } from 'node:http';
      const { EMULATOR_URL: url, EMULATOR_RUN: run } = process.env;
      const post = (path, body) => fetch(url + '/_emulator' + path, { method: 'POST', body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' } });
      let [open, most, left] = [0, 0, 4];
      createServer(async (request, response) => {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 100));
        open--;
        response.end();
        if (--left > 0) return;
        writeFileSync('most-' + run + '.json', String(most));
        process.exit();
      }).listen(0, '127.0.0.1', async function () {
        await post('/webhook-endpoints', { url: 'http://127.0.0.1:' + this.address().port + '/', events: ['payment.completed'] });
        await post('/triggers/payment.completed', { count: 4 });
      });`,
    );
    await audit(['node', file], "echo '{}'", 'webhook-unknown');
    const most = (run: number) => Number(readFileSync(at(`most-${run}.json`), 'utf8'));
    expect([most(1), most(2)]).toEqual([1, 1]);
    expect(most(3)).toBeGreaterThan(1);
  });

  it('sees what is wrong in one of the controls alone', async () => {
    const file = script(
      'now-and-then.mjs',
      `const { EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key, EMULATOR_RUN: run } = process.env;
      const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
      const body = { name: 'Cup', price: 900, ...(run === '2' ? { descripton: 'white' } : {}) };
      await fetch(api + '/products', { method: 'POST', body: JSON.stringify(body), headers });`,
    );
    const { states } = await audit(['node', file], "echo '{}'", 'request/unknown-fields');
    expect(states).toEqual({ 'request/unknown-fields': 'violation' });
  });

  it('does not judge what differs between the controls, and says so first', async () => {
    const file = script(
      'dice.mjs',
      `const post = (path, body) => fetch(process.env.EMULATOR_API_BASE + path, {
        method: 'POST', body: JSON.stringify(body),
        headers: { authorization: 'Bearer ' + process.env.EMULATOR_SECRET_KEY, 'content-type': 'application/json' },
      });
      for (let left = 1 + Math.floor(Math.random() * 1e6) % 9; left > 0; left--) {
        await post('/products', { name: String(Math.random()), price: Math.ceil(Math.random() * 1e6) });
      }
      await post('/payout-links', { amount: Math.ceil(Math.random() * 9e5), recipient_email: 'a@example.com' });`,
    );
    const { stdout, exitCode } = await command(['audit', '--jobs', '2', '--only', 'answer-grown', '--', 'node', file], {
      cwd: folder.path,
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/What this report cannot say\n {2}- Not repeatable, so not judged: /);
  });

  it('runs a scenario once more before it blames an adversity for what two controls had in common by chance', async () => {
    const mood = `echo '{"mood":"'$([ $EMULATOR_RUN -gt 2 ] && echo other || echo usual)'"}'`;
    const { report, stderr, exitCode } = await audit(['node', ticketShop(), 'careful'], mood, 'webhook-twice');
    expect(exitCode, stderr).toBe(0);
    expect(report.controls).toEqual({ runs: 3, notRepeatable: ["the state's mood"] });
    expect(report.rules.filter(({ state }) => state === 'violation')).toEqual([]);
  });

  it('runs an adversity again before it blames it: what was different once alone is told, and judged by nobody', async () => {
    const usual = '{"mood":"usual","due":[{"who":"ann","cents":5},{"who":"bob","cents":7}]}';
    const other = '{"mood":"other","due":[{"who":"ann","cents":8},{"who":"bob","cents":4}]}';
    const mood = `[ $EMULATOR_RUN = 3 ] && echo '${other}' || echo '${usual}'`;
    const { report, stderr, exitCode } = await audit(['node', ticketShop(), 'careful'], mood, 'webhook-twice');
    expect(exitCode, stderr).toBe(0);
    expect(report.controls).toEqual({ runs: 3, notRepeatable: [] });
    expect(report.about).toContain('3 controls, 2 runs under 1 adversity');
    const rule = report.rules.find(({ id }) => id === 'webhook/effect-repeated')!;
    expect(rule.state).toBe('incomplete');
    expect(rule.because).toBe(
      'Not confirmed: something was different under webhook-twice in run 3, and not when it was made again (run 5)',
    );
    // What is about the same person stands beside one another, and what follows is counted.
    expect(rule.findings[0]!.evidence).toMatchObject({
      state: ['due[0].cents: 5 in the controls, 8 here'],
      further: 2,
    });
    expect(rule.findings[0]!.repeat).toMatch(/^emulator audit --only webhook-twice --seed 1 /);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report, RuleReport } from '../../src/audit/report/report.ts';
import { command, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
beforeAll(ensureBuilt);
afterAll(() => folder.remove());

/** A scenario that ends with its command, and an application in it: `parts` are what it does, one after another. */
const script = (name: string, ...parts: string[]): string => {
  const text = `import { writeFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  const { EMULATOR_URL: url, EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key, EMULATOR_RUN: run } = process.env;
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  const state = { paid: [], back: [], notes: [] };
  const seen = new Set();
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const keep = () => writeFileSync('kept-' + run + '.json', JSON.stringify(state));
  async function call(method, path, body, name) {
    for (;;) {
      const sent = { method, body: body && JSON.stringify(body), headers: { ...headers, 'idempotency-key': name ?? '' } };
      const answer = await fetch(api + path, sent).catch(() => null);
      if (answer?.ok) return (await answer.json()).data;
      await sleep(answer?.status === 429 ? 1_020 : 50);
    }
  }
  const emulator = async (path, body = {}) => (await (await fetch(url + '/_emulator' + path, {
    method: 'POST', headers, body: JSON.stringify(body),
  })).json()).data;
  const until = async (holds) => {
    for (let left = 200; !holds(); await sleep(20)) if (left-- === 0) throw new Error('it never came about');
  };
  let handle = async ({ id, type, data }) => {
    if (seen.has(id)) return;
    seen.add(id);
    if (type === 'payment.completed') state.paid.push(data.amount);
    if (type === 'payment.disputed') state.back.push(data.amount);
  };
  const listen = () => new Promise((done) => {
    const server = createServer(async (request, response) => {
      await handle(await new Response(request).json());
      response.end();
    }).listen(0, '127.0.0.1', async () => {
      await emulator('/webhook-endpoints', { url: 'http://127.0.0.1:' + server.address().port + '/' });
      done();
    });
  });
  const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2040', billing_postal_code: '62701' };
  ${parts.join('\n')}
  keep();
  process.exit();`;
  writeFileSync(at(name), text);
  return at(name);
};

const sells = `await listen();
  const { id: customer_id } = await call('POST', '/customers', { email: 'ada@example.com', ...card }, 'ada');
  const charge = await call('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one');
  await emulator('/settle');
  await until(() => state.paid.length > 0);`;

const env = { SHOP_NAME: 'Tea & Sons' };

async function audit(file: string, ...options: string[]) {
  const words = ['audit', '--json', '--quiet', '--settle', '2s', ...options];
  const asked = ['--state-command', 'cat kept-$EMULATOR_RUN.json', '--', 'node', file];
  const ran = await command([...words, ...asked], { cwd: folder.path, env });
  if (ran.stdout === '') throw new Error(ran.stderr);
  const report = JSON.parse(ran.stdout) as Report;
  const rule = (id: string): RuleReport => report.rules.find((each) => each.id === id)!;
  return { ...ran, report, rule };
}

describe('a list of which one page is read', () => {
  it('is not said to be read to its end where events told of the rest', async () => {
    const file = script(
      'list.mjs',
      sells,
      "await call('POST', '/charges', { customer_id, amount: 700, reference_id: 'two' }, 'two');",
      "await emulator('/settle'); await until(() => state.paid.length > 1); await call('GET', '/transactions');",
    );
    const { rule } = await audit(file, '--only', 'answer-grown');
    expect(rule('request/page-not-followed')).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(
        /^Nobody asked for the second page of \/api\/v1\/transactions, and nothing is different/,
      ),
    });
    const one = script(
      'one.mjs',
      sells,
      "await call('POST', '/charges', { customer_id, amount: 700 }, 'two');",
      "await call('GET', '/transactions?limit=1');",
    );
    expect((await audit(one, '--only', 'answer-grown')).rule('request/page-not-followed').state).toBe('pass');
  });
});

describe('an event with fields that nobody knows yet', () => {
  it('must be answered 2xx, also where a list makes up for what is refused', async () => {
    const file = script(
      'strict.mjs',
      `const strict = createServer(async (request, response) => {
        const event = await new Response(request).json();
        response.writeHead(Object.keys(event).length === 4 ? 200 : 422).end();
      }).listen(0, '127.0.0.1');
      await new Promise((done) => strict.once('listening', done));
      await emulator('/webhook-endpoints', { url: 'http://127.0.0.1:' + strict.address().port + '/' });
      const { id: customer_id } = await call('POST', '/customers', { email: 'ada@example.com', ...card }, 'ada');
      await call('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one');
      await emulator('/settle');
      state.paid = (await call('GET', '/transactions')).map(({ amount }) => amount);`,
    );
    const { rule } = await audit(file, '--only', 'webhook-unknown');
    expect(rule('webhook/unknown-refused').findings).toMatchObject([
      {
        message:
          'payment.completed was answered 422 when it had fields that nobody knows yet, in its data and beside it.',
      },
    ]);
  });
});

describe('an event that never arrives', () => {
  /** Sends what is paid, by a charge and on a page, when it hears of it or finds it in a list: all of it, or what it knows already. */
  const sender = (finds: string) =>
    script(
      'sender.mjs',
      `const known = new Set();
      const send = async (id) => {
        if (seen.has(id)) return;
        seen.add(id);
        await call('POST', '/fulfillments', { transaction_id: id }, 'send-' + id);
        state.paid.push(id);
      };
      handle = async ({ type, data }) => { if (type === 'payment.completed') await send(data.transaction_id); };`,
      `await listen();
      const { id: customer_id } = await call('POST', '/customers', { email: 'ada@example.com', ...card }, 'ada');
      known.add((await call('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one')).id);
      await emulator('/settle');
      const page = await call('POST', '/checkout-sessions', { amount: 700, success_url: 'http://localhost/' }, 'two');
      await emulator('/triggers/checkout_session.complete', { id: page.id });
      await emulator('/settle');
      for (let rounds = 50; state.paid.length < 2 && rounds > 0; rounds--) {
        await sleep(100);
        for (const { id, status } of await call('GET', '/transactions')) if (status === 'settled' && ${finds}) await send(id);
      }
      state.paid = state.paid.length;`,
    );

  it('may be of an object that nothing had told of, which must be found as well', async () => {
    const { rule } = await audit(sender('known.has(id)'), '--only', 'webhook-lost');
    expect(rule('webhook/never-reconciled')).toMatchObject({
      state: 'violation',
      findings: [
        {
          message: expect.stringMatching(
            /^payment\.completed of txn_\w+ was lost; the application read it afterwards, and did not do what follows from it\.$/,
          ),
          evidence: { effects: [expect.stringMatching(/^-1 {2}fulfillments\.create/)] },
        },
      ],
    });
    expect((await audit(sender('true'), '--only', 'webhook-lost')).rule('webhook/never-reconciled').state).toBe('pass');
  });
});

describe('what a trial takes for its own doing', () => {
  it('is not what the scenario brings about itself: a dispute in each run says nothing of an audit that found no moment', async () => {
    const file = script(
      'disputes.mjs',
      sells,
      "await emulator('/triggers/payment.disputed', { id: charge.id }); await until(() => state.back.length > 0);",
    );
    const { rule, exitCode } = await audit(file, '--only', 'payment-disputed');
    const { state, because, lets } = rule('async/failure-ignored');
    expect({ state, because, exitCode }).toEqual({
      state: 'incomplete',
      because: 'Not tried: payment-disputed found no moment, and nothing came back',
      exitCode: 0,
    });
    expect(lets).toMatch(/^let the application go on when the command ends/);
    expect(rule('async/failure-ignored').tried.find(({ adversity }) => adversity === 'payment-disputed')).toMatchObject(
      {
        tried: [],
        notTried: ['payment.disputed'],
      },
    );
  });

  it('is not what comes back of a payment that nobody but a trigger made', async () => {
    const file = script(
      'stranger.mjs',
      'handle = async () => { state.notes.push(1); };',
      "await listen(); await emulator('/triggers/payment.completed'); await until(() => state.notes.length > 0);",
      'state.notes = []; keep(); await until(() => state.notes.length > 0); await sleep(2_500); state.notes = [];',
    );
    // It waits for the dispute that the audit brings about, which its controls get from themselves.
    const text = readFileSync(file, 'utf8').replace(
      'keep(); await until(',
      'if (Number(run) < 3) handle({}); else await until(() => state.notes.length > 0); await until(',
    );
    writeFileSync(file, text);
    const { rule } = await audit(file, '--only', 'payment-disputed');
    expect(rule('async/failure-ignored')).toMatchObject({
      state: 'incomplete',
      because: 'Not tried: what payment-disputed brought back is of nothing that the application made or asked for',
    });
  });

  it('is not judged by what never arrived, as the command ended before', async () => {
    // It ends as soon as it has settled: what comes later than that finds nobody.
    const file = script('hasty.mjs', sells.replace(/await until.*$/, ''));
    const { rule } = await audit(file, '--only', 'webhook-late');
    expect(rule('webhook/order-assumed').because).toMatch(/^(Too short|Not tried): /);
  });

  it('is an order of events that took place: a scenario that waits for each leaves none to try', async () => {
    const file = script(
      'waits.mjs',
      `handle = async ({ type, data }) => { state.notes.push(type); };`,
      sells.replace('state.paid.length > 0', "state.notes.includes('payment.completed')"),
      "await call('POST', '/transactions/' + charge.id + '/refund', {}, 'back'); await until(() => state.notes.length > 1);",
    );
    const { rule } = await audit(file, '--only', 'webhook-swapped');
    expect(rule('webhook/order-assumed')).toMatchObject({
      state: 'incomplete',
      because: 'Not tried: webhook-swapped found no moment for payment.completed',
    });
  });
});

describe('an application without webhooks', () => {
  it.each([
    ['asks what became of a payment', 'if (data.status === "settled") state.paid.push(data.amount);', 'pass'],
    ['asks, and takes an accepted payment for a paid one', 'state.paid.push(data.amount);', 'violation'],
  ])('that %s is judged where payments fail later', async (_, books, state) => {
    const file = script(
      'polls.mjs',
      `const { id: customer_id } = await call('POST', '/customers', { email: 'ada@example.com', ...card }, 'ada');
      const charge = await call('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one');
      await emulator('/settle');
      const data = await call('GET', '/transactions/' + charge.id);
      ${books}`,
    );
    const { rule, stderr } = await audit(file, '--only', 'payment-failed');
    expect(rule('async/failure-ignored').state, stderr).toBe(state);
  });

  it.each([
    ['books what a list shows as settled', "all.filter(({ status }) => status === 'settled')", 'pass'],
    ['books all that a list shows', 'all', 'violation'],
  ])('that asks again and again, and %s is judged as well', async (_, booked, state) => {
    const file = script(
      'rounds.mjs',
      `const { id: customer_id } = await call('POST', '/customers', { email: 'ada@example.com', ...card }, 'ada');
      await call('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one');
      for (const round of [1, 2, 3]) {
        const all = await call('GET', '/transactions');
        state.paid = ${booked}.map(({ amount }) => amount);
        await emulator('/settle');
      }`,
    );
    const { rule, stderr } = await audit(file, '--only', 'payment-failed');
    expect(rule('async/failure-ignored').state, stderr).toBe(state);
  });
});

describe('a scenario that is run by a runner of tests', () => {
  it('is said to have failed in the words of the test that failed, not by how long all of them took', async () => {
    const file = script(
      'tap.mjs',
      `await call('GET', '/balance');
      console.log('ok 1 - opens');
      if (run === '3') {
        console.log('not ok 2 - pays artists\\n  ---\\n  duration_ms: 3\\n  ...\\n1..2\\n# tests 2\\n# fail 1\\n# duration_ms 812.4');
        process.exit(1);
      }`,
    );
    const { rule } = await audit(file, '--only', 'answer-grown');
    expect(rule('request/page-not-followed').findings.map(({ message }) => message)).toEqual([
      'The scenario, which ends with 0 without any adversity, ended with status 1: not ok 2 - pays artists.',
    ]);
  });
});

describe('an application that acknowledges first', () => {
  it('is told that it was not tried how it bears a call that fails, and why', async () => {
    const file = script(
      'later.mjs',
      `handle = async ({ type, data }) => {
        // The event is acknowledged in this turn; the work is done in a later one.
        if (type === 'payment.completed') setTimeout(async () => {
          await call('POST', '/fulfillments', { transaction_id: data.transaction_id }, 'send');
          state.paid.push(data.amount);
        }, 100);
      };`,
      sells,
    );
    const { rule } = await audit(file, '--only', 'answer-failed');
    expect(rule('webhook/failed-but-acknowledged')).toMatchObject({
      state: 'incomplete',
      because:
        'Not tried: the application acknowledges events before it handles them, and nothing tells whether an event or a user caused fulfillments.create',
    });
    expect(rule('webhook/retry-ignored').state).toBe('inapplicable');
  });
});

/** Books a refund as often as it hears of it, and a payment once. */
const bookkeeper = () =>
  script(
    'books.mjs',
    `const shop = process.env.SHOP_NAME;
    handle = async ({ id, type, data }) => {
      if (type === 'payment.refunded') return void state.back.push(data.refunded_amount);
      if (type === 'payment.completed' && !seen.has(id)) state.paid.push(data.amount);
      seen.add(id);
    };`,
    sells,
    "await call('POST', '/transactions/' + charge.id + '/refund', { amount: 100 }, 'back'); await until(() => state.back.length > 0); await sleep(150);",
  );

describe('a finding', () => {
  it('is repeated with the variables that a script behind npm test reads', async () => {
    bookkeeper();
    writeFileSync(at('play.mjs'), "import './books.mjs';");
    writeFileSync(
      at('package.json'),
      JSON.stringify({ scripts: { pretest: 'true', test: 'npm run play', play: 'node play.mjs' } }),
    );
    const state = ['--state-command', 'cat kept-$EMULATOR_RUN.json'];
    const words = ['audit', '--json', '--quiet', '--only', 'webhook-twice', ...state, '--', 'npm', 'test', '--silent'];
    const { stdout, stderr } = await command(words, { cwd: folder.path, env });
    if (stdout === '') throw new Error(stderr);
    const [finding] = (JSON.parse(stdout) as Report).rules.find(({ id }) => id === 'webhook/effect-repeated')!.findings;
    expect(finding!.repeat).toMatch(/^SHOP_NAME="\$SHOP_NAME" emulator audit --only webhook-twice /);
  });

  it('names the one kind of event that decides, has shown in two runs, and is brought back by its command', async () => {
    const { rule, exitCode } = await audit(bookkeeper(), '--only', 'webhook-twice', '--seed', '3', '--rounds', '2');
    expect(exitCode).toBe(5);
    const [finding] = rule('webhook/effect-repeated').findings;
    expect(finding!.message).toMatch(
      /^An event that was delivered twice had a second effect\. First: the second copy of payment\.refunded evt_\w+, answered 200 after \d+ ms\.$/,
    );
    expect(finding!.runs).toHaveLength(2);
    expect(finding!.evidence).toMatchObject({ effects: [], state: ['back[1]: nothing in the controls, 100 here'] });
    expect(finding!.evidence.deliveries.map(({ event_type }) => event_type)).toEqual(['payment.refunded']);
    expect(finding!.repeat).toMatch(/^SHOP_NAME="\$SHOP_NAME" emulator audit --only webhook-twice --seed [34] /);
    const { stdout } = await command(['audit', '--quiet', '--only', 'webhook-twice', '--', 'node', bookkeeper()], {
      cwd: folder.path,
      env,
    });
    expect(stdout).toMatch(/\n {2}webhook-twice {2}2 of 2: payment\.completed, payment\.refunded\n/);
    const line = finding!.repeat.replace(
      ' emulator ',
      ` '${process.execPath}' '${join(projectFolder, 'bin/emulator.js')}' `,
    );
    const again = spawn(line, { shell: true, cwd: folder.path, env: { ...process.env, ...env }, stdio: 'ignore' });
    expect(await once(again, 'close')).toEqual([5, null]);
  });

  it('is none where the scenario fails without any adversity as soon as it is run again', async () => {
    const file = script(
      'fails-later.mjs',
      `handle = async ({ type, data }) => { if (type === 'payment.completed') state.paid.push(data.amount); };`,
      sells,
      "await sleep(100); if (run === '4' || run === '5') process.exit(1);",
    );
    const { rule, exitCode, report } = await audit(file, '--only', 'webhook-twice');
    expect(rule('webhook/effect-repeated')).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(
        /in run 3, and the scenario failed without any adversity when it was run once more$/,
      ),
    });
    expect(report.weak[0]!.message).toBe(
      'The scenario ran without any adversity once more and ended with status 1: it may fail by itself.',
    );
    expect(exitCode).toBe(0);
  });

  it('that does not show again is told with both runs, and fails nothing', async () => {
    const file = script('moody.mjs', sells, "if (run === '3') state.notes.push('other');");
    const { rule, exitCode } = await audit(file, '--only', 'webhook-twice');
    const { state, because, findings } = rule('webhook/effect-repeated');
    expect({ state, exitCode, findings: findings.length }).toEqual({ state: 'incomplete', exitCode: 0, findings: 1 });
    expect(because).toMatch(
      /^Not confirmed: something was different under webhook-twice in run 3, and not when it was made again \(runs? [\d, ]+\)$/,
    );
  });
});

describe('a pass', () => {
  it('says on what each rule was tried', async () => {
    const file = script('sells.mjs', sells);
    const { rule } = await audit(file, '--only', 'webhook-twice,webhook-lost');
    expect(rule('webhook/effect-repeated')).toMatchObject({
      state: 'pass',
      tried: [{ adversity: 'webhook-twice', tried: ['payment.completed'], notTried: [], of: 1, because: null }],
    });
    expect(rule('webhook/effect-repeated').took).toBeGreaterThan(0);
  });

  it('is none of a sample', async () => {
    const many = `handle = async ({ type }) => { state.notes.push(type); };
      await listen();
      for (const type of ['payment.completed', 'payment.failed', 'payout.paid', 'payment.refunded']) {
        await emulator('/triggers/' + type);
      }
      await emulator('/settle');
      await until(() => state.notes.includes('payment.refunded'));`;
    const { rule } = await audit(script('many.mjs', many), '--only', 'webhook-forged', '--quick');
    const { state, because, tried } = rule('webhook/stale-accepted');
    expect(state).toBe('violation');
    expect(because).toBeNull();
    expect(tried[0]!.tried).toHaveLength(3);
    const { rule: other } = await audit(script('many.mjs', many), '--only', 'webhook-respelled', '--quick');
    expect(other('webhook/valid-refused')).toMatchObject({ state: 'incomplete', lets: 'leave out --quick' });
    expect(other('webhook/valid-refused').because).toMatch(/^Sampled: 3 of \d kinds of events$/);
  });
});

describe('a restart', () => {
  it('that a scenario cannot bear is told in one sentence with its own message, the same each time', async () => {
    const file = script(
      'frail.mjs',
      `for (const name of ['Cup', 'Pot', 'Mug']) {
        const sent = { method: 'POST', headers, body: JSON.stringify({ name, price: 900 }) };
        const answer = await fetch(api + '/products', sent);
        if (!answer.ok) throw new RangeError('no more ' + name);
        // It looks at the emulator all the time, as somebody who waits does.
        for (const end = Date.now() + 600; Date.now() < end; await sleep(5)) {
          await fetch(url + '/_emulator/health').catch(() => { throw new RangeError('lost sight of the ' + name); });
        }
      }`,
    );
    const told = async () => {
      const { report } = await audit(file, '--only', 'restart');
      return report.weak.map(({ message }) => message).filter((message) => message.startsWith('Under restart'));
    };
    const first = await told();
    expect(first).toEqual([
      'Under restart the scenario ended with status 1: RangeError: lost sight of the Pot; nothing says that it must outlive that.',
    ]);
    expect(await told()).toEqual(first);
  });
});

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report, RuleReport } from '../../../src/audit/report/models.ts';
import { command, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';

const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2040', billing_postal_code: '62701' };

describe('a command', () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  beforeAll(ensureBuilt);
  afterAll(() => folder.remove());

  const env = { SHOP_NAME: 'Tea & Sons' };

  /** A scenario that ends with its command. */
  const script = (name: string, does: string): string => {
    const text = `import { writeFileSync } from 'node:fs';
    import { createServer } from 'node:http';
    const { EMULATOR_URL: url, EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key, EMULATOR_RUN: run } = process.env;
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
    const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
    const call = async (method, to, body) => (await (await fetch(to, {
      method, headers, body: body && JSON.stringify(body),
    })).json()).data;
    ${does}`;
    writeFileSync(at(name), text);
    return at(name);
  };

  async function audit(words: readonly string[], ...asked: string[]) {
    const ran = await command(['audit', '--json', '--quiet', ...asked, '--', ...words], { cwd: folder.path, env });
    if (ran.stdout === '') throw new Error(ran.stderr);
    const report = JSON.parse(ran.stdout) as Report;
    const rule = (id: string): RuleReport => report.rules.find((each) => each.id === id)!;
    return { ...ran, report, rule };
  }

  it('is said to have failed in the words of the test that failed, not by how long all of them took', async () => {
    const file = script(
      'tap.mjs',
      `await call('GET', api + '/balance');
      console.log('ok 1 - opens');
      if (run === '3') {
        console.log('not ok 2 - pays artists\\n  ---\\n  duration_ms: 3\\n  ...\\n1..2\\n# tests 2\\n# fail 1\\n# duration_ms 812.4');
        process.exit(1);
      }`,
    );
    const state = ['--state-command', "echo '{}'"];
    const { rule } = await audit(['node', file], '--only', 'answer-grown', ...state);
    expect(rule('request/page-not-followed').findings.map(({ message }) => message)).toEqual([
      'The scenario ended with status 1: pays artists.',
    ]);
  });

  it('is brought back to what was found, which names the kind of event that decides and has shown in two runs', async () => {
    // It books a refund as often as it hears of it, and a payment once.
    const file = script(
      'books.mjs',
      `const shop = process.env.SHOP_NAME;
      const card = ${JSON.stringify(card)};
      const state = { paid: [], back: [] };
      const seen = new Set();
      const server = createServer(async (request, response) => {
        const { id, type, data } = await new Response(request).json();
        if (type === 'payment.refunded') state.back.push(data.refunded_amount);
        if (type === 'payment.completed' && !seen.has(id)) state.paid.push(data.amount);
        seen.add(id);
        response.end();
      }).listen(0, '127.0.0.1');
      await new Promise((done) => server.once('listening', done));
      const address = 'http://127.0.0.1:' + server.address().port + '/';
      await call('POST', url + '/_emulator/webhook-endpoints', { url: address });
      const { id: customer_id } = await call('POST', api + '/customers', { email: 'ada@example.com', ...card });
      const charge = await call('POST', api + '/charges', { customer_id, amount: 900, reference_id: 'one' });
      await call('POST', url + '/_emulator/settle', {});
      while (state.paid.length === 0) await sleep(5);
      await call('POST', api + '/transactions/' + charge.id + '/refund', { amount: 100 });
      while (state.back.length === 0) await sleep(5);
      await sleep(150);
      writeFileSync('kept-' + run + '.json', JSON.stringify(state));
      process.exit();`,
    );
    const asked = ['--only', 'webhook-twice', '--seed', '3', '--rounds', '2', '--jobs', '3'];
    const state = ['--state-command', 'cat kept-$EMULATOR_RUN.json'];
    const { rule, exitCode } = await audit(['node', file], ...asked, ...state);
    expect(exitCode).toBe(5);
    const [finding] = rule('webhook/effect-repeated').findings;
    expect(finding!.message).toMatch(
      /^back has one entry more: 100\. An event that was delivered twice had a second effect\. First: the second copy of payment\.refunded evt_\w+, answered 200 after \d+ ms\.$/,
    );
    expect(finding!.runs).toHaveLength(2);
    expect(finding!.evidence).toMatchObject({ effects: [], state: ['back[…]: nothing in the controls, 100 here'] });
    expect(finding!.evidence.deliveries.map(({ event_type }) => event_type)).toEqual(['payment.refunded']);
    expect(finding!.repeat).toMatch(/^npx payments-emulator audit --only webhook-twice --seed [34] /);
    const line = finding!.repeat.replace(
      /^npx payments-emulator audit /,
      `'${process.execPath}' '${join(projectFolder, 'bin/emulator.js')}' audit --verbose `,
    );
    const again = spawn(line, {
      shell: true,
      cwd: folder.path,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => again.once('close', resolve));
    expect(Buffer.concat(await again.stdout.toArray()).toString()).toMatch(
      /\n {2}- webhook-twice {2}2 of 2: payment\.completed, payment\.refunded\n/,
    );
    expect(await ended).toBe(5);
  });

  it('that cannot bear a restart is told in one sentence with its own message, the same each time', async () => {
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
      const { report } = await audit(['node', file], '--only', 'restart');
      return report.weak.map(({ message }) => message).filter((message) => message.includes('restarted'));
    };
    const first = await told();
    expect(first).toEqual([
      'The scenario ended with status 1: RangeError: lost sight of the Pot, when the emulator was restarted. It need not survive that, but this run shows nothing.',
    ]);
    expect(await told()).toEqual(first);
  });
});

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
  const options = [
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

/** The shop of the examples with the bugs that some rules must find. */
function planted(...rules: string[]): string {
  let text = readFileSync(join(examples, 'shop/shop.js'), 'utf8');
  for (const { search, replace } of mutations.filter(({ rule }) => rules.includes(rule))) {
    expect(text.split(search)).toHaveLength(2);
    text = text.replace(search, () => replace);
  }
  const file = at('planted/shop/shop.js');
  writeFileSync(file, text);
  return file;
}

const script = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

describe('a trial', () => {
  it('finds nothing in a correct application', async () => {
    const file = script(
      'ticket.mjs',
      `import { writeFileSync } from 'node:fs';
      import { createServer } from 'node:http';
      const { EMULATOR_URL: url, EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key, EMULATOR_RUN: run } = process.env;
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
        const { id, data } = await new Response(request).json();
        if (!seen.has(id)) paid.push(data.metadata.ticket + ' ' + data.amount);
        seen.add(id);
        response.end();
      }).listen(0, '127.0.0.1', async () => {
        const hook = 'http://127.0.0.1:' + server.address().port + '/';
        await send(url + '/_emulator/webhook-endpoints', { url: hook, events: ['payment.completed'] });
        const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2040', billing_postal_code: '62701' };
        const { id: customer_id } = await call('/customers', { email: 'ada@example.com', ...card }, 'ada');
        await call('/charges', { customer_id, amount: 900, reference_id: 'ticket-7', metadata: { ticket: '7' } }, 'ticket-7');
        await send(url + '/_emulator/settle', {});
        writeFileSync('paid-' + run + '.json', JSON.stringify({ paid }));
        process.exit();
      });`,
    );
    const { report, states, exitCode } = await audit(
      ['node', file],
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

  it('finds each bug of the shop by its adversity and nothing else, shows the difference, and repeats just it', async () => {
    const bugs = [
      ['webhook/effect-repeated', 'webhook-twice'],
      ['request/amount-unchecked', 'amount-changed'],
    ] as const;
    const file = planted(...bugs.map(([rule]) => rule));
    const { report, states, exitCode } = await audit(
      ['node', scenario, 'node', file],
      // What it keeps is in a file, which is read in less time than the shop itself takes to tell it.
      'cat "$SHOP_DATA-$(echo $EMULATOR_URL | cut -d: -f3)/shop.json"',
      ...bugs.map(([, adversity]) => adversity),
    );
    expect({ states, exitCode }).toEqual({
      states: {
        'webhook/effect-repeated': 'violation',
        'request/amount-unchecked': 'violation',
      },
      exitCode: 5,
    });
    const repeated = report.rules.find(({ id }) => id === 'webhook/effect-repeated')!;
    expect(repeated.findings[0]!.evidence.state).toContainEqual(expect.stringContaining('refunded'));
    for (const [rule, adversity] of bugs) {
      const [finding] = report.rules.find(({ id }) => id === rule)!.findings;
      expect(finding).toMatchObject({ adversity, level: 'error', accepted: null });
      expect(finding!.evidence.deliveries.length).toBeGreaterThan(0);
      expect(finding!.repeat).toMatch(
        new RegExp(`^emulator audit --only ${adversity} --seed 1 --state-command .* -- node`),
      );
    }
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
});

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutations } from '../../../examples/audit/mutations.js';
import type { Report } from '../../../src/audit/report/models.ts';
import { command, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';

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

// What a trial concludes is in `judging.test.ts`, of applications without processes.
describe('a trial of a command', () => {
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
      /^npx payments-emulator audit --only webhook-swapped --seed 1 --state-command .*SHOP_DATA.* -- node/,
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
        await post('/webhook-endpoints', { url: 'http://127.0.0.1:' + this.address().port + '/' });
        await post('/triggers/payment.completed', { count: 4 });
      });`,
    );
    await audit(['node', file], "echo '{}'", 'webhook-unknown');
    const most = (run: number) => Number(readFileSync(at(`most-${run}.json`), 'utf8'));
    expect([most(1), most(2)]).toEqual([1, 1]);
    expect(most(3)).toBeGreaterThan(1);
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
    expect(stdout).toMatch(/^Limit: Not judged, because it differs between control runs: /m);
  });
});

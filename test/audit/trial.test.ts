import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutations } from '../../examples/audit/mutations.js';
import type { Report } from '../../src/audit/report/report.ts';
import { command, emulator, temporaryFolder } from '../cli/emulator.ts';
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

/** The verdict of a rule on an application of the examples, or on one of a test. */
async function audit(words: string[], ...options: string[]) {
  const state = `${words.join(' ')} state`;
  const args = ['audit', '--json', '--quiet', '--jobs', '2', '--settle', '3s', ...options, '--state-command', state];
  const env = { SHOP_DATA: at('data') };
  const ran = await command([...args, '--', 'node', scenario, ...words], { cwd: folder.path, env });
  const report = JSON.parse(ran.stdout) as Report;
  const violated = report.rules.filter((rule) => rule.state === 'violation').map(({ id }) => id);
  return { ...ran, report, violated };
}

/** The shop with the bug that a rule must find. */
function planted(rule: string): string[] {
  const { search, replace } = mutations.find((each) => each.rule === rule)!;
  const text = readFileSync(join(examples, 'shop/shop.js'), 'utf8');
  expect(text.split(search)).toHaveLength(2);
  const file = at(`planted/shop/${rule.replace('/', '-')}.js`);
  writeFileSync(
    file,
    text.replace(search, () => replace),
  );
  return ['node', file];
}

const script = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

describe('a trial', () => {
  it('finds nothing in a correct application', async () => {
    const { violated, report, exitCode } = await audit(
      ['node', join(examples, 'shop/shop.js')],
      ...['--only', 'webhook-twice', '--only', 'answer-lost'],
    );
    expect({ violated, exitCode }).toEqual({ violated: [], exitCode: 0 });
    expect(report).toMatchObject({ way: 'trial', seed: 1, controls: { runs: 2, notRepeatable: [] } });
    const states = Object.fromEntries(report.rules.map(({ id, state }) => [id, state]));
    expect(states).toEqual({
      'webhook/effect-repeated': 'pass',
      'request/retry-with-new-reference': 'pass',
    });
  });

  it.each([
    ['webhook/effect-repeated', 'webhook-twice'],
    ['request/amount-unchecked', 'amount-changed'],
  ])('finds %s by %s, shows the difference, and repeats just it', async (rule, adversity) => {
    const { report, violated, exitCode } = await audit(planted(rule), '--only', adversity);
    expect({ violated, exitCode }).toEqual({ violated: [rule], exitCode: 5 });
    const [finding] = report.rules.find(({ id }) => id === rule)!.findings;
    expect(finding).toMatchObject({ adversity, level: 'error', accepted: null });
    expect(finding!.evidence.deliveries.length).toBeGreaterThan(0);
    expect(finding!.repeat).toMatch(
      new RegExp(`^emulator audit --only ${adversity} --seed 1 --state-command .* -- node`),
    );
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
    const { stdout, exitCode } = await command(['audit', '--only', 'answer-slow', '--', 'node', file], {
      cwd: folder.path,
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/What this report cannot say\n {2}- Not repeatable, so not judged: /);
  });
});

describe('a trial that cannot be', () => {
  const refused = (...args: string[]) => emulator(['audit', ...args], { cwd: folder.path });

  it.each([
    ['has no command', ['--'], 2, 'Say what to run behind two dashes: emulator audit -- npm test'],
    ['has no dashes', ['npm', 'test'], 2, 'Say what to run behind two dashes: emulator audit -- npm test'],
    [
      'has no such program',
      ['--', 'no-such-program'],
      2,
      'no-such-program was not found: is it installed, and on the PATH?',
    ],
    [
      'has a scenario that fails',
      ['--', 'node', '-e', 'process.exit(3)'],
      1,
      'The scenario fails without any adversity: it ended with status 3.',
    ],
    [
      'has one that never ends',
      ['--timeout', '1s', '--', 'node', '-e', 'setInterval(() => {}, 1e9)'],
      1,
      'The scenario did not end within 1 s without any adversity; give it longer with --timeout, or let it end.',
    ],
    [
      'names what there is not',
      ['--only', 'webhook-twise', '--', 'node', '-e', '0'],
      2,
      "There is no rule or adversity 'webhook-twise'. Did you mean 'webhook-twice'?",
    ],
    [
      'asks for a state that nobody tells',
      ['--state', 'http://127.0.0.1:9/state', '--', 'node', '-e', '0'],
      1,
      /^The application's state could not be read: http:\/\/127\.0\.0\.1:9\/state does not answer/,
    ],
    [
      'leaves out what is no path',
      ['--state-ignore', 'a b', '--', 'node', '-e', '0'],
      2,
      "--state-ignore 'a b' is no path such as $.orders[*].seen_at or $..updated_at.",
    ],
  ] as const)('says in one line that it %s', async (_, args, status, line) => {
    const { exitCode, stderr, stdout } = await refused('--quiet', ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: status, stdout: '' });
    const said = stderr.replace(/^emulator: /, '');
    if (typeof line === 'string') expect(said).toBe(line);
    else expect(said).toMatch(line);
    expect(said).not.toContain('\n');
  });

  it('ends with ^C and leaves no process behind, whatever the command has started', async () => {
    const inner = script('inner.mjs', `process.stdout.write(String(process.pid)); setInterval(() => {}, 1e9);`);
    const outer = script(
      'outer.mjs',
      `import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      const child = spawn(process.execPath, [${JSON.stringify(inner)}], { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.on('data', (pid) => writeFileSync(${JSON.stringify(at('pids'))}, process.pid + ' ' + pid));
      process.on('SIGTERM', () => {});
      setInterval(() => {}, 1e9);`,
    );
    const bin = join(projectFolder, 'bin/emulator.js');
    const child = spawn(process.execPath, [bin, 'audit', '--quiet', '--', 'node', outer], {
      cwd: folder.path,
      stdio: 'ignore',
    });
    const pids = await expect
      .poll(() => readFileSync(at('pids'), 'utf8').trim().split(' ').map(Number), { timeout: 20_000 })
      .toHaveLength(2)
      .then(() => readFileSync(at('pids'), 'utf8').trim().split(' ').map(Number));
    child.kill('SIGINT');
    const [status] = await once(child, 'exit');
    expect(status).toBe(130);
    const isAlive = (pid: number): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(() => pids.filter(isAlive), { timeout: 5_000 }).toEqual([]);
  });
});

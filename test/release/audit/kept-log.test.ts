import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/audit/report/models.ts';
import { command, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
const audit = (...args: string[]) => command(['audit', ...args], { cwd: folder.path });
beforeAll(ensureBuilt);
afterAll(() => folder.remove());

const reward = join(projectFolder, 'examples/audit/reward.js');
const password = 'hunter2-correct-horse';
/** A state with a secret in it, and an output with another one. */
const state = `echo '{"rewards": 1, "password": "${password}"}'`;

const withoutPlace = ({ stdout }: { stdout: string }): Report => JSON.parse(stdout) as Report;

describe('a log that an audit keeps', () => {
  const words = ['--only', 'webhook-twice', '--json', '--state-command', state];

  it('is judged again without a run, with the same report and status, and holds no secret', async () => {
    const made = await audit(...words, '--keep-log', 'audit.log', '--', 'node', reward);
    expect(made.exitCode, made.stderr).toBe(5);
    expect(made.stderr).toContain('npx payments-emulator audit --log audit.log');
    expect(readFileSync(at('audit.log'), 'utf8')).not.toContain(password);
    const again = await audit('--log', 'audit.log', '--json');
    expect(again.exitCode, again.stderr).toBe(5);
    const { command: _, rules, ...first } = withoutPlace(made);
    const { command: __, rules: judged, ...second } = withoutPlace(again);
    expect(second).toEqual(first);
    const shown = (all: Report['rules']) =>
      all.map((rule) => ({ ...rule, findings: rule.findings.map(({ repeat: _repeat, ...finding }) => finding) }));
    expect(shown(judged)).toEqual(shown(rules));
    expect((await audit('--log', 'audit.log', '--skip', 'webhook/effect-repeated')).exitCode).toBe(0);
  });

  it.each([
    [
      'that is damaged',
      (text: string) => text.replace('"kind":"control"', '"kind":"contro"'),
      'is damaged in line 2: ',
    ],
    ['that was cut', (text: string) => text.split('\n').slice(0, 3).join('\n'), 'is incomplete: it has 2 of '],
    ['of another program', () => '{"level":"info"}\n', 'is not a log of an audit. To write one: '],
    ['that is no JSON', () => 'hello', 'is not a log of an audit. To write one: '],
  ])('is refused in one line where it is one %s', async (_, change, message) => {
    writeFileSync(at('other.log'), change(readFileSync(at('audit.log'), 'utf8')));
    const { exitCode, stderr } = await audit('--log', 'other.log');
    expect({ exitCode, lines: stderr.trim().split('\n').length }).toEqual({ exitCode: 2, lines: 1 });
    expect(stderr).toContain(`--log other.log ${message}`);
  });

  it('is refused where it does not exist, and beside a command or a record', async () => {
    expect((await audit('--log', 'none.log')).stderr).toContain('--log none.log cannot be read');
    const beside = await audit('--log', 'audit.log', '--', 'node', reward);
    expect(beside).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('runs no command') });
    const recorded = await audit('--log', 'audit.log', '--record', 'run.html');
    expect(recorded).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--record needs runs') });
    const kept = await audit('--keep-log', 'audit.log');
    expect(kept).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--keep-log needs a command') });
  });
});

describe('a scenario with a test that always fails', () => {
  const test = `
    import { test } from 'node:test';
    const { EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key } = process.env;
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
    test('refunds', () => { throw new Error('not yet'); });
    test('knows a customer', () => fetch(api + '/customers', { method: 'POST', headers, body: '{"email":"ada@example.com"}' }));`;
  const words = ['--only', 'answer-grown', '--', 'node', '--test', 'shop.test.mjs'];

  it('is audited only with --allow-failing; without it, the message says how to leave the test out', async () => {
    writeFileSync(at('shop.test.mjs'), test);
    const refused = await audit('--quiet', ...words);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('Leave out refunds (node --test --test-skip-pattern=refunds), or ignore');
    const allowed = await audit('--allow-failing', '--json', ...words);
    expect(allowed.exitCode, allowed.stderr).toBe(0);
    expect(withoutPlace(allowed).weak).toContainEqual({
      message: 'The scenario fails without any adversity, which --allow-failing ignores: refunds.',
      rules: [],
    });
  });
});

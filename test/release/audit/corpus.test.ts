import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mutation, mutations, plant } from '../../../examples/audit/mutations.js';
import { applications, copyOf } from '../../../scripts/audit-corpus/applications.js';
import { falseOnes, metBy } from '../../../scripts/audit-corpus/page.js';
import { rules } from '../../../src/audit/catalogue.ts';
import type { Report } from '../../../src/audit/report/models.ts';
import { command, emulator, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';

const folder = temporaryFolder();
const examples = join(projectFolder, 'examples/audit');
const newer = applications.filter(({ name }) => ['tickets', 'courier', 'club'].includes(name));

beforeAll(ensureBuilt);
afterAll(() => folder.remove());

/** The command of an application's state, as one line. */
const line = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

async function audit(name: string, ...only: readonly string[]): Promise<Report> {
  return auditIn(examples, name, ...only);
}

async function auditIn(at: string, name: string, ...only: readonly string[]): Promise<Report> {
  const application = applications.find((each) => each.name === name)!;
  const options = ['--json', '--quiet', '--seed', '3', '--settle', '2s', '--jobs', '3', '--only', only.join(',')];
  const words = ['audit', ...options, '--state-command', line(application.state(at)), '--', ...application.command(at)];
  const { stdout, stderr } = await command(words, { cwd: folder.path, env: { SHOP_DATA: join(folder.path, name) } });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Report;
}

const violated = ({ rules: all }: Report) => all.filter(({ state }) => state === 'violation').map(({ id }) => id);

describe('the corpus of the audit', () => {
  it('has two bugs for each rule, in lines that are there once', () => {
    const count = (rule: string) => mutations.filter((each) => each.rule === rule).length;
    expect(rules.map(({ id }) => id).filter((id) => count(id) < 2)).toEqual([]);
    const textOf = ({ application }: Mutation, file: string) => readFileSync(join(examples, application, file), 'utf8');
    for (const bug of mutations) {
      for (const change of bug.also === undefined ? [bug] : [bug, bug.also]) {
        const text = textOf(bug, change.file ?? bug.file);
        expect(plant(text, change), bug.bug).not.toBe(text);
      }
    }
  });

  it.each(newer.map(({ name }) => name))('plays the scenario of the %s to its end', async (name) => {
    const { command: words } = newer.find((each) => each.name === name)!;
    const env = { SHOP_DATA: join(folder.path, `${name}-once`) };
    const { exitCode, stderr } = await emulator(['exec', '--', ...words(examples)], { cwd: folder.path, env });
    expect(exitCode, stderr).toBe(0);
  });

  it.each([
    ['tickets', 'webhook-twice'],
    ['courier', 'webhook-swapped'],
    ['club', 'payout-returned'],
  ])('blames the %s for nothing under %s', async (name, adversity) => {
    expect(violated(await audit(name, adversity))).toEqual([]);
  });

  it('finds a bug that was planted into the courier service', async () => {
    const bug = mutations.find(
      ({ application, rule }) => application === 'courier' && rule === 'request/unknown-fields',
    )!;
    const at = join(folder.path, 'planted');
    copyOf(at, bug);
    expect(violated(await auditIn(at, 'courier', bug.rule))).toEqual([bug.rule]);
  });

  it('tells a bug that was found from one that was told of, and from one that was missed', () => {
    const violations = [{ rule: 'webhook/slow' }, { rule: 'webhook/slow' }];
    const of = (rule: string, state: string) => ({ rule, violations, rules: { [rule]: { state, because: null } } });
    expect(metBy(of('webhook/slow', 'violation'))).toBe('found');
    expect(metBy(of('webhook/ignored', 'incomplete'))).toBe('told');
    expect(metBy(of('webhook/ignored', 'pass'))).toBe('missed');
    expect(metBy(of('webhook/ignored', 'inapplicable'))).toBe('missed');
    expect(falseOnes(of('webhook/ignored', 'pass'))).toEqual(['webhook/slow']);
    expect(falseOnes(of('webhook/slow', 'violation'))).toEqual([]);
  });
});

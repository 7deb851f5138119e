// Audits one application, and runs the commands that the report prints for its findings.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { copyOf, root } from './applications.js';

/** Runs some work beside programs that keep the machine busy. */
export async function beside(count, work) {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }));
  try {
    return await work();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}

function ran(program, words, { cwd, env }) {
  const since = performance.now();
  return new Promise((done, fail) => {
    const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk) => (said.out += chunk));
    child.stderr.on('data', (chunk) => (said.err += chunk));
    child.once('error', fail);
    child.once('close', (status) => done({ ...said, status, seconds: (performance.now() - since) / 1_000 }));
  });
}

const report = ({ out }) => {
  try {
    return JSON.parse(out);
  } catch {
    return null;
  }
};

/** A folder with a copy of the examples, and a program `emulator` in it, which the printed commands name. */
function stage(bug) {
  const folder = mkdtempSync(join(tmpdir(), 'audit-corpus-'));
  const [bin, copy] = [join(folder, 'bin'), join(folder, 'examples')];
  copyOf(copy, bug);
  mkdirSync(bin);
  const program = join(bin, 'emulator');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin/emulator.js')}' "$@"\n`);
  chmodSync(program, 0o755);
  const env = { ...process.env, SHOP_DATA: join(folder, 'data'), PATH: bin + delimiter + process.env.PATH };
  return { copy, cwd: folder, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const quoted = (words) => words.map((word) => `'${word}'`).join(' ');

/** Whether a rule is incomplete because a difference did not appear again. */
const isUnconfirmed = ({ state, because }) => state === 'incomplete' && /not confirmed/i.test(because ?? '');

/**
 * Audits an application, with or without a bug.
 * @param only rules or adversities; empty for all
 * @returns `violations`, each with the rule and whether its printed command found it again; `unconfirmed` rules;
 * `rules` with the state and reason of each; `seconds` of the audit; and `failure` if there is no report
 */
export async function audit(application, { bug, seed, only = [], jobs, keep }) {
  const at = stage(bug);
  try {
    const chosen = only.flatMap((name) => ['--only', name]);
    const words = ['audit', '--json', '--quiet', '--seed', String(seed), '--jobs', String(jobs), ...chosen];
    const command = [...words, '--state-command', quoted(application.state(at.copy)), '--'];
    const made = await ran('emulator', [...command, ...application.command(at.copy)], at);
    keep(made.out === '' ? made.err : made.out);
    const told = report(made);
    const isUnknown = told === null && /^emulator: There is no rule or adversity/m.test(made.err);
    if (isUnknown) return { seconds: made.seconds, violations: [], unconfirmed: [], rules: {} };
    if (told === null) return { seconds: made.seconds, failure: made.err.trim().split('\n').slice(-3).join(' | ') };
    const violations = told.rules.filter(({ state }) => state === 'violation').flatMap(findingsOf);
    for (const each of violations) each.isRepeated = await repeated(each, jobs, at);
    return {
      seconds: made.seconds,
      violations,
      unconfirmed: told.rules.filter(isUnconfirmed).map(({ id, because }) => ({ rule: id, because })),
      rules: Object.fromEntries(told.rules.map(({ id, state, because }) => [id, { state, because }])),
    };
  } finally {
    at.remove();
  }
}

/** One finding for each command that reproduces one. */
function findingsOf({ id, findings }) {
  const first = new Map(findings.filter(({ accepted }) => accepted === null).map((each) => [each.repeat, each]));
  return [...first.values()].map(({ adversity, message, repeat }) => ({ rule: id, adversity, message, repeat }));
}

/** Whether a printed command, run unchanged, finds a violation of the same rule. The report is requested as JSON. */
async function repeated({ rule, repeat }, jobs, at) {
  const line = repeat.replace(/^npx payments-emulator audit/, `emulator audit --json --quiet --jobs ${jobs}`);
  const told = report(await ran('sh', ['-c', line], at));
  return told?.rules.some(({ id, state }) => id === rule && state === 'violation') ?? false;
}

// Tries the audit on the applications of examples/audit: the correct ones must have no violation whatever the seed, and each
// planted bug must be found by its rule and by no other. `node scripts/audit-corpus.js [--seeds 20] [--jobs 2] [--only RULE]`
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutations } from '../examples/audit/mutations.js';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    only: { type: 'string', multiple: true },
    // Judges nothing but the rule that must find a bug: whether it is found, and not whether others keep still.
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const root = resolve(import.meta.dirname, '..');
const examples = join(root, 'examples/audit');
const emulator = join(root, 'bin/emulator.js');
const scenario = join(examples, 'scenario.js');

const applications = [
  {
    name: 'shop: plain Node, answers when it is done',
    words: (folder) => [process.execPath, join(folder, 'shop/shop.js')],
  },
  {
    name: 'queue: plain Node, acknowledges first and works later',
    words: (folder) => [process.execPath, join(folder, 'queue/shop.js')],
  },
  { name: 'python: standard library alone', words: (folder) => ['python3', join(folder, 'python/shop.py')] },
];

/** Audits an application, and gives the rules that were violated with the report. */
function audit(words, { seed = 1, only = [] } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'audit-corpus-'));
  const state = words.map((word) => `'${word}'`).join(' ');
  const chosen = only.flatMap((name) => ['--only', name]);
  const args = [emulator, 'audit', '--json', '--quiet', '--seed', String(seed), ...chosen, '--jobs', values.jobs];
  const command = [...args, '--state-command', `${state} state`, '--', process.execPath, scenario, ...words];
  const since = performance.now();
  return new Promise((done) => {
    const child = spawn(process.execPath, command, { env: { ...process.env, SHOP_DATA: join(data, 'shop') } });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    child.on('close', (status) => {
      rmSync(data, { recursive: true, force: true });
      const seconds = (performance.now() - since) / 1_000;
      try {
        const report = JSON.parse(out);
        const violated = report.rules.filter((rule) => rule.state === 'violation').map((rule) => rule.id);
        done({ status, seconds, violated, report });
      } catch {
        done({ status, seconds, violated: [], report: null, error: err.trim().split('\n').slice(-3).join(' | ') });
      }
    });
  });
}

/** A copy of the applications with a bug in the shop. */
function planted({ search, replace, also }) {
  const folder = mkdtempSync(join(tmpdir(), 'audit-mutant-'));
  cpSync(examples, folder, { recursive: true });
  const file = join(folder, 'shop/shop.js');
  let text = readFileSync(file, 'utf8');
  for (const change of [{ search, replace }, ...(also === undefined ? [] : [also])]) {
    if (text.split(change.search).length !== 2) throw new Error(`Not once in the shop: ${change.search}`);
    text = text.replace(change.search, () => change.replace);
  }
  writeFileSync(file, text);
  return folder;
}

const rows = [];
let wrong = 0;
const told = (row, isRight) => {
  rows.push([...row, isRight ? 'right' : '**wrong**']);
  if (!isRight) wrong++;
  console.log(row.join(' | '), isRight ? '' : '  <-- WRONG');
};

const chosen = (rule) => values.only === undefined || values.only.includes(rule);

for (const mutation of mutations.filter(({ rule }) => chosen(rule))) {
  const folder = planted(mutation);
  const { violated, seconds, error } = await audit(applications[0].words(folder), {
    only: values.quick ? [mutation.rule] : [],
  });
  rmSync(folder, { recursive: true, force: true });
  const found = error ?? (violated.join(', ') || 'nothing');
  told(
    [mutation.rule, mutation.bug, found, `${seconds.toFixed(0)} s`],
    violated.length === 1 && violated[0] === mutation.rule,
  );
}

for (const { name, words } of applications.filter((_, at) => chosen(['shop', 'queue', 'python'][at]))) {
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const { violated, seconds, error } = await audit(words(examples), { seed });
    told(
      [name, `seed ${seed}`, error ?? (violated.join(', ') || 'nothing'), `${seconds.toFixed(0)} s`],
      error === undefined && violated.length === 0,
    );
  }
}

if (values.write) {
  const table = rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
  writeFileSync(
    join(root, 'docs/audit-corpus.md'),
    `# What the audit finds\n\nThe applications of \`examples/audit\`, audited whole (2 controls and all adversities): the bugs of \`mutations.js\`, planted one at
a time, each of which must be found by its rule and by no other, and the correct applications, in which nothing may be
found. \`npm run audit:corpus\` writes this page.\n\n| rule or application | bug or seed | found | took | |\n|---|---|---|---|---|\n${table}\n`,
  );
}
process.exit(wrong === 0 ? 0 : 1);

// Tries the audit on the applications of examples/audit: the correct ones under every adversity with several seeds at two loads,
// and each planted bug. It takes hours; what is there already (`--keep`) is not tried again, and the page says what there is.
//   node scripts/audit-corpus/run.js --application club --mutation none --seeds 2 --load idle
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applications, bugs, root } from './applications.js';
import { audit, beside } from './judge.js';
import { falseOnes, metBy, page } from './page.js';

const { values } = parseArgs({
  options: {
    // The applications to try; repeatable.
    application: { type: 'string', multiple: true },
    // Only bugs of this rule, without correct applications; `none`: only correct applications. Repeatable.
    mutation: { type: 'string', multiple: true },
    seeds: { type: 'string', default: '10' },
    // `idle`, or `busy`: beside two loops that never end. Repeatable.
    load: { type: 'string', multiple: true, default: ['idle', 'busy'] },
    jobs: { type: 'string', default: '2' },
    // Checks only the rule that must find a bug, and not whether other rules stay silent.
    quick: { type: 'boolean', default: false },
    // The most new trials to make.
    trials: { type: 'string' },
    // The folder of reports and results.
    keep: { type: 'string', default: join(tmpdir(), 'audit-corpus-kept') },
    write: { type: 'boolean', default: false },
  },
});
const busy = 2;
/** The number of seeds for each correct application at each load. */
const seeds = 10;
const loops = { idle: 0, busy };
const whole = applications.length * Object.keys(loops).length * seeds + bugs.length;
for (const load of values.load) if (loops[load] === undefined) throw new Error(`No load has the name ${load}.`);
const names = applications.map(({ name }) => name);
const unknown = (values.application ?? []).find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`No application has the name ${unknown}: ${names.join(', ')}`);

const results = join(values.keep, 'results.jsonl');
mkdirSync(values.keep, { recursive: true });
const kept = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n').filter(Boolean) : [];
const rows = kept.map((line) => JSON.parse(line));

const isChosen = ({ name }) => values.application === undefined || values.application.includes(name);
const rules = values.mutation?.filter((rule) => rule !== 'none');

const planted = bugs
  .filter((bug) => isChosen({ name: bug.application }) && (rules === undefined || rules.includes(bug.rule)))
  .map((bug) => ({ bug, name: bug.name, rule: bug.rule, seed: 1, load: values.load[0] }));

const correct = values.load.flatMap((load) =>
  Array.from({ length: Number(values.seeds) }, (_, at) => at + 1).flatMap((seed) =>
    applications.filter(isChosen).map(({ name }) => ({ name, seed, load })),
  ),
);

const withCorrect = rules === undefined || rules.length < values.mutation.length;
const trials = [...(withCorrect ? correct : []), ...planted];

const idOf = ({ name, seed, load }) => [name, seed, load].join(' / ');
const fileOf = (trial) => `${idOf(trial).replaceAll(/[^a-z0-9]+/gi, '-')}.json`;
const isThere = new Set(rows.map(idOf));

const verdict = (row) => {
  const blamed = falseOnes(row).map((rule) => `${rule} blamed`);
  const lost = row.violations?.some(({ isRepeated }) => isRepeated === false) ? ['not repeated'] : [];
  const met = row.rule === undefined ? [] : [metBy(row)];
  return [...met, ...blamed, ...lost, ...(row.failure === undefined ? [] : [row.failure])].join(', ') || 'nothing';
};

const isRight = (row) =>
  row.failure === undefined &&
  falseOnes(row).length === 0 &&
  (row.rule === undefined || metBy(row) !== 'missed') &&
  !row.violations.some(({ isRepeated }) => isRepeated === false);

const most = values.trials === undefined ? trials.length : Number(values.trials);
for (const { bug, ...trial } of trials.filter((each) => !isThere.has(idOf(each))).slice(0, most)) {
  const application = applications.find(({ name }) => name === (bug?.application ?? trial.name));
  const report = join(values.keep, fileOf(trial));
  const judged = await beside(loops[trial.load], () =>
    audit(application, {
      bug,
      seed: trial.seed,
      jobs: Number(values.jobs),
      only: values.quick && bug !== undefined ? [bug.rule] : [],
      keep: (text) => writeFileSync(report, text),
    }),
  );
  const isQuick = bug !== undefined && values.quick;
  const row = { ...trial, isQuick, report, ...judged };
  rows.push(row);
  appendFileSync(results, `${JSON.stringify(row)}\n`);
  console.log(`${isRight(row) ? 'right' : 'WRONG'}  ${idOf(row)}: ${verdict(row)} (${row.seconds.toFixed(0)} s)`);
  if (values.write)
    writeFileSync(join(root, 'docs/internals/audit-corpus.md'), page(rows, { loads: Object.keys(loops), busy, whole }));
}
process.exit(rows.every(isRight) ? 0 : 1);

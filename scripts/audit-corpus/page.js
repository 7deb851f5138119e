// Writes docs/internals/audit-corpus.md from the audits so far.
import { grid } from '../manual-tables.js';
import { applications, bugs } from './applications.js';

const table = (head, rows) => grid(head, rows).join('\n');

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
const middle = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
const seconds = (rows) =>
  rows.length === 0
    ? '–'
    : `${middle(rows.map((row) => row.seconds)).toFixed(0)} (${Math.max(...rows.map((row) => row.seconds)).toFixed(0)})`;

/**
 * The result of a bug's own rule: `found`, `told` (not tested, or not sure, with the reason), `missed`, or `failed` (no report).
 */
export function metBy({ rule, failure, violations, rules }) {
  if (failure !== undefined) return 'failed';
  if (violations.some((each) => each.rule === rule)) return 'found';
  return rules[rule]?.state === 'incomplete' || rules[rule] === undefined ? 'told' : 'missed';
}

/** Other rules that were violated by mistake. */
export const falseOnes = ({ rule, violations = [] }) => [
  ...new Set(violations.map((each) => each.rule).filter((each) => each !== rule)),
];

const reasonOf = ({ rule, failure, rules }) =>
  failure ?? (rules[rule] === undefined ? 'there is no such rule' : (rules[rule].because ?? rules[rule].state));

const repeats = (rows) =>
  rows.flatMap(({ violations = [] }) => violations).filter((each) => each.isRepeated !== undefined);

function numbers(correct, planted) {
  const met = planted.map(metBy);
  const of = (end) => met.filter((each) => each === end).length;
  const all = [...correct, ...planted];
  const again = repeats(all);
  return table(
    ['', 'number'],
    [
      ['audits of correct applications', correct.length],
      ['false findings in them', sum(correct.map((row) => falseOnes(row).length))],
      [
        'differences that did not appear again, in them',
        sum(correct.map(({ unconfirmed = [] }) => unconfirmed.length)),
      ],
      ['of them without a report', correct.filter(({ failure }) => failure !== undefined).length],
      ['bugs', planted.length],
      ['found by their own rule', of('found')],
      ['reported as not tested or not sure, with the reason', of('told')],
      ['missed', of('missed')],
      ['without a report', of('failed')],
      ['bugs that were judged by all rules', planted.filter(({ isQuick }) => !isQuick).length],
      ['other rules that these violated', sum(planted.map((row) => falseOnes(row).length))],
      ['printed commands that were run', again.length],
      ['of them that found it again', again.filter(({ isRepeated }) => isRepeated).length],
    ],
  );
}

const correctRow = ({ name, about }, load, rows) => {
  const blamed = rows.flatMap((row) => falseOnes(row).map((rule) => `${rule} (seed ${row.seed})`));
  const doubts = sum(rows.map(({ unconfirmed = [] }) => unconfirmed.length));
  const seeds = rows.map(({ seed }) => seed).sort((one, other) => one - other);
  return [`${name}: ${about}`, load, seeds.join(', '), blamed.join(', ') || 'none', doubts, seconds(rows)];
};

const plantedRow = (row) => {
  const met = metBy(row);
  const again = repeats([row]);
  return [
    row.rule,
    row.name,
    met === 'found' ? 'found' : `${met === 'told' ? 'not tested' : met}: ${reasonOf(row)}`,
    row.isQuick ? 'not tested' : falseOnes(row).join(', ') || 'none',
    again.length === 0 ? '–' : `${again.filter(({ isRepeated }) => isRepeated).length} of ${again.length}`,
    `${row.seconds.toFixed(0)} s`,
  ];
};

/**
 * The page as Markdown. `rows` are results of audits, each with `name`, and with `rule` if a bug was planted; `whole`
 * is the number of all audits.
 */
export function page(rows, { loads, busy, whole }) {
  const correct = rows.filter(({ rule }) => rule === undefined);
  const planted = rows.filter(({ rule }) => rule !== undefined);
  const left = bugs.map(({ name }) => name).filter((name) => !planted.some((row) => row.name === name));
  const perApplication = applications.flatMap((application) =>
    loads.map((load) => [
      application,
      load,
      correct.filter((row) => row.name === application.name && row.load === load),
    ]),
  );
  return `# What the audit finds

This page has the results of audits of the applications in \`examples/audit\` (2 control runs and all adversities).

- **Correct applications** must have no finding with any seed, on an idle machine and beside ${busy} busy loops.
- **Bugs** are in their \`mutations.js\`. Each bug is planted alone. Its own rule must find it, or report it as not tested, with the reason. The
  command that a finding prints must find it again.

[The audit](../audit.md#what-it-does-not-see) lists bugs that are known to go unnoticed.

## What was run

\`npm run audit:corpus\` makes all ${whole} audits, with 10 seeds at both loads for the correct applications, and updates this page after each audit. That takes
hours. So far there are ${rows.length} audits:

- ${correct.length} of correct applications, with the seeds and loads in the table
- ${planted.length} of the ${bugs.length} bugs, each with seed 1 on an idle machine${planted.every(({ isQuick }) => isQuick) ? ', judged by its own rule alone (`--quick`)' : ''}

"Idle" means without busy loops; other programs may have used the machine. An audit is not repeated when a rule changes.
${left.length === 0 ? '' : `\nNot tried yet: ${left.join('; ')}.\n`}
## Numbers

${numbers(correct, planted)}

## Correct applications

The last column has the median duration of an audit in seconds, and in parentheses the longest.

${table(
  ['application', 'load', 'seeds', 'false findings', 'not repeated', 'seconds'],
  perApplication.filter(([, , own]) => own.length > 0).map((each) => correctRow(...each)),
)}

## Bugs

${table(['rule', 'bug', 'result', 'other rules', 'repeated', 'time'], planted.map(plantedRow))}
`;
}

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
 * How a bug's own rule met it: `found`, `told` (not tried, or not sure, with the reason), `missed`, or `failed` (no
 * report).
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
      ['differences that did not show again, in them', sum(correct.map(({ unconfirmed = [] }) => unconfirmed.length))],
      ['of them without a report', correct.filter(({ failure }) => failure !== undefined).length],
      ['bugs', planted.length],
      ['found by their own rule', of('found')],
      ['told as not tried or not sure, with the reason', of('told')],
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
    met === 'found' ? 'found' : `${met}: ${reasonOf(row)}`,
    row.isQuick ? 'not asked' : falseOnes(row).join(', ') || 'none',
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

The applications of \`examples/audit\`, audited whole (2 controls and all adversities). The correct ones must have no finding whatever the
seed, on an idle machine and beside ${busy} busy loops; each bug of their \`mutations.js\`, planted alone, must be found by its own rule or be told as
not tried, with the reason, and the command that a finding prints must find it again. [The audit](../audit.md#what-it-does-not-see) says what is known to go unnoticed.

## What was run

\`npm run audit:corpus\` makes all ${whole} audits, the correct applications with 10 seeds at both loads, and writes this page as it goes; that takes hours.
So far there are ${rows.length}: ${correct.length} of correct applications, with the seeds and loads of the table, and ${planted.length} of the ${bugs.length} bugs, each with
seed 1 on an idle machine${planted.every(({ isQuick }) => isQuick) ? ', judged by its own rule alone (`--quick`)' : ''}. "Idle" is what it was asked for: other work on the machine was not kept away.
What was audited before a rule was last changed is not audited again because of that.
${left.length === 0 ? '' : `\nNot tried yet: ${left.join('; ')}.\n`}
## Numbers

${numbers(correct, planted)}

## Correct applications

Seconds of an audit are the middle one, and in parentheses the longest.

${table(
  ['application', 'load', 'seeds', 'false findings', 'not shown again', 'seconds'],
  perApplication.filter(([, , own]) => own.length > 0).map((each) => correctRow(...each)),
)}

## Bugs

${table(['rule', 'bug', 'by its rule', 'other rules', 'repeated', 'took'], planted.map(plantedRow))}
`;
}

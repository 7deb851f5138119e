import { groupedBy } from '../../../core/base/maps.ts';
import { clean, counted, wrapped } from '../../../core/base/terminal-text.ts';
import { xmlText } from '../../../core/base/xml-text.ts';
import { closed } from '../../../core/kernel/declare/schema.ts';
import type { OutputKind } from '../../../core/system/output-file.ts';
import { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import { type ComparisonFinding, ComparisonReport } from '../../../sandbox/control/wire.ts';
import { hidden } from '../report/request-line.ts';
import { cut, sentenceOf, sidesOf } from '../report/sentences.ts';
import { headline, isHttpStatus, type Row, rowsOf, summaryLines, weightOfFinding } from '../report/summary.ts';
import { countsOf } from '../report/weights.ts';
import type { Comparison } from './compare.ts';

/** The schema of the report, as published. */
export const compareReportSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Differences between the responses of the service and the emulator',
  ...closed(ComparisonReport),
});

/** The maximum number of findings for which the report includes both responses. */
const mostAnswers = 300;
/** The maximum length of a text from the service, in characters. */
const longestText = 1_000;

export function reportOf(captures: readonly string[], comparison: Comparison): ComparisonReport {
  const { entries, compared, findings, notCompared, assumptions, answersOf } = comparison;
  const texts = new HiddenTexts();
  return {
    version: 1,
    captures: [...captures],
    entries,
    compared,
    findings: findings.map(({ finding }, at) => {
      const { service, emulator, refusal, place, specification, adoption, todo } = finding;
      const { id = '', object = '', which = '' } = finding;
      const names = { id, object, place, specification, adoption, todo, which };
      const short = Object.entries(names).map(([name, text]) => [name, cut(text, longestText)]);
      const told = { service, emulator, refusal, ...Object.fromEntries(short) };
      const shown = { ...finding, ...(hidden(texts, told) as typeof told) };
      return { ...shown, says: sentenceOf(shown), answers: at < mostAnswers ? answersOf(finding) : null };
    }),
    not_compared: notCompared.map((each) => ({ ...each, why: cut(each.why, longestText) })),
    assumptions: countsOf(assumptions),
  };
}

type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string) => string;

const styles = { behaviour: 'red', specification: 'yellow', assumption: 'cyan' } as const;

/** What a finding is about: the name of a webhook, and the place. */
function titleOf(finding: ComparisonFinding): string {
  const { operation, place } = finding;
  const of = operation.startsWith('event ') ? `webhook ${clean(operation.slice('event '.length))}` : '';
  if (place === 'events') return of;
  const words: Readonly<Record<string, string>> = { order: 'order of the list', length: 'length of the list' };
  const name = isHttpStatus(finding) ? 'HTTP status' : (words[place] ?? clean(place));
  return of === '' ? name : `${of}: ${clean(place)}`;
}

/** The entry of a finding, and its request. */
const requestOf = ({ first, request = '' }: ComparisonFinding): string =>
  `${clean(request)} (entry ${first.entry} of ${clean(first.capture)})`;

/** How often a difference was seen, and what follows from it. */
function seenOf({ seen, of, which = '', operation, consequences }: ComparisonFinding): string {
  const noun = operation.startsWith('event ') ? 'webhook' : 'call';
  const often = `in ${seen} of ${counted(of, noun)}${clean(which)}`;
  const further = counted(consequences, 'further difference');
  return consequences === 0 ? often : `${often}; causes ${further}, not listed`;
}

/** A finding as rows: what each side did, what the specification says, how often it was seen, and what to do. */
function factsOf(finding: ComparisonFinding): readonly (readonly [name: string, text: string])[] {
  const [service, emulator] = sidesOf(finding);
  // A difference in form is the same whatever the field means.
  const about = weightOfFinding(finding) === 'form' ? undefined : finding.about;
  return [
    ...(about === undefined ? [] : [['Meaning', clean(about)] as const]),
    ['Service', service],
    ['Emulator', emulator],
    ['Specification', clean(finding.specification)],
    ['Seen', seenOf(finding)],
    ['To do', clean(finding.todo)],
  ];
}

const nameWidth = 'Specification'.length;

/** How to read the findings, and how to do what they suggest. */
const guide = [
  'The emulator got the same requests as the service. The emulator follows the specification; where that is silent, it has to assume a response, and the service is right.',
  'A profile is a file that lists how the service differs. To adopt findings, run this command with --write-profile FILE: an emulator that you start with --profile FILE then responds like the service. With --over-specification, the profile also contains every finding where the service contradicts the specification.',
  'To report a finding, send the request and both responses (--json-file) to the support of the service, or open an issue in the repository of the emulator.',
  'In parentheses: what the field, status or webhook is about (money, state, error, webhook, or only form). Meaning: how the documentation of the emulator describes it. "Seen in 2 of 4 calls": it could differ in 4 calls, and differs in 2.',
];

function findingLines(finding: ComparisonFinding, paint: Paint): string[] {
  const facts = factsOf(finding).flatMap(([name, text]) =>
    wrapped(text, ' '.repeat(nameWidth + 8), `      ${paint('dim', name.padEnd(nameWidth))}  `),
  );
  const weight = paint('dim', `(${weightOfFinding(finding)})`);
  return [`    ${paint(styles[finding.kind], titleOf(finding))} ${weight}`, ...facts];
}

/** The findings about one object, by their requests. */
function groupLines({ subject, findings }: Row<ComparisonFinding>, paint: Paint): string {
  const requests = groupedBy(findings, ({ first }) => `${first.capture} ${first.entry}`);
  const lines = [...requests.values()].flatMap((own) => [
    ...wrapped(requestOf(own[0]!), '    ', '  '),
    ...own.flatMap((finding) => findingLines(finding, paint)),
  ]);
  return [paint('bold', `${subject}: ${counted(findings.length, 'finding')}`), ...lines].join('\n');
}

/** The report for the terminal. */
export function terminalComparison(report: ComparisonReport, paint: Paint): string {
  const { findings, not_compared, compared, entries } = report;
  const head =
    compared === 0
      ? paint('yellow', `None of ${counted(entries, 'entry', 'entries')} could be compared.`)
      : findings.length === 0
        ? paint('green', `The emulator responds like the service: ${counted(compared, 'entry', 'entries')} compared.`)
        : [
            paint('red', headline(findings, compared)),
            ...summaryLines(findings),
            '',
            ...guide.flatMap((text) => wrapped(text, '')),
          ].join('\n');
  const groups = rowsOf(findings).map((row) => groupLines(row, paint));
  const left = not_compared.map(
    ({ why, count: n, first }) => `  ${n} × ${clean(why)} (first: ${clean(first.capture)}, entry ${first.entry})`,
  );
  return [
    head,
    ...groups,
    ...(left.length === 0 ? [] : [[paint('bold', 'Not compared'), ...left].join('\n')]),
    ...(compared === 0 ? [] : [ledgerLine(report)]),
  ].join('\n\n');
}

const ledgerLine = ({ assumptions: { confirmed, refuted, untouched } }: ComparisonReport): string =>
  `Of ${confirmed + refuted + untouched} assumptions of the emulator, ${confirmed} are confirmed, ${refuted} refuted and ${untouched} not tested (--assumptions lists them).`;

/** The report as Markdown, for the summary of a CI job. */
export function markdownComparison(report: ComparisonReport): string {
  const text = terminalComparison(report, (_style, plain) => plain).replaceAll('```', "'''");
  return `## Comparison of the emulator with the service\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}

export const comparisonJunitKind: OutputKind = {
  noun: 'JUnit report of a comparison',
  example: 'compare.xml',
  isOwn: (beginning) => /^<\?xml [^>]*>\s*<testsuites name="emulator compare"/.test(beginning),
  isStreamable: true,
};

/** The JUnit report: a failed test case for each finding, and one passed test case for the comparison itself. */
export function junitComparison({ findings, compared }: ComparisonReport): string {
  const cases = findings.map((finding) => {
    const { kind, operation, place, says } = finding;
    const facts = factsOf(finding).map(([name, text]) => `${name}: ${text}`);
    const text = xmlText([requestOf(finding), ...facts].join('\n'));
    return `    <testcase classname="compare.${kind}" name="${xmlText(`${operation} ${place}`)}"><failure type="${kind}" message="${xmlText(says)}">${text}</failure></testcase>`;
  });
  cases.push(`    <testcase classname="compare" name="${counted(compared, 'entry', 'entries')} compared"/>`);
  const counts = `tests="${cases.length}" failures="${findings.length}" errors="0" skipped="0"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="emulator compare" ${counts}>
  <testsuite name="emulator compare" ${counts}>
${cases.join('\n')}
  </testsuite>
</testsuites>
`;
}

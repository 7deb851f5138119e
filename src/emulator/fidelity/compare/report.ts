import { clean, counted, markdownCode, markdownText } from '../../../core/base/terminal-text.ts';
import { xmlText } from '../../../core/base/xml-text.ts';
import { closed } from '../../../core/kernel/declare/schema.ts';
import type { OutputKind } from '../../../core/system/output-file.ts';
import { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import { type ComparisonFinding, ComparisonReport } from '../../../sandbox/control/wire.ts';
import { hidden } from '../report/request-line.ts';
import { cut, sentenceOf } from '../report/sentences.ts';
import { headline, rowsOf, summaryLines, weightOfFinding } from '../report/summary.ts';
import { countsOf, type Weight, weights } from '../report/weights.ts';
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
      const { service, emulator, refusal } = finding;
      const told = { service, emulator, refusal: refusal === null ? null : cut(refusal, longestText) };
      const { id = '', object = '', place, adoption = '' } = finding;
      const names = { id, object, place, adoption };
      const short = Object.fromEntries(Object.entries(names).map(([name, text]) => [name, cut(text, longestText)]));
      const shown = { ...finding, ...(hidden(texts, told) as typeof told), ...(short as typeof names) };
      return { ...shown, says: sentenceOf(shown), answers: at < mostAnswers ? answersOf(finding) : null };
    }),
    not_compared: notCompared.map((each) => ({ ...each, why: cut(each.why, longestText) })),
    assumptions: countsOf(assumptions),
  };
}

type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string) => string;

const styles = { behaviour: 'red', specification: 'yellow', assumption: 'cyan' } as const;
/** What each kind of finding means. */
const meanings = {
  behaviour: 'the emulator behaves differently',
  specification: 'the specification says the same as the emulator',
  assumption: 'the specification leaves this open: the emulator assumes it',
} as const;
const titles: Readonly<Record<Weight, string>> = {
  money: 'Money: amounts, fees, prices, balances',
  state: 'State: statuses, and what changes what happens',
  refusal: 'Errors: what is rejected, and how',
  event: 'Webhooks: what is sent, and when',
  form: 'Form: names, texts, ids, headers, empty fields',
};

/** What was counted: the calls of an operation, or what contains the field. */
function countedNoun({ object = '', operation, place }: ComparisonFinding): string {
  if (object.startsWith('event ')) return 'webhook';
  if (object === operation && place === 'status') return 'call';
  return /^[a-z_]+$/.test(object) && object !== 'header' ? object.replaceAll('_', ' ') : 'response';
}

const sentence = (finding: ComparisonFinding): string =>
  `${finding.says} (${finding.seen} of ${counted(finding.of, countedNoun(finding))})`;

/** Where to find a difference in the capture. */
const whereOf = ({ first, request }: ComparisonFinding): string =>
  `see entry ${first.entry} of ${clean(first.capture)}${request === undefined ? '' : `: ${clean(request)}`}`;

/** What a finding means, what follows from it, and whether a profile can adopt it. */
const meaningOf = ({ kind, consequences, adoptable, adoption }: ComparisonFinding): string =>
  [
    meanings[kind],
    ...(consequences === 0
      ? []
      : [
          `${counted(consequences, 'later difference')} ${consequences === 1 ? 'follows' : 'follow'} from it and ${consequences === 1 ? 'is' : 'are'} not listed`,
        ]),
    adoptable ? 'a profile can adopt it' : clean(adoption ?? 'no profile can adopt it'),
  ].join(' · ');

/** The report for the terminal. */
export function terminalComparison(report: ComparisonReport, paint: Paint): string {
  const { findings, not_compared, compared, entries } = report;
  const head =
    compared === 0
      ? paint('yellow', `None of ${counted(entries, 'entry', 'entries')} could be compared.`)
      : findings.length === 0
        ? paint('green', `The emulator responds like the service: ${counted(compared, 'entry', 'entries')} compared.`)
        : [paint('red', headline(findings, compared)), ...summaryLines(findings)].join('\n');
  const groups = weights.flatMap((weight) => {
    const own = findings.filter((finding) => weightOfFinding(finding) === weight);
    if (own.length === 0) return [];
    const lines = own.flatMap((finding) => [
      `  ${paint(styles[finding.kind], clean(finding.operation))}  ${paint('bold', clean(finding.place))}`,
      `    ${sentence(finding)}`,
      `    ${paint('dim', whereOf(finding))}`,
      `    ${paint('dim', meaningOf(finding))}`,
    ]);
    return [[paint('bold', titles[weight]), ...lines].join('\n')];
  });
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
  `${confirmed + refuted + untouched} assumptions: ${confirmed} confirmed, ${refuted} refuted, ${untouched} not tested.`;

/** The report as Markdown, for the summary of a CI job. */
export function markdownComparison(report: ComparisonReport): string {
  const rows = report.findings.map(
    (finding) =>
      `| ${weightOfFinding(finding)} | ${markdownCode(finding.operation)} | ${markdownCode(finding.place)} | ${markdownText(sentence(finding))} | ${markdownText(`${whereOf(finding)} · ${meaningOf(finding)}`)} |`,
  );
  const summary = [
    headline(report.findings, report.compared),
    '',
    ...rowsOf(report.findings).map(({ subject, count, counts }) => `- ${markdownText(subject)}: ${count} (${counts})`),
    '',
  ];
  const left = report.not_compared.map(({ why, count: n }) => `- ${n} × ${markdownText(why)}`);
  return [
    '## Comparison of the emulator with the service',
    '',
    ...(rows.length === 0
      ? [`${counted(report.compared, 'entry', 'entries')} compared, no differences.`]
      : [...summary, '| about | operation | place | what differs | more |', '|---|---|---|---|---|', ...rows]),
    '',
    ...(left.length === 0 ? [] : ['Not compared:', '', ...left, '']),
    ledgerLine(report),
    '',
  ].join('\n');
}

export const comparisonJunitKind: OutputKind = {
  noun: 'JUnit report of a comparison',
  example: 'compare.xml',
  isOwn: (beginning) => /^<\?xml [^>]*>\s*<testsuites name="emulator compare"/.test(beginning),
  isStreamable: true,
};

/** The JUnit report: a failed test case for each finding, and one passed test case for the comparison itself. */
export function junitComparison({ findings, compared }: ComparisonReport): string {
  const cases = findings.map(
    (finding) =>
      `    <testcase classname="compare.${finding.kind}" name="${xmlText(`${finding.operation} ${finding.place}`)}"><failure type="${finding.kind}" message="${xmlText(sentence(finding))}">${xmlText(`${whereOf(finding)}\n${meaningOf(finding)}`)}</failure></testcase>`,
  );
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

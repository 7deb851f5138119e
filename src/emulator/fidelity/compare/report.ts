import { clean, counted, markdownCode, markdownText, safeJson } from '../../../core/base/terminal-text.ts';
import { xmlText } from '../../../core/base/xml-text.ts';
import { closed } from '../../../core/kernel/declare/schema.ts';
import type { OutputKind } from '../../../core/system/output-file.ts';
import { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import { type ComparisonFinding, ComparisonReport, findingKinds } from '../../../sandbox/control/wire.ts';
import { countsOf } from '../report/weights.ts';
import type { Comparison } from './compare.ts';
import type { Finding } from './findings.ts';
import { hidden } from './side-by-side.ts';

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
      return { ...shown, says: differing(shown), answers: at < mostAnswers ? answersOf(finding) : null };
    }),
    not_compared: notCompared.map((each) => ({ ...each, why: cut(each.why, longestText) })),
    assumptions: countsOf(assumptions),
  };
}

type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string) => string;

const styles = { behaviour: 'red', specification: 'yellow', assumption: 'cyan' } as const;
const findingTitles = {
  behaviour: 'Behaviour: the same call has a different effect',
  specification: 'Specification: the service deviates from it, or the emulator interprets it wrongly',
  assumption: 'Assumptions: the specification does not cover this, and the service responds differently',
} as const;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** A value for one line of text: shortened JSON. */
const shown = (value: unknown): string => cut(clean(safeJson(value)), 60);

/** The kind of thing that one side does not have at a place, such as `such header`. */
const thingAt = (place: string): string =>
  place === 'events' ? 'such event' : place.startsWith('header ') ? 'such header' : 'such field';

/** The difference between the two responses, as one sentence. */
function differing({ place, service, emulator, difference, refusal }: Finding): string {
  const [theirs, own] = [shown(service), shown(emulator)];
  if (difference === 'service_only') return `the service has ${theirs}; the emulator has no ${thingAt(place)}`;
  if (difference === 'emulator_only') return `the service has no ${thingAt(place)}; the emulator has ${own}`;
  if (difference === 'name') return `the service calls this field ${theirs}; the emulator calls it ${own}`;
  if (difference === 'id_prefix')
    return `ids of the service begin with ${theirs}; ids of the emulator begin with ${own}`;
  const said = refusal === null ? '' : `, ${cut(clean(refusal), 160)}`;
  const isService = typeof service === 'number' && service >= 400;
  return `the service: ${theirs}${isService ? said : ''}; the emulator: ${own}${isService ? '' : said}`;
}

const sentence = ({ says, seen, of }: ComparisonFinding): string => `${says} (${seen} of ${of} times)`;

const detail = ({ first, consequences, row, adoptable }: ComparisonFinding): string =>
  [
    `first: ${clean(first.capture)}, entry ${first.entry}`,
    ...(consequences === 0
      ? []
      : [`${counted(consequences, 'difference')} ${consequences === 1 ? 'follows' : 'follow'} from it`]),
    ...(row === null ? [] : [row]),
    adoptable ? 'a profile can adopt it' : 'no profile can adopt it',
  ].join(' · ');

/** The report for the terminal. */
export function terminalComparison(report: ComparisonReport, paint: Paint): string {
  const { findings, not_compared, compared, entries } = report;
  const head =
    compared === 0
      ? paint('yellow', `None of ${counted(entries, 'entry', 'entries')} could be compared.`)
      : findings.length === 0
        ? paint('green', `The emulator responds like the service: ${counted(compared, 'entry', 'entries')} compared.`)
        : paint(
            'red',
            `${counted(findings.length, 'finding')} in ${counted(compared, 'compared entry', 'compared entries')}.`,
          );
  const groups = findingKinds.flatMap((kind) => {
    const own = findings.filter((finding) => finding.kind === kind);
    if (own.length === 0) return [];
    const lines = own.flatMap((finding) => [
      `  ${paint(styles[kind], clean(finding.operation))}  ${paint('bold', clean(finding.place))}`,
      `    ${sentence(finding)}`,
      `    ${paint('dim', detail(finding))}`,
    ]);
    return [[paint('bold', findingTitles[kind]), ...lines].join('\n')];
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
      `| ${finding.kind} | ${markdownCode(finding.operation)} | ${markdownCode(finding.place)} | ${markdownText(sentence(finding))} | ${markdownText(detail(finding))} |`,
  );
  const left = report.not_compared.map(({ why, count: n }) => `- ${n} × ${markdownText(why)}`);
  return [
    '## Comparison of the emulator with the service',
    '',
    ...(rows.length === 0
      ? [`${counted(report.compared, 'entry', 'entries')} compared, no differences.`]
      : ['| kind | operation | place | what differs | more |', '|---|---|---|---|---|', ...rows]),
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
      `    <testcase classname="compare.${finding.kind}" name="${xmlText(`${finding.operation} ${finding.place}`)}"><failure type="${finding.kind}" message="${xmlText(sentence(finding))}">${xmlText(detail(finding))}</failure></testcase>`,
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

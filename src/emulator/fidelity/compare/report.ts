import { isObject } from '../../../core/base/json-values.ts';
import { clean, counted, markdownCode, markdownText, safeJson } from '../../../core/base/terminal-text.ts';
import { xmlText } from '../../../core/base/xml-text.ts';
import { about, closed, nullable, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import type { OutputKind } from '../../../core/system/output-file.ts';
import { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import type { Comparison } from './compare.ts';
import { differences, type Finding, findingKinds } from './findings.ts';

const text = T.String();
const count = T.Integer({ minimum: 0 });
const Anything = T.Unsafe<unknown>({});
const First = T.Object({ capture: text, entry: about(count, 'The number of the entry in the file, from 1.') });

const ReportModel = T.Object({
  version: T.Unsafe<1>({ type: 'integer', const: 1 }),
  captures: about(T.Array(text), 'The files, as they were named.'),
  entries: count,
  compared: count,
  findings: T.Array(
    T.Object({
      kind: OneOf(findingKinds),
      operation: about(text, 'An operation, `client.` before one of the client API; `event payout.paid` of a webhook.'),
      place: about(text, '`status`, `error.code`, `header NAME`, `order`, `length`, `events`, or a path in the body.'),
      service: about(Anything, 'What the service answers; null as well where it has nothing there.'),
      emulator: Anything,
      difference: about(
        OneOf(differences),
        'In what the two differ: in a value, in whether one has it at all, in the name of a field, in what ids begin with, or in a time.',
      ),
      refusal: about(nullable(text), 'What the side said that refused what the other accepted.'),
      seen: count,
      of: count,
      first: First,
      consequences: about(count, 'How many further differences follow from it.'),
      row: about(nullable(text), 'The table and row of the coverage.'),
      adoptable: about(T.Boolean(), 'Whether a profile can adopt it.'),
    }),
  ),
  not_compared: T.Array(T.Object({ why: text, count, first: First })),
  assumptions: T.Object({ confirmed: count, refuted: count, untouched: count }),
});
export type CompareReport = T.Static<typeof ReportModel>;

/** The schema of the report, as it is published. */
export const compareReportSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'What the service answers otherwise than the emulator',
  ...closed(ReportModel),
});

export function reportOf(captures: readonly string[], comparison: Comparison): CompareReport {
  const { entries, compared, findings, notCompared, assumptions } = comparison;
  const texts = new HiddenTexts();
  const inState = (state: string): number => assumptions.filter((each) => each.state === state).length;
  return {
    version: 1,
    captures: [...captures],
    entries,
    compared,
    findings: findings.map(({ finding }) => {
      const { service, emulator, refusal } = finding;
      return { ...finding, ...(hidden({ service, emulator, refusal }, texts) as typeof finding) };
    }),
    not_compared: notCompared.map((each) => ({ ...each })),
    assumptions: { confirmed: inState('confirmed'), refuted: inState('refuted'), untouched: inState('untouched') },
  };
}

/** A value without the secrets that its texts show: the captures of other tools have them. */
function hidden(value: unknown, texts: HiddenTexts): unknown {
  if (typeof value === 'string') return texts.text(value);
  if (Array.isArray(value)) return value.map((each) => hidden(each, texts));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hidden(each, texts)]));
}

type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string) => string;

const styles = { behaviour: 'red', specification: 'yellow', assumption: 'cyan' } as const;
export const findingTitles = {
  behaviour: 'Behaviour: the same call has another effect',
  specification: 'Specification: the service departs from it (if not, the emulator reads it wrongly)',
  assumption: 'Assumptions: the specification is silent, and the service answers otherwise',
} as const;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** A value in a line: as JSON, cut. */
const shown = (value: unknown): string => cut(clean(safeJson(value)), 60);

/** What one side does not have, by the place: `such a header`. */
const thingAt = (place: string): string =>
  place === 'events' ? 'such event' : place.startsWith('header ') ? 'such header' : 'such field';

/** What the two answer, in a sentence. */
export function differing({ place, service, emulator, difference, refusal }: Finding): string {
  const [theirs, own] = [shown(service), shown(emulator)];
  if (difference === 'service_only') return `the service: ${theirs}; the emulator has no ${thingAt(place)}`;
  if (difference === 'emulator_only') return `the service has no ${thingAt(place)}; the emulator: ${own}`;
  if (difference === 'name') return `the service calls this field ${theirs}; the emulator calls it ${own}`;
  if (difference === 'id_prefix') return `ids of the service begin with ${theirs}; those of the emulator with ${own}`;
  const said = refusal === null ? '' : `, ${cut(clean(refusal), 160)}`;
  const isService = typeof service === 'number' && service >= 400;
  return `the service: ${theirs}${isService ? said : ''}; the emulator: ${own}${isService ? '' : said}`;
}

const sentence = (finding: Finding): string => `${differing(finding)} (${finding.seen} of ${finding.of} times)`;

export const detail = ({ first, consequences, row, adoptable }: Finding): string =>
  [
    `first: ${clean(first.capture)}, entry ${first.entry}`,
    ...(consequences === 0
      ? []
      : [`${counted(consequences, 'difference')} more ${consequences === 1 ? 'follows' : 'follow'} from it`]),
    ...(row === null ? [] : [row]),
    adoptable ? 'a profile can adopt it' : 'no profile can adopt it',
  ].join(' · ');

/** The report for a person. */
export function terminalComparison(report: CompareReport, paint: Paint): string {
  const { findings, not_compared, compared, entries } = report;
  const head =
    compared === 0
      ? paint('yellow', `None of ${counted(entries, 'entry', 'entries')} could be compared.`)
      : findings.length === 0
        ? paint('green', `The emulator answers as the service did: ${counted(compared, 'entry', 'entries')} compared.`)
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

export const ledgerLine = ({ assumptions: { confirmed, refuted, untouched } }: CompareReport): string =>
  `Of ${confirmed + refuted + untouched} assumptions: ${confirmed} confirmed, ${refuted} refuted, ${untouched} never touched.`;

/** The report as Markdown, for the summary of a job. */
export function markdownComparison(report: CompareReport): string {
  const rows = report.findings.map(
    (finding) =>
      `| ${finding.kind} | ${markdownCode(finding.operation)} | ${markdownCode(finding.place)} | ${markdownText(sentence(finding))} | ${markdownText(detail(finding))} |`,
  );
  const left = report.not_compared.map(({ why, count: n }) => `- ${n} × ${markdownText(why)}`);
  return [
    '## The emulator, held against the service',
    '',
    ...(rows.length === 0
      ? [`${counted(report.compared, 'entry', 'entries')} compared, and nothing differs.`]
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

/** The JUnit report: a failed test case for each finding, and one for all else. */
export function junitComparison({ findings, compared }: CompareReport): string {
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

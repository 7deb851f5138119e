import { getOrMake } from '../../core/base/maps.ts';
import { clean, counted, quoted } from '../../core/base/terminal-text.ts';
import { rules } from '../catalogue.ts';
import { anchorOf, hasDifference, levels, ruleStates } from '../rule.ts';
import { evidenceLines, findingLines, furtherLine, groupText } from './evidence-text.ts';
import type { FailedOutput, Report, ReportedFinding, RuleReport } from './models.ts';
import { type FindingGroup, groupedByPlace, notTested, openFindings } from './report.ts';
import { firstLines, levelStyles, onOneLine, type Paint, wrapped } from './text.ts';

/** How many findings of a rule the complete report shows; `--json` shows all. */
const mostFindings = 5;
/** How many lines of a text of a violation the short report shows. */
const mostLines = 3;
/** The column of the texts of a violation, in characters. */
const column = 17;

/** A violated rule with its findings that are not accepted. */
interface OpenRule {
  readonly report: RuleReport;
  readonly groups: readonly FindingGroup[];
}

/**
 * The report for a person. The first screen has a line for each violation, then come the limits of the report, each
 * violation in at most 12 lines, the rules that were not tested, and one line of counts.
 * @param isVerbose shows the complete evidence, the reasons of each rule, and everything that was tried
 */
export function terminalReport(report: Report, paint: Paint, isVerbose = false): string {
  const open = openRules(report);
  const violations = isVerbose
    ? open.map((rule) => completeLines(rule, paint))
    : open.map((rule) => shortLines(rule, paint));
  const sections = [
    [paint('bold', clean(report.about)), ...verdictLines(report, open, paint)],
    limitLines(report, paint),
    ...violations,
    doubtLines(report, paint, isVerbose),
    notTestedLines(report, paint, isVerbose),
    ...outputLines(report, paint, isVerbose),
    isVerbose ? triedLines(report, paint) : [],
    acceptedLines(report, paint),
    [countsLine(report, open, paint), ...hints(report, open, isVerbose).map((line) => paint('dim', line))],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** What else a person can do: see all the evidence, and try what the record does not show. */
function hints({ way, command }: Report, open: readonly OpenRule[], isVerbose: boolean): string[] {
  const tried = command === null ? 'COMMAND' : command.map((word) => clean(quoted(word))).join(' ');
  return [
    ...(isVerbose || open.length === 0 ? [] : ['Add --verbose for the complete evidence and the reason of each rule.']),
    ...(way === 'lint'
      ? [
          'This is a lint of recorded requests and deliveries. To test failures, such as repeated or late webhooks:',
          `npx payments-emulator audit -- ${tried}`,
        ]
      : []),
  ];
}

/** The violated rules, the gravest first. */
const openRules = (whole: Report): OpenRule[] =>
  whole.rules
    .flatMap((report) => {
      const findings = openFindings({ rules: [report] }).map(({ finding }) => finding);
      return findings.length === 0 ? [] : [{ report, groups: groupedByPlace(whole, findings) }];
    })
    .sort((one, other) => levels.indexOf(one.report.level) - levels.indexOf(other.report.level));

/** The verdict, and a line for each violation. */
function verdictLines({ counts, empty }: Report, open: readonly OpenRule[], paint: Paint): string[] {
  const rest = [
    ...(counts.incomplete === 0 ? [] : [` The audit could not decide ${counted(counts.incomplete, 'rule')}.`]),
    ...(counts.inapplicable === 0
      ? []
      : [` ${counted(counts.inapplicable, 'rule')} ${counts.inapplicable === 1 ? 'does' : 'do'} not apply.`]),
  ].join('');
  if (empty) return [paint('yellow', 'The record is empty, so no rule was tested.')];
  if (open.length === 0) return [`${paint('green', 'The audit found no violation.')}${rest}`];
  const width = Math.max(...open.map(({ report }) => report.id.length));
  return [
    `${paint('red', `${counted(open.length, 'rule')} ${open.length === 1 ? 'is' : 'are'} violated.`)}${rest}`,
    '',
    ...open.map(({ report: { id, level }, groups }) => {
      const happened = onOneLine(groups.map(groupText)[0] ?? '');
      const more = groups.length > 1 ? ` (and ${groups.length - 1} more)` : '';
      return `  ${paint(levelStyles[level], level.padEnd(7))}  ${paint('bold', id.padEnd(width))}  ${happened}${more}`;
    }),
  ];
}

/** The commands that repeat findings of a rule, without duplicates. */
const repeatsOf = ({ groups }: OpenRule): string[] =>
  [...new Set(groups.map(({ finding }) => clean(finding.repeat)))].slice(0, mostFindings);

/** The limits of the report beside the rules that were not tested. */
function limitLines({ rules: judged, weak, controls }: Report, paint: Paint): string[] {
  const untested = new Set(notTested(judged).map(({ message }) => message));
  const differing = controls.notRepeatable.map(
    (what) => `Not tested, because it differs between control runs: ${what}`,
  );
  const lines = [...differing, ...weak.map(({ message }) => message).filter((message) => !untested.has(message))];
  return lines.length === 0
    ? []
    : [paint('yellow', 'Limits of this report'), ...lines.flatMap((line) => wrapped(line, '    ', '  - '))];
}

const named = (paint: Paint, name: string, text: string): string[] =>
  wrapped(text, ' '.repeat(column), `  ${paint('dim', name.padEnd(column - 2))}`);

const listed = (paint: Paint, name: string, lines: readonly string[]): string[] =>
  lines.map((line, at) => `  ${paint('dim', (at === 0 ? name : '').padEnd(column - 2))}${line}`);

/** A violation in at most 12 lines: its first finding, the evidence that decides, the fix, the command. */
function shortLines(rule: OpenRule, paint: Paint): string[] {
  const { report, groups } = rule;
  const [first] = groups;
  if (first === undefined) return [];
  const { finding } = first;
  const others = groups.length - 1;
  const more = others === 0 ? '' : ` (${counted(others, 'more finding')} with --verbose)`;
  return [
    `${paint(levelStyles[report.level], report.level)}  ${paint('bold', report.id)}${more}`,
    ...firstLines(named(paint, 'What happened', groupText(first)), mostLines),
    ...firstLines(listed(paint, 'Evidence', decisiveLines(finding)), mostLines),
    ...firstLines(named(paint, 'Fix', finding.fix), mostLines),
    ...listed(paint, 'Repeat with', [clean(finding.repeat)]),
    ...listed(paint, 'Docs', [anchorOf(report.id)]),
  ];
}

/** The evidence, each part on one line: the differences first, if the finding has any. */
function decisiveLines({ evidence }: ReportedFinding): string[] {
  const differences = [...evidence.effects, ...evidence.state, ...furtherLine(evidence)];
  const lines = hasDifference(evidence) ? differences : evidenceLines(evidence, (_, text) => text);
  return lines.map((line) => onOneLine(line));
}

/** A violation with all its evidence, the reason of the rule and its sources. */
function completeLines(open: OpenRule, paint: Paint): string[] {
  const { report, groups } = open;
  const rule = rules.find(({ id }) => id === report.id);
  if (rule === undefined) return [];
  const rest = groups.length - mostFindings;
  const fixes = [...new Set(groups.map(({ finding }) => finding.fix))];
  return [
    `${paint(levelStyles[report.level], report.level)}  ${paint('bold', report.id)}`,
    ...wrapped(rule.wrong, '  '),
    ...groups.slice(0, mostFindings).flatMap((group) => ['', ...findingLines(group, paint)]),
    ...(rest > 0 ? ['', `  and ${rest} more; --json shows all of them`] : []),
    '',
    ...named(paint, 'Reason', rule.why),
    ...named(paint, 'Source', rule.source),
    ...fixes.flatMap((fix) => named(paint, 'Fix', fix)),
    ...listed(paint, 'Repeat with', repeatsOf(open)),
    ...listed(paint, 'Docs', [anchorOf(report.id)]),
  ];
}

/** The suspicions of rules that could not be judged. */
function doubtLines(report: Report, paint: Paint, isVerbose: boolean): string[] {
  const doubts = report.rules.filter(({ state, findings }) => state === 'incomplete' && findings.length > 0);
  return doubts.flatMap(({ id, findings }) => {
    const groups = groupedByPlace(report, findings).slice(0, mostFindings);
    return [
      `${paint('yellow', 'undecided')}  ${paint('bold', id)}`,
      ...groups.flatMap((group) =>
        isVerbose ? findingLines(group, paint) : firstLines(wrapped(groupText(group), '    ', '  - '), mostLines),
      ),
    ];
  });
}

/** The rules that were not tested, a sentence for each reason, with what makes them testable. */
function notTestedLines({ rules: judged }: Report, paint: Paint, isVerbose: boolean): string[] {
  const reasons = notTested(judged);
  return reasons.length === 0
    ? []
    : [
        paint('dim', 'Rules without a verdict'),
        ...reasons.flatMap(({ because, ids, remedy }) =>
          wrapped(`${because}: ${isVerbose ? ids.join(', ') : fewOf(ids)}. ${remedy}`, '    ', '  - '),
        ),
      ];
}

/** How many rules of one reason the short report names. */
const mostNamed = 3;

const fewOf = (ids: readonly string[]): string =>
  ids.length <= mostNamed + 1
    ? ids.join(', ')
    : `${ids.slice(0, mostNamed).join(', ')} and ${ids.length - mostNamed} more`;

/** How many outputs of failed commands the short report shows. */
const mostOutputs = 5;

/** The end of the output of failed commands. The short report shows outputs that differ only in numbers once. */
function outputLines({ outputs }: Report, paint: Paint, isVerbose: boolean): string[][] {
  const alike = new Map<string, FailedOutput[]>();
  for (const output of outputs) {
    const text = output.lines.slice(-mostLines).join('\n').replaceAll(/\d+/g, '0');
    getOrMake(alike, isVerbose ? String(output.run) : text, (): FailedOutput[] => []).push(output);
  }
  return [...alike.values()].slice(0, isVerbose ? outputs.length : mostOutputs).map(([first, ...others]) => {
    const { run, adversity, status, lines } = first!;
    const shown = isVerbose ? lines.map(clean) : lines.slice(-mostLines).map((line) => onOneLine(line));
    const like = others.length === 0 ? '' : `; similar in run ${others.map((other) => other.run).join(', ')}`;
    return [
      paint('dim', `Last output of the command in run ${run} (${adversity}), which ended with status ${status}${like}`),
      ...(shown.length === 0 ? ['  (empty)'] : shown.map((line) => `  ${line}`)),
    ];
  });
}

/** The kinds that each adversity was tried on, the kinds without an opportunity, and what no adversity tries. */
function triedLines({ rules: judged }: Report, paint: Paint): string[] {
  const all = new Map(judged.flatMap(({ tried }) => tried.map((each) => [each.adversity, each] as const)));
  const lines = [...all.values()]
    .filter(({ because }) => because === null)
    .flatMap(({ adversity, tried, notTried, of }) => {
      const left = notTried.length === 0 ? '' : `; no opportunity for ${notTried.join(', ')}`;
      const on = tried.length === 0 ? '' : `: ${tried.join(', ')}`;
      return wrapped(`${adversity}  ${tried.length} of ${of}${on}${left}`, '    ', '  ');
    });
  const never = judged.flatMap(({ id, tried, untried }) =>
    untried === null || tried.length === 0 ? [] : wrapped(`${id} does not cover ${untried}`, '    ', '  '),
  );
  return lines.length === 0 ? [] : [paint('dim', 'What was tried'), ...lines, ...never];
}

function acceptedLines({ rules: judged }: Report, paint: Paint): string[] {
  const accepted = judged.flatMap(({ id, state, findings }) =>
    state !== 'violation'
      ? []
      : findings.flatMap(({ accepted: reason, where }) =>
          reason === null ? [] : wrapped(`${id} at ${where}: ${reason}`, '  '),
        ),
  );
  return accepted.length === 0 ? [] : [paint('dim', 'Accepted'), ...accepted];
}

function countsLine({ counts, rules: judged }: Report, open: readonly OpenRule[], paint: Paint): string {
  const nouns = { violation: 'violation', pass: 'passed', incomplete: 'incomplete', inapplicable: 'inapplicable' };
  const texts = ruleStates.map((state) =>
    state === 'violation' ? counted(counts.violation, nouns.violation) : `${counts[state]} ${nouns[state]}`,
  );
  return paint(open.length > 0 ? 'red' : 'green', `${counted(judged.length, 'rule')}: ${texts.join(', ')}`);
}

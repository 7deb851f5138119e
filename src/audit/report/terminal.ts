import { type Branch, clean, counted, instant, linesOf } from '../../core/base/terminal-text.ts';
import { rules } from '../catalogue.ts';
import {
  anchorOf,
  type DeliveryEvidence,
  type Evidence,
  hasDifference,
  type Level,
  type RequestEvidence,
  ruleStates,
} from '../rule.ts';
import type { Report, ReportedFinding, RuleReport } from './models.ts';
import { type FindingGroup, groupedByPlace, openFindings } from './report.ts';

/** Styles a text, or returns it unchanged if styles are off. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string) => string;

/** How many findings of a rule are shown in full; `--json` shows all. */
const mostFindings = 5;
/** The width of sentences, in characters. */
const width = 100;

const styles = { error: 'red', warning: 'yellow', note: 'cyan' } as const satisfies Record<Level, string>;

/**
 * The report for a person: the verdict with the commands that repeat findings, the limits of the report, the violations
 * with their evidence, one line of counts.
 */
export function terminalReport(report: Report, paint: Paint): string {
  const sections = [
    [paint('bold', clean(report.about)), ...verdictLines(report, paint)],
    weakLines(report, paint),
    ...report.rules.filter(({ state }) => state === 'violation').map((rule) => violationLines(report, rule, paint)),
    doubtLines(report, paint),
    ...outputLines(report, paint),
    triedLines(report, paint),
    acceptedLines(report, paint),
    [countsLine(report, paint)],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** The first lines: the verdict, and the command for each finding. */
function verdictLines({ rules: judged, counts, empty }: Report, paint: Paint): string[] {
  const found = judged.flatMap((report) => {
    const open = openFindings({ rules: [report] }).map(({ finding }) => finding);
    return open.length === 0 ? [] : [{ report, repeats: repeatsOf(open) }];
  });
  const left = counts.incomplete + counts.inapplicable;
  const unjudged = left === 0 ? '' : ` ${left} of ${counted(judged.length, 'rule')} could not be judged.`;
  if (empty) return [paint('yellow', 'Nothing was recorded, so that no rule was judged.')];
  if (found.length === 0) return [`${paint('green', 'No violation was found.')}${unjudged}`];
  return [
    `${paint('red', `${counted(found.length, 'rule')} ${found.length === 1 ? 'is' : 'are'} violated.`)}${unjudged} To repeat each finding:`,
    ...found.flatMap(({ report: { id, level }, repeats }) => [
      `  ${paint(styles[level], level)}  ${paint('bold', id)}`,
      ...repeats.map((line) => `    ${line}`),
    ]),
  ];
}

/** The commands that repeat findings of a rule, without duplicates. */
const repeatsOf = (findings: readonly ReportedFinding[]): string[] =>
  [...new Set(findings.map(({ repeat }) => clean(repeat)))].slice(0, mostFindings);

/** The limits of the report. */
function weakLines({ weak, controls }: Report, paint: Paint): string[] {
  const differing = controls.notRepeatable.map((what) => `Not repeatable, so not judged: ${what}`);
  const lines = [...differing, ...weak.map(({ message }) => message)];
  return lines.length === 0
    ? []
    : [paint('yellow', 'What this report cannot say'), ...lines.flatMap((line) => wrapped(line, '    ', '  - '))];
}

function violationLines(whole: Report, report: RuleReport, paint: Paint): string[] {
  const open = report.findings.filter(({ accepted }) => accepted === null);
  const rule = rules.find(({ id }) => id === report.id);
  if (open.length === 0 || rule === undefined) return [];
  const groups = groupedByPlace(whole, open);
  const rest = groups.length - mostFindings;
  const named = (name: string, text: string) => wrapped(text, '           ', `  ${paint('dim', name.padEnd(9))}`);
  return [
    `${paint(styles[report.level], report.level)}  ${paint('bold', report.id)}`,
    ...wrapped(rule.wrong, '  '),
    ...groups.slice(0, mostFindings).flatMap((group) => ['', ...findingLines(group, paint)]),
    ...(rest > 0 ? ['', `  and ${rest} more; --json has all of them`] : []),
    '',
    ...named('Why', rule.why),
    ...named('By', rule.says),
    ...[...new Set(open.map(({ mend }) => mend))].flatMap((mend) => named('Mend', mend)),
    ...repeatsOf(open).map((line) => `  ${paint('dim', 'Repeat   ')}${line}`),
    `  ${paint('dim', 'More     ')}${anchorOf(report.id)}`,
  ];
}

/** One finding in plain text, with its evidence and the command that repeats it. */
export const findingText = ({ id, level }: RuleReport, group: FindingGroup): string =>
  [`${level} ${id}`, ...findingLines(group, (_, text) => text), `  Repeat: ${clean(group.finding.repeat)}`].join('\n');

function findingLines(group: FindingGroup, paint: Paint): string[] {
  return [
    ...wrapped(groupText(group), '    ', '  - '),
    ...evidenceLines(group.finding.evidence, paint).map((line) => `    ${line}`),
    ...placeLines(group.finding).map((line) => `    ${paint('dim', line)}`),
  ];
}

/** The place in the record that shows a finding. */
function placeLines({ place }: ReportedFinding): string[] {
  if (place === null) return [];
  const { run, control, start } = place;
  return [`In the record: run ${run}${control === null ? '' : ` beside ${control}`}; to go there: ${clean(start)}`];
}

/** The finding, its adversity and its place, in a sentence or two. */
export function groupText({ finding: { message, adversity }, within, elsewhere }: FindingGroup): string {
  const under = adversity === null ? '' : `Under ${adversity}: `;
  const named = elsewhere.slice(0, mostElsewhere).join(', ');
  const rest = elsewhere.length - mostElsewhere;
  const others = elsewhere.length === 0 ? '' : ` The same in ${named}${rest > 0 ? ` and ${rest} more` : ''}.`;
  return `${within === null ? '' : `In ${within}: `}${under}${message}${others}`;
}

/** How many other workspaces with the same finding are named. */
const mostElsewhere = 3;

/** The evidence as a tree: requests with their effects, events with their deliveries. */
export function evidenceLines(evidence: Evidence, paint: Paint): string[] {
  const { requests, events, deliveries, effects, state } = evidence;
  const shownEvents = new Set<string>();
  const shownDeliveries = new Set<string>();
  const eventBranch = ({ id, type, change }: Evidence['events'][number]): Branch => {
    shownEvents.add(id);
    const own = deliveries.filter(({ event_id }) => event_id === id);
    for (const delivery of own) shownDeliveries.add(delivery.id);
    const told: Branch = { text: paint('cyan', `${type}  ${id}`), below: own.map(deliveryBranch) };
    return { text: clean(change), below: [told] };
  };
  const branches = requests.map((request) => requestBranch(request, paint));
  requests.forEach((request, at) => {
    branches[at]!.below.push(...events.filter(({ cause }) => cause.id === request.id).map(eventBranch));
  });
  const others = events.filter(({ id }) => !shownEvents.has(id)).map(eventBranch);
  others.push(...deliveries.filter(({ id }) => !shownDeliveries.has(id)).map(deliveryBranch));
  // An event that caused the difference comes first.
  if (hasDifference(evidence)) branches.unshift(...others);
  else branches.push(...others);
  const differences = [...effects, ...state, ...furtherLine(evidence)].map((line) => clean(line));
  return [...linesOf(branches, ''), ...differences];
}

/** The line with the number of further differences, which follow from the deciding one. */
export const furtherLine = ({ further }: Evidence): string[] =>
  further === 0
    ? []
    : [`and ${counted(further, 'more difference')} that ${further === 1 ? 'follows' : 'follow'} from it`];

function requestBranch(
  { id, at, method, path, status, asked, answered, fault }: RequestEvidence,
  paint: Paint,
): Branch {
  const answer = status === 0 ? 'connection cut' : `answered ${status}`;
  const injected = fault === null ? '' : ` (injected fault: ${fault})`;
  const below: Branch[] = [];
  if (asked !== null) below.push({ text: paint('dim', `asked ${clean(asked)}`), below: [] });
  if (answered !== null) below.push({ text: paint('dim', `answered ${clean(answered)}`), below: [] });
  return { text: `${clean(`${method} ${path}`)}  ${id}  ${answer} at ${instant(at)}${injected}`, below };
}

const deliveryBranch = ({ id, event_type, url, attempts }: DeliveryEvidence): Branch => ({
  text: clean(`${id} of ${event_type} to ${url}`),
  below: attempts.map(({ number, at, status, latency_ms, error, fault }) => ({
    text: clean(
      `attempt ${number} at ${instant(at)}: ${status === null ? `no answer, ${error}` : `answered ${status}`}, ${Math.round(latency_ms)} ms${fault === null ? '' : ` (injected fault: ${fault})`}`,
    ),
    below: [],
  })),
});

/** The suspicions of rules that could not judge. */
function doubtLines(report: Report, paint: Paint): string[] {
  const doubts = report.rules.filter(({ state, findings }) => state === 'incomplete' && findings.length > 0);
  return doubts.flatMap(({ id, findings }) => [
    `${paint('yellow', 'incomplete')}  ${paint('bold', id)}`,
    ...groupedByPlace(report, findings)
      .slice(0, mostFindings)
      .flatMap((group) => findingLines(group, paint)),
  ]);
}

/** How many outputs of failed commands are shown; `--json` has all outputs. */
const mostOutputs = 3;

/** The end of the output of failed commands, a section for each run. */
const outputLines = ({ outputs }: Report, paint: Paint): string[][] =>
  outputs
    .slice(0, mostOutputs)
    .map(({ run, adversity, status, lines }) => [
      paint('dim', `What the command printed last in run ${run} (${adversity}), which ended with status ${status}`),
      ...(lines.length === 0 ? ['  nothing'] : lines.map((line) => `  ${clean(line)}`)),
    ]);

/** The kinds that each adversity was tried on, the kinds without an occasion, and what no adversity tries. */
function triedLines({ rules: judged }: Report, paint: Paint): string[] {
  const all = new Map(judged.flatMap(({ tried }) => tried.map((each) => [each.adversity, each] as const)));
  const lines = [...all.values()]
    .filter(({ because }) => because === null)
    .flatMap(({ adversity, tried, notTried, of }) => {
      const left = notTried.length === 0 ? '' : `; no moment for ${notTried.join(', ')}`;
      const on = tried.length === 0 ? '' : `: ${tried.join(', ')}`;
      return wrapped(`${adversity}  ${tried.length} of ${of}${on}${left}`, '    ', '  ');
    });
  const never = judged.flatMap(({ id, tried, untried }) =>
    untried === null || tried.length === 0 ? [] : wrapped(`${id} does not try ${untried}`, '    ', '  '),
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

function countsLine({ counts, rules: judged }: Report, paint: Paint): string {
  const open = judged.filter(
    ({ state, findings }) => state === 'violation' && findings.some(({ accepted }) => accepted === null),
  );
  const nouns = { violation: 'violation', pass: 'passed', incomplete: 'incomplete', inapplicable: 'inapplicable' };
  const texts = ruleStates.map((state) =>
    state === 'violation' ? counted(counts.violation, nouns.violation) : `${counts[state]} ${nouns[state]}`,
  );
  return paint(open.length > 0 ? 'red' : 'green', `${counted(judged.length, 'rule')}: ${texts.join(', ')}`);
}

/** A sentence in lines, each indented; `first` replaces the first indent. */
function wrapped(text: string, indent: string, first = indent): string[] {
  const lines: string[] = [''];
  for (const word of clean(text).split(' ')) {
    const last = lines.at(-1)!;
    if (last !== '' && last.length + 1 + word.length > width - indent.length) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line, at) => `${at === 0 ? first : indent}${line}`);
}

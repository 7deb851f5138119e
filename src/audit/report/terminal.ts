import { getOrMake } from '../../core/base/maps.ts';
import { clean, counted, quoted, wrapped } from '../../core/base/terminal-text.ts';
import { adversities } from '../adversities/adversities.ts';
import { rules } from '../catalogue.ts';
import { briefEvidence, findingLines, groupText } from './evidence-text.ts';
import type { Report, ReportedFinding, RuleReport } from './models.ts';
import {
  byLevel,
  type FindingGroup,
  groupedByPlace,
  limitsOf,
  type OpenStep,
  openFindings,
  openRules,
  openSteps,
  otherMistakes,
} from './report.ts';
import { firstLines, firstSentence, levelStyles, type Paint } from './text.ts';

/** How many findings of a rule the complete report shows; `--json` shows all. */
const mostFindings = 5;
/** How many lines the short report gives to each part of a violation, and to a doubt. */
const most = { happened: 3, run: 2, evidence: 2, also: 4, fix: 3, doubt: 2 } as const;
/** How many rules of one reason the short report names. */
const mostNamed = 3;
/** A longer text of reasons is only in the complete report. */
const longReason = 130;
/** The column of the texts of a violation, in characters. */
const column = 15;

/** A violated rule with its findings that are not accepted, and its number in the report. */
interface OpenRule {
  readonly number: number;
  readonly rule: RuleReport;
  readonly groups: readonly FindingGroup[];
}

/**
 * The report for a person. The first screen has a line for each violation, the counts, and what weakens the report.
 * Then come each violation in a few lines, what to do about the rules that were not decided, and the command that repeats
 * a violation.
 * @param isVerbose shows the complete evidence, the reasons of each rule, and everything that was tried
 */
export function terminalReport(report: Report, paint: Paint, isVerbose = false): string {
  const open = numbered(report);
  const [, ...limits] = limitsOf(report);
  const sections = [
    firstScreen(report, open, paint),
    ...open.map((rule) => (isVerbose ? completeLines : shortLines)(rule, report, paint)),
    undecidedLines(report, paint, isVerbose),
    titled(paint, 'Not tried for the rules that were judged', untriedLines(report)),
    ...(isVerbose ? [...outputLines(report, paint), triedLines(report, paint)] : []),
    acceptedLines(report, paint),
    titled(paint, 'Other limits of this report', limits.flatMap(listed)),
    repeatLines(open, paint),
    hints(report, open, isVerbose).map((line) => paint('dim', line)),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** The violated rules, the gravest first. */
const numbered = (report: Report): OpenRule[] =>
  openRules(report)
    .sort(({ rule: one }, { rule: other }) => byLevel(one, other))
    .map((open, at) => ({ ...open, number: at + 1 }));

/** What was judged, what happened in each violation, the counts, and the most important limit. */
function firstScreen(report: Report, open: readonly OpenRule[], paint: Paint): string[] {
  const [limit, ...others] = limitsOf(report);
  const more = others.length === 0 ? '' : ` (${counted(others.length, 'more limit')} at the end)`;
  return [
    ...wrapped(report.about, '  ', '').map((line) => paint('bold', line)),
    ...(open.length === 0 ? [] : ['', ...open.flatMap((rule) => indexLines(rule, paint)), '']),
    verdictLine(report, open, paint),
    ...(limit === undefined ? [] : wrapped(`${limit}${more}`, '  ', `${paint('yellow', 'Limit:')} `)),
  ];
}

/** `1. error    A second refund of $5.00 was made. Also: payout.returned (webhook/effect-repeated)`. */
function indexLines({ number, rule: { id, level }, groups }: OpenRule, paint: Paint): string[] {
  const mark = `${String(number).padStart(2)}. ${paint(levelStyles[level], level.padEnd(7))}  `;
  const first = groups[0]!.finding;
  const places = [...new Set(otherMistakes(groups).map(({ where }) => where))].filter((where) => where !== first.where);
  const also = places.length === 0 ? '' : ` Also: ${fewOf(places, most.also)}`;
  return wrapped(`${firstSentence(first.message)}${also} (${id})`, ' '.repeat(13), mark);
}

/** The first texts of a list, and how many more there are. */
const fewOf = (texts: readonly string[], many: number): string =>
  [...texts.slice(0, many), ...(texts.length > many ? [`${texts.length - many} more`] : [])].join(', ');

function verdictLine({ counts, empty, rules: judged }: Report, open: readonly OpenRule[], paint: Paint): string {
  if (empty) return paint('yellow', 'The record is empty, so no rule was tested.');
  const { violation, pass, incomplete, inapplicable } = counts;
  const accepted = violation > open.length ? ` (${violation - open.length} accepted)` : '';
  const texts = `${violation} violated${accepted}, ${pass} passed, ${incomplete} undecided, ${inapplicable} not applicable`;
  const found = open.length === 0 ? 'The audit found no violation. ' : '';
  return paint(open.length > 0 ? 'red' : 'green', `${found}${counted(judged.length, 'rule')}: ${texts}`);
}

/** What else a person can do: see all the evidence, and try what the record does not show. */
function hints({ way, command }: Report, open: readonly OpenRule[], isVerbose: boolean): string[] {
  const tried = command === null ? 'npm test' : command.map((word) => clean(quoted(word))).join(' ');
  const trials = rules.filter(({ lint }) => lint === undefined).length;
  return [
    ...(isVerbose ? [] : ['--verbose shows all evidence, the reason of each rule and the output of failed runs.']),
    ...(way === 'trial' && open.length > 0
      ? ['Add --record audit.html to the command above to see its run beside a control run, call by call.']
      : []),
    ...(open.length === 0 ? [] : ['docs/audit.md has a section about each rule.']),
    ...(way === 'lint'
      ? [
          `This is a lint: it judges what happened, and tries nothing. To try repeated, late, lost and forged webhooks, lost answers,`,
          `refusals and returned money (${trials} more rules): npx payments-emulator audit -- ${tried}`,
        ]
      : []),
  ];
}

const named = (paint: Paint, name: string, text: string): string[] =>
  wrapped(text, ' '.repeat(column), `  ${paint('dim', name.padEnd(column - 2))}`);

/** A command beside its name, on one line, so that it can be copied. */
const namedCommand = (paint: Paint, name: string, command: string): string =>
  `  ${paint('dim', name.padEnd(column - 2))}${clean(command)}`;

const listed = (text: string): string[] => wrapped(text, '    ', '  - ');

const titled = (paint: Paint, title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [paint('bold', title), ...lines];

const titleOf = ({ number, rule: { id, level } }: OpenRule, paint: Paint): string =>
  `${number}. ${paint(levelStyles[level], level)}  ${paint('bold', id)}`;

/** What differs in the command that repeats a finding: `--only webhook-twice --seed 1`. */
const optionsOf = (repeat: string): string => /--only \S+( --seed \d+)?/.exec(repeat)?.[0] ?? repeat;

/** Whether the commands of a report differ in few options, so that one complete command is enough. */
const isShared = (report: Report): boolean => new Set(openFindings(report).map(({ rule }) => rule.id)).size > 1;

/** The complete command of the first violation, which repeats the others with their own options. */
function repeatLines([first, ...others]: readonly OpenRule[], paint: Paint): string[] {
  if (first === undefined || others.length === 0) return [];
  const { repeat } = first.groups[0]!.finding;
  const names = repeat.includes(' --seed ') ? '--only and --seed' : '--only';
  const intro = `This command repeats violation 1. For another violation, replace ${names} by what its "Repeat with" shows:`;
  return [...wrapped(intro, '', '').map((line) => paint('bold', line)), `  ${clean(repeat)}`];
}

/** The other mistakes of a rule, in one line each. */
function alsoLines(groups: readonly FindingGroup[], paint: Paint): string[] {
  const others = otherMistakes(groups);
  const texts = others.slice(0, most.also).map(({ where, message }) => {
    const sentence = firstSentence(message);
    return sentence.includes(where) ? sentence : `${where}: ${sentence}`;
  });
  const rest = others.length - texts.length;
  const all = rest > 0 ? [...texts, `and ${rest} more`] : texts;
  return all.flatMap((text, at) => firstLines(named(paint, at === 0 ? 'Also' : '', text), 1));
}

/** A violation in a few lines: what happened, the run, the evidence that decides, other mistakes, the fix, the command. */
function shortLines(rule: OpenRule, report: Report, paint: Paint): string[] {
  const { way } = report;
  const [first, ...others] = rule.groups;
  const { finding } = first!;
  const more = others.length === 0 ? '' : `  (${counted(others.length, 'more finding')} with --verbose)`;
  return [
    `${titleOf(rule, paint)}${more}`,
    ...firstLines(wrapped(groupText(first!), '  '), most.happened),
    ...(way === 'trial' ? firstLines(named(paint, 'Run', runText(finding)), most.run) : []),
    ...briefEvidence(finding)
      .slice(0, most.evidence)
      .flatMap((line, at) => firstLines(named(paint, at === 0 ? 'Evidence' : '', line), 1)),
    ...alsoLines(rule.groups, paint),
    ...firstLines(named(paint, 'Fix', finding.fix), most.fix),
    namedCommand(paint, 'Repeat with', isShared(report) ? optionsOf(finding.repeat) : finding.repeat),
  ];
}

/** `3, and again 63, under webhook-twice: each delivery is sent a second time`. */
function runText({ runs, adversity }: ReportedFinding): string {
  if (adversity === null) return 'a control run, without any adversity';
  const does = adversities.find(({ name }) => name === adversity)?.does;
  return `${runs.join(', and again ')}, under ${adversity}${does === undefined ? '' : `: ${does}`}`;
}

/** A violation with all its evidence, the reason of the rule and its sources. */
function completeLines(open: OpenRule, whole: Report, paint: Paint): string[] {
  const { way } = whole;
  const { groups } = open;
  const repeatOf = ({ finding: { repeat } }: FindingGroup): string => (isShared(whole) ? optionsOf(repeat) : repeat);
  const rule = rules.find(({ id }) => id === open.rule.id);
  const rest = groups.length - mostFindings;
  const shown = groups.slice(0, mostFindings);
  const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
  return [
    titleOf(open, paint),
    ...shown.flatMap((group) => [
      ...findingLines(group, paint),
      ...(way === 'trial' ? named(paint, 'Run', runText(group.finding)) : []),
    ]),
    ...(rest > 0 ? [`  and ${rest} more; --json shows all of them`] : []),
    ...(rule === undefined ? [] : [...named(paint, 'Reason', rule.why), ...named(paint, 'Source', rule.source)]),
    ...unique(groups.map(({ finding }) => finding.fix)).flatMap((fix) => named(paint, 'Fix', fix)),
    ...unique(shown.map(repeatOf)).map((command) => namedCommand(paint, 'Repeat with', command)),
  ];
}

/** What to do about the rules that were not decided, and what made them doubtful, each once. */
function undecidedLines(report: Report, paint: Paint, isVerbose: boolean): string[] {
  const steps = openSteps(report.rules);
  const count = new Set(steps.flatMap(({ ids }) => ids)).size;
  const lines = steps.flatMap((step) =>
    isVerbose ? completeStep(report, step, paint) : [...listed(stepText(step)), ...doubtLines(step)],
  );
  return titled(paint, `Not tested or undecided: ${counted(count, 'rule')}, by what you can do`, lines);
}

/** The adversities without an opportunity whose rules were judged under other adversities, by their reason. */
function untriedLines({ rules: judged }: Report): string[] {
  const names = new Map<string, Set<string>>();
  const shown = new Set(judged.map(({ because }) => because));
  for (const { state, tried } of judged) {
    if (state !== 'violation' && state !== 'pass') continue;
    for (const { adversity, because } of tried)
      if (because !== null && !shown.has(because)) getOrMake(names, because, () => new Set<string>()).add(adversity);
  }
  return [...names].flatMap(([because, all]) => listed(`${because} (${[...all].join(', ')})`));
}

/** `No payout was paid: add a payout to the scenario (async/failure-ignored)`. Doubts show their own reasons. */
function stepText({ nextStep, undecided, ids, reasons }: OpenStep): string {
  const few = fewOf(ids, ids.length === mostNamed + 1 ? ids.length : mostNamed);
  const isReason = reasons.length < longReason && undecided.every(({ findings }) => findings.length === 0);
  return `${isReason ? `${reasons}: ${nextStep}` : capital(nextStep)} (${few})`;
}

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

/** What the audit saw in the runs that it could not judge, in at most one line for each rule. */
const doubtLines = ({ undecided }: OpenStep): string[] => {
  const doubts = undecided.flatMap(({ findings }) => {
    // A call shows more than how the scenario ended.
    const shown = findings.find(({ evidence }) => evidence.requests.length > 0) ?? findings[0];
    return shown === undefined ? [] : [doubtText(shown)];
  });
  return [...new Set(doubts)].flatMap((doubt) => firstLines(wrapped(doubt, '      '), most.doubt));
};

const doubtText = ({ runs, adversity, message }: ReportedFinding): string => {
  const run = runs.length === 0 ? '' : `Run ${runs.join(' and ')}${adversity === null ? '' : ` (${adversity})`}: `;
  return `${run}${firstSentence(message)}`;
};

/** A step with the reason of each rule, and with the complete evidence of its doubts. */
const completeStep = (report: Report, { nextStep, undecided }: OpenStep, paint: Paint): string[] => [
  ...listed(capital(nextStep)),
  ...undecided.flatMap(({ id, because, findings }) => [
    ...wrapped(`${id}: ${because}`, '      ', '    '),
    ...groupedByPlace(report, findings)
      .slice(0, mostFindings)
      .flatMap((group) => findingLines(group, paint)),
  ]),
];

/** The end of the output of each failed command that a finding names. */
const outputLines = ({ outputs }: Report, paint: Paint): string[][] =>
  outputs.map(({ run, adversity, status, lines }) =>
    titled(
      paint,
      `Last output of the command in run ${run} (${adversity}), which ended with status ${status}`,
      lines.length === 0 ? ['  (empty)'] : lines.map((line) => `  ${clean(line)}`),
    ),
  );

/** The kinds that each adversity was tried on, the kinds without an opportunity, and what no adversity tries. */
function triedLines({ rules: judged }: Report, paint: Paint): string[] {
  const all = new Map(judged.flatMap(({ tried }) => tried.map((each) => [each.adversity, each] as const)));
  const lines = [...all.values()]
    .filter(({ because }) => because === null)
    .flatMap(({ adversity, tried, notTried, of }) => {
      const left = notTried.length === 0 ? '' : `; no opportunity for ${notTried.join(', ')}`;
      const on = tried.length === 0 ? '' : `: ${tried.join(', ')}`;
      return listed(`${adversity}  ${tried.length} of ${of}${on}${left}`);
    });
  const never = judged.flatMap(({ id, tried, untried }) =>
    untried === null || tried.length === 0 ? [] : listed(`${id} does not cover ${untried}`),
  );
  return titled(paint, 'What was tried', [...lines, ...never]);
}

function acceptedLines({ rules: judged }: Report, paint: Paint): string[] {
  const accepted = judged
    .filter(({ state }) => state === 'violation')
    .flatMap(({ id, findings }) =>
      findings.flatMap(({ accepted: reason, where }) =>
        reason === null ? [] : listed(`${id} at ${where}: ${reason}`),
      ),
    );
  return titled(paint, 'Accepted', accepted);
}

import { counted } from '../text.ts';
import { adversities } from './adversities.ts';
import type { Adversity, Armament, Choose } from './arming.ts';
import { rules } from './catalogue.ts';
import { besideOrder, blamed, confirmed, isOfOrder } from './confirmation.ts';
import { baselinesOf, controlRuns, isSound, unsoundWords } from './controls.ts';
import { effectsOf } from './effects.ts';
import { isSelected, type Selection } from './lint.ts';
import type { Asked, RunRecord } from './record.ts';
import { type Report, reportOf } from './report/report.ts';
import { combine, type Finding, type Inapplicable, pass, type Rule, type Verdict } from './rule.ts';
import { orderAssumed } from './rules/webhook/order-assumed.ts';
import type { Run } from './run.ts';
import { endOf, passed, type Trial, type TrialRun } from './trial-facts.ts';
import { type Planned, type Ran, type TrialOptions, TrialRuns } from './trial-runs.ts';

/**
 * Runs a command twice as it is and once under each adversity, and says what came of it. Where something differs, the
 * command runs as it is once more, as two controls may be alike by chance, and again under what the difference is blamed on.
 * @throws ScenarioFailed where it fails without any; what `signal` was aborted with
 */
export async function trial(options: TrialOptions): Promise<Report> {
  const { command, selection, seed } = options;
  const wanted = selected(selection);
  const stage = new TrialRuns(options);
  const controls = await stage.controls();
  const { planned, skipped } = plan(wanted, controls[0]!.record, options);
  const runs = await stage.under(planned, ({ name }) => name);
  const comparedWith = (those: readonly Run[], ran: readonly Ran[]) => compared(those, ran, skipped, options);
  let isSwapped = false;
  const judged = (ran: readonly Ran[]): Map<Rule, Verdict> => {
    const trial = comparedWith(controls, ran);
    const made = besideOrder(judge(trial, selection, wanted), trial.runs);
    if (!isSwapped || !made.has(orderAssumed)) return made;
    // Events change places by themselves now and then: a control in which they did is none for the rule about that.
    return made.set(orderAssumed, orderAssumed.trial?.(comparedWith(controls.slice(0, controlRuns), ran)) ?? pass);
  };
  let verdicts = judged(runs);
  let unsound: Run | null = null;
  if (blamed(verdicts).size > 0) {
    const another = await stage.control();
    if (isSound(another, options)) {
      isSwapped = isLikeSwapped(another, comparedWith(controls, runs));
      controls.push(another);
      verdicts = judged(runs);
    } else unsound = another;
  }
  const names = blamed(verdicts);
  const isBlamed = ({ adversity }: Planned) => names.has(adversity.name);
  const again = await stage.under(planned.filter(isBlamed), ({ name }) => `${name}, again`);
  if (again.length > 0) {
    verdicts = confirmed(verdicts, judged([...runs.filter((run) => !isBlamed(run)), ...again]));
  }
  const facts = comparedWith(isSwapped ? controls.slice(0, controlRuns) : controls, runs);
  const { baseline } = facts;
  return reportOf({
    way: 'trial',
    about: `Audit of ${command.join(' ')}: ${counted(controls.length, 'control')}, ${counted(runs.length + again.length, 'run')} under ${counted(wanted.length - skipped.size, 'adversity', 'adversities')}`,
    seed,
    command,
    controls: {
      runs: controls.length,
      notRepeatable: [
        ...baseline.notRepeatable,
        ...(facts.stateBaseline?.notRepeatable ?? []).map((path) => `the state's ${path}`),
      ],
    },
    weak: [
      ...weaknesses(facts),
      ...(unsound === null ? [] : [unsoundWords(unsound)]),
      ...(isSwapped
        ? ['In the last control events changed places by themselves: it is none for webhook/order-assumed.']
        : []),
    ],
    verdicts,
    repeat: (rule, finding) => repeatOf(options, rule, finding, facts.runs),
    accept: options.accept,
  });
}

/** What is to be run under each adversity, and which of them have no occasion. */
function plan(wanted: readonly Adversity[], control: RunRecord, { rounds, seed }: TrialOptions) {
  const skipped = new Map<string, Inapplicable>();
  const planned: Planned[] = [];
  for (const adversity of wanted) {
    for (let round = 0; round < rounds; round++) {
      const armed = adversity.arm(control, chooser(seed + round));
      if ('state' in armed) {
        skipped.set(adversity.name, armed);
        continue;
      }
      const armaments: readonly Armament[] = 'length' in armed ? armed : [armed];
      for (const armament of armaments) planned.push({ adversity, armament, seed: seed + round });
    }
  }
  return { planned, skipped };
}

/** The runs beside what the controls agree in. */
function compared(
  controls: readonly Run[],
  runs: readonly Ran[],
  skipped: Trial['skipped'],
  options: Pick<TrialOptions, 'ignore'>,
): Trial {
  const { baseline, stateBaseline } = baselinesOf(controls, options);
  return {
    controls,
    baseline,
    stateBaseline,
    skipped,
    runs: runs.map(({ adversity, armament, seed, run }) => ({
      adversity,
      armament,
      seed,
      run,
      effects: baseline.compare(effectsOf(run.record, wasPerformed(armament, run.record))),
      state: stateBaseline === null || run.state === null ? null : stateBaseline.compare(run.state.value),
    })),
  };
}

/** Whether a control differs from the others in nothing but what differs where events change places. */
const isLikeSwapped = ({ state }: Run, { stateBaseline, runs }: Trial): boolean =>
  stateBaseline !== null && state !== null && isOfOrder(stateBaseline.compare(state.value), runs);

/** The adversities that somebody selected: by their names, or by the rules that they let be judged. */
export function selected({ only = [], skip = [] }: Selection): Adversity[] {
  const names = new Set(adversities.map(({ name }) => name));
  return adversities.filter(({ name, rules: judged }) => {
    if (skip.includes(name)) return false;
    if (only.includes(name)) return true;
    const left = judged.filter((id) =>
      isSelected(
        { id },
        { only: only.filter((each) => !names.has(each)), skip: skip.filter((each) => !names.has(each)) },
      ),
    );
    return left.length > 0 && (only.length === 0 || only.some((each) => !names.has(each)));
  });
}

/** What each selected rule says of the controls' record and of the runs. */
function judge(facts: Trial, selection: Selection, wanted: readonly Adversity[]): Map<Rule, Verdict> {
  const names = new Set(adversities.map(({ name }) => name));
  const { only = [], skip = [] } = selection;
  const byRule = { only: only.filter((name) => !names.has(name)), skip: skip.filter((name) => !names.has(name)) };
  const judgedByNamed = new Set(wanted.filter(({ name }) => only.includes(name)).flatMap((each) => each.rules));
  const verdicts = new Map<Rule, Verdict>();
  for (const rule of rules) {
    const isNamed = only.length === 0 || byRule.only.length > 0 ? isSelected(rule, byRule) : false;
    const isMeant =
      (isNamed && (only.length === 0 || byRule.only.length > 0)) ||
      (judgedByNamed.has(rule.id) && isSelected(rule, { skip: byRule.skip }));
    if (!isMeant) continue;
    const tried = rule.trial?.(facts) ?? null;
    const seen = isNamed ? seenIn(facts.controls, rule) : null;
    const made = [seen, tried].filter((verdict) => verdict !== null);
    if (made.length > 0) verdicts.set(rule, combine(made));
  }
  return verdicts;
}

/** What a lint says of the controls: of the first in which something is wrong, as not every run shows it. */
function seenIn(controls: Trial['controls'], { lint }: Rule): Verdict | null {
  if (lint === undefined) return null;
  const verdicts = controls.map(({ record }) => lint(record));
  return verdicts.find(({ state }) => state === 'violation') ?? verdicts[0]!;
}

/** What a report cannot say because of how runs ended. */
function weaknesses({ runs, controls }: Trial): string[] {
  const failed = runs
    .filter((run) => !passed(run) && run.adversity.name === 'restart')
    .map((run) => `Under ${run.adversity.name} the scenario ${endOf(run)}; nothing says that it must outlive that.`);
  const silent = runs
    .filter(({ run }) => run.stateFailure !== null)
    .map(
      ({ adversity, run }) => `Under ${adversity.name} the application's state could not be read: ${run.stateFailure}.`,
    );
  const forgotten = controls.some(({ record }) => record.view.requests_forgotten > 0)
    ? ['The scenario makes more requests than the log keeps: what the first ones did is not compared.']
    : [];
  return [...forgotten, ...failed, ...silent];
}

/** Whether a write that was not answered 2xx was performed: its answer was lost, or it turned out that it was. */
const wasPerformed =
  ({ faults = [] }: Armament, record: RunRecord) =>
  ({ id, view, operation }: Asked): boolean => {
    const kind = view.fault?.split(' ', 1)[0];
    if (kind === 'answer_lost') {
      // What moves money tells of it; a charge that was declined does not.
      const tells = ['charges.create', 'subscriptions.create', 'payouts.create', 'transactions.refund'];
      return !tells.includes(operation ?? '') || record.events.some(({ cause }) => (cause.origin ?? cause).id === id);
    }
    return (
      kind === 'unavailable' &&
      faults.some((fault) => fault.on === operation && fault.kind === kind && fault.resolve === 'approved')
    );
  };

/** Chooses by a seed, the same each time. */
const chooser =
  (seed: number): Choose =>
  (many) =>
    Math.max(0, seed - 1) % Math.max(1, many);

/** The command that repeats just a finding. */
function repeatOf(
  { command, again, seed }: TrialOptions,
  rule: Rule,
  finding: Finding,
  runs: readonly TrialRun[],
): string {
  const own = runs.find(({ adversity }) => adversity.name === finding.adversity);
  const only = finding.adversity === null ? [rule.id] : [finding.adversity];
  const words = [
    'emulator',
    'audit',
    ...only.flatMap((name) => ['--only', name]),
    '--seed',
    String(own?.seed ?? seed),
    ...again,
    '--',
    ...command,
  ];
  return words.map(quoted).join(' ');
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

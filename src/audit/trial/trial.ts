import { lastLines } from '../../core/base/command-output.ts';
import { counted, quoted } from '../../core/base/terminal-text.ts';
import { stopwatch } from '../../core/base/time.ts';
import { hideSecrets } from '../../payments/secrets/hide.ts';
import { adversities } from '../adversities/adversities.ts';
import { triedKindsIn } from '../adversities/adversity-marks.ts';
import {
  confirmedVerdicts,
  findingsOf,
  isOfOrder,
  type RepeatedRuns,
  withoutOrderEffects,
} from '../adversities/confirmation.ts';
import { type Adversity, type Armament, kindsOf, limitedTo } from '../adversities/fault-plans.ts';
import { Narrowing } from '../adversities/narrowing.ts';
import { isReported, plan, selectedAdversities, triedKindsOf } from '../adversities/trial-plan.ts';
import { rules } from '../catalogue.ts';
import { isSelected, letsBeRecorded, type Selection } from '../lint.ts';
import { effectsOf } from '../observed/effects.ts';
import { hasHappened, type ObservedRequest, type ObservedRun } from '../observed/observed-run.ts';
import { Places } from '../observed/places.ts';
import type { FailedOutput, Report } from '../report/models.ts';
import { type ReportInput, reportOf } from '../report/report.ts';
import { combine, type Finding, type Inapplicable, inapplicable, pass, type Rule, type Verdict } from '../rule.ts';
import { neverReconciled } from '../rules/webhook/never-reconciled.ts';
import { orderAssumed } from '../rules/webhook/order-assumed.ts';
import { baselinesOf, controlRuns, isSound, unsoundWords } from './controls.ts';
import { besideIn, endOf, hasPassed } from './judge-run.ts';
import type { Run } from './run.ts';
import type { Trial } from './trial-result.ts';
import { type AdversityRun, type PlannedRun, type TrialOptions, TrialRuns } from './trial-runs.ts';

/**
 * Runs a command twice without adversities and once under each adversity, and reports the differences. If there is a
 * difference, it runs the command once more without adversities, because two control runs may agree by chance, and
 * again under the suspected adversity.
 * @throws ScenarioFailed if the command fails without adversities; the reason with which `signal` was aborted
 */
export async function trial(options: TrialOptions): Promise<Report> {
  const { command, selection, seed } = options;
  const since = stopwatch();
  const wanted = selectedAdversities(selection);
  const stage = new TrialRuns(options);
  const controls = await stage.controls();
  const { planned, skipped } = plan(wanted, controls[0]!.record, options);
  stage.announce(planned.length, controls);
  let runs = await stage.under(planned, ({ adversity }) => adversity.name);
  const comparedWith = (those: readonly Run[], ran: readonly AdversityRun[]) => compared(those, ran, skipped, options);
  let isSwapped = false;
  const judged = (ran: readonly AdversityRun[]): Map<Rule, Verdict> => {
    const facts = comparedWith(controls, ran);
    const made = withoutOrderEffects(judge(facts, selection, wanted), facts.runs);
    if (!isSwapped || !made.has(orderAssumed)) return made;
    // Events sometimes swap places without an adversity. A control run with another order cannot serve the rule about
    // order.
    return made.set(orderAssumed, orderAssumed.trial?.(comparedWith(controls.slice(0, controlRuns), ran)) ?? pass);
  };
  const isSwap = ({ adversity: { name } }: PlannedRun): boolean =>
    ['webhook-swapped', 'webhook-parallel'].includes(name);
  const narrowing = new Narrowing({
    perform: (one, isAgain) => stage.another(one, againName(one.adversity, one.armament), isAgain),
    findingsIn: (ran, rule, first) => {
      const { name, beside: names = [], contains = [] } = ran.adversity;
      const isBeside = (other: AdversityRun) =>
        isSwap(other) || [name, ...names, ...contains].includes(other.adversity.name);
      const beside = runs.filter((other) => other !== first && isBeside(other));
      return findingsOf(judged([...beside, ran]).get(rule)).filter((finding) => finding.run === ran.run.number);
    },
  });
  // A scenario that fails midway leaves no opportunity for later steps.
  for (let cut = runs.flatMap(leftBy); cut.length > 0; ) {
    const further = await stage.under(cut, ({ adversity, armament }) => againName(adversity, armament));
    runs = [...runs, ...further];
    cut = further.flatMap(leftBy);
  }
  // The loss of one event may hide another loss. If the result is unclear, each kind is lost in a separate run.
  for (const ran of runs.filter(({ adversity, armament }) => isLoss(adversity) && kindsOf(armament).length > 1)) {
    const verdict = neverReconciled.trial?.(comparedWith(controls, [ran]));
    if (verdict?.state !== 'violation') continue;
    const apart = await narrowing.apart(ran);
    runs = runs.flatMap((each) => (each === ran ? apart : [each]));
  }
  let verdicts = judged(runs);
  const isShown = (): boolean => [...verdicts.values()].flatMap(findingsOf).some(({ run }) => run !== undefined);
  const unsound: Run[] = [];
  // One failure may be chance; two failures show that the scenario fails without an adversity.
  while (isShown() && controls.length === controlRuns && unsound.length < 2) {
    const another = await stage.control();
    if (isSound(another, options)) {
      isSwapped = isLikeSwapped(another, comparedWith(controls, runs));
      controls.push(another);
      verdicts = judged(runs);
    } else unsound.push(another);
  }
  const again: RepeatedRuns[] = [];
  for (const [rule, verdict] of verdicts) {
    for (const number of new Set(findingsOf(verdict).flatMap(({ run }) => run ?? []))) {
      const first = runs.find(({ run }) => run.number === number)!;
      const known = again.filter((each) => each.rule === rule).flatMap(({ found }) => found);
      if (!isKnown(first, verdict, known)) again.push(await narrowing.again(first, rule));
    }
  }
  const facts = comparedWith(isSwapped ? controls.slice(0, controlRuns) : controls, runs);
  // In a scenario that fails without an adversity, a failure proves nothing. If it always fails, no difference proves
  // anything.
  const isItsOwn = ({ run, isCompared }: Finding): boolean =>
    (unsound.length > 1 && isCompared === true) ||
    (unsound.length > 0 && facts.runs.some((each) => each.run.number === run && !hasPassed(each)));
  verdicts = confirmedVerdicts(verdicts, again, isItsOwn);
  const all = [...runs, ...narrowing.runs];
  const { baseline } = facts;
  const places = new Places(verdicts, controls, all);
  return reportOf({
    way: 'trial',
    about: `Audit of ${command.join(' ')}: ${counted(controls.length, 'control')}, ${counted(new Set(all).size, 'run')} under ${counted(wanted.length - skipped.size, 'adversity', 'adversities')}`,
    seed,
    command,
    took: (stopwatch() - since) / 1_000,
    controls: {
      runs: controls.length,
      notRepeatable: [
        ...baseline.notRepeatable,
        ...(facts.stateBaseline?.notRepeatable ?? []).map((path) => `the state's ${path}`),
      ],
    },
    weak: [
      ...weaknesses(facts),
      ...unsound.slice(0, 1).map(unsoundWords),
      ...(isSwapped
        ? [
            'In the last control run, events swapped places without an adversity, so webhook/order-assumed does not use this run.',
          ]
        : []),
    ],
    nothing: recordedNothing(controls),
    tried: triedKindsOf(wanted, facts),
    verdicts,
    outputs: all.filter((ran) => ran.run.ended.status !== 0).map(outputOf),
    repeat: (rule, finding) => repeatOf(options, rule, finding, all),
    accept: options.accept,
    ...recordedBy(options, places),
  });
}

/**
 * Whether the findings of a run are known: what an application does twice for successive copies of an event, it also
 * does twice for simultaneous copies.
 */
function isKnown(
  { adversity: { name, contains = [] }, run }: AdversityRun,
  verdict: Verdict,
  known: readonly Finding[],
) {
  if (name !== 'webhook-twice-at-once') return false;
  const typesIn = ({ evidence }: Finding) => evidence.deliveries.map(({ event_type }) => event_type);
  const types = known.filter(({ adversity }) => [name, ...contains].includes(adversity ?? '')).flatMap(typesIn);
  const own = findingsOf(verdict).filter((finding) => finding.run === run.number);
  return own.flatMap(typesIn).every((type) => types.includes(type)) && types.length > 0;
}

/** The `Armament` that remains for a further run if a scenario ended too early; empty if nothing remains. */
function leftBy({ run, ...planned }: AdversityRun): PlannedRun[] {
  const { armament } = planned;
  const tried = triedKindsIn({ ...planned, run });
  const left = kindsOf(armament).filter((kind) => !tried.includes(kind));
  const isCut = run.ended.status !== 0 && armament.faults !== undefined && tried.length > 0 && left.length > 0;
  return isCut ? [{ ...planned, armament: limitedTo(armament, left) }] : [];
}

const isLoss = ({ name }: Adversity): boolean => name === 'webhook-lost';

/** The name of a repeated run, with its kind if there is only one. */
const againName = ({ name }: Adversity, armament: Armament): string => {
  const kinds = kindsOf(armament);
  return `${name}, again${kinds.length === 1 ? ` with ${kinds[0]} alone` : ''}`;
};

/** The runs, compared with the common results of the control runs. */
function compared(
  controls: readonly Run[],
  runs: readonly AdversityRun[],
  skipped: Trial['skipped'],
  options: Pick<TrialOptions, 'ignore' | 'selection'>,
): Trial {
  const { baseline, stateBaseline } = baselinesOf(controls, options);
  const triedBy = new Map(runs.map((ran) => [ran, triedKindsIn(ran)]));
  const isTriedElsewhere = (ran: AdversityRun, kind: string): boolean =>
    runs.some(({ adversity, seed }, at) => {
      const isLike = adversity === ran.adversity && seed === ran.seed;
      return isLike && triedBy.get(runs[at]!)!.includes(kind);
    });
  return {
    controls,
    baseline,
    stateBaseline,
    skipped,
    runs: runs.map((ran) => {
      const { armament, run } = ran;
      const tried = triedBy.get(ran)!;
      return {
        ...ran,
        controls,
        isBeside: !isReported(ran.adversity, options.selection),
        tried,
        notTried: kindsOf(armament).filter((kind) => !tried.includes(kind) && !isTriedElsewhere(ran, kind)),
        effects: baseline.compare(effectsOf(run.record, wasPerformed(armament, run.record))),
        state: stateBaseline === null || run.state === null ? null : stateBaseline.compare(run.state.value, run.record),
      };
    }),
  };
}

/** How many lines of a failed command's output are shown. */
const shownLines = 20;

const outputOf = ({ run, adversity }: AdversityRun): FailedOutput => ({
  run: run.number,
  adversity: adversity.name,
  status: run.ended.status,
  lines: lastLines(hideSecrets(run.output), shownLines),
});

/** Whether a control run differs from the others only in fields that differ when events swap places. */
const isLikeSwapped = ({ state, record }: Run, { stateBaseline, runs }: Trial): boolean =>
  stateBaseline !== null && state !== null && isOfOrder(stateBaseline.compare(state.value, record), runs);

/** The verdict of each selected rule on the records of the control runs and on the adversity runs. */
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

/** A lint's verdict on the control runs: that of the first run with a violation, because not every run shows it. */
function seenIn(controls: Trial['controls'], { lint }: Rule): Verdict | null {
  if (lint === undefined) return null;
  const verdicts = controls.map(({ record }) => combine([...record.parts, ...record.beside].map(lint)));
  return verdicts.find(({ state }) => state === 'violation') ?? verdicts[0]!;
}

/** The verdict if the command called no emulator that the trial knows; null if it called one. */
const recordedNothing = (controls: readonly Run[]): Inapplicable | null =>
  controls.some(({ record }) => [record, ...record.beside].some(hasHappened))
    ? null
    : inapplicable('Nothing was recorded', letsBeRecorded);

/** The limits of a report that result from how runs ended. */
function weaknesses({ runs, controls }: Trial): string[] {
  const failed = runs
    .filter((run) => !hasPassed(run) && run.adversity.name === 'restart')
    .map((run) => `Under ${run.adversity.name} the scenario ${endOf(run)}; it is not required to survive that.`);
  const silent = runs
    .filter(({ run }) => run.stateFailure !== null)
    .map(
      ({ adversity, run }) =>
        `The audit could not read the application's state under ${adversity.name}: ${run.stateFailure}.`,
    );
  const forgotten = controls.some(({ record }) => record.view.requests_forgotten > 0)
    ? ['The scenario makes more requests than the log keeps, so the first requests are not compared.']
    : [];
  return [...forgotten, ...beside(controls[0]!.record), ...failed, ...silent];
}

/** The limit for emulators that the command itself starts, which adversities do not reach. */
function beside({ beside: others }: ObservedRun): string[] {
  const count = besideIn(others);
  if (count === 0) return [];
  return [
    `${counted(count, 'request')} went to emulators that the command itself started. The audit judges them by their record, but adversities do not reach them. To try adversities, call the emulator at EMULATOR_URL, in any of its workspaces.`,
  ];
}

/**
 * Whether a write was performed although its response was not 2xx: the response was lost, or the write succeeded
 * later.
 */
const wasPerformed =
  ({ faults = [] }: Armament, record: ObservedRun) =>
  ({ id, view, operation, isUnknown }: ObservedRequest): boolean => {
    // A call that meets the fault may still be declined, because of its card or a rule of the scenario.
    if (!isUnknown) return false;
    const kind = view.fault?.split(' ', 1)[0];
    if (kind === 'answer_lost') {
      // A money movement causes an event; a declined charge does not.
      const tells = ['charges.create', 'subscriptions.create', 'payouts.create', 'transactions.refund'];
      return !tells.includes(operation ?? '') || record.events.some(({ cause }) => (cause.origin ?? cause).id === id);
    }
    return (
      kind === 'unavailable' &&
      faults.some((fault) => fault.on === operation && fault.kind === kind && fault.resolve === 'approved')
    );
  };

/** The record that will be written, and the locations in it that show findings; empty without a record. */
function recordedBy({ record }: TrialOptions, places: Places): Pick<ReportInput, 'record' | 'placeOf'> {
  if (record === undefined) return {};
  const { file, resumeCommand } = record;
  return {
    record: { file, runs: places.runs },
    placeOf: (finding) => {
      const place = places.of(finding);
      return place === null ? null : { ...place, start: resumeCommand(place.run, place.at) };
    },
  };
}

/**
 * The command that repeats only one finding. The command sets the emulator's variables again, and the user's shell
 * has all other variables.
 */
function repeatOf(
  { command, again, seed }: TrialOptions,
  rule: Rule,
  finding: Finding,
  runs: readonly AdversityRun[],
): string {
  const own = runs.find(({ run }) => run.number === finding.run);
  const only = finding.adversity === null ? [rule.id] : [finding.adversity];
  const words = [
    'npx',
    'payments-emulator',
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

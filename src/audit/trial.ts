import { stopwatch } from '../engine/clock.ts';
import { counted } from '../text.ts';
import type { Acceptance } from './acceptance.ts';
import { adversities } from './adversities.ts';
import type { Adversity, Armament, Choose } from './arming.ts';
import { rules } from './catalogue.ts';
import { besideOrder, blamed, confirmed, isOfOrder } from './confirmation.ts';
import { baselinesOf, type ControlOptions, checkControl, controlRuns, isSound, unsoundWords } from './controls.ts';
import { effectsOf } from './effects.ts';
import { isSelected, type Selection } from './lint.ts';
import type { Asked, RunRecord } from './record.ts';
import { type Report, reportOf } from './report/report.ts';
import { combine, type Finding, type Inapplicable, pass, type Rule, type Verdict } from './rule.ts';
import { orderAssumed } from './rules/webhook/order-assumed.ts';
import { performRun, type Run, type RunOptions } from './run.ts';
import { endOf, passed, type Trial, type TrialRun } from './trial-facts.ts';

export interface TrialOptions extends ControlOptions, Pick<RunOptions, 'command' | 'settle' | 'signal'> {
  readonly start: (how: { keepsData: boolean; seed: number }) => ReturnType<RunOptions['start']>;
  readonly selection: Selection;
  readonly seed: number;
  /** How often each adversity is tried, each time with another choice. */
  readonly rounds: number;
  readonly accept?: readonly Acceptance[];
  /** The options to say again in a command that repeats a finding: `--state-command 'cat state.json'`. */
  readonly again: readonly string[];
  /** Told of each run once it is over. */
  readonly told: (line: string) => void;
}

/** An adversity to run under, and how its emulator is prepared. */
type Planned = Pick<TrialRun, 'adversity' | 'seed'> & { readonly armament: Armament };

/** A run under an adversity. */
type Ran = Planned & Pick<TrialRun, 'run'>;

/**
 * Runs a command twice as it is and once under each adversity, and says what came of it. Where something differs, the
 * command runs as it is once more, as two controls may be alike by chance, and again under what the difference is blamed on.
 * @throws ScenarioFailed where it fails without any; what `signal` was aborted with
 */
export async function trial(options: TrialOptions): Promise<Report> {
  const { command, selection, seed, jobs, told } = options;
  const wanted = selected(selection);
  const failing = new AbortController();
  const signal = AbortSignal.any([options.signal, failing.signal]);
  let number = 0;
  const perform = async (
    name: string,
    armament: Armament | null,
    outlived: boolean,
    ownSeed: number,
    isExpected: RunOptions['isExpected'],
  ): Promise<Run> => {
    number++;
    const since = stopwatch();
    const run = await performRun({
      ...options,
      signal,
      number,
      armament,
      comesDuring: !outlived,
      isExpected,
      start: ({ keepsData }) => options.start({ keepsData, seed: ownSeed }),
    });
    const took = `${((stopwatch() - since) / 1_000).toFixed(1)} s`;
    const end = run.ended.timedOut ? 'did not end in time' : `ended with status ${run.ended.status}`;
    told(
      `${name}: ${end} (${took}, ${counted(run.record.requests.length, 'request')}, ${counted(run.record.deliveries.length, 'delivery', 'deliveries')})`,
    );
    return run;
  };
  const controls = await inTurn(
    Array.from({ length: controlRuns }, (_, at) => async () => {
      const run = await perform(`control ${at + 1}`, null, true, seed, null);
      checkControl(run, options);
      return run;
    }),
    jobs,
    failing,
  );
  const outlived = controls.every((run) => run.outlived);
  const { stateBaseline } = baselinesOf(controls, options);
  const { planned, skipped } = plan(wanted, controls[0]!.record, options);
  const runUnder = (chosen: readonly Planned[], name: (adversity: Adversity) => string): Promise<Ran[]> =>
    inTurn(
      chosen.map(({ adversity, armament, seed: ownSeed }) => async () => {
        const isSame = (state: unknown) => stateBaseline?.compare(state).length === 0;
        // Where another amount is paid, what is the same in the end is what is wrong.
        const looksAtState = /^webhook-|^answer-(failed|grown)$/.test(adversity.name);
        const isOther = armament.rules === undefined ? null : (state: unknown) => !isSame(state);
        const isExpected = stateBaseline === null ? null : looksAtState ? isSame : isOther;
        const run = await perform(name(adversity), armament, outlived, ownSeed, isExpected);
        return { adversity, armament, seed: ownSeed, run };
      }),
      jobs,
      failing,
    );
  const runs = await runUnder(planned, ({ name }) => name);
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
    const another = await perform(`control ${controlRuns + 1}`, null, true, seed, null);
    if (isSound(another, options)) {
      isSwapped = isLikeSwapped(another, comparedWith(controls, runs));
      controls.push(another);
      verdicts = judged(runs);
    } else unsound = another;
  }
  const names = blamed(verdicts);
  const isBlamed = ({ adversity }: Planned) => names.has(adversity.name);
  const again = await runUnder(planned.filter(isBlamed), ({ name }) => `${name}, again`);
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
      for (const arm of [adversity.arm, ...(adversity.also === undefined ? [] : [adversity.also])]) {
        const armament = arm(control, chooser(seed + round));
        if ('state' in armament) skipped.set(adversity.name, armament);
        else planned.push({ adversity, armament, seed: seed + round });
      }
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
    const seen = isNamed && rule.lint !== undefined ? rule.lint(facts.controls[0]!.record) : null;
    const made = [seen, tried].filter((verdict) => verdict !== null);
    if (made.length > 0) verdicts.set(rule, combine(made));
  }
  return verdicts;
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

/**
 * Does work in its order, so many at once.
 * @throws what the first of it threw, once the others, told by `failing`, have ended
 */
async function inTurn<A>(work: readonly (() => Promise<A>)[], most: number, failing: AbortController): Promise<A[]> {
  const results: A[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < work.length && !failing.signal.aborted) {
      const at = next++;
      results[at] = await work[at]!();
    }
  };
  const workers = Array.from({ length: Math.min(most, work.length) }, () =>
    worker().catch((error) => failing.abort(error)),
  );
  await Promise.all(workers);
  failing.signal.throwIfAborted();
  return results;
}

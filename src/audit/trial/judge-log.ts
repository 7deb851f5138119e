import { lastLines } from '../../core/base/command-output.ts';
import { counted, quoted } from '../../core/base/terminal-text.ts';
import { hideSecrets } from '../../payments/secrets/hide.ts';
import { confirmedVerdicts, type Verdicts } from '../adversities/confirmation.ts';
import { withholding } from '../adversities/missing-effect.ts';
import { weakerThan } from '../alibi.ts';
import { stepToBeRecorded } from '../lint.ts';
import { hasHappened, type ObservedRun } from '../observed/observed-run.ts';
import { Places } from '../observed/places.ts';
import { confirmationsIn } from '../planner/others.ts';
import { nextRun } from '../planner/planner.ts';
import { selectedAdversities } from '../planner/selection.ts';
import type { FailedOutput, Report, TriedKinds } from '../report/models.ts';
import { type ReportInput, reportOf } from '../report/report.ts';
import { type Finding, type Inapplicable, type Incomplete, inapplicable, incomplete, type Rule } from '../rule.ts';
import { allowedWords } from './allowed.ts';
import { type Assessment, assess } from './assess.ts';
import { compare } from './compare.ts';
import { checkControls, unsoundWords } from './controls.ts';
import { leftOutOf } from './forecast.ts';
import { besideIn, endOf } from './judge-run.ts';
import { controlRuns, type LoggedRun, type LogOptions, type TrialLog } from './trial-log.ts';
import { hasPassed, type Trial, type TrialRun } from './trial-result.ts';

/** The record of the runs that show findings. */
export interface RecordOfTrial {
  readonly file: string;
  /** The command that resumes a run at a given point. */
  readonly resumeCommand: (run: string, at: string | null) => string;
}

/**
 * Judges a trial that is finished or was interrupted. The report follows from the log alone.
 * @param record the record that will be written; absent if no record is written
 * @throws ScenarioFailed if a control run cannot be compared
 */
export function judgeLog(log: TrialLog, record?: RecordOfTrial): Report {
  const { options } = log;
  checkControls(log);
  const assessment = assess(log);
  const { controls, isSwapped, skipped } = assessment;
  const comparable = isSwapped ? controls.slice(0, controlRuns) : controls;
  const compared = { controls: comparable, before: assessment.before };
  const facts = compare(options, compared, assessment.runs, skipped);
  const { again } = confirmationsIn(log);
  const repeated = compare(
    options,
    compared,
    log.runs.filter(({ kind }) => kind === 'repeat'),
    skipped,
  );
  const verdicts = confirmedVerdicts(
    assessment.verdicts,
    again,
    (finding) => isItsOwn(finding, assessment, facts),
    (finding) => shownByWeaker(finding, [...facts.runs, ...repeated.runs]),
  );
  const all = log.runs.filter(({ kind }) => kind !== 'control');
  const wanted = selectedAdversities(options);
  const many = new Set(all.map(({ adversity }) => adversity)).size;
  return reportOf({
    way: 'trial',
    about: `Audit of ${options.command.join(' ')}: ${counted(all.length, 'run')} under ${counted(many, 'adversity', 'adversities')}, compared with ${counted(controls.length, 'control run')}`,
    seed: options.seed,
    command: options.command,
    took: Math.max(...log.runs.map(({ endedAfter }) => endedAfter)) / 1_000,
    controls: { runs: controls.length, notRepeatable: notRepeatable(facts) },
    weak: [
      ...(log.cut === undefined ? [] : [log.cut]),
      ...allowedWords(log),
      ...endedEarly(log),
      ...weaknesses(facts),
      ...ofControls(assessment),
    ],
    nothing: recordedNothing(facts),
    tried: wanted.map(({ name, rules }) => triedKinds(name, rules, facts)),
    verdicts,
    outputs: all.filter(({ run }) => run.ended.status !== 0).map(outputOf),
    repeat: (rule, finding) => repeatOf(options, rule, finding, all),
    accept: options.accept ?? [],
    ...recordedBy(record, verdicts, controls, all),
  });
}

/**
 * Whether a finding may be the scenario's own. In a scenario that fails without an adversity, a failure proves nothing.
 * If it always fails, no difference proves anything.
 */
function isItsOwn({ run, isCompared }: Finding, { unsound }: Assessment, { runs }: Trial): boolean {
  if (unsound.length > 1 && isCompared === true) return true;
  return unsound.length > 0 && runs.some((each) => each.run.number === run && !hasPassed(each));
}

/** What explains a confirmed finding if another run shows the same under a weaker adversity; null if none does. */
function shownByWeaker(finding: Finding, runs: readonly TrialRun[]): Incomplete | null {
  const own = runs.find(({ run }) => run.number === finding.run);
  const alibi = own === undefined ? null : weakerThan(own, finding, runs);
  return alibi === null ? null : { ...incomplete(alibi.because, alibi.nextStep, [finding]), isExplained: true };
}

/** How many adversities that the trial left out are named. */
const mostNamed = 8;

/** What the trial left out, as a sentence: because of its budget, or because it was interrupted. */
function endedEarly(log: TrialLog): string[] {
  const left = leftOutOf(log);
  const all = [...new Set(left.map(({ adversity }) => adversity))];
  const more = all.length > mostNamed ? ` and ${all.length - mostNamed} more` : '';
  const names = `${all.slice(0, mostNamed).join(', ')}${more}`;
  if (log.options.budget !== undefined && left.length > 0)
    return [`--budget left out ${counted(left.length, 'run')}: ${names}.`];
  if (nextRun(log) === 'done') return [];
  const missing = left.length === 0 ? 'it repeated all findings' : `${counted(left.length, 'more run')} (${names})`;
  return [
    `The audit was interrupted, as by Ctrl-C or the end of a CI job, before ${missing}. Run it to its end, or with --budget 2m.`,
  ];
}

const notRepeatable = ({ baseline, stateBaseline }: Trial): string[] => [
  ...baseline.notRepeatable,
  ...(stateBaseline?.notRepeatable ?? []).map((path) => `the state's ${path}`),
];

/** The limits of a report that result from further control runs. */
const ofControls = ({ unsound, isSwapped }: Assessment): string[] => [
  ...unsound.slice(0, 1).map(unsoundWords),
  ...(isSwapped
    ? [
        'In the last control run, events swapped places without an adversity, so webhook/order-assumed does not use this run.',
      ]
    : []),
];

/** The kinds that an adversity was tried on, and the kinds without an opportunity. */
function triedKinds(name: string, rules: readonly string[], { runs, skipped }: Trial): TriedKinds {
  const own = runs.filter(({ adversity }) => adversity.name === name);
  const tried = new Set(own.flatMap((run) => run.tried));
  const left = new Set(own.flatMap((run) => run.notTried).filter((kind) => !tried.has(kind)));
  const of = Math.max(tried.size + left.size, ...own.map(({ sampledOf }) => sampledOf ?? 0));
  const took = own.reduce((sum, { run }) => sum + run.took, 0);
  const because = own.length > 0 ? null : (skipped.get(name)?.because ?? null);
  return { adversity: name, rules, tried: [...tried], notTried: [...left], of, because, took };
}

/** How many lines of a failed command's output are shown. */
const shownLines = 20;

const outputOf = ({ run, adversity }: LoggedRun): FailedOutput => ({
  run: run.number,
  adversity: adversity ?? '',
  status: run.ended.status,
  lines: lastLines(hideSecrets(run.output), shownLines),
});

/** The verdict if the command called no emulator that the trial knows; null if it called one. */
const recordedNothing = ({ controls }: Trial): Inapplicable | null =>
  controls.some(({ record }) => [record, ...record.beside].some(hasHappened))
    ? null
    : inapplicable('Nothing was recorded', stepToBeRecorded);

/** The limits of a report that result from how runs ended. */
function weaknesses({ runs, controls }: Trial): string[] {
  const failed = runs
    .filter((run) => !hasPassed(run) && run.armament.restart !== undefined)
    .map(
      (run) =>
        `The scenario ${endOf(run)}, when the emulator was restarted. It need not survive that, but this run shows nothing.`,
    );
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

/** The record that will be written, and the locations in it that show findings; empty without a record. */
function recordedBy(
  record: RecordOfTrial | undefined,
  verdicts: Verdicts,
  controls: readonly LoggedRun[],
  runs: readonly LoggedRun[],
): Pick<ReportInput, 'record' | 'placeOf'> {
  if (record === undefined) return {};
  const { file, resumeCommand } = record;
  const places = new Places(verdicts, controls, runs);
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
function repeatOf(options: LogOptions, rule: Rule, finding: Finding, runs: readonly LoggedRun[]): string {
  const { command, again, seed } = options;
  const own = runs.find(({ run }) => run.number === finding.run);
  const names = [finding.adversity ?? rule.id, ...(finding.effectOf === undefined ? [] : [withholding])];
  const words = ['npx', 'payments-emulator', 'audit', ...names.flatMap((name) => ['--only', name])];
  return [...words, '--seed', String(own?.seed ?? seed), ...again, '--', ...command].map(quoted).join(' ');
}

import { constants } from 'node:os';
import { adversities } from '../../../audit/adversities/adversities.ts';
import { judgeLog } from '../../../audit/trial/judge-log.ts';
import type { StartedCommand } from '../../../audit/trial/run.ts';
import { ServedCommand } from '../../../audit/trial/served-command.ts';
import { fieldFilter } from '../../../audit/trial/state.ts';
import { type TrialOptions, trial } from '../../../audit/trial/trial.ts';
import { controlRuns, controlsIn, type LogOptions, type TrialLog } from '../../../audit/trial/trial-log.ts';
import { RunningCommand } from '../../../core/system/running-command.ts';
import { longFlag } from '../../../emulator/option-names.ts';
import { recordKind } from '../../../record/write/record-file.ts';
import { checkedAcceptances, checkReportPaths, type ReportOptions, tellReport } from '../../audit-report.ts';
import { complain, wrongUsage } from '../../failure.ts';
import type { RecordingOptions } from '../../options/exec-options.ts';
import { checkOutputPath } from '../../options/output-path.ts';
import { resolveSettings, trialOptions } from '../../options/settings.ts';
import { AuditRecord } from '../../record/audit-record.ts';
import { keptLogKind, writeKeptLog } from '../../record/kept-log.ts';
import type { Session } from '../../session.ts';
import { onSignals } from '../../signals.ts';
import { millisecondsOf } from '../../wait.ts';
import { optionsFrom } from '../start/start.ts';
import { failedStatus } from './failed-status.ts';
import { stateSourceOf } from './state-source.ts';
import { emulatorStarter } from './trial-emulator.ts';

export interface TrialFlags extends ReportOptions, RecordingOptions {
  readonly rounds?: number;
  readonly quick?: boolean;
  readonly jobs?: number;
  readonly settle?: string;
  readonly timeout?: string;
  readonly state?: string;
  readonly stateCommand?: string;
  readonly stateIgnore?: string[];
  /** The shell command that starts the application. */
  readonly serve?: string;
  readonly budget?: string;
  readonly allowFailing?: boolean;
  /** The file for the log of the trial. */
  readonly keepLog?: string;
}

const defaults = { seed: 1, settle: 10_000, timeout: 120_000 } as const;

/**
 * Runs a command twice without adversities and once under each adversity, and reports the results.
 * @returns the exit status
 */
export async function auditTrial(
  session: Session,
  command: readonly string[],
  options: TrialFlags,
  version: string,
): Promise<number> {
  const { out, flags, file: configured, named } = session;
  const accept = checkedAcceptances(
    configured,
    options,
    adversities.map(({ name }) => name),
  );
  const values = resolveSettings(trialOptions, flags, configured);
  const given = optionsFrom({ ...values, ephemeral: true }, { flags: { ...flags, dataDir: undefined }, named });
  const stateSource = stateSourceOf(options);
  const log: LogOptions = {
    ...logOptionsOf(options),
    command,
    seed: values.seed ?? defaults.seed,
    forwardTo: values.forwardTo,
    accept,
    again: repeated(options, values),
    stateNextStep: stateSource?.nextStep ?? null,
  };
  checkFiles(options);
  const record = options.record === undefined ? null : new AuditRecord({ ...options, record: options.record }, command);
  let kept: TrialLog | null = null;
  const { launch, signal, whyEnding, ignoreSignals } = launching(
    options.serve,
    urlOf(values.forwardTo ?? options.state),
  );
  const start = emulatorStarter(session, { ...given, version }, record);
  const performers = { launch, stateSource, start, signal, ...(record === null ? {} : { record }) };
  const tells: Pick<TrialOptions, 'told' | 'begins' | 'keep'> = {
    told: (line) => out.note(line),
    begins: (line) => out.moving(line),
    keep: (finished) => {
      kept = finished;
    },
  };
  try {
    const report = await trial({ log, ...performers, ...tells });
    const left = (await record?.write(report, options.failOn)) ?? { report, told: null };
    const status = await tellReport(left.report, out, options, (document, human) => out.document(document, human));
    if (left.told !== null) out.note(left.told);
    return status;
  } catch (error) {
    const ending = whyEnding();
    if (ending !== null) {
      if (kept === null || controlsIn(kept).length < controlRuns)
        complain('The audit was interrupted before its control runs ended, so it judges nothing.');
      else await tellReport(judgeLog(kept), out, options, (document, human) => out.document(document, human));
      return 128 + constants.signals[ending];
    }
    return await failedStatus(error, async (run) => {
      const told = (await record?.writeFailed(run, (error as Error).message)) ?? null;
      if (told !== null) out.note(told);
    });
  } finally {
    ignoreSignals();
    if (options.keepLog !== undefined && kept !== null) out.note(await writeKeptLog(options.keepLog, kept, options));
  }
}

/** The plain options of the trial. @throws CommandFailure (wrong usage) */
function logOptionsOf(options: TrialFlags) {
  const { only, skip, rounds = 1, quick = false, jobs = 1, stateIgnore = [], allowFailing = false, failOn } = options;
  const unreadable = stateIgnore.find((path) => fieldFilter(path) === null);
  if (unreadable !== undefined) {
    throw wrongUsage(
      `--state-ignore must be a path such as $.orders[*].seen_at or $..updated_at; you passed '${unreadable}'.`,
    );
  }
  const millisecondsIn = (name: 'settle' | 'timeout', usual: number): number =>
    options[name] === undefined ? usual : millisecondsOf(options[name], `--${name}`);
  const settle = millisecondsIn('settle', defaults.settle);
  const timeout = millisecondsIn('timeout', defaults.timeout);
  const budget = options.budget === undefined ? undefined : millisecondsOf(options.budget, '--budget');
  const times = { settle, timeout, isUsualTimeout: options.timeout === undefined, budget };
  return { only, skip, rounds, quick, jobs, ignore: stateIgnore, ...times, allowFailing, failOn };
}

/** Checks the files of the audit before it starts. @throws CommandFailure (wrong usage) */
function checkFiles(options: TrialFlags): void {
  const { record, keepLog } = options;
  if (record !== undefined) checkOutputPath(record, '--record', recordKind, options);
  if (keepLog !== undefined) checkOutputPath(keepLog, '--keep-log', keptLogKind, options);
  checkReportPaths(options);
}

const urlOf = (text: string | undefined): URL | null =>
  text !== undefined && URL.canParse(text) ? new URL(text) : null;

/**
 * Starts commands, and ends all of them when this process is asked to end.
 * @param serve the shell command that starts the application beside each command
 * @param address where the application listens
 */
function launching(serve: string | undefined, address: URL | null) {
  const giveUp = new AbortController();
  const launched = new Set<StartedCommand>();
  let ending: NodeJS.Signals | null = null;
  const ignoreSignals = onSignals(
    (signal) => {
      ending = signal;
      giveUp.abort(new Error('interrupted'));
    },
    (signal) => {
      // Each command has its own process group, which would outlive this process.
      for (const each of launched) each.kill();
      process.exit(128 + constants.signals[signal]);
    },
  );
  const launch: TrialOptions['launch'] = (words, how) => {
    const running =
      serve === undefined ? new RunningCommand(words, how) : new ServedCommand(words, { command: serve, address }, how);
    launched.add(running);
    void running.ended.then(() => launched.delete(running));
    return running;
  };
  return { launch, signal: giveUp.signal, whyEnding: () => ending, ignoreSignals };
}

/** The options of a command that reproduces one finding. */
function repeated(
  { serve, state, stateCommand, stateIgnore = [], timeout, settle, allowFailing }: TrialFlags,
  values: object,
): string[] {
  const words: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (key === 'seed' || value === undefined || value === false) continue;
    words.push(longFlag(key), ...(value === true ? [] : [String(value)]));
  }
  const own = { serve, state, stateCommand, timeout, settle };
  for (const [key, value] of Object.entries(own)) if (value !== undefined) words.push(longFlag(key), value);
  if (allowFailing === true) words.push('--allow-failing');
  return [...words, ...stateIgnore.flatMap((path) => ['--state-ignore', path])];
}

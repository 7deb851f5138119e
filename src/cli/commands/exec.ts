import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import type { AuditSettings } from '../../audit/acceptance.ts';
import { lintReport, stepToBeRecorded } from '../../audit/lint.ts';
import { reportedRecords } from '../../audit/observed/emulator-records.ts';
import { type ObservedRuns, readObservedRuns } from '../../audit/observed/observed-run.ts';
import { type Client, createClient } from '../../client/node-client.ts';
import { quoted, safeJson } from '../../core/base/terminal-text.ts';
import type { OutputOptions } from '../../core/system/output-file.ts';
import { makeTemporaryFolder } from '../../core/system/temporary-folder.ts';
import { longFlag } from '../../emulator/option-names.ts';
import type { RunningSandbox, SandboxOptions } from '../../emulator/sandbox-options.ts';
import { hideInCommand } from '../../payments/secrets/hide.ts';
import { exitWords } from '../../record/exit-status.ts';
import type { CommandRun } from '../../record/format.ts';
import { usualRecordLimit } from '../../record/read/limits.ts';
import { recordKind, writeRecordFile } from '../../record/write/record-file.ts';
import { checkedAcceptances, checkReportPaths, type ReportOptions, tellReport } from '../audit-report.ts';
import { passOutput } from '../command-output.ts';
import { runCommand } from '../command-run.ts';
import { complain, wrongUsage } from '../failure.ts';
import { appendToJobSummary } from '../job-summary.ts';
import { RunLog } from '../log/run-log.ts';
import { variablesOf, withPrefix } from '../options/environment.ts';
import type { ExecCommandOptions } from '../options/exec-options.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { execOptions, resolveSettings } from '../options/settings.ts';
import { clean, Output } from '../output.ts';
import { recordMarkdown, recordSentence } from '../record/record-summary.ts';
import type { Session } from '../session.ts';
import { Signals } from '../signals.ts';
import { startNote } from '../start-note.ts';
import { fixtureKind, writeFixture } from './fixture.ts';
import { begin, optionsFrom } from './start/start.ts';

/**
 * How many causes are printed if the command fails and no marker shows where to look. The saved file has all of them.
 */
const mostPrinted = 40;
/** How many requests are kept for an audit: more than a running emulator keeps. */
const keptForAudit = 100_000;

/**
 * Runs a command with its own emulator. The command's output is passed on unchanged. The emulator writes to stderr:
 * its settings before the command, and more only if the command fails.
 * @returns the command's exit status, or the audit's exit status if the command succeeds; 128 plus the number of the
 * signal if a signal ended it
 */
export async function exec(
  session: Session,
  command: readonly string[],
  options: ExecCommandOptions,
  version: string,
): Promise<number> {
  const { flags, file, named } = session;
  const values = resolveSettings(execOptions, flags, file);
  const plan = checkedPlan(session, command, options);
  const sandboxOptions = optionsFrom({ ...values, ephemeral: true }, { flags, named });
  // The folder is created before signals are held, because a failure to create it ends this process immediately.
  const reports = options.audit === true ? makeTemporaryFolder('emulator-record-') : null;
  // Signals are held from here on, so that no signal ends the emulator before the command.
  const signals = new Signals();
  try {
    return await withEmulator(
      {
        ...sandboxOptions,
        port: 0,
        requestsKept: reports === null ? undefined : keptForAudit,
        recordsAll: options.record !== undefined,
        version,
        warn: (message: string) => session.out.note(clean(message)),
      },
      (running) => runWith(running, plan, { reports, signals }),
    );
  } finally {
    if (reports !== null) rmSync(reports, { recursive: true, force: true });
    signals.release();
  }
}

/** A checked command line. */
interface ExecPlan {
  readonly session: Session;
  /** The command and its arguments. */
  readonly command: readonly string[];
  readonly options: ExecCommandOptions;
  readonly reporting: ReportOptions;
  readonly accept: AuditSettings['accept'];
}

/** @throws CommandFailure (wrong usage) */
function checkedPlan(session: Session, command: readonly string[], options: ExecCommandOptions): ExecPlan {
  const { keep, record, force, audit = false, only, skip, failOn, junit, jsonFile, allowEmpty, verbose } = options;
  if (keep !== undefined) checkOutputPath(keep, '--keep', fixtureKind, { force });
  if (record !== undefined) checkOutputPath(record, '--record', recordKind, { force });
  const reporting = { only, skip, failOn, junit, jsonFile, allowEmpty, verbose };
  const accept = checkedAcceptances(session.file, reporting);
  if (!audit) refuseWithoutAudit(reporting);
  checkReportPaths({ ...reporting, force });
  return { session, command, options, reporting: { ...reporting, force }, accept };
}

/** What a run uses until it ends. */
interface RunResources {
  /** The folder for the records of emulators that the command starts; null without an audit. */
  readonly reports: string | null;
  readonly signals: Signals;
}

/** Runs the command, and then writes its record, reports a failure, and audits the run. */
async function runWith(running: RunningSandbox, plan: ExecPlan, { reports, signals }: RunResources): Promise<number> {
  const { session, command, options } = plan;
  const { out } = session;
  const said = startNote(session, running);
  if (said !== null) out.note(said);
  const log = new RunLog(running.sandbox);
  const finalState = stateReader(running, plan);
  const printed = passOutput(options.record !== undefined && options.recordOutput !== 'never');
  const status = await runCommand(command, await environmentOf(running, plan, reports), signals, printed);
  const errors = new Output({ json: false, quiet: out.quiet, color: out.color && process.stderr.isTTY === true });
  const recorded = await leaveRecord(running, options, { command, status, output: printed.text });
  const isInterrupted = status === 128 + constants.signals.SIGINT;
  if (status !== 0) {
    const lines = isInterrupted ? [] : log.summary(errors, mostPrinted);
    if (lines.length > 0) errors.note(`\nemulator: activity during the run:\n${lines.join('\n')}\n`);
    if (options.keep !== undefined) {
      await keepState({ file: options.keep, force: options.force }, (await finalState()).workspaces, log, errors);
      if (options.record === undefined) errors.note(recordHoldsMore);
    }
    errors.note(`emulator: ${clean(hideInCommand(command).join(' '))} ${exitWords(status)}.`);
  }
  const runs = reports === null || isInterrupted ? null : (await finalState()).runs;
  const judged =
    reports === null || runs === null
      ? status
      : await judge({ ...runs, records: [...runs.records, ...reportedRecords(reports)] }, plan, errors);
  if (recorded !== null) errors.note(recorded);
  return status === 0 ? judged : status;
}

/** The environment of the command. */
async function environmentOf(
  running: RunningSandbox,
  { session: { scope, mode }, options: { record } }: ExecPlan,
  reports: string | null,
): Promise<Record<string, string | undefined>> {
  const keys = await createClient({ url: running.url, ...scope }).call('keys.get');
  const variables = variablesOf(running.url, keys, mode, scope.workspace);
  return {
    ...process.env,
    ...withPrefix('EMULATOR_', { ...variables, EXEC: '1', ...(reports === null ? {} : { RECORD: reports }) }),
    EMULATOR_RECORD_FILE: record === undefined ? undefined : resolve(record),
  };
}

/** The state at the end of a run. */
interface FinalState {
  readonly workspaces: unknown[];
  /** The runs to audit; null without an audit. */
  readonly runs: ObservedRuns | null;
}

/**
 * Returns a function that reads the state at the end of a run. If the command itself stops the emulator, this is the
 * state at that moment.
 */
function stateReader(
  running: RunningSandbox,
  { session: { scope }, options: { keep, audit = false } }: ExecPlan,
): () => Promise<FinalState> {
  const read = async (): Promise<FinalState> => ({
    workspaces: keep === undefined ? [] : await workspacesOf(createClient({ url: running.url, ...scope })),
    runs: audit ? await readObservedRuns(createClient({ url: running.url }), isMeant(scope.workspace)) : null,
  });
  let atStop: Promise<FinalState> | null = null;
  void running.stopRequested.then(async () => {
    atStop = read();
    await atStop.catch(() => {});
    await running.stop();
  });
  return () => atStop ?? read();
}

/** Starts an emulator for the work, and stops it afterwards, even if the work fails. */
async function withEmulator<A>(options: SandboxOptions, work: (running: RunningSandbox) => Promise<A>): Promise<A> {
  const running = await begin(options);
  try {
    const { reportAround } = await import('../../emulator/report-to-audit.ts');
    const endReport = reportAround(running.sandbox, options.warn ?? (() => {}));
    return await work(running).finally(endReport);
  } finally {
    await running.stop();
  }
}

/**
 * Writes the requested record. A failure is only reported, because the exit status belongs to the command.
 * @returns the file, and the command that resumes before the first failure; null if no file was written
 */
async function leaveRecord(
  { sandbox, recorder }: RunningSandbox,
  { record: file, recordWhen = 'always', recordLimit: limit = usualRecordLimit, force }: ExecCommandOptions,
  run: CommandRun,
): Promise<string | null> {
  if (file === undefined || (recordWhen === 'failure' && run.status === 0)) return null;
  const { writeRecord } = await import('../../record/write/write.ts');
  try {
    // The last events of the command may not have reached the receiver yet.
    const { webhooks, engine } = sandbox;
    await Promise.all([...engine.allWorkspaces()].map(({ id }) => webhooks.allEnded(id, lastDeliveries)));
    const { page, summary } = await writeRecord(sandbox, recorder, { limit, run });
    await writeRecordFile(file, page, { force });
    if (run.status !== 0) appendToJobSummary(() => recordMarkdown(file, summary));
    return recordSentence(file, summary);
  } catch (error) {
    complain((error as Error).message);
    return null;
  }
}

/** @throws CommandFailure (wrong usage) for an audit option without `--audit` */
function refuseWithoutAudit(reporting: ReportOptions): void {
  for (const [name, value] of Object.entries(reporting)) {
    if (value !== undefined) throw wrongUsage(`${longFlag(name)} requires --audit.`);
  }
}

/** How long a record waits for deliveries in progress, in real milliseconds. */
const lastDeliveries = 1_000;

/** Selects the workspaces to audit: all workspaces, unless the user named one. */
const isMeant = (named: string | undefined) => (workspace: string) => named === undefined || workspace === named;

/**
 * Audits the run of the command in every workspace that it used, and reports on stderr.
 * @returns the exit status of the report
 */
async function judge(
  runs: ObservedRuns,
  { session, command, reporting, accept }: ExecPlan,
  errors: Output,
): Promise<number> {
  const report = lintReport(runs, {
    selection: reporting,
    accept,
    command,
    repeat: ({ id }) => `npx payments-emulator exec --audit --only ${id} -- ${command.map(quoted).join(' ')}`,
    nextStep: stepToBeRecorded,
  });
  // The report goes to stderr, because stdout belongs to the command.
  return tellReport(report, errors, reporting, (document, human) =>
    errors.note(session.out.json ? safeJson(document) : `\n${human()}`),
  );
}

const recordHoldsMore = 'emulator: to see each step of the run and resume from any step, add --record run.html.';

/**
 * Every workspace as a fixture, with a frozen clock, so that the state does not change while a person inspects it.
 */
async function workspacesOf(client: Client): Promise<unknown[]> {
  const { workspaces: known } = await client.call('status');
  const workspaces: unknown[] = [];
  for (const { id } of known) {
    const at = createClient({ url: client.url, workspace: id });
    const [exported, { now }] = await Promise.all([at.call('export'), at.call('clock.get')]);
    for (const workspace of exported.workspaces as object[]) {
      workspaces.push({ ...workspace, clock: { mode: 'frozen', now } });
    }
  }
  return workspaces;
}

/** Writes the state and the log. A failure is only reported, because the exit status belongs to the command. */
async function keepState(
  { file, ...options }: OutputOptions & { readonly file: string },
  workspaces: unknown[],
  log: RunLog,
  errors: Output,
): Promise<void> {
  const plain = new Output({ json: false, quiet: false, color: false });
  try {
    await writeFixture(file, { workspaces, log: log.lines(plain) }, options);
    errors.note(
      `emulator: the state and log are in ${file}; to inspect them, run: npx payments-emulator start --ephemeral --fixture ${quoted(file)}`,
    );
  } catch (error) {
    complain((error as Error).message);
  }
}

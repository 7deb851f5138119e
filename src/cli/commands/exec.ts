import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { AuditSettings } from '../../audit/acceptance.ts';
import { letsBeRecorded, lintReport } from '../../audit/lint.ts';
import { readWholeRecord, type WholeRecord } from '../../audit/record.ts';
import { reportedRecords } from '../../audit/reported.ts';
import { type Client, createClient } from '../../client.ts';
import { startProgram, statusOf, whyNotStarted } from '../../spawn.ts';
import { safeJson } from '../../text.ts';
import { checkedAcceptances, type ReportOptions, tellReport } from '../audit-report.ts';
import { quoted, variablesOf, withPrefix } from '../environment.ts';
import { complain, wrongUsage } from '../failure.ts';
import { Output } from '../output.ts';
import { RunLog } from '../run-log.ts';
import type { Session } from '../session.ts';
import { execOptions, longFlag, resolveSettings } from '../settings.ts';
import { writeFixture } from './fixture.ts';
import { begin, optionsFrom } from './start.ts';

/** How many causes are printed when the command fails and no marker says where to look; the kept file has all. */
const mostPrinted = 40;
/** The signals that are passed on. SIGTSTP stops the whole group of processes by itself, and SIGUSR1 is the debugger's. */
const passed = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
/** What the terminal itself sends to the command as well. */
const fromTerminal: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

export interface ExecCommandOptions extends ReportOptions {
  readonly keep?: string;
  readonly audit?: boolean;
}

/** How many requests are kept where they are judged afterwards: the log of a running emulator keeps fewer. */
const keptForAudit = 100_000;

/**
 * Runs a command beside an emulator of its own. The command's output is left alone; the emulator speaks on stderr, and
 * only where the command fails.
 * @returns the command's exit status, else what the audit asks for, or 128 and the number of the signal that ended it
 */
export async function exec(
  { out, flags, file, scope, mode }: Session,
  [command = '', ...args]: readonly string[],
  { keep, audit = false, only, skip, failOn, junit, jsonFile, allowEmpty }: ExecCommandOptions,
  version: string,
  loaded: () => void,
): Promise<number> {
  const values = resolveSettings(execOptions, flags, file);
  if (keep !== undefined && !existsSync(dirname(resolve(keep)))) {
    throw wrongUsage(`--keep ${keep}: there is no folder ${dirname(keep)}.`);
  }
  const reporting = { only, skip, failOn, junit, jsonFile, allowEmpty };
  const accept = checkedAcceptances(file, reporting);
  if (!audit) refuseWithoutAudit(reporting);
  const options = optionsFrom({ ...values, ephemeral: true }, flags);
  // Heard from now on, so that no signal ends the emulator before the command.
  const signals = new Signals();
  const running = await begin({
    ...options,
    port: 0,
    requestsKept: audit ? keptForAudit : undefined,
    version,
    warn: (message) => out.note(message),
  });
  const { reportAround } = await import('../../reporting.ts');
  const endReport = reportAround(running.sandbox, (message) => out.note(message));
  const started = audit ? mkdtempSync(join(tmpdir(), 'emulator-record-')) : null;
  try {
    const log = new RunLog(running.sandbox);
    const client = createClient({ url: running.url, ...scope });
    const variables = variablesOf(running.url, await client.keys(), mode, scope.workspace);
    const env = {
      ...process.env,
      ...withPrefix('EMULATOR_', { ...variables, EXEC: '1', ...(started === null ? {} : { RECORD: started }) }),
    };
    const read = async () => ({
      workspaces: keep === undefined ? [] : await workspacesOf(client),
      record: audit ? await readWholeRecord(createClient({ url: running.url }), isMeant(scope.workspace)) : null,
    });
    let atStop: ReturnType<typeof read> | null = null;
    // The command may stop the emulator itself; what it held then is what is kept, and judged.
    void running.stopRequested.then(async () => {
      atStop = read();
      await atStop.catch(() => {});
      await running.stop();
    });
    const status = await runCommand(command, args, env, signals, loaded);
    const errors = new Output({ json: false, quiet: out.quiet, color: out.color && process.stderr.isTTY === true });
    const words = [command, ...args];
    const isInterrupted = status === 128 + constants.signals.SIGINT;
    if (status !== 0) {
      const lines = isInterrupted ? [] : log.summary(errors, mostPrinted);
      if (lines.length > 0) errors.note(`\nemulator: what happened while it ran:\n${lines.join('\n')}\n`);
      if (keep !== undefined) await keepState(keep, (await (atStop ?? read())).workspaces, log, errors);
      errors.note(`emulator: ${words.join(' ')} ended with status ${status}.`);
    }
    if (started === null || isInterrupted) return status;
    const { record } = await (atStop ?? read());
    if (record === null) return status;
    const records = [...record.records, ...reportedRecords(started)];
    const judged = judge({ ...record, records }, words, errors, { accept, reporting, isJson: out.json });
    return status === 0 ? judged : status;
  } finally {
    endReport();
    if (started !== null) rmSync(started, { recursive: true, force: true });
    await running.stop();
    signals.release();
  }
}

/** @throws CommandFailure (wrong usage) for an option of the audit where none is asked for */
function refuseWithoutAudit(reporting: ReportOptions): void {
  for (const [name, value] of Object.entries(reporting)) {
    if (value !== undefined) throw wrongUsage(`${longFlag(name)} is about the audit: add --audit.`);
  }
}

/** Which workspaces are judged: all, unless one was named. */
const isMeant = (named: string | undefined) => (workspace: string) => named === undefined || workspace === named;

/**
 * Judges what the command did, in every workspace that it used, and tells it on stderr.
 * @returns the exit status that the report asks for
 */
function judge(
  record: WholeRecord,
  command: readonly string[],
  errors: Output,
  { accept, reporting, isJson }: { accept: AuditSettings['accept']; reporting: ReportOptions; isJson: boolean },
): number {
  const report = lintReport(record, {
    selection: reporting,
    accept,
    command,
    repeat: ({ id }) => `emulator exec --audit --only ${id} -- ${command.map(quoted).join(' ')}`,
    lets: letsBeRecorded,
  });
  // The command's own output is left alone, so that this goes where the emulator speaks.
  return tellReport(report, errors, reporting, (document, human) =>
    errors.note(isJson ? safeJson(document) : `\n${human()}`),
  );
}

/** Signals that this process gets, for the command once there is one. */
class Signals {
  readonly #early: NodeJS.Signals[] = [];
  #pass: ((signal: NodeJS.Signals) => void) | null = null;
  readonly #hear = (signal: NodeJS.Signals): void => {
    // On a terminal the command, in the same group of processes, has it already; Windows has no other signals.
    if (process.platform === 'win32' || (process.stdin.isTTY === true && fromTerminal.includes(signal))) return;
    if (this.#pass === null) this.#early.push(signal);
    else this.#pass(signal);
  };

  constructor() {
    for (const signal of passed) process.on(signal, this.#hear);
  }

  passTo(pass: (signal: NodeJS.Signals) => void): void {
    this.#pass = pass;
    for (const signal of this.#early.splice(0)) pass(signal);
  }

  release(): void {
    for (const signal of passed) process.off(signal, this.#hear);
  }
}

async function runCommand(
  command: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  signals: Signals,
  started: () => void,
): Promise<number> {
  // It takes its time to end: who sent the signal decides how long.
  const child = startProgram(command, args, { stdio: 'inherit', env, forceKillAfterDelay: false });
  child.once('spawn', () => {
    signals.passTo((signal) => child.kill(signal));
    started();
  });
  const ended = await child;
  const failure = whyNotStarted(command, ended);
  if (failure === null) return statusOf(ended.exitCode, ended.signal);
  complain(failure.reason);
  return failure.status;
}

/** Every workspace as a fixture has it, its clock standing still, so that nothing moves on while somebody looks. */
async function workspacesOf(client: Client): Promise<unknown[]> {
  const { workspaces: known } = await client.status();
  const workspaces: unknown[] = [];
  for (const { id } of known) {
    const at = createClient({ url: client.url, workspace: id });
    const [exported, { now }] = await Promise.all([at.export(), at.clock.get()]);
    for (const workspace of exported.workspaces as object[]) {
      workspaces.push({ ...workspace, clock: { mode: 'frozen', now } });
    }
  }
  return workspaces;
}

/** Writes state and log. Where that fails it says so: the status of the command is what counts. */
async function keepState(file: string, workspaces: unknown[], log: RunLog, errors: Output): Promise<void> {
  const plain = new Output({ json: false, quiet: false, color: false });
  try {
    await writeFixture(file, { workspaces, log: log.lines(plain) });
    errors.note(`emulator: state and log are in ${file}; for a look: emulator start --ephemeral --fixture ${file}`);
  } catch (error) {
    complain((error as Error).message);
  }
}

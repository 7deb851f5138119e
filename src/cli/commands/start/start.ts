import { setTimeout as sleep } from 'node:timers/promises';
import { inspectorAddress } from '../../../core/base/inspector-address.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import { isRepeatable } from '../../../core/kernel/ids.ts';
import { optionThatOpens } from '../../../emulator/control-token.ts';
import { longFlag } from '../../../emulator/option-names.ts';
import type { RunningSandbox, SandboxOptions } from '../../../emulator/sandbox-options.ts';
import { conflictOf, sandboxOptionsOf, startOptions } from '../../../emulator/start-options.ts';
import { stopTimeoutOf } from '../../../emulator/stopping.ts';
import { publicOriginOf } from '../../../payments/platform/surroundings.ts';
import { CommandFailure, exitCodes, unusableFixture, wrongUsage } from '../../failure.ts';
import {
  acceptancesIn,
  globalOptions,
  resolveSettings,
  type StartValues,
  startCommandOptions,
} from '../../options/settings.ts';
import type { Session } from '../../session.ts';
import { nextSignal, statusAfter } from '../../signals.ts';
import { endWithoutTerminal } from '../dashboard.ts';
import { collectWhenIdle } from './idle-garbage.ts';
import { DashboardProcess, opensDashboard, untilLeft, Warnings } from './start-dashboard.ts';
import { JsonLog } from './start-json-log.ts';
import { printLog } from './start-log.ts';

/** How long after a signal the process ends, even if work is still running, in milliseconds. */
const longestStop = 4_500;

/** The same if requests in flight can take longer than usual. */
const longestStopOf = (options: SandboxOptions): number => longestStop - 2_000 + stopTimeoutOf(options);

/**
 * Starts an emulator, reports on stdout when it is ready, and opens the dashboard or prints the log until the emulator
 * must end.
 */
export async function start(session: Session, version: string): Promise<number> {
  const { out, flags, file } = session;
  const values = resolveSettings(startCommandOptions, flags, file);
  const json = values.logFormat === 'json' ? new JsonLog() : null;
  const print = (message: string) => out.note(out.json ? message : out.paint('yellow', message));
  const warnings = new Warnings((message) =>
    json === null ? print(message) : json.line('warn', 'warning', { message }),
  );
  const warn = (message: string) => warnings.say(message);
  const options = { ...optionsFrom(values, session), version, warn };
  refuseUnseenToken(options);
  // Signals are handled from here on, because a script may send one as soon as it has read the ready line.
  const signalled = nextSignal();
  // The dashboard's process loads its code while the emulator starts.
  const dashboard = opensDashboard(out, values.noTui === true || json !== null) ? await DashboardProcess.begin() : null;
  const running = await beginUnless(signalled, options);
  if (typeof running === 'string') return statusAfter(running);
  try {
    return await serve(session, running, { options, values, signalled, dashboard, warnings, json });
  } catch (error) {
    await running.stop();
    throw error;
  }
}

interface Serving {
  readonly options: SandboxOptions;
  readonly values: StartValues;
  readonly signalled: Promise<NodeJS.Signals>;
  /** The dashboard's process; null if the log is printed. */
  readonly dashboard: DashboardProcess | null;
  readonly warnings: Warnings;
  /** The log for programs; null if the log is for a person. */
  readonly json: JsonLog | null;
}

/** Prints the ready line, and shows activity until the emulator must end. @returns the exit status */
async function serve(
  session: Session,
  running: RunningSandbox,
  { options, values, signalled, dashboard, warnings, json }: Serving,
): Promise<number> {
  const { out, flags, file } = session;
  const warn = (message: string) => warnings.say(message);
  if (process.env.EMULATOR_RECORD) {
    const { reportAround } = await import('../../../emulator/report-to-audit.ts');
    reportAround(running.sandbox, warn);
  }
  if (values.watch === true) {
    const { watchConfig } = await import('./start-watch.ts');
    await watchConfig(running, { flags, before: values }, warn);
  }
  const followed = (log: JsonLog) => {
    log.follow(running);
    return () => log.write();
  };
  const isSilent = out.quiet || dashboard !== null;
  let writeLog = json !== null ? followed(json) : isSilent ? () => {} : printLog(out, running);
  const { profile } = running.sandbox;
  const named = profile === null ? {} : { profile: profile.name };
  if (json !== null) json.line('info', 'ready', { url: running.url, ...shownAt(running), ...named });
  else {
    const shown = shownAt(running);
    const elsewhere = shown.public_url === undefined ? '' : `\npublic ${shown.public_url}`;
    out.item({ type: 'ready', url: running.url, ...shown, ...named }, () => `ready ${running.url}${elsewhere}`);
    greet(session, running, options);
  }
  let ended: Promise<NodeJS.Signals | null> = signalled;
  if (dashboard !== null) {
    const look = { accept: acceptancesIn(file), color: out.color };
    ended = untilLeft(dashboard, running, signalled, warnings, look).catch((error: Error) => {
      warn(`The dashboard failed: ${error.message}. The emulator continues to run and prints its log.`);
      writeLog = printLog(out, running);
      return signalled;
    });
  }
  const status = await untilStopped(running, ended, longestStopOf(options));
  writeLog();
  return status;
}

/**
 * The options of the sandbox.
 * @throws CommandFailure (wrong usage) for options that contradict each other
 */
export function optionsFrom(
  { noTui: _noTui, ...values }: StartValues,
  { flags, named }: Pick<Session, 'flags' | 'named'>,
) {
  // A flag can override the environment or the file, but two flags must not contradict each other.
  const typed = { ephemeral: flags.ephemeral === true, dataDir: flags.dataDir as string | undefined };
  const conflict = conflictOf({ ...values, ...typed }, named);
  if (conflict !== null) throw wrongUsage(conflict);
  const folder = values.ephemeral === true ? null : (values.dataDir ?? startOptions.dataDir.default);
  return { ...sandboxOptionsOf(values, folder), named };
}

/**
 * A generated token is shown only to a person, because others may collect the output if it is not a terminal.
 * @throws CommandFailure (wrong usage) if a token is required, but is neither given nor shown
 */
function refuseUnseenToken({ named, token, ...reach }: ReturnType<typeof optionsFrom>): void {
  const opening = optionThatOpens(reach);
  if (opening === null || token !== undefined || process.stderr.isTTY === true) return;
  throw wrongUsage(
    `${named(opening)} exposes the emulator, so its control API requires a token. Set EMULATOR_TOKEN to at least 16 random characters; the emulator shows a generated token only on a terminal.`,
  );
}

/**
 * Starts the emulator. If a signal comes first, the start is abandoned and leaves nothing behind.
 * @returns the emulator, or the signal if one came
 * @throws CommandFailure as `begin` does
 */
async function beginUnless(
  signalled: Promise<NodeJS.Signals>,
  options: SandboxOptions,
): Promise<RunningSandbox | NodeJS.Signals> {
  const givingUp = new AbortController();
  const beginning = begin({ ...options, signal: givingUp.signal });
  const first = await Promise.race([beginning, signalled]);
  if (typeof first !== 'string') return first;
  givingUp.abort();
  endWithin(longestStopOf(options), statusAfter(first));
  const running = await beginning.catch(() => null);
  await running?.stop();
  return first;
}

/** Ends the process after a time, even if work is still running. */
const endWithin = (wait: number, status: number): void => void setTimeout(() => process.exit(status), wait).unref();

/** @throws CommandFailure with the reason in one line */
export async function begin(options: SandboxOptions): Promise<RunningSandbox> {
  const { startSandbox } = await import('../../../emulator/sandbox.ts');
  try {
    const running = await startSandbox({ ...options, agents: agentsAt });
    collectWhenIdle(running.sandbox.engine);
    return running;
  } catch (error) {
    throw await explained(error as NodeJS.ErrnoException, options);
  }
}

/** Creates the server for agents, which is loaded with the first agent. */
const agentsAt: SandboxOptions['agents'] = async (connection) =>
  (await import('../../mcp/server.ts')).answerOverHttp(connection);

async function explained(
  error: NodeJS.ErrnoException,
  { host = '127.0.0.1', port, named = longFlag }: SandboxOptions,
): Promise<Error> {
  const [{ FixtureError, NoFixture }, { ServiceError }, { StorageError }, { RecordError }, { ProfileError }] =
    await Promise.all([
      import('../../../sandbox/fixtures/load.ts'),
      import('../../../core/kernel/errors.ts'),
      import('../../../sandbox/files/errors.ts'),
      import('../../../record/errors.ts'),
      import('../../../sandbox/profile/read.ts'),
    ]);
  if (error instanceof NoFixture) return wrongUsage(`${named('fixture')}: ${error.message}`);
  if (error instanceof FixtureError) return unusableFixture(error);
  const isGiven = error instanceof ServiceError || error instanceof RecordError || error instanceof ProfileError;
  if (isGiven) return wrongUsage(error.message);
  const place = `${host}:${port ?? startOptions.port.default}`;
  const refused = (message: string) => new CommandFailure(exitCodes.refused, message);
  if (error instanceof StorageError && error.offset !== null) {
    return refused(`${error.message} For details, run 'npx payments-emulator doctor'.`);
  }
  if (error.code === 'EADDRINUSE') {
    return refused(
      `${place} is in use. Stop the program that uses this port (for an emulator, run 'npx payments-emulator stop'), or choose another port with ${named('port')} (0 for any free port).`,
    );
  }
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return refused(
      `The emulator does not have permission to listen on ${place}; choose another port with ${named('port')}.`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return refused(`${named('host')} ${host} is not an address of this machine; use one such as 127.0.0.1.`);
  return error;
}

/** The public address, if it is another one. */
const shownAt = ({ sandbox, url }: RunningSandbox): { public_url?: string } =>
  publicOriginOf(sandbox.engine) === url ? {} : { public_url: publicOriginOf(sandbox.engine) };

/** The greeting for a person at the terminal. Scripts wait for the ready line. */
function greet({ out }: Pick<Session, 'out'>, { sandbox, token, url }: RunningSandbox, options: SandboxOptions): void {
  const { dataDir, fixture, named = longFlag } = options;
  const { profile } = sandbox;
  const data = dataDir === null ? 'data is not saved' : `data in ${dataDir}`;
  const as = profile === null ? '' : `, as ${profile.name} (${counted(profile.file.adopted.length, 'change')})`;
  const elsewhere = url === globalOptions.url.default ? '' : ` --url ${url}`;
  out.note(
    `payments-emulator ${sandbox.version}: workspace ${sandbox.defaultWorkspace}, ${data}${as}. To show the keys, run 'npx payments-emulator keys${elsewhere}'. To use the inspector, open ${inspectorAddress(publicOriginOf(sandbox.engine))}`,
  );
  const kept = sandbox.engine.workspace(sandbox.defaultWorkspace)?.fixture;
  if (fixture !== undefined && kept !== fixture) {
    const why =
      options.from === undefined
        ? `${dataDir} already contains data. Choose another --data-dir, or delete this folder.`
        : `the emulator starts from the record in ${named('from')}. Use only one of the two options.`;
    out.note(`${named('fixture')} was not loaded: ${why}`);
  }
  if (isRepeatable(sandbox.engine.state.seed)) {
    out.note(
      `The emulator has a seed (${named('seed')}), so its ids, tokens and page addresses are predictable. Use this emulator only for tests.`,
    );
  }
  if (token !== null && token !== options.token)
    process.stderr.write(`The control API requires this token (EMULATOR_TOKEN): ${token}\n`);
}

/** Resolves with the exit status when a signal or the control API has stopped the emulator. */
async function untilStopped(
  running: RunningSandbox,
  signalled: Promise<NodeJS.Signals | null>,
  within: number,
): Promise<number> {
  const signal = await Promise.race([signalled, running.stopRequested.then(() => null)]);
  // The call that stopped the emulator must still get its response.
  if (signal === null) await sleep(20);
  const status = statusAfter(signal);
  endWithin(within, status);
  await running.stop();
  if (signal === 'SIGHUP' && process.stdout.isTTY === true) endWithoutTerminal();
  // A handle that could not be closed still keeps the process alive.
  process.stdout.write('', () => endWithin(50, status));
  return status;
}

import { rmSync } from 'node:fs';
import type { Client } from '../../client/node-client.ts';
import { addMonths, lastInstant, minuteMs, parseIso, toIso } from '../../core/base/instants.ts';
import { realNow, stopwatch } from '../../core/base/time.ts';
import type { CommandEnd, CommandOptions, RunningCommand } from '../../core/system/running-command.ts';
import { makeTemporaryFolder } from '../../core/system/temporary-folder.ts';
import { reportedRecords } from '../observed/emulator-records.ts';
import { isBroughtAbout, type ObservedRun, readRun } from '../observed/observed-run.ts';

import { type Asked, type AskedState, ownStates, type StateOfRun } from './copies.ts';
import { type NamedArmament, Pace, quietFor, type RunEmulator, type StateAnswer } from './pace.ts';

export interface StateSource {
  /** @throws Error with the reason if the application does not answer */
  readonly ask: (env: RunEmulator['env'], signal: AbortSignal) => Promise<unknown>;
  /** How to get an answer, as an instruction. */
  readonly nextStep: string;
}

export interface RunEnd extends CommandEnd {
  /** The real exit status, if `status` is 0 because only tests failed that may fail. */
  readonly allowedStatus?: number | undefined;
  /** Whether not the command ended, but the application that `--serve` started. */
  readonly isServer?: boolean | undefined;
}

export interface StartedCommand extends Pick<RunningCommand, 'failure' | 'output' | 'hasProcesses' | 'end' | 'kill'> {
  readonly ended: Promise<RunEnd>;
}

export interface RunOptions {
  readonly command: readonly string[];
  readonly launch: (command: readonly string[], options: CommandOptions) => StartedCommand;
  /** The number of the run, starting from 1. The command gets it as `EMULATOR_RUN`. */
  readonly number: number;
  /** How this run differs, with the name of its adversity; null in a control run. */
  readonly armament: NamedArmament | null;
  readonly start: (how: { keepsData: boolean }) => Promise<RunEmulator>;
  /** The source of the application's state; null if no option names one. */
  readonly stateSource: StateSource | null;
  /** How long the application may continue after the command, in real milliseconds. */
  readonly settle: number;
  /** The time limit of the command, in real milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Whether later steps happen while the command runs, because the application ends with the command. */
  readonly comesDuring: boolean;
  /**
   * Returns whether a state is the expected one, so that it does not need to be read again; null if the expected state
   * is unknown.
   */
  readonly isExpected: IsExpected | null;
  /** How long the state may take to become the expected one, in real milliseconds. */
  readonly patience: number;
  /**
   * Whether the application is watched after the command, while the clock moves on, because it can still find out by
   * itself what it was not told.
   */
  readonly watches?: boolean;
  /** Whether a failed command counts as passed, because only tests failed that may fail; absent if none may. */
  readonly allows?: ((status: number, output: string) => boolean) | undefined;
}

type IsExpected = (state: StateOfRun) => boolean;

export interface Run {
  readonly number: number;
  readonly ended: RunEnd;
  /** Why the command could not be started. */
  readonly failure: string | null;
  readonly output: string;
  readonly record: ObservedRun;
  /** The application's state at the end; null if it was not requested, or if the application did not report it. */
  readonly state: AskedState | null;
  /** Why the application did not report one of its states; null if it did, or if no state was requested. */
  readonly stateFailure: string | null;
  /** When the command ended, in milliseconds of the machine's clock. */
  readonly endedAt: number;
  /** The state before the later steps, or before the last of them; null without later steps. */
  readonly stateBefore: AskedState | null;
  /** The number of requests at that point. */
  readonly requestsBefore: number;
  /** Whether the application was still running after the command ended. */
  readonly outlived: boolean;
  /** For how long the application was watched after the command, in real milliseconds; absent if it was not. */
  readonly watched?: number | undefined;
  readonly restarted: boolean;
  /** The times at which the audit asked for the state, in milliseconds of the machine's clock. */
  readonly asked?: readonly Asked[];
  /** The duration of the run, in seconds. */
  readonly took: number;
}

/**
 * How long the application must be quiet after a control run, in real milliseconds, because all other states are
 * compared with the state of the control runs.
 */
const longQuiet = 1_000;

/** Runs the command once with its own emulator, with or without an adversity, and reads the record. */
export async function performRun(options: RunOptions): Promise<Run> {
  const { armament, signal } = options;
  signal.throwIfAborted();
  const since = stopwatch();
  const started = makeTemporaryFolder('emulator-record-');
  const emulator = await options.start({ keepsData: armament?.restart !== undefined });
  let running: StartedCommand | null = null;
  const giveUp = (): void => running?.kill();
  signal.addEventListener('abort', giveUp);
  try {
    const pace = new Pace(emulator, armament, options.comesDuring);
    await armAll(emulator, pace, armament);
    const told = { EMULATOR_RUN: String(options.number), EMULATOR_EXEC: '1', EMULATOR_RECORD: started };
    const env = { ...emulator.env, ...armament?.env, ...told };
    const marks = ['EMULATOR_URL', 'EMULATOR_RUN'];
    running = options.launch(options.command, { env, timeout: options.timeout, marks });
    const run = await observed(options, { emulator, pace, running, env, started });
    return { ...run, took: (stopwatch() - since) / 1_000 };
  } finally {
    signal.removeEventListener('abort', giveUp);
    if (signal.aborted) running?.kill();
    else await running?.end();
    rmSync(started, { recursive: true, force: true });
    await emulator.stop();
  }
}

interface Running {
  readonly emulator: RunEmulator;
  readonly pace: Pace;
  readonly running: StartedCommand;
  readonly env: RunEmulator['env'];
  /** The folder for the records of emulators that the command itself starts. */
  readonly started: string;
}

/** Waits for the end of the command, then observes the application as long as the run needs it. */
async function observed(options: RunOptions, { emulator, pace, running, env, started }: Running) {
  const { number, armament, stateSource, settle, signal } = options;
  const ended = asAllowed(await pace.until(running.ended, signal), running, options.allows);
  const endedAt = realNow();
  signal.throwIfAborted();
  const outlived = running.hasProcesses;
  const asked: Asked[] = [];
  const ask: AskState = async (isEnough, patience = outlived ? options.patience : 0) => {
    if (stateSource === null) return null;
    const isEnoughNow = async (value: unknown) =>
      isEnough?.({
        value,
        asked: asked.at(-1),
        record: await readRun(emulator.client, []),
        endedAt,
        times: asked,
      }) === true;
    const answering = () => timed(asked, stateSource.ask(env, signal));
    const answer = await pace.ask(answering, isEnough === null ? null : isEnoughNow, patience);
    return { ...answer, asked: asked.at(-1) };
  };
  if (outlived) await pace.settle(settle, armament === null ? longQuiet : (armament.quiet ?? quietFor));
  const before = outlived ? await bringLaterStepsAbout(options, ended, { emulator, pace, ask }) : nothingBefore;
  const watched = outlived && options.watches ? await watch(options, { emulator, pace, ask }) : null;
  const after = watched?.state ?? (await ask(await expectedIn(options, ended, { emulator, before })));
  signal.throwIfAborted();
  await emulator.keep?.({ number, status: ended.status, output: running.output });
  return {
    number,
    ended,
    failure: running.failure,
    output: running.output,
    record: await readRun(emulator.client, reportedRecords(started), await emulator.callers()),
    state: stateIn(after),
    stateFailure: after?.failure ?? before.told?.failure ?? null,
    endedAt,
    stateBefore: stateIn(before.told),
    requestsBefore: before.requests,
    outlived,
    ...(watched === null ? {} : { watched: watched.time }),
    restarted: pace.restarted,
    asked,
  };
}

/** An answer to the question for the state, with the time of the question. */
type TimedAnswer = StateAnswer & Pick<AskedState, 'asked'>;

const stateIn = (answer: TimedAnswer | null): AskedState | null =>
  answer?.failure === null ? { value: answer.value, asked: answer.asked } : null;

/** Notes how long an answer takes. */
async function timed<A>(asked: Asked[], answer: Promise<A>): Promise<A> {
  const from = realNow();
  try {
    return await answer;
  } finally {
    asked.push({ from, to: realNow() });
  }
}

/** How a command ended; as a success if only tests failed that may fail. */
function asAllowed(end: RunEnd, running: StartedCommand, allows: RunOptions['allows']): RunEnd {
  const hasFailed = running.failure === null && !end.timedOut && end.status !== 0;
  const isAllowed = hasFailed && allows?.(end.status, running.output) === true;
  return isAllowed ? { status: 0, timedOut: false, allowedStatus: end.status } : end;
}

/** What the parts of a run share after its command. */
interface AfterCommand extends Pick<Running, 'emulator' | 'pace'> {
  readonly ask: AskState;
}

/** The state before the last later step, and the number of requests until then. */
interface Before {
  readonly told: TimedAnswer | null;
  readonly requests: number;
}

const nothingBefore: Before = { told: null, requests: 0 };

/** When the state at the end of a run does not need to be read again; null if that is unknown. */
async function expectedIn(
  { armament, isExpected: isUsual }: RunOptions,
  { status }: RunEnd,
  { emulator: { client }, before }: { readonly emulator: RunEmulator; readonly before: Before },
): Promise<IsExpected | null> {
  if (status !== 0) return null;
  // An application that received no event has nothing to react to.
  const isLater = armament?.afterwards !== undefined || armament?.rules !== undefined;
  if (armament !== null && isLater && !hasTold(await readRun(client, []), armament.by)) return null;
  const { told } = before;
  if (told === null) return isUsual;
  return (state) => {
    const [was, is] = ownStates([{ ...state, ...told }, state]);
    return JSON.stringify(was) !== JSON.stringify(is);
  };
}

/** By how much the clock moves on while an application is watched. */
const watchedTime = '1h';

/**
 * Moves the clock on after the command, and waits until the application has caught up by itself, or has had its time.
 * If the state is unknown, the wait ends when the application calls the API.
 * @returns the state at the end, and the real milliseconds of the wait
 */
async function watch({ settle, isExpected }: RunOptions, { emulator: { client }, pace, ask }: AfterCommand) {
  const since = stopwatch();
  const first = await ask(null, 0);
  const isUsual: IsExpected = (state) => isExpected?.(state) === true;
  if (first?.failure === null && isUsual({ ...first, record: await readRun(client, []) }))
    return { state: first, time: stopwatch() - since };
  await pace.advance(watchedTime);
  const requests = async () => (await readRun(client, [])).requests.length;
  const known = await requests();
  if (first === null) await pace.ask(requests, async (many) => Number(many) > known, settle);
  const state = first === null ? null : await ask(isUsual, settle);
  return { state, time: stopwatch() - since };
}

/** Reads the application's state until it is good enough; null if no option names its source. */
type AskState = (isEnough: IsExpected | null, patience?: number) => Promise<TimedAnswer | null>;

/** Brings the later steps about, and moves the clock on. @returns the state and the requests before the last step */
async function bringLaterStepsAbout(
  { armament, settle }: RunOptions,
  { status }: RunEnd,
  { emulator: { client }, pace, ask }: AfterCommand,
): Promise<Before> {
  if (armament?.afterwards === undefined || status !== 0) return nothingBefore;
  let before = nothingBefore;
  await pace.addRules(armament.rulesBehind ?? []);
  await pace.bringAllAbout(async () => {
    const told = await ask(null);
    before = { told, requests: (await readRun(client, [])).requests.length };
  });
  await pace.settle(settle, quietFor);
  await pace.advance('10d');
  await pace.settle(settle, quietFor);
  return before;
}

/** Whether an application with endpoints was sent any event of an adversity. Other applications read at any time. */
const hasTold = (record: ObservedRun, adversity: string): boolean =>
  record.endpoints.length === 0 ||
  record.events.some((event) => isBroughtAbout(event, adversity) && record.deliveriesOf(event.id).length > 0);

/** Prepares all workspaces for an adversity, also those that the command creates. */
async function armAll(emulator: RunEmulator, pace: Pace, armament: NamedArmament | null): Promise<void> {
  await arm(emulator, armament);
  const { workspace } = await emulator.client.call('record.get');
  emulator.onWorkspace(async (begun) => {
    const other = begun === workspace ? undefined : begun;
    if (other !== undefined) pace.add(other);
    await arm(emulator, armament, other);
  });
}

/** Prepares a workspace for an adversity: the command's own workspace, or a workspace that the command created. */
async function arm({ marked }: RunEmulator, armament: NamedArmament | null, workspace?: string): Promise<void> {
  if (armament === null) return;
  const own = marked(armament.by, workspace);
  const unmarked = marked('settle', workspace);
  for (const fault of armament.faults ?? []) await own.call('faults.create', { ...fault });
  for (const fault of armament.besides ?? []) await unmarked.call('faults.create', { ...fault });
  for (const rule of armament.rules ?? []) await own.call('rules.create', { ...rule });
  if (armament.atMonthEnd === true) await own.call('clock.move', { set: await monthEnd(own) });
}

const beforeMidnight = 30 * minuteMs;

/**
 * Half an hour before the end of the month on an emulator's clock, as ISO 8601; of the next month if that time has
 * passed.
 */
async function monthEnd(client: Client): Promise<string> {
  const { now } = await client.call('clock.get');
  const at = parseIso(now) ?? 0;
  const first = parseIso(`${now.slice(0, 7)}-01`) ?? at;
  const endOf = (months: number): number => (addMonths(first, months) ?? lastInstant) - beforeMidnight;
  return toIso(endOf(1) > at ? endOf(1) : endOf(2));
}

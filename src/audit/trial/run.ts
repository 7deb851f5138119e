import { rmSync } from 'node:fs';
import type { Client } from '../../client/node-client.ts';
import { addMonths, lastInstant, minuteMs, parseIso, toIso } from '../../core/base/instants.ts';
import { realNow, stopwatch } from '../../core/base/time.ts';
import { makeTemporaryFolder } from '../../core/system/temporary-folder.ts';
import { reportedRecords } from '../observed/emulator-records.ts';
import { isBroughtAbout, type ObservedRun, readRun } from '../observed/observed-run.ts';
import type { CommandEnd, CommandOptions, RunningCommand } from './command.ts';
import { type IsEnough, type NamedArmament, Pace, quietFor, type RunEmulator, type StateAnswer } from './pace.ts';

/** The source of the application's own state. */
export interface StateSource {
  /** @throws Error with the reason if the application does not answer */
  readonly ask: (env: RunEmulator['env'], signal: AbortSignal) => Promise<unknown>;
  /** How to get an answer, as an instruction. */
  readonly lets: string;
}

/** A started command. */
export type StartedCommand = Pick<RunningCommand, 'ended' | 'failure' | 'output' | 'hasProcesses' | 'end' | 'kill'>;

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
   * Returns whether a state is the expected one, so that it does not need to be read again, by the record until then;
   * null if the expected state is unknown.
   */
  readonly isExpected: ((state: unknown, record: ObservedRun) => boolean) | null;
  /** How long the state may take to become the expected one, in real milliseconds. */
  readonly patience: number;
  /** Whether a failed command counts as passed, because only tests failed that may fail; absent if none may. */
  readonly allows?: ((status: number, output: string) => boolean) | undefined;
}

/** The results of a run. */
export interface Run {
  readonly number: number;
  readonly ended: CommandEnd;
  /** Why the command could not be started. */
  readonly failure: string | null;
  readonly output: string;
  readonly record: ObservedRun;
  /** The application's state at the end; null if it was not requested, or if the application did not report it. */
  readonly state: { readonly value: unknown } | null;
  /** Why the application did not report its state; null if it did, or if the state was not requested. */
  readonly stateFailure: string | null;
  /** When the command ended, in milliseconds of the machine's clock. */
  readonly endedAt: number;
  /** The state before the later steps, or before the last of them; null without later steps. */
  readonly stateBefore: { readonly value: unknown } | null;
  /** The number of requests at that point. */
  readonly requestsBefore: number;
  /** Whether the application was still running after the command ended. */
  readonly outlived: boolean;
  /** Whether the emulator was restarted during the run. */
  readonly restarted: boolean;
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
  const { command, launch, number, armament, start, stateSource, settle, patience, timeout, signal } = options;
  signal.throwIfAborted();
  const since = stopwatch();
  const started = makeTemporaryFolder('emulator-record-');
  const emulator = await start({ keepsData: armament?.restart !== undefined });
  const { client } = emulator;
  let running: StartedCommand | null = null;
  const giveUp = (): void => running?.kill();
  signal.addEventListener('abort', giveUp);
  try {
    const pace = new Pace(emulator, armament, options.comesDuring);
    await arm(emulator, armament);
    const { workspace } = await client.record();
    emulator.onWorkspace(async (begun) => {
      const other = begun === workspace ? undefined : begun;
      if (other !== undefined) pace.add(other);
      await arm(emulator, armament, other);
    });
    const told = { EMULATOR_RUN: String(number), EMULATOR_EXEC: '1', EMULATOR_RECORD: started };
    const env = { ...emulator.env, ...armament?.env, ...told };
    running = launch(command, { env, timeout, marks: ['EMULATOR_URL', 'EMULATOR_RUN'] });
    const end = await pace.until(running.ended, signal);
    const hasFailed = running.failure === null && !end.timedOut && end.status !== 0;
    const isAllowed = hasFailed && options.allows?.(end.status, running.output) === true;
    const ended = isAllowed ? { status: 0, timedOut: false, allowedStatus: end.status } : end;
    const endedAt = realNow();
    signal.throwIfAborted();
    const outlived = running.hasProcesses;
    const ask: AskState = (isEnough) =>
      stateSource === null ? null : pace.ask(() => stateSource.ask(env, signal), isEnough, outlived ? patience : 0);
    if (outlived) await pace.settle(settle, armament === null ? longQuiet : (armament.quiet ?? quietFor));
    const passed = ended.status === 0;
    const before =
      armament?.afterwards !== undefined && outlived && passed
        ? await bringLaterStepsAbout(pace, { client, rules: armament.rulesBehind ?? [], ask, settle })
        : { told: null, requests: 0 };
    const isOther: IsEnough = async (state) => JSON.stringify(state) !== JSON.stringify(before.told?.value);
    const { isExpected: isUsual } = options;
    const isAsExpected: IsEnough | null =
      isUsual === null ? null : async (state) => isUsual(state, await readRun(client, []));
    let isExpected = passed ? (before.told === null ? isAsExpected : isOther) : null;
    // An application that received no event has nothing to react to.
    if (armament?.afterwards !== undefined || armament?.rules !== undefined) {
      if (!hasTold(await readRun(client, []), armament.by)) isExpected = null;
    }
    const after = (await ask(isExpected)) ?? null;
    signal.throwIfAborted();
    await emulator.keep?.({ number, status: ended.status, output: running.output });
    return {
      number,
      ended,
      failure: running.failure,
      output: running.output,
      record: await readRun(client, reportedRecords(started), emulator.steering()),
      state: after?.failure === null ? { value: after.value } : null,
      stateFailure: after?.failure ?? null,
      endedAt,
      stateBefore: before.told?.failure === null ? { value: before.told.value } : null,
      requestsBefore: before.requests,
      outlived,
      restarted: pace.restarted,
      took: (stopwatch() - since) / 1_000,
    };
  } finally {
    signal.removeEventListener('abort', giveUp);
    if (signal.aborted) running?.kill();
    else await running?.end();
    rmSync(started, { recursive: true, force: true });
    await emulator.stop();
  }
}

/** Reads the application's state until it is good enough; null if no option names its source. */
type AskState = (isEnough: IsEnough | null) => Promise<StateAnswer> | null;

/**
 * Brings the later steps about, and moves the clock on.
 * @returns the state and the number of requests before the last step
 */
async function bringLaterStepsAbout(
  pace: Pace,
  how: { client: Client; rules: NonNullable<NamedArmament['rules']>; ask: AskState; settle: number },
): Promise<{ readonly told: StateAnswer | null; readonly requests: number }> {
  let before: { told: StateAnswer | null; requests: number } = { told: null, requests: 0 };
  await pace.addRules(how.rules);
  await pace.bringAllAbout(async () => {
    const told = await how.ask(null);
    before = { told, requests: (await readRun(how.client, [])).requests.length };
  });
  await pace.settle(how.settle, quietFor);
  await pace.advance('10d');
  await pace.settle(how.settle, quietFor);
  return before;
}

/** Whether an application with endpoints was sent any event of an adversity. Other applications read at any time. */
const hasTold = (record: ObservedRun, adversity: string): boolean =>
  record.endpoints.length === 0 ||
  record.events.some((event) => isBroughtAbout(event, adversity) && record.deliveriesOf(event.id).length > 0);

/** Prepares a workspace for an adversity: the command's own workspace, or a workspace that the command created. */
async function arm({ marked }: RunEmulator, armament: NamedArmament | null, workspace?: string): Promise<void> {
  if (armament === null) return;
  const own = marked(armament.by, workspace);
  const unmarked = marked('settle', workspace);
  for (const fault of armament.faults ?? []) await own.faults.add({ ...fault });
  for (const fault of armament.besides ?? []) await unmarked.faults.add({ ...fault });
  for (const rule of armament.rules ?? []) await own.rules.add({ ...rule });
  if (armament.atMonthEnd === true) await own.clock.set(await monthEnd(own));
}

const beforeMidnight = 30 * minuteMs;

/**
 * Half an hour before the end of the month on an emulator's clock, as ISO 8601; of the next month if that time has
 * passed.
 */
async function monthEnd(client: Client): Promise<string> {
  const { now } = await client.clock.get();
  const at = parseIso(now) ?? 0;
  const first = parseIso(`${now.slice(0, 7)}-01`) ?? at;
  const endOf = (months: number): number => (addMonths(first, months) ?? lastInstant) - beforeMidnight;
  return toIso(endOf(1) > at ? endOf(1) : endOf(2));
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, ClientError } from '../client.ts';
import type { JobView } from '../control/wire.ts';
import {
  addMonths,
  lastInstant,
  minuteMs,
  parseIso,
  pause,
  realNow,
  secondMs,
  stopwatch,
  toIso,
} from '../engine/clock.ts';
import type { Afterwards, Armament } from './arming.ts';
import { type Ended, RunningCommand } from './command.ts';
import { type RunRecord, readRecord, readRun } from './record.ts';
import { reportedRecords } from './reported.ts';

/** An emulator of one run. */
export interface RunEmulator {
  readonly url: string;
  /** What it does that is no adversity's is marked as the audit's waiting: `settle`. */
  readonly client: Client;
  /** The same, marked as what an adversity does. */
  readonly marked: (adversity: string) => Client;
  /** Calls back once so many writes of the API have been answered. */
  readonly afterWrites: (many: number, then: () => void) => void;
  /** What the command is told of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  stop(): Promise<void>;
  /** Stops it and starts it again on its data, at the same address. Only where it keeps any. */
  restart(): Promise<void>;
}

/** Who tells the application's own state. */
export interface StateSource {
  /** @throws Error where nobody tells it, with the reason */
  readonly ask: (env: RunEmulator['env'], signal: AbortSignal) => Promise<unknown>;
  /** What to do where nobody does, as an instruction. */
  readonly lets: string;
}

export interface RunOptions {
  readonly command: readonly string[];
  /** Its number, from 1, which the command is told as `EMULATOR_RUN`. */
  readonly number: number;
  /** What is different in this run, and the name of what makes it so; null in a control. */
  readonly armament: (Armament & { readonly by: string }) | null;
  readonly start: (how: { keepsData: boolean }) => Promise<RunEmulator>;
  /** Where the state of the application is asked for; null where nobody does. */
  readonly stateSource: StateSource | null;
  /** How long the application may go on after the command, in real milliseconds. */
  readonly settle: number;
  /** How long the command may take, in real milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Whether what comes back later does so while the command runs, as the application ends with it. */
  readonly comesDuring: boolean;
  /** Whether a state is what is to come of the run, so that it need not be asked for again; null: nobody knows. */
  readonly isExpected: ((state: unknown) => boolean) | null;
}

/** What a run left behind. */
export interface Run {
  readonly number: number;
  readonly ended: Ended;
  /** Why the command could not be started. */
  readonly failure: string | null;
  readonly output: string;
  readonly record: RunRecord;
  /** What the application said of itself in the end; null where nobody asked, or it did not say. */
  readonly state: { readonly value: unknown } | null;
  /** Why it did not say. */
  readonly stateFailure: string | null;
  /** When the command had ended, in milliseconds of the machine's own time. */
  readonly endedAt: number;
  /** The same before what came afterwards; null where nothing did. */
  readonly stateBefore: { readonly value: unknown } | null;
  /** How many requests there were then. */
  readonly requestsBefore: number;
  /** Whether the application was there when the command had ended. */
  readonly outlived: boolean;
  /** Whether the emulator was started again in it. */
  readonly restarted: boolean;
  /** How long it took, in seconds. */
  readonly took: number;
}

/** How long nothing must be written or delivered until the application counts as quiet, in real milliseconds. */
const quietFor = 250;
/** The same for a restart, which comes between two steps. */
const restartAfter = 40;
const step = 40;
/** How long what comes back in steps waits until one of them is worked off, in real milliseconds. */
const stepPatience = 10 * secondMs;
/** How long it must be quiet after a control, whose state is the measure of all others. */
const longQuiet = 1_000;

/** Runs the command once beside an emulator of its own, under an adversity or none, and reads what it left behind. */
export async function performRun(options: RunOptions): Promise<Run> {
  const { command, number, armament, start, stateSource, settle, timeout, signal } = options;
  signal.throwIfAborted();
  const since = stopwatch();
  const emulator = await start({ keepsData: armament?.restart !== undefined });
  const { client } = emulator;
  const started = mkdtempSync(join(tmpdir(), 'emulator-record-'));
  let running: RunningCommand | null = null;
  const giveUp = (): void => running?.kill();
  signal.addEventListener('abort', giveUp);
  try {
    const own = emulator.marked(armament?.by ?? 'settle');
    for (const fault of armament?.faults ?? []) await own.faults.add({ ...fault });
    for (const rule of armament?.rules ?? []) await own.rules.add({ ...rule });
    const pace = new Pace(emulator, armament, options.comesDuring);
    if (armament?.atMonthEnd === true) await own.clock.set(await monthEnd(client));
    const told = { EMULATOR_RUN: String(number), EMULATOR_EXEC: '1', EMULATOR_RECORD: started };
    const env = { ...emulator.env, ...armament?.env, ...told };
    running = new RunningCommand(command, { env, timeout, marks: ['EMULATOR_URL', 'EMULATOR_RUN'] });
    const ended = await pace.until(running.ended, signal);
    const endedAt = realNow();
    signal.throwIfAborted();
    const outlived = running.hasProcesses;
    const ask = (isEnough: ((state: unknown) => boolean) | null) =>
      stateSource === null ? null : pace.ask(() => stateSource.ask(env, signal), isEnough, outlived ? settle : 0);
    if (outlived) await pace.settle(settle, armament === null ? longQuiet : (armament.quiet ?? quietFor));
    let before: Asked | null = null;
    let requestsBefore = 0;
    let isExpected = ended.status === 0 ? options.isExpected : null;
    if (armament?.afterwards !== undefined && outlived && ended.status === 0) {
      before = await ask(null);
      const told = JSON.stringify(before?.value);
      requestsBefore = (await readRecord(client)).requests.length;
      await pace.bringAbout();
      await pace.settle(settle, quietFor);
      await client.clock.advance('10d').catch(unlessRefused);
      await pace.settle(settle, quietFor);
      isExpected = (state) => JSON.stringify(state) !== told;
    }
    const after = (await ask(isExpected)) ?? null;
    signal.throwIfAborted();
    return {
      number,
      ended,
      failure: running.failure,
      output: running.output,
      record: await readRun(client, reportedRecords(started)),
      state: after?.failure === null ? { value: after.value } : null,
      stateFailure: after?.failure ?? null,
      endedAt,
      stateBefore: before?.failure === null ? { value: before.value } : null,
      requestsBefore,
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

const beforeMidnight = 30 * minuteMs;

/** Half an hour before the end of the month that an emulator's clock is in, as ISO 8601; of the next where that has passed. */
async function monthEnd(client: Client): Promise<string> {
  const { now } = await client.clock.get();
  const at = parseIso(now) ?? 0;
  const first = parseIso(`${now.slice(0, 7)}-01`) ?? at;
  const endOf = (months: number): number => (addMonths(first, months) ?? lastInstant) - beforeMidnight;
  return toIso(endOf(1) > at ? endOf(1) : endOf(2));
}

const unlessRefused = (error: unknown): void => {
  if (!(error instanceof ClientError)) throw error;
};

type Asked = { readonly value: unknown; readonly failure: null } | { readonly value: null; readonly failure: string };

async function askOnce(ask: () => Promise<unknown>): Promise<Asked> {
  try {
    return { value: await ask(), failure: null };
  } catch (error) {
    return { value: null, failure: (error as Error).message };
  }
}

/** Lets time go on for what an adversity holds back, whenever the application has nothing else to do. */
class Pace {
  restarted = false;
  readonly #emulator: RunEmulator;
  readonly #armament: RunOptions['armament'];
  readonly #broughtAbout = new Set<string>();
  /** When something was written or delivered last, by the stopwatch. */
  #busyAt = stopwatch();
  #fingerprint = '';
  #resolving = new Map<string, number>();
  #isRestartDue = false;

  readonly #comesDuring: boolean;

  constructor(emulator: RunEmulator, armament: RunOptions['armament'], comesDuring: boolean) {
    this.#comesDuring = comesDuring;
    this.#emulator = emulator;
    this.#armament = armament;
    if (armament?.restart === undefined) return;
    // Counted, not timed: equal runs are restarted in the pause behind the same write.
    emulator.afterWrites(armament.restart.after, () => {
      this.#isRestartDue = true;
    });
  }

  /** Goes on until a promise is settled. */
  async until<A>(done: Promise<A>, signal: AbortSignal): Promise<A> {
    let isOver = false;
    const over = done.finally(() => {
      isOver = true;
    });
    const isNeeded = this.#armament !== null;
    while (isNeeded && !isOver && !signal.aborted) {
      await Promise.race([over, pause(step)]);
      if (isOver || signal.aborted) break;
      await this.#step().catch(unlessGone);
    }
    return over;
  }

  /**
   * Asks for the state of the application until it is what is to come, or does not change any more; meanwhile it goes on.
   * @param patience real milliseconds until it is taken as it is
   */
  async ask(
    ask: () => Promise<unknown>,
    isEnough: ((state: unknown) => boolean) | null,
    patience: number,
  ): Promise<Asked> {
    const end = stopwatch() + patience;
    let last: string | null = null;
    for (;;) {
      const asked = await askOnce(ask);
      if (asked.failure !== null || stopwatch() >= end || isEnough?.(asked.value) === true) return asked;
      const text = JSON.stringify(asked.value);
      if (isEnough === null && text === last) return asked;
      last = text;
      await pause(quietFor);
      await this.settle(Math.max(0, end - stopwatch()), quietFor);
    }
  }

  /** Runs what waits for the clock to settle it, and delivers all there is, until the application is quiet for so long. */
  async settle(patience: number, quiet: number): Promise<void> {
    const { client } = this.#emulator;
    const end = stopwatch() + patience;
    while (stopwatch() < end) {
      await client.settle();
      await this.#watch();
      const held = await this.#heldBack();
      if (held.length > 0) await this.#release(held);
      else if (this.#quiet >= quiet) return;
      await pause(step);
    }
  }

  /** Makes happen what comes back later, to each object of which it can. */
  async bringAbout(): Promise<void> {
    const { afterwards } = this.#armament ?? {};
    for (let next = afterwards; next !== undefined; next = next.then) {
      if (next !== afterwards) await this.settle(stepPatience, quietFor);
      await this.#bringOneAbout(next);
    }
  }

  async #bringOneAbout(afterwards: Afterwards): Promise<void> {
    const { client, marked } = this.#emulator;
    const { events, deliveries, endpoints } = await client.record();
    const heard = new Set(deliveries.filter(({ status }) => status === 'delivered').map(({ event_id }) => event_id));
    // An application without an endpoint asks for what it wants to know.
    const isPolling = endpoints.length === 0;
    for (const { id, type, subject } of events) {
      const mark = `${afterwards.trigger} ${subject}`;
      if (type !== afterwards.once || !(isPolling || heard.has(id)) || this.#broughtAbout.has(mark)) continue;
      this.#broughtAbout.add(mark);
      await marked(this.#armament!.by)
        .trigger(afterwards.trigger, { id: subject, ...afterwards.with })
        .catch(unlessRefused);
    }
  }

  get #quiet(): number {
    return stopwatch() - this.#busyAt;
  }

  async #step(): Promise<void> {
    await this.#watch();
    if (this.#isRestartDue && this.#quiet >= restartAfter) {
      this.#isRestartDue = false;
      this.restarted = true;
      await this.#emulator.restart();
      return;
    }
    const { afterwards } = this.#armament ?? {};
    await this.#resolve();
    // An application that ends with its command may never pause; a retry may come whatever it does meanwhile.
    const isRetry = this.#comesDuring && this.#armament?.by === 'webhook-retried';
    if (this.#quiet < quietFor && !isRetry) return;
    const held = await this.#heldBack();
    if (held.length > 0) await this.#release(held);
    else if (afterwards !== undefined && this.#comesDuring && this.#quiet >= 4 * quietFor) await this.bringAbout();
  }

  /** Sees whether anything was written, delivered or brought about since it looked last. Reading is no work. */
  async #watch(): Promise<void> {
    const { client } = this.#emulator;
    const [posts, events, deliveries] = await Promise.all([
      client.requests.list({ limit: 1, method: 'POST' }),
      client.events.list({ limit: 1 }),
      client.webhooks.deliveries({ status: 'pending', limit: 100 }),
    ]);
    const underWay = deliveries.data.some(({ due }) => due);
    const fingerprint = [posts.data[0]?.id ?? '', events.data[0]?.id ?? '', deliveries.data.length].join(' ');
    if (underWay || fingerprint !== this.#fingerprint) this.#busyAt = stopwatch();
    this.#fingerprint = fingerprint;
  }

  /** Deliveries that wait for the clock: their jobs, the earliest first. */
  async #heldBack(): Promise<readonly JobView[]> {
    const { upcoming } = await this.#emulator.client.clock.get();
    return upcoming.filter(({ kind }) => kind === 'webhook.attempt');
  }

  /** Lets held deliveries go, by the clock where nothing else is due before. */
  async #release(held: readonly JobView[]): Promise<void> {
    const { client } = this.#emulator;
    for (const { id } of held) {
      const { mode, next } = await client.clock.get();
      const isNext = mode === 'running' && next?.id === id && this.#quiet >= quietFor;
      await (isNext ? client.clock.advance(id) : client.runJob(id)).catch(unlessRefused);
    }
    this.#busyAt = stopwatch();
  }

  /** A clock that stands still would never tell what became of a charge: after a second, it is told. */
  async #resolve(): Promise<void> {
    if (!(this.#armament?.faults ?? []).some(({ kind }) => kind === 'unavailable')) return;
    const { mode, upcoming } = await this.#emulator.client.clock.get();
    if (mode === 'running') return;
    for (const { id, kind } of upcoming) {
      if (kind !== 'charge.resolve') continue;
      const since = this.#resolving.get(id) ?? stopwatch();
      this.#resolving.set(id, since);
      if (stopwatch() - since >= 1_000) await this.#emulator.client.runJob(id).catch(unlessRefused);
    }
  }
}

/** The emulator may be on its way down and up again. */
const unlessGone = (error: unknown): void => {
  if (error instanceof ClientError) return;
  if ((error as Error).name === 'ConnectionError') return;
  throw error;
};

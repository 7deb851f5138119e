import { ClientError } from '../../client/error.ts';
import type { Client } from '../../client/node-client.ts';
import { minuteMs, secondMs } from '../../core/base/instants.ts';
import { pause, stopwatch } from '../../core/base/time.ts';
import type { EventView, UpcomingJob } from '../../sandbox/control/wire.ts';
import { type Armament, type LaterStep, stepsOf } from '../adversities/fault-plans.ts';
import { makingText } from '../observed/making.ts';
import { type Callers, isBroughtAbout, ObservedRun } from '../observed/observed-run.ts';
import { pagesLeftOpen, pagesUnpaid } from '../observed/open-pages.ts';

/** A run whose command has ended. */
export interface EndedRun {
  readonly number: number;
  readonly status: number;
  readonly output: string;
}

export interface RunEmulator {
  readonly url: string;
  /** A client whose calls carry the mark of the audit's waiting, `settle`, and not the mark of an adversity. */
  readonly client: Client;
  /** A client whose calls carry the mark of an adversity, for another workspace if one is named. */
  readonly marked: (adversity: string, workspace?: string) => Client;
  /** Calls the listener when a workspace is created, reset or replaced by a fixture, and that caller waits for it. */
  readonly onWorkspace: (begun: (workspace: string) => Promise<void>) => void;
  /** Calls back once the API has answered this many writes. */
  readonly afterWrites: (many: number, then: () => void) => void;
  readonly callers: () => Promise<Callers>;
  /** The emulator's environment variables for the command. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Keeps the messages of the run for a record, after the command has ended; absent if no record is wanted. */
  readonly keep?: (run: EndedRun) => Promise<void>;
  stop(): Promise<void>;
  /** Stops the emulator and restarts it with its data, at the same address. Works only if the emulator keeps data. */
  restart(): Promise<void>;
}

/** The `Armament` of a run, with the name of its adversity. */
export type NamedArmament = Armament & { readonly by: string };

/** The application counts as quiet after this many real milliseconds without a write or a delivery. */
export const quietFor = 250;
/** How long one step waits for the application to be quiet, because a command may never be quiet. */
const stepFor = 2 * quietFor;
/** A retry comes within this time, while the application is still working. */
const retryWithin = 40;
/** A restart happens between two writes: after this time without a write, or after this time in total. */
const restartAfter = { quiet: 40, within: 150 } as const;
/** How long the outcome of a charge stays unknown while the clock is frozen, in real milliseconds. */
const unknownFor = secondMs;
/** The mark of the audit's own actions, which do not belong to an adversity. */
const waiting = 'settle';
/** How long the next step waits for the application to handle the previous step, in real milliseconds. */
const stepPatience = 10 * secondMs;

/** Ignores a refusal by the emulator, which is not a failure of a run. */
const unlessRefused = (error: unknown): void => {
  if (!(error instanceof ClientError)) throw error;
};

/** The application's report on its own state, or why there is no report. */
export type StateAnswer =
  | { readonly value: unknown; readonly failure: null }
  | { readonly value: null; readonly failure: string };

/** Whether a state is good enough, so that it does not need to be read again. */
export type IsEnough = (state: unknown) => Promise<boolean>;

async function askOnce(ask: () => Promise<unknown>): Promise<StateAnswer> {
  try {
    return { value: await ask(), failure: null };
  } catch (error) {
    return { value: null, failure: (error as Error).message };
  }
}

/** Lets time pass whenever the application is quiet, so that deliveries that an adversity holds back are sent. */
export class Pace {
  restarted = false;
  readonly #emulator: RunEmulator;
  readonly #armament: NamedArmament | null;
  readonly #comesDuring: boolean;
  /** The workspaces by id. The key of the command's own workspace is undefined. */
  readonly #workspaces = new Map<string | undefined, WorkspacePace>();
  /** Resolves when a restart is due. */
  readonly #restartDue: Promise<void>;
  #restarting: Promise<void> | null = null;

  constructor(emulator: RunEmulator, armament: NamedArmament | null, comesDuring: boolean) {
    this.#comesDuring = comesDuring;
    this.#emulator = emulator;
    this.#armament = armament;
    this.add(undefined);
    this.#restartDue = new Promise((resolve) => {
      // The restart depends on a count, not on time, so that equal runs restart in the pause after the same write.
      if (armament?.restart !== undefined) emulator.afterWrites(armament.restart.after, resolve);
    });
  }

  /** Adds a workspace that the command has created. */
  add(workspace: string | undefined): void {
    const { marked } = this.#emulator;
    const by = this.#armament?.by ?? waiting;
    const clients = { client: marked(waiting, workspace), marked: marked(by, workspace) };
    this.#workspaces.set(workspace, new WorkspacePace(clients, this.#armament, this.#comesDuring));
  }

  /** Lets time pass until a promise settles. */
  async until<A>(done: Promise<A>, signal: AbortSignal): Promise<A> {
    if (this.#armament === null) return done;
    let isEnded = false;
    const over = done.finally(() => {
      isEnded = true;
    });
    const isOver = (): boolean => isEnded || signal.aborted;
    try {
      await Promise.race([over, Promise.all([this.#stepUntil(isOver), this.#restartBefore(isOver)])]);
      return await over;
    } finally {
      // The run stops the emulator afterwards, which must be the restarted one.
      await this.#restarting;
    }
  }

  async #stepUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        await this.#each((workspace) => workspace.step(isOver));
      } catch (error) {
        unlessGone(error);
        await (this.#restarting ?? pause(quietFor));
      }
    }
  }

  async #restartBefore(isOver: () => boolean): Promise<void> {
    await this.#restartDue;
    const [first] = this.#workspaces.values();
    // A scenario that does several things at the same time may never pause.
    await first!.client.call('idle', restartAfter).catch(unlessGone);
    if (isOver()) return;
    this.restarted = true;
    this.#restarting = this.#emulator.restart();
    await this.#restarting;
    this.#restarting = null;
  }

  /**
   * Reads the application's state while time passes, until the state is the expected one or stops changing.
   * @param patience real milliseconds after which the current state counts
   */
  async ask(ask: () => Promise<unknown>, isEnough: IsEnough | null, patience: number): Promise<StateAnswer> {
    const end = stopwatch() + patience;
    let last: string | null = null;
    for (;;) {
      const asked = await askOnce(ask);
      if (asked.failure !== null || stopwatch() >= end || (await isEnough?.(asked.value)) === true) return asked;
      const text = JSON.stringify(asked.value);
      if (isEnough === null && text === last) return asked;
      last = text;
      await this.settle(Math.max(0, end - stopwatch()), quietFor);
    }
  }

  /**
   * Runs all jobs that wait for the clock and delivers all events, until the application is quiet for `quiet` real
   * milliseconds.
   */
  async settle(patience: number, quiet: number): Promise<void> {
    const end = stopwatch() + patience;
    let isQuiet: boolean;
    do {
      isQuiet = true;
      await this.#each(async (workspace) => {
        if (!(await workspace.settle(quiet, end))) isQuiet = false;
      });
      // The deliveries of one workspace can make the application write to another workspace.
    } while (!isQuiet && this.#workspaces.size > 1);
  }

  /**
   * Runs the later steps, each on every possible object. The application handles each step before the next step runs.
   * @param beforeLast is awaited before the last step
   */
  async bringAllAbout(beforeLast: () => Promise<void>): Promise<void> {
    const steps = stepsOf(this.#armament?.afterwards);
    for (const [at, each] of steps.entries()) {
      if (at > 0) await this.settle(stepPatience, quietFor);
      if (at === steps.length - 1) await beforeLast();
      await this.#each((workspace) => workspace.bringAbout(each));
    }
  }

  /** Adds outcome rules, with the mark of the adversity. */
  addRules(rules: NonNullable<Armament['rules']>): Promise<void> {
    return this.#each(async ({ marked }) => {
      for (const rule of rules) await marked.call('rules.create', { ...rule });
    });
  }

  /** Moves the clock of every workspace. @param by a duration, such as `10d` */
  advance(by: string): Promise<void> {
    return this.#each(({ client }) => client.call('clock.move', { advance: by }).catch(unlessRefused));
  }

  /** Runs work for all workspaces at the same time. Removed workspaces are left out from then on. */
  async #each(work: (workspace: WorkspacePace) => Promise<unknown>): Promise<void> {
    const each = async ([id, workspace]: readonly [string | undefined, WorkspacePace]): Promise<void> => {
      try {
        await work(workspace);
      } catch (error) {
        if (id === undefined || !(error instanceof ClientError && error.status === 404)) throw error;
        this.#workspaces.delete(id);
      }
    };
    await Promise.all([...this.#workspaces].map(each));
  }
}

class WorkspacePace {
  readonly client: Client;
  readonly marked: Client;
  readonly #armament: NamedArmament | null;
  readonly #comesDuring: boolean;
  readonly #broughtAbout = new Set<string>();
  #resolving = new Map<string, number>();

  constructor(
    { client, marked }: { client: Client; marked: Client },
    armament: NamedArmament | null,
    comesDuring: boolean,
  ) {
    this.client = client;
    this.marked = marked;
    this.#armament = armament;
    this.#comesDuring = comesDuring;
  }

  /**
   * Settles and delivers, and releases held deliveries, until the application is quiet for `quiet` real milliseconds.
   * @param end when to give up the wait, by the stopwatch
   * @returns whether the application was quiet from the start, or the wait was given up
   */
  async settle(quiet: number, end: number): Promise<boolean> {
    const left = (): number => Math.max(0, end - stopwatch());
    for (let wasQuiet = true; ; wasQuiet = false) {
      await this.client.call('settle');
      await this.client.call('idle', { within: within(left()) });
      const held = await this.#booked('webhook.attempt');
      if (held.length > 0) await this.#release(held, false);
      else if (await this.#isQuiet(quiet, left())) return wasQuiet;
      if (left() === 0) return true;
    }
  }

  /** Runs one step on each object that waits for it. Returns whether any object did. */
  async bringAbout(step: LaterStep): Promise<boolean> {
    const { trigger, with: how } = step;
    const known = this.#broughtAbout.size;
    for (const id of step.onNewObject === true ? [undefined] : await this.#objectsFor(step)) {
      if (this.#broughtAbout.has(`${id} ${trigger}`)) continue;
      this.#broughtAbout.add(`${id} ${trigger}`);
      await this.marked.call('triggers.run', { name: trigger, id, ...how }).catch(unlessRefused);
    }
    return this.#broughtAbout.size > known;
  }

  /** The ids of the objects that wait for a step. */
  async #objectsFor({ once, onPagesLeft, onPagesUnpaid, of }: LaterStep): Promise<string[]> {
    const { by } = this.#armament!;
    const record = new ObservedRun(await this.client.call('record.get'));
    const { events, deliveries, endpoints } = record;
    const heard = new Set(deliveries.filter(({ status }) => status === 'delivered').map(({ event_id }) => event_id));
    // An application reads what no endpoint reports to it. It can learn about an earlier step from an event of
    // another type.
    const isDue = (event: EventView): boolean =>
      endpoints.length === 0 || heard.has(event.id) || event.unsent === 'not_subscribed' || isBroughtAbout(event, by);
    const isMeant = (event: EventView): boolean => of === undefined || of.includes(makingText(record, event));
    const due = events.filter((event) => event.type === once && isDue(event) && isMeant(event));
    const unpaid = onPagesUnpaid === undefined ? [] : pagesUnpaid(record);
    return [
      ...due.flatMap((event) => (onPagesLeft ? pagesLeftOpen(record, event) : event.subject)),
      ...unpaid.filter((_, at) => onPagesUnpaid?.includes(at)),
    ];
  }

  /** Releases held deliveries if there is no other activity. @param isOver whether the command has ended */
  async step(isOver: () => boolean): Promise<void> {
    await this.#resolve();
    // An application that ends with its command may never pause, and a retry may come while the application is
    // working.
    const isRetry = this.#comesDuring && this.#armament?.by === 'webhook-retried';
    const isQuiet = await this.#isQuiet(quietFor, isRetry ? retryWithin : stepFor);
    if (isOver() || !(isQuiet || isRetry)) return;
    const held = await this.#booked('webhook.attempt');
    if (held.length > 0) await this.#release(held, isQuiet);
    else if (this.#comesDuring && this.#armament?.rulesBehind === undefined) {
      if (!(await this.#isQuiet(3 * quietFor, 4 * quietFor)) || isOver()) return;
      // One step in each pause, so that the command is not rushed.
      for (const each of stepsOf(this.#armament?.afterwards)) if (await this.bringAbout(each)) break;
    }
  }

  /**
   * Waits until nothing is pending and no message has arrived for `quiet` milliseconds. All times are real
   * milliseconds.
   */
  async #isQuiet(quiet: number, patience: number): Promise<boolean> {
    return (await this.client.call('idle', { quiet, within: within(patience) })).idle;
  }

  /** Jobs of a kind that wait for the clock, earliest first. */
  async #booked(kind: string): Promise<readonly UpcomingJob[]> {
    const query = { search: `type:${kind}`, limit: 100 };
    let page = await this.client.call('jobs.list', query);
    while (page.data.length === 0 && page.next !== null) {
      page = await this.client.call('jobs.list', { ...query, starting_after: page.next });
    }
    return page.data.filter(({ due_at }) => due_at !== null);
  }

  /**
   * Releases held deliveries. If the application is quiet and no other job is due earlier, the clock moves forward.
   */
  async #release(held: readonly UpcomingJob[], isQuiet: boolean): Promise<void> {
    const { client } = this;
    for (const { id } of held) {
      const { mode, next } = await client.call('clock.get');
      const isNext = isQuiet && mode === 'running' && next?.id === id;
      await (isNext ? client.call('clock.move', { advance: id }) : client.call('jobs.run', { id })).catch(
        unlessRefused,
      );
    }
  }

  /** Runs the job of an unresolved charge after a second, because a frozen clock would never reveal the outcome. */
  async #resolve(): Promise<void> {
    if (!(this.#armament?.faults ?? []).some(({ kind }) => kind === 'unavailable')) return;
    const { mode } = await this.client.call('clock.get');
    if (mode === 'running') return;
    for (const { id } of await this.#booked('charge.resolve')) {
      const since = this.#resolving.get(id) ?? stopwatch();
      this.#resolving.set(id, since);
      if (stopwatch() - since >= unknownFor) await this.client.call('jobs.run', { id }).catch(unlessRefused);
    }
  }
}

/** The duration of one wait for an idle emulator, which is limited. */
const within = (patience: number): number => Math.min(Math.round(patience), minuteMs);

/** Ignores a connection error, because the emulator may be restarting. */
const unlessGone = (error: unknown): void => {
  if (error instanceof ClientError) return;
  if ((error as Error).name === 'ConnectionError') return;
  throw error;
};

import { toIso } from '../../../core/base/instants.ts';
import { stopwatch, wakeAfter } from '../../../core/base/time.ts';
import type { ControlToken, Mode, Workspace } from '../../../core/kernel/workspace.ts';
import type { Uses } from '../sandbox.ts';
import type { OmittedCounts, StreamMessage } from '../wire.ts';
import type { PageOfLog } from './log-chunk.ts';

export interface StreamFilter {
  workspace: Workspace;
  mode: Mode;
  /** The listener's workspace token; null if the stream also includes messages of no workspace. */
  token: ControlToken | null;
  /**
   * How many messages the stream sends per second. Further messages are only counted. If absent, the stream sends all
   * messages.
   */
  most?: number;
  /** The number of a message. The stream first sends all later messages. If absent, the stream begins now. */
  since?: number;
  /** Waits for the listener's turn before each page of earlier messages. */
  turn?: () => Promise<void>;
}

/** How many messages can wait for a slow listener before its stream ends. */
const mostWaiting = 10_000;
/** A listener is informed about omitted messages within this time, in real milliseconds. */
const toldWithin = 1_000;

/** Calls `hear` for messages of some types, in every workspace. Returns a function that removes the listener. */
export function listen(
  sandbox: Uses<'log'>,
  hear: (message: StreamMessage) => void,
  kinds: ReadonlySet<StreamMessage['type']>,
): () => void {
  return sandbox.log.listen({ wants: (type) => kinds.has(type), hear });
}

/**
 * The messages of a data set as they occur, until `signal` ends the stream: requests, events, deliveries, changes of
 * state and jobs. A listener that falls too far behind is disconnected, so that it never misses messages without
 * notice. A listener that limits the messages per second gets the number of omitted messages instead.
 */
export async function* streamOf(
  sandbox: Uses<'engine' | 'log'>,
  { workspace, mode, token, most, since, turn = async () => {} }: StreamFilter,
  signal: AbortSignal,
): AsyncGenerator<{ event: StreamMessage['type']; data: StreamMessage }> {
  const withUnassigned = token === null;
  const waiting: StreamMessage[] = [];
  let wake = (): void => {};
  const allowance = most === undefined ? null : new Allowance(most);
  let isTelling = false;
  /** Reports how many messages were omitted: before the next message, or soon if there is none. */
  const tellLeftOut = (): void => {
    const told = allowance?.takeLeftOut() ?? null;
    if (told !== null) waiting.push(leftOut(told.number, told.counts));
  };
  const leftOut = (number: number, data: OmittedCounts): StreamMessage => {
    // The message shows the current clock, because the workspace from the start of the stream is out of date.
    const now = sandbox.engine.workspace(workspace.id) ?? workspace;
    const at = toIso(sandbox.engine.clock(now).now());
    return { number, workspace: workspace.id, mode, at, type: 'left_out', data };
  };
  const end = sandbox.log.listen({
    wants: (type, itsWorkspace, itsMode, number) => {
      const here = itsWorkspace === null ? withUnassigned : itsWorkspace === workspace.id;
      if (!here || (itsMode !== null && itsMode !== mode)) return false;
      if (allowance === null || allowance.allows(type, number)) return true;
      if (!isTelling) {
        isTelling = true;
        wakeAfter(toldWithin, () => {
          isTelling = false;
          tellLeftOut();
          wake();
        });
      }
      return false;
    },
    hear: (message) => {
      tellLeftOut();
      waiting.push(message);
      wake();
    },
  });
  const stopped = (): void => wake();
  signal.addEventListener('abort', stopped);
  // A higher number is of an earlier start, so that all messages of this start are new to the listener.
  const after = since !== undefined && since > sandbox.log.latest ? 0 : since;
  let last = after ?? 0;
  try {
    if (after !== undefined) {
      const of = { workspace: workspace.id, mode, withUnassigned };
      for await (const message of replayed(sandbox, of, { since: after, turn }, leftOut)) {
        last = message.number;
        yield { event: message.type, data: message };
      }
    }
    while (!signal.aborted && waiting.length <= mostWaiting) {
      const message = waiting.shift();
      if (message !== undefined) {
        // Messages that arrived during the replay were already sent, but are also in the queue.
        if (message.number > last) yield { event: message.type, data: message };
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    signal.removeEventListener('abort', stopped);
    end();
  }
}

const replayedAtOnce = 500;

/**
 * The messages since a number, page by page. If the log has dropped some of them, the first message reports how many.
 */
async function* replayed(
  { log }: Uses<'log'>,
  of: Pick<PageOfLog, 'workspace' | 'mode' | 'withUnassigned'>,
  { since, turn }: { readonly since: number; readonly turn: () => Promise<void> },
  leftOut: (number: number, data: OmittedCounts) => StreamMessage,
): AsyncGenerator<StreamMessage> {
  let last = since;
  if (since + 1 < log.first) {
    const { requests_cut } = log.page({ ...of, limit: 1 });
    yield leftOut(log.first - 1, { request: requests_cut });
  }
  for (let isMore = true; isMore; ) {
    await turn();
    const page = log.page({ ...of, since: last, limit: replayedAtOnce });
    yield* page.data;
    last = page.data.at(-1)?.number ?? last;
    isMore = page.has_more;
  }
}

/** How often an allowance grows, in milliseconds. Frequent growth spreads the messages over the second. */
const growsEvery = 100;

/**
 * Allows a limited number of messages per second, or one second's worth together after a pause, and counts the
 * others.
 */
class Allowance {
  readonly #most: number;
  readonly #step: number;
  #left: number;
  #grownAt = stopwatch();
  #leftOut: OmittedCounts | null = null;
  /** The number of the latest omitted message. */
  #latest = 0;

  constructor(most: number) {
    this.#most = most;
    this.#step = Math.max(1, Math.floor((most * growsEvery) / 1_000));
    this.#left = most;
  }

  allows(type: StreamMessage['type'], number: number): boolean {
    const steps = Math.floor((stopwatch() - this.#grownAt) / growsEvery);
    if (steps > 0) {
      this.#left = Math.min(this.#most, this.#left + steps * this.#step);
      this.#grownAt += steps * growsEvery;
    }
    if (this.#left > 0) {
      this.#left--;
      return true;
    }
    this.#latest = number;
    this.#leftOut ??= {};
    this.#leftOut[type] = (this.#leftOut[type] ?? 0) + 1;
    return false;
  }

  takeLeftOut(): { readonly number: number; readonly counts: OmittedCounts } | null {
    const counts = this.#leftOut;
    this.#leftOut = null;
    return counts === null ? null : { number: this.#latest, counts };
  }
}

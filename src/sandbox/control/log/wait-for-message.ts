import { wakeAfter } from '../../../core/base/time.ts';
import { readLength } from '../../../core/kernel/declare/length-of-time.ts';
import { type Param, ServiceError } from '../../../core/kernel/errors.ts';
import type { Mode, Workspace } from '../../../core/kernel/workspace.ts';
import type { Uses } from '../sandbox.ts';
import type { StreamMessage } from '../wire.ts';
import { listen } from './stream.ts';

/** The limits of a wait. */
export interface WaitLimits {
  /** Real milliseconds. */
  readonly timeout: number;
  /** Ends the wait when the caller disconnects. */
  readonly gone?: AbortSignal;
  /** The error message if the emulator stops during the wait. */
  readonly stopped: string;
}

/** The message to wait for, and the limits of the wait. */
export interface MessageWait<A> extends WaitLimits {
  readonly kinds: ReadonlySet<StreamMessage['type']>;
  /** The result from a message of the data set; null if it is not the wanted message. */
  readonly hear: (message: StreamMessage) => A | null;
}

/**
 * How long a query allows a wait to take, in real milliseconds: `10s`, or a plain number of milliseconds.
 * @throws 400 `parameter_invalid` for a text that is not a duration, or is longer than `most` milliseconds
 */
export const readPatience = (param: Param, text: string, most: number): number =>
  readLength(param, /^\d+$/.test(text) ? Number(text) : text, most);

/**
 * The result that `begin` passes to its callback; null if the time is over. `begin` returns a function that stops
 * listening.
 * @throws 503 when the emulator stops
 */
export const waited = <A>(
  { stopping }: Uses<'stopping'>,
  { timeout, gone, stopped }: WaitLimits,
  begin: (end: (found: A) => void) => () => void,
): Promise<A | null> =>
  new Promise((resolve, reject) => {
    const end = (found: A | null): void => {
      cancel();
      unlisten();
      gone?.removeEventListener('abort', leave);
      stopping.removeEventListener('abort', stop);
      resolve(found);
    };
    const leave = (): void => end(null);
    const stop = (): void => {
      reject(new ServiceError('api_error', stopped, { status: 503 }));
      leave();
    };
    const unlisten = begin(end);
    const cancel = wakeAfter(timeout, leave);
    gone?.addEventListener('abort', leave);
    stopping.addEventListener('abort', stop);
    if (stopping.aborted) stop();
    else if (gone?.aborted === true) leave();
  });

interface DataSetName {
  readonly workspace: Workspace;
  readonly mode: Mode;
}

/** Calls `hear` for messages of some types in a data set. Returns a function that removes the listener. */
export const listenIn = (
  sandbox: Uses<'log'>,
  { workspace, mode }: DataSetName,
  kinds: ReadonlySet<StreamMessage['type']>,
  hear: (message: StreamMessage) => void,
): (() => void) =>
  listen(
    sandbox,
    (message) => {
      if (message.workspace === workspace.id && (message.mode ?? mode) === mode) hear(message);
    },
    kinds,
  );

/**
 * The first result from a message of the stream; null if the time is over. An idle wait costs nothing.
 * @throws 503 when the emulator stops
 */
export const heard = <A>(
  sandbox: Uses<'log' | 'stopping'>,
  of: DataSetName,
  { kinds, hear, ...limits }: MessageWait<A>,
): Promise<A | null> =>
  waited(sandbox, limits, (end) =>
    listenIn(sandbox, of, kinds, (message) => {
      const found = hear(message);
      if (found !== null) end(found);
    }),
  );

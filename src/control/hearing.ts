import { wakeAfter } from '../base/time.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Mode, Workspace } from '../kernel/workspace.ts';
import type { Sandbox } from './sandbox.ts';
import { listen } from './stream.ts';
import type { StreamMessage } from './wire.ts';

/** The wanted message, and the limits of the wait. */
export interface Hearing<A> {
  readonly kinds: ReadonlySet<StreamMessage['type']>;
  /** The result that a message of the data set gives; null if it is not the wanted one. */
  readonly hear: (message: StreamMessage) => A | null;
  /** Real milliseconds. */
  readonly timeout: number;
  /** Ends the wait when the caller is gone. */
  readonly gone?: AbortSignal;
  /** The message of the refusal if the emulator stops meanwhile. */
  readonly stopped: string;
}

/**
 * The first result from a message of the stream; null when the time is over. An idle wait costs nothing.
 * @throws 503 when the emulator stops
 */
export const heard = <A>(
  sandbox: Sandbox,
  { workspace, mode }: { readonly workspace: Workspace; readonly mode: Mode },
  { kinds, hear, timeout, gone, stopped }: Hearing<A>,
): Promise<A | null> =>
  new Promise((resolve, reject) => {
    const end = (found: A | null): void => {
      cancel();
      unlisten();
      gone?.removeEventListener('abort', leave);
      sandbox.stopping.removeEventListener('abort', stop);
      resolve(found);
    };
    const leave = (): void => end(null);
    const stop = (): void => {
      reject(new ServiceError('api_error', stopped, { status: 503 }));
      leave();
    };
    const unlisten = listen(
      sandbox,
      (message) => {
        if (message.workspace !== workspace.id || (message.mode ?? mode) !== mode) return;
        const found = hear(message);
        if (found !== null) end(found);
      },
      kinds,
    );
    const cancel = wakeAfter(timeout, leave);
    gone?.addEventListener('abort', leave);
    sandbox.stopping.addEventListener('abort', stop);
    if (sandbox.stopping.aborted) stop();
    else if (gone?.aborted === true) leave();
  });

import { wakeAfter } from '../base/time.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Mode, Workspace } from '../kernel/workspace.ts';
import type { Sandbox } from './sandbox.ts';
import { listen } from './stream.ts';
import type { StreamMessage } from './wire.ts';

/** What is waited for, and how long. */
export interface Hearing<A> {
  readonly kinds: ReadonlySet<StreamMessage['type']>;
  /** What a message of the data set tells of; null where it is not what is waited for. */
  readonly hear: (message: StreamMessage) => A | null;
  /** Real milliseconds. */
  readonly timeout: number;
  /** Ends the wait when nobody is there any more to hear of it. */
  readonly gone?: AbortSignal;
  /** What the refusal says where the emulator stops meanwhile. */
  readonly stopped: string;
}

/**
 * The first thing that some message tells of; null when the time is over. It is told of what happens as it happens:
 * while nothing does it costs nothing.
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

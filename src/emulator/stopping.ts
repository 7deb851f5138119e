import type { Server } from 'node:http';
import { durationMs } from '../core/base/duration.ts';
import { nextTurn, pause, stopwatch, wakeAfter } from '../core/base/time.ts';
import type { SandboxOptions } from './sandbox-options.ts';

/** How long requests in flight can take when the emulator stops, in real milliseconds. */
const usualTimeout = 2_000;

/** The time for requests in flight at a stop, in real milliseconds. */
export const stopTimeoutOf = ({ stopTimeout }: Pick<SandboxOptions, 'stopTimeout'>): number =>
  stopTimeout === undefined ? usualTimeout : (durationMs(stopTimeout) ?? usualTimeout);

/**
 * How long connections between two requests stay open when the emulator stops, in real milliseconds: for callers on
 * this machine, only so long that the next request of a busy one arrives.
 */
const idleGrace = { shared: 1_000, local: 25 };
/** How often connections that have become idle are closed, in real milliseconds. */
const closingInterval = 50;
/** How long callers need to connect again after their last answer, in real milliseconds. */
const reconnecting = 50;
/** How long a server that gets connections in every turn is waited for, in real milliseconds. */
const longestTurns = 500;

/**
 * A server that closes without a reset: first its listener, so that new callers are refused, then its connections. A
 * busy connection closes with its next answer, which says so. An idle one stays open for a while, because its next
 * request may be on its way.
 */
export class ClosingServer {
  readonly #server: Server;
  readonly #grace: number;
  readonly #closed: Promise<void>;

  private constructor(server: Server, isShared: boolean) {
    this.#server = server;
    this.#grace = isShared ? idleGrace.shared : idleGrace.local;
    // A server that closes would also destroy its idle connections.
    server.closeIdleConnections = () => {};
    this.#closed = new Promise((resolve) => server.close(() => resolve()));
    Reflect.deleteProperty(server, 'closeIdleConnections');
  }

  /** Closes the listener. The server answers no request meanwhile. @param isShared whether others call the server */
  static async begin(server: Server, isShared: boolean): Promise<ClosingServer> {
    await turnWithoutConnections(server, isShared ? reconnecting : 0);
    return new ClosingServer(server, isShared);
  }

  /** Resolves when all connections are closed, or when the time for those between two requests is over. */
  async waitForCallers(): Promise<void> {
    let cancel = (): void => {};
    const over = new Promise<void>((resolve) => {
      cancel = wakeAfter(this.#grace, resolve);
    });
    await Promise.race([this.#closed, over]);
    cancel();
  }

  /** Closes idle connections, and resolves when the others are closed, too. After `timeout`, it cuts them. */
  async close(timeout: number): Promise<void> {
    const server = this.#server;
    let isClosed = false;
    const closed = this.#closed.then(() => {
      isClosed = true;
    });
    const cancel = wakeAfter(timeout, () => server.closeAllConnections());
    while (!isClosed) {
      server.closeIdleConnections();
      // A response that had begun before the stop leaves its connection open.
      await Promise.race([closed, pause(closingInterval)]);
    }
    cancel();
  }
}

/**
 * Resolves right after a turn of the event loop, and some time before it, without a connection. No caller then waits to
 * be accepted, whom the system would reset if the listener closed.
 */
async function turnWithoutConnections(server: Server, quiet: number): Promise<void> {
  const begun = stopwatch();
  let isConnected = true;
  const note = (): void => {
    isConnected = true;
  };
  server.on('connection', note);
  while (isConnected && stopwatch() - begun < longestTurns) {
    isConnected = false;
    if (quiet > 0) await pause(quiet);
    await new Promise<void>((resolve) => nextTurn(() => nextTurn(resolve)));
  }
  server.off('connection', note);
}

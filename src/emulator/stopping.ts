import type { Server } from 'node:http';
import { durationMs } from '../core/base/duration.ts';
import { pause, stopwatch } from '../core/base/time.ts';
import type { SandboxOptions } from './sandbox-options.ts';

/** How long requests in flight can take when the emulator stops, in real milliseconds. */
const usualTimeout = 2_000;

/** The time for requests in flight at a stop, in real milliseconds. */
export const stopTimeoutOf = ({ stopTimeout }: Pick<SandboxOptions, 'stopTimeout'>): number =>
  stopTimeout === undefined ? usualTimeout : (durationMs(stopTimeout) ?? usualTimeout);

/** A server is quiet if no request has arrived for this long, in milliseconds. */
const quietFor = 250;
/** How long a server that gets requests all the time is waited for, in milliseconds. */
const quietWithin = 1_000;

/**
 * Resolves when a server with open connections gets no more requests. Its answers close their connections, so callers
 * that keep connections open send their next request elsewhere, and no request meets a connection that is just closed.
 */
export async function untilQuiet(server: Server): Promise<void> {
  const connections = await new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  if (connections === 0) return;
  const begun = stopwatch();
  let latest = begun;
  const note = (): void => {
    latest = stopwatch();
  };
  server.on('request', note);
  while (stopwatch() - latest < quietFor && stopwatch() - begun < quietWithin) await pause(quietFor / 5);
  server.off('request', note);
}

import { ConnectionError } from '../../client/node-client.ts';
import { hideUsers } from '../../payments/secrets/patterns.ts';
import { ownerOf } from '../../sandbox/files/lock/lock.ts';
import type { Session } from '../session.ts';
import { waitFor } from '../wait.ts';

/** How long an emulator may take to stop, in milliseconds. */
const longestStop = 70_000;

/**
 * Stops the emulator, and waits until no server answers and the data folder is free. Without this wait, a command
 * that copies, deletes or reuses the folder could run while the emulator still writes to it.
 */
export async function stop({ client, out }: Session): Promise<void> {
  const { path } = (await client.call('status')).storage;
  const owner = await userOf(path);
  await client.call('shutdown');
  await waitFor(
    longestStop,
    async () => {
      try {
        await client.call('health');
        return null;
      } catch (error) {
        if (error instanceof ConnectionError) return true;
        throw error;
      }
    },
    () => `The emulator at ${client.url} is still running.`,
  );
  if (owner !== null) {
    await waitFor(
      longestStop,
      async () => ((await userOf(path)) === owner ? null : true),
      () => `The emulator at ${client.url} no longer responds, but process ${owner} is still using ${path}.`,
    );
  }
  const url = hideUsers(client.url);
  out.document({ stopped: true, url }, () => `Stopped the emulator at ${url}.`);
}

/**
 * The process on this machine that uses a data folder; null if there is none. The path may belong to another machine
 * or to a container, and then has no meaning here.
 */
async function userOf(folder: string | null): Promise<number | null> {
  if (folder === null) return null;
  try {
    return (await ownerOf(folder))?.pid ?? null;
  } catch {
    return null;
  }
}

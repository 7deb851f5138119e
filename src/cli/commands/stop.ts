import { ConnectionError } from '../../client.ts';
import { ownerOf } from '../../files/lock.ts';
import type { Session } from '../session.ts';
import { waitFor } from '../waiting.ts';

/** How long an emulator may take to stop, in milliseconds. */
const longestStop = 10_000;

/**
 * Asks the emulator to stop, and waits until nothing answers any more and its data folder is free: whoever copies the
 * folder, removes it or starts on it next would otherwise meet it while it is still written.
 */
export async function stop({ client, out }: Session): Promise<void> {
  const { path } = (await client.status()).storage;
  const owner = userOf(path);
  await client.stop();
  await waitFor(
    longestStop,
    async () => {
      try {
        await client.health();
        return null;
      } catch (error) {
        if (error instanceof ConnectionError) return true;
        throw error;
      }
    },
    () => `The emulator at ${client.url} still answers.`,
  );
  if (owner !== null) {
    await waitFor(
      longestStop,
      async () => (userOf(path) === owner ? null : true),
      () => `The emulator at ${client.url} answers no more, but process ${owner} still writes to ${path}.`,
    );
  }
  out.document({ stopped: true, url: client.url }, () => `Stopped the emulator at ${client.url}.`);
}

/**
 * The process of this machine that uses a data folder; null where none does, or nothing is kept. The path may be that of
 * another machine or of a container, and mean nothing here.
 */
function userOf(folder: string | null): number | null {
  if (folder === null) return null;
  try {
    return ownerOf(folder)?.pid ?? null;
  } catch {
    return null;
  }
}

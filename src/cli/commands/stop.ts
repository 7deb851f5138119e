import { ConnectionError } from '../../client.ts';
import type { Session } from '../session.ts';
import { waitFor } from '../waiting.ts';

const longestStop = 10_000;

/** Asks the emulator to stop and waits until nothing answers any more. */
export async function stop({ client, out }: Session): Promise<void> {
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
  out.document({ stopped: true, url: client.url }, () => `Stopped the emulator at ${client.url}.`);
}

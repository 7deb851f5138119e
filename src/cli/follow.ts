import { type Client, ConnectionError } from '../client/node-client.ts';
import type { StreamMessage } from '../sandbox/control/wire.ts';

/** How long and how often a reader tries to reconnect, in milliseconds. */
const reconnectWithin = 120_000;
const reconnectEvery = 1_000;

/**
 * Follows a stream. If it is cut, it continues after the last message that was read. If the emulator stops, it continues
 * with the first message of the next start.
 * @param lost called once each time the connection is lost
 * @throws the error of the first connection; the error of the last one if no later connection succeeds in two minutes
 */
export async function* followStream(
  client: Pick<Client, 'openStream' | 'url'>,
  lost: (error: ConnectionError) => void,
): AsyncGenerator<StreamMessage> {
  let last: number | undefined;
  let isOpened = false;
  let failures = 0;
  for (;;) {
    try {
      const passed = (number: number): void => {
        last = number;
      };
      const messages = await client.openStream(undefined, { since: last, passed });
      isOpened = true;
      failures = 0;
      yield* messages;
      // Each start numbers its messages from 1.
      last = 0;
      throw new ConnectionError(client.url, `The emulator at ${client.url} stopped.`);
    } catch (error) {
      if (!(error instanceof ConnectionError) || !isOpened) throw error;
      if (failures++ === 0) lost(error);
      if (failures > reconnectWithin / reconnectEvery) throw error;
      await new Promise((resolve) => setTimeout(resolve, reconnectEvery));
    }
  }
}

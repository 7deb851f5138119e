import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port at which nobody listens, of those that systems give to nobody by themselves: between here and its use many a
 * connection is made and many a server started, and none of them gets it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_768);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

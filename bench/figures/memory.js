import { call } from '../load.js';
import { listRequest } from '../merchant.js';

/** Measures resident memory with nothing stored; `growth` measures it with much stored. */
export async function memory({ launcher, schemas }) {
  const servers = [await launcher.bare(schemas), await launcher.emulator()];
  const [bare, emulator] = await Promise.all(
    servers.map(async (server) => {
      await call(server.url, listRequest);
      return server.idleMemory();
    }),
  );
  await Promise.all(servers.map((server) => server.end()));
  return [
    { name: 'memory, idle / bare', value: emulator / bare, unit: 'x' },
    { name: 'memory, idle', value: emulator, unit: 'MB' },
  ];
}

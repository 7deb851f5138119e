import { call } from '../load.js';
import { listRequest } from '../merchant.js';

/** Resident memory with nothing stored. With much stored, `growth` has it. */
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

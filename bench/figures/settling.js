import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { soak } from '../load.js';
import { median } from '../measure.js';
import { chargeMany, chargeRequest, newestTransactions, startAndAsk } from '../merchant.js';

/** How long it may take until everything has settled, in milliseconds. */
const patience = 120_000;
/** Waits until the clock has settled what was charged. */
async function atRest(server) {
  const until = performance.now() + patience;
  while ((await newestTransactions(server.url))[0].status !== 'settled') {
    if (performance.now() > until) throw new Error('The charges were not settled.');
    await sleep(200);
  }
  await server.calm();
}

/**
 * The sandbox that people have, which settles by its clock: filled at full speed, at rest, and started again and again
 * for a few calls. While so many go in, `db.json` is written beside them.
 */
export async function settling({ launcher, scaled, say }) {
  const count = scaled(100_000, 200);
  const dataDir = launcher.path('data');
  const settled = { dataDir, flags: [] };
  const server = await launcher.emulator(settled);
  const request = await chargeRequest(server.url);
  await chargeMany(server.url, request, 1);
  const filling = await soak({ origin: server.url, request, connections: 50, count });
  await sleep(1_000);
  const after = server.memory;
  await atRest(server);
  const rest = await server.idleMemory();
  await server.end();
  const written = statSync(join(dataDir, 'db.json')).size / 1e6;
  say(`starting with ${count.toLocaleString('en-US')} settled charges`);
  const starts = [];
  const memories = [];
  for (let round = 0; round < 3; round++) {
    const again = await startAndAsk(() => launcher.emulator(settled));
    starts.push(again.elapsed / 1_000);
    await chargeMany(again.server.url, request, 10);
    memories.push(await again.server.idleMemory());
    await again.server.end();
  }
  const charges = `${count.toLocaleString('en-US')} settled charges`;
  const later = starts.slice(1);
  return [
    {
      name: `slowest answer while ${count.toLocaleString('en-US')} charges settle`,
      value: filling.slowest,
      unit: 'ms',
    },
    { name: 'the same, 99 %', value: filling.late, unit: 'ms' },
    { name: 'db.json that was written meanwhile or after', value: written, unit: 'MB' },
    { name: `memory with ${charges}, a second after the last`, value: after, unit: 'MB' },
    { name: `memory with ${charges}, at rest`, value: rest, unit: 'MB' },
    { name: `start with ${charges}`, value: starts[0], unit: 's' },
    { name: `start with ${charges}, the second and third`, value: Math.max(...later), unit: 's', rounds: later },
    { name: `memory with ${charges}, after a restart`, value: median(memories), unit: 'MB', rounds: memories },
  ];
}

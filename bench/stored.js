import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { call, soak } from './load.js';
import { interleave, median, ratio } from './measure.js';
import { chargeMany, chargeRequest, startAndAsk } from './merchant.js';

/** Adds up the growth of a file until it is ended: a compaction shortens a journal. */
function watchGrowth(path) {
  let [size, grown] = [statSync(path).size, 0];
  const look = () => {
    const now = statSync(path).size;
    grown += Math.max(0, now - size);
    size = now;
  };
  const timer = setInterval(look, 20);
  return {
    /** @returns bytes */
    end: () => {
      clearInterval(timer);
      look();
      return grown;
    },
  };
}

/** Charges per second of an emulator, alternating with an empty one. The timing itself adds little data. */
async function ratesBeside({ launcher, scaled }, full, charge, stored) {
  const empty = await launcher.emulator();
  const count = Math.min(scaled(4_000, 100), Math.ceil(stored / 10));
  const time = async (server, request) => {
    await server.calm();
    return (count / (await chargeMany(server.url, request, count))) * 1_000;
  };
  const afterReset = async () => {
    await call(empty.url, { method: 'POST', path: '/_emulator/reset', body: {} });
    return time(empty, await chargeRequest(empty.url));
  };
  // Its code must be compiled like the other's.
  await chargeMany(empty.url, await chargeRequest(empty.url), scaled(20_000, 100));
  const rates = await interleave(scaled(5, 2), { empty: afterReset, full: () => time(full, charge) });
  await empty.end('SIGKILL');
  return rates;
}

/**
 * Measures an emulator while charges are added, with them stored, and when it starts again with them.
 * @returns milliseconds, MB, bytes of journal per charge and charges per second
 */
export async function measureStored(context, stored) {
  const { launcher, scaled, say } = context;
  say(`storing ${stored.toLocaleString('en-US')} charges`);
  const dataDir = launcher.path('data');
  const server = await launcher.emulator({ dataDir });
  const charge = await chargeRequest(server.url);
  // The first charge loads what charges need, and new code runs slowly; both happen once, whatever is stored.
  await chargeMany(server.url, charge, 1);
  const early = scaled(2_000, 100);
  const first = await soak({ origin: server.url, request: charge, connections: 50, count: early });
  const journal = watchGrowth(join(dataDir, 'journal.ndjson'));
  const filling = await soak({ origin: server.url, request: charge, connections: 50, count: stored });
  const journalBytes = journal.end() / stored;
  await server.calm();
  const { memory } = server;
  const rates = await ratesBeside(context, server, charge, stored);
  await server.calm();
  await server.end();
  say(`starting with ${stored.toLocaleString('en-US')} charges`);
  const starts = [];
  const restarted = [];
  for (let round = 0; round < scaled(3, 1); round++) {
    const again = await startAndAsk(() => launcher.emulator({ dataDir }));
    starts.push(again.elapsed);
    restarted.push(await again.server.idleMemory());
    await again.server.end('SIGKILL');
  }
  rmSync(dataDir, { recursive: true });
  return {
    charge,
    first: { ...first, count: early },
    filling,
    journalBytes,
    memory,
    memoryRestarted: median(restarted),
    starts,
    rates: rates.full,
    rateToEmpty: ratio(rates.full, rates.empty),
  };
}

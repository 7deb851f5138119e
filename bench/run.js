// npm run bench -- [--quick] [--only NAME] [--emulator FILE] [--emulator-flag FLAG]
// Measures the emulator against bare servers in one run, prints the ratios and writes bench/results.json
// (not where --only leaves something out).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { clock } from './figures/clock.js';
import { dashboard } from './figures/dashboard.js';
import { inventory } from './figures/inventory.js';
import { lists } from './figures/lists.js';
import { memory } from './figures/memory.js';
import { renewals } from './figures/renewals.js';
import { replay } from './figures/replay.js';
import { requests } from './figures/requests.js';
import { snapshots } from './figures/snapshots.js';
import { start } from './figures/start.js';
import { webhooks } from './figures/webhooks.js';
import { recordOf, table } from './measure.js';
import { chargeMany, chargeRequest, describeCharges } from './merchant.js';
import { endAll, Launcher, pinSelf } from './processes.js';

const groups = { start, memory, requests, lists, inventory, webhooks, clock, renewals, replay, dashboard, snapshots };

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: Object.keys(groups) },
    emulator: { type: 'string', default: join(import.meta.dirname, '..', 'bin', 'emulator.js') },
    'emulator-flag': { type: 'string', multiple: true, default: [] },
  },
});
const unknown = options.only.filter((name) => groups[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`--only takes ${Object.keys(groups).join(', ')}; not ${unknown.join(', ')}.\n`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'emulator-bench-'));
const launcher = new Launcher({
  folder,
  emulator: resolve(options.emulator),
  emulatorFlags: options['emulator-flag'],
});
const begun = performance.now();
const say = (text) => process.stderr.write(`${Math.round((performance.now() - begun) / 1_000)} s: ${text}\n`);

/** The schemas for the bare servers, as the emulator describes them. */
async function describe() {
  const emulator = await launcher.emulator();
  const schemas = await describeCharges(emulator.url);
  await emulator.end();
  const file = launcher.path('schemas.json');
  writeFileSync(file, JSON.stringify(schemas));
  return { ...schemas, file };
}

/** An emulator with many transactions: one for all who ask, or one of their own for those whom the others' charges disturb. */
function storage() {
  const count = options.quick ? 10_000 : 100_000;
  const half = count / 2;
  let filled = null;
  const fill = async () => {
    say(`storing ${count.toLocaleString('en-US')} transactions`);
    const server = await launcher.emulator();
    const charge = await chargeRequest(server.url);
    await chargeMany(server.url, charge, half);
    await server.quiet(15_000);
    await sleep(1_000);
    const memoryAtHalf = server.memory;
    await chargeMany(server.url, charge, count - half);
    await server.quiet(15_000);
    return { server, count, half, memoryAtHalf };
  };
  return ({ isOwn = false } = {}) => {
    if (isOwn) return fill();
    filled ??= fill();
    return filled;
  };
}

/** JSON as the formatter wants it: lists of numbers on one line. */
const textOf = (value) =>
  `${JSON.stringify(value, null, 2).replace(/\[[\d\s.,e+-]+\]/g, (list) => list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'))}\n`;

const pinned = pinSelf();
try {
  const schemas = await describe();
  const context = {
    launcher,
    schemas,
    stored: storage(),
    isQuick: options.quick,
    say,
    emulator: resolve(options.emulator),
  };
  const figures = {};
  for (const [name, measure] of Object.entries(groups)) {
    if (!options.only.includes(name)) continue;
    say(name);
    figures[name] = await measure(context);
  }
  const all = Object.values(figures).flat();
  const seconds = Math.round((performance.now() - begun) / 1_000);
  process.stdout.write(
    `${table(all)}\n\n${seconds} s; servers and client ${pinned ? 'each on a core of their own' : 'not pinned to cores'}\n`,
  );
  const results = {
    node: process.version,
    processor: cpus()[0]?.model,
    cores: cpus().length,
    pinned,
    quick: options.quick,
    seconds,
    figures: Object.fromEntries(Object.entries(figures).map(([name, list]) => [name, list.map(recordOf)])),
  };
  // A part of a run does not take the place of a whole one.
  if (Object.keys(figures).length === Object.keys(groups).length) {
    writeFileSync(join(import.meta.dirname, 'results.json'), textOf(results));
  }
} catch (error) {
  process.stderr.write(`The benchmark broke: ${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
} finally {
  endAll();
  rmSync(folder, { recursive: true, force: true });
}

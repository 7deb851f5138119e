// npm run bench -- --peer [--scale 0.01]
// Measures the emulator beside another one, which is installed for the run; a full run writes the table of docs/speed.md.
// npm run bench -- --against FILE [--scale 0.01]
// Measures this build beside another build, whose bin/emulator.js is FILE.
// npm run bench -- [--quick] [--scale 0.01] [--only NAME] [--unpinned] [--keep FOLDER] [--emulator FILE] [--emulator-flag FLAG]
// Measures the emulator alone and prints every figure with its goal. A full run (a quarter of an hour on two quiet cores) also
// writes bench/results.json, and from it docs/growth.svg and a table of docs/speed.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clock } from './figures/clock.js';
import { dashboard } from './figures/dashboard.js';
import { growth } from './figures/growth.js';
import { lists } from './figures/lists.js';
import { ownDashboard } from './figures/own-dashboard.js';
import { recording } from './figures/recording.js';
import { renewals } from './figures/renewals.js';
import { replay } from './figures/replay.js';
import { settling } from './figures/settling.js';
import { snapshots } from './figures/snapshots.js';
import { soak } from './figures/soak.js';
import { start } from './figures/start.js';
import { webhooks } from './figures/webhooks.js';
import { keep, keepPeer } from './keep.js';
import { recordOf, table } from './measure.js';
import { chargeMany, chargeRequest } from './merchant.js';
import { sideTable } from './page.js';
import { endAll, Launcher, moveSelf, placements, watchStolenTime } from './processes.js';
import { installPeer, ourSide, peer, peerSide, sideBySide } from './side-by-side.js';
import { measureStored } from './stored.js';

const groups = {
  start,
  lists,
  webhooks,
  clock,
  renewals,
  replay,
  dashboard,
  'own-dashboard': ownDashboard,
  snapshots,
  recording,
  soak,
  settling,
  growth,
};
/** Groups that a run also measures unpinned, because the processes affect each other. */
const alsoUnpinned = ['start', 'webhooks', 'renewals'];
const project = join(import.meta.dirname, '..');

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'string' },
    only: { type: 'string', multiple: true, default: Object.keys(groups) },
    unpinned: { type: 'boolean', default: false },
    keep: { type: 'string' },
    emulator: { type: 'string', default: join(project, 'bin', 'emulator.js') },
    peer: { type: 'boolean', default: false },
    against: { type: 'string' },
    'emulator-flag': { type: 'string', multiple: true, default: [] },
  },
});
const refuse = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(2);
};
const unknown = options.only.filter((name) => groups[name] === undefined);
if (unknown.length > 0) refuse(`--only takes ${Object.keys(groups).join(', ')}; not ${unknown.join(', ')}.`);
const scale = Number(options.scale ?? (options.quick ? 0.1 : 1));
if (!(scale > 0 && scale <= 1)) refuse(`--scale takes a part of the full size, such as 0.1; not ${options.scale}.`);

const folder = mkdtempSync(join(tmpdir(), 'emulator-bench-'));
const begun = performance.now();
/** How many other processes used the processors when the run started. */
const [otherWork] = loadavg();
const stolenPart = watchStolenTime();
const secondsUntilNow = () => Math.round((performance.now() - begun) / 1_000);
const say = (text) => process.stderr.write(`${secondsUntilNow()} s: ${text}\n`);
/** A count, a number of rounds or a duration, scaled to this run. */
const scaled = (full, least) => Math.max(least, Math.round(full * scale));

/** Does some work at its first call for each argument, and caches the result. */
function once(work) {
  const done = new Map();
  return (argument) => {
    if (!done.has(argument)) done.set(argument, work(argument));
    return done.get(argument);
  };
}

/** An emulator with many transactions. */
async function fill(launcher) {
  const count = scaled(100_000, 200);
  say(`storing ${count.toLocaleString('en-US')} transactions`);
  const server = await launcher.emulator();
  await chargeMany(server.url, await chargeRequest(server.url), count);
  await server.calm();
  return { server, count };
}

/** Measures some groups with all processes placed in one way. @returns the figures by group */
async function measure(placement, names) {
  const cores = placements[placement];
  moveSelf(cores);
  const flags = { emulator: resolve(options.emulator), emulatorFlags: options['emulator-flag'] };
  const launcher = new Launcher({ folder: join(folder, placement), cores, ...flags });
  const context = { launcher, scaled, say, stored: once(() => fill(launcher)) };
  context.storedAt = once((count) => measureStored(context, count));
  const figures = {};
  for (const name of names) {
    say(placement === 'unpinned' ? `${name}, unpinned` : name);
    const measured = await groups[name](context);
    figures[name] = measured.map((figure) => recordOf({ ...figure, placement }));
  }
  await endAll();
  return figures;
}

/** Measures the emulator beside the peer or another build. */
async function measureBeside() {
  const cores = placements.pinned ?? placements.unpinned;
  moveSelf(cores);
  const launcher = new Launcher({ folder, cores, emulator: resolve(options.emulator), emulatorFlags: [] });
  const own = resolve(options.emulator);
  const installed = options.peer ? installPeer(join(folder, 'peer')) : null;
  const sides =
    installed === null
      ? { this: ourSide(launcher, own), other: ourSide(launcher, resolve(options.against)) }
      : { 'payments-emulator': ourSide(launcher, own, installed.node), emulate: peerSide(launcher, installed) };
  const rows = await sideBySide(sides, { scaled, say }, installed === null);
  return {
    ...machine(installed === null ? process.version : `v${peer.node}`),
    sides: Object.keys(sides),
    rows,
  };
}

/** Where and how a run measured. */
const machine = (node) => ({
  node,
  processor: cpus()[0]?.model,
  cores: cpus().length,
  other_work: Number(otherWork.toPrecision(2)),
  stolen: Number(stolenPart().toPrecision(2)),
  scale,
  seconds: secondsUntilNow(),
});

/** Measures the emulator alone. */
async function measureAlone() {
  const names = Object.keys(groups).filter((name) => options.only.includes(name));
  const isPinned = placements.pinned !== undefined && !options.unpinned;
  const figures = await measure(isPinned ? 'pinned' : 'unpinned', names);
  const again = isPinned ? names.filter((name) => alsoUnpinned.includes(name)) : [];
  if (again.length > 0) {
    for (const [name, more] of Object.entries(await measure('unpinned', again))) figures[name].push(...more);
  }
  const results = { ...machine(process.version), pinned: isPinned, figures };
  const placed = isPinned ? 'servers and client each on a core of their own' : 'not pinned to cores';
  process.stdout.write(`${table(Object.values(figures).flat())}\n\n${results.seconds} s; ${placed}\n`);
  // A partial or smaller run does not replace the results of a whole one.
  const isFull = names.length === Object.keys(groups).length && scale === 1 && isPinned;
  if (options.keep !== undefined || isFull) keep(results, resolve(options.keep ?? project));
}

try {
  if (options.peer || options.against !== undefined) {
    const results = await measureBeside();
    process.stdout.write(`${sideTable(results).join('\n')}\n`);
    if (options.peer && (scale === 1 || options.keep !== undefined))
      keepPeer(results, resolve(options.keep ?? project));
  } else await measureAlone();
} catch (error) {
  process.stderr.write(`The benchmark broke: ${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
} finally {
  await endAll();
  rmSync(folder, { recursive: true, force: true });
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { call, load, repeat } from './load.js';
import { interleave, median } from './measure.js';
import { auth, chargeRequest, getRequest, listRequest, newestTransactions } from './merchant.js';

/** What `--peer` installs for the run, by exact versions. */
export const peer = { emulate: '0.12.2', node: '24.21.0' };

/** How many writes come before the second look at the memory. */
const writesInMemory = 9_500;

/** Installs the peer and its Node below a folder. @returns the path of each */
export function installPeer(folder) {
  const packages = Object.entries(peer).map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--save-exact', ...packages], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const within = (...path) => join(folder, 'node_modules', ...path);
  const { bin } = JSON.parse(readFileSync(within('emulate', 'package.json'), 'utf8'));
  return { node: within('node', 'bin', 'node'), emulate: within('emulate', bin.emulate) };
}

/** A build of this emulator as one side: its start, and its calls once it has a buyer and ten charges. */
export const ourSide = (launcher, emulator, node) => ({
  start: (flags = ['--settle', 'manual']) => launcher.emulator({ emulator, node, flags: ['--quiet', ...flags] }),
  async calls({ url }) {
    const write = await chargeRequest(url);
    await repeat({ origin: url, request: write, connections: 1, count: 10 });
    const [newest] = await newestTransactions(url);
    return { write, read: getRequest(newest.id), list: listRequest };
  },
});

/** The peer as the other side. Each of its tokens has 5,000 calls an hour, so each connection has a token of its own. */
export function peerSide(launcher, { node, emulate }) {
  let tokens = 0;
  const withToken = (request) => () => ({
    ...request,
    headers: { ...request.headers, Authorization: `Bearer sk_test_${++tokens}` },
  });
  const path = '/v1/payment_intents';
  const body = 'amount=4200&currency=usd&payment_method=pm_card_visa&confirm=true&metadata[cart]=c-1';
  const post = { method: 'POST', path, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body };
  return {
    start: async () => launcher.foreign(node, [emulate, 'start', '--service', 'stripe', '--port', await freePort()]),
    async calls({ url }) {
      const write = withToken(post);
      await repeat({ origin: url, request: write, connections: 1, count: 10 });
      const { data } = await call(url, { path: `${path}?limit=10`, headers: auth });
      return {
        write,
        read: withToken({ path: `${path}/${data[0].id}` }),
        list: withToken({ path: `${path}?limit=10` }),
      };
    },
  };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}

/**
 * Measures two emulators alternately: calls, start, memory, and, for two builds of this emulator, the processor time of
 * a charge.
 * @param sides the two by their names
 * @param context `scaled` and `say` of the run
 * @returns figures with the median of each side
 */
export async function sideBySide(sides, { scaled, say }, areBuilds) {
  const names = Object.keys(sides);
  const rows = [];
  const measure = async (name, unit, rounds, of) => {
    say(name);
    const values = await interleave(rounds, Object.fromEntries(names.map((each) => [each, () => of(sides[each])])));
    const rounded = (each) => values[each].map((value) => Number(value.toPrecision(4)));
    const ofRounds = Object.fromEntries(names.map((each) => [each, rounded(each)]));
    rows.push({ name, unit, values: names.map((each) => median(ofRounds[each])), rounds: ofRounds });
  };
  const rounds = scaled(9, 1);
  await measure('start to ready', 'ms', rounds, async ({ start }) => {
    const server = await start();
    // A stop stores the compiled code for the next start, where Node can.
    await server.end();
    return server.readyAfter;
  });
  await measure('memory, idle', 'MB', scaled(3, 1), async ({ start }) => {
    const server = await start();
    const memory = await server.idleMemory();
    await server.end('SIGKILL');
    return memory;
  });
  const written = scaled(writesInMemory, 100);
  await measure(`memory after ${written.toLocaleString('en-US')} writes`, 'MB', scaled(3, 1), async (side) => {
    const server = await side.start();
    const { write } = await side.calls(server);
    await repeat({ origin: server.url, request: write, connections: 10, count: written });
    const memory = await server.idleMemory();
    await server.end('SIGKILL');
    return memory;
  });
  for (const [kind, connections] of [
    ...['write', 'read', 'list'].map((kind) => [kind, 1]),
    ['write', 50],
    ['read', 50],
  ]) {
    const plural = connections === 1 ? '' : 's';
    await measure(`${kind}, ${connections} connection${plural}`, '/s', rounds, async (side) => {
      // A new process for each round: what one round stored must not slow down the next.
      const server = await side.start();
      const request = (await side.calls(server))[kind];
      await load({ origin: server.url, request, connections, milliseconds: scaled(1_000, 100) });
      const perSecond = await load({ origin: server.url, request, connections, milliseconds: scaled(1_000, 100) });
      await server.end('SIGKILL');
      return perSecond;
    });
  }
  if (!areBuilds) return rows;
  for (const [name, flags] of [
    ['a charge with its settlement', []],
    ['a charge', ['--settle', 'manual']],
  ]) {
    await measure(`processor for ${name}, 20 connections`, 'µs', rounds, (side) => processorTime(side, flags, scaled));
  }
  return rows;
}

/** The processor time of a charge, in microseconds. */
async function processorTime(side, flags, scaled) {
  const server = await side.start(flags);
  const { write } = await side.calls(server);
  const count = scaled(6_000, 100);
  await repeat({ origin: server.url, request: write, connections: 20, count: 1_000 });
  await server.calm();
  const before = server.ticks;
  await repeat({ origin: server.url, request: write, connections: 20, count });
  await server.calm();
  const used = server.ticks - before;
  await server.end('SIGKILL');
  return (used * 10_000) / count;
}

// Measures how much one emulator holds for teams: `node bench/team.js` after a build. The figures are in docs/team.md.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { memoryOf, ticksOf, watchStolenTime } from './processes.js';

const [teams, customersEach, chargesEach, callers, seconds] = [1_000, 50, 100, 50, 20];
const dispatcher = new Agent({ connections: callers, pipelining: 1 });
const folder = mkdtempSync(join(tmpdir(), 'team-'));

/** Starts an emulator on the folder. @returns the process, its address, and the seconds until it was ready */
async function start() {
  const begun = performance.now();
  const options = ['start', '--no-tui', '--port', '0', '--data-dir', folder, '--no-rate-limit'];
  const child = spawn(process.execPath, ['bin/emulator.js', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const piece of child.stdout) {
    text += piece;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
    if (/ready/.test(text) && url !== undefined) return { child, url, ready: (performance.now() - begun) / 1_000 };
  }
  throw new Error(`The emulator did not start: ${text}`);
}

async function call(url, method, path, { key, body } = {}) {
  const answer = await request(`${url}${path}`, {
    method,
    dispatcher,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** Does work by several callers at once, each its next as soon as it is answered. */
async function byCallers(work) {
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (await work());
    }),
  );
}

/** Half a year of a small shop: customers with a card each, and their charges, which have settled. */
const fixture = {
  workspaces: [
    {
      id: 'ws_team',
      settings: {},
      objects: {
        test: {
          customers: {
            buyers: {
              count: customersEach,
              at: '-26w',
              email: 'buyer{n}@example.com',
              billing_postal_code: '62701',
              card: 'visa_debit',
            },
          },
          transactions: {
            orders: {
              count: chargesEach,
              at: { from: '-25w', to: '-2h' },
              customer_id: '$buyers',
              amount: { from: 900, to: 25_000 },
            },
          },
        },
      },
    },
  ],
};

async function fill(url) {
  const made = [];
  for (let at = 0; at < teams; at++) {
    const { data } = await call(url, 'POST', '/_emulator/workspaces', { body: { id: `ws_team_${at}`, fixture } });
    const key = data.keys.secret.test;
    const idsOf = async (path) =>
      (await call(url, 'GET', `/api/v1/${path}?limit=50`, { key })).data.map(({ id }) => id);
    made.push({ key, charges: await idsOf('transactions'), customers: await idsOf('customers') });
  }
  return made;
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Half reads of one, a quarter lists of ten, a quarter charges, each in any of the workspaces. */
async function mixed(url, made) {
  const times = [];
  const end = performance.now() + seconds * 1_000;
  await byCallers(async () => {
    const { key, charges, customers } = pick(made);
    const begun = performance.now();
    const drawn = Math.random();
    if (drawn < 0.5) await call(url, 'GET', `/api/v1/transactions/${pick(charges)}`, { key });
    else if (drawn < 0.75) await call(url, 'GET', '/api/v1/transactions?limit=10', { key });
    else await call(url, 'POST', '/api/v1/charges', { key, body: { customer_id: pick(customers), amount: 4_200 } });
    times.push(performance.now() - begun);
    return performance.now() < end;
  });
  return times.sort((a, b) => a - b);
}

const sizeOf = (path) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

const told = (name, value) => process.stdout.write(`${name.padEnd(44)}${value}\n`);

const stolen = watchStolenTime();
let emulator = await start();
told('machine', `${cpus().length} cores, ${cpus()[0].model}, Node ${process.version}`);
told('memory, empty', `${Math.round(memoryOf(emulator.child.pid))} MB`);
let begun = performance.now();
const made = await fill(emulator.url);
const filled = (performance.now() - begun) / 1_000;
told('filled', `${filled.toFixed(0)} s, ${(ticksOf(emulator.child.pid) / 100).toFixed(0)} s of a core`);
told('memory, filled', `${Math.round(memoryOf(emulator.child.pid))} MB`);
begun = performance.now();
const ticks = ticksOf(emulator.child.pid);
const times = await mixed(emulator.url, made);
const took = (performance.now() - begun) / 1_000;
const at = (share) => `${times[Math.floor(times.length * share)].toFixed(1)} ms`;
told(
  `calls of ${callers} callers`,
  `${Math.round(times.length / took)}/s; 50 % ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}`,
);
const used = (ticksOf(emulator.child.pid) - ticks) / 100;
told(
  'of a core for these',
  `${((used / times.length) * 1_000).toFixed(2)} ms a call, ${Math.round(times.length / used)} calls/s of a whole one`,
);
told('memory, after these', `${Math.round(memoryOf(emulator.child.pid))} MB`);
const stopped = new Promise((resolve) => emulator.child.once('exit', resolve));
emulator.child.kill('SIGTERM');
await stopped;
told('data folder', `${Math.round(sizeOf(folder) / 1e6)} MB`);
emulator = await start();
told(
  'start with all of it',
  `${emulator.ready.toFixed(1)} s, ${(ticksOf(emulator.child.pid) / 100).toFixed(1)} s of a core`,
);
told('memory, after that start', `${Math.round(memoryOf(emulator.child.pid))} MB`);
told('time that the host gave to others', `${Math.round(stolen() * 100)} %`);
emulator.child.kill('SIGKILL');
rmSync(folder, { recursive: true });
await dispatcher.close();

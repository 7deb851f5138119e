// Measures how much one emulator holds for teams: `node bench/team.js` after a build. The figures are in docs/containers.md.
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

const card = { billing_postal_code: '62701', cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2099' };

async function fill(url) {
  const made = [];
  let next = 0;
  await byCallers(async () => {
    const at = next++;
    if (at >= teams) return false;
    const { data } = await call(url, 'POST', '/_emulator/workspaces', { body: { id: `ws_team_${at}` } });
    const key = data.keys.secret.test;
    const team = { key, charges: [], customers: [] };
    for (let each = 0; each < customersEach; each++) {
      const body = { email: `buyer${each}@example.com`, ...card };
      team.customers.push((await call(url, 'POST', '/api/v1/customers', { key, body })).data.id);
    }
    for (let each = 0; each < chargesEach; each++) {
      const body = { customer_id: team.customers[each % customersEach], amount: 4_200 };
      team.charges.push((await call(url, 'POST', '/api/v1/charges', { key, body })).data.id);
    }
    made.push(team);
    return true;
  });
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
told(
  `filled by ${callers} callers`,
  `${Math.round((teams * (customersEach + chargesEach)) / filled)} writes/s, ${filled.toFixed(0)} s`,
);
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
told('a core used by the emulator meanwhile', `${Math.round((ticksOf(emulator.child.pid) - ticks) / took)} %`);
told('memory, after these', `${Math.round(memoryOf(emulator.child.pid))} MB`);
const stopped = new Promise((resolve) => emulator.child.once('exit', resolve));
emulator.child.kill('SIGTERM');
await stopped;
told('data folder', `${Math.round(sizeOf(folder) / 1e6)} MB`);
emulator = await start();
told('start with all of it', `${emulator.ready.toFixed(1)} s`);
told('memory, after that start', `${Math.round(memoryOf(emulator.child.pid))} MB`);
told('time that the host gave to others', `${Math.round(stolen() * 100)} %`);
emulator.child.kill('SIGKILL');
rmSync(folder, { recursive: true });
await dispatcher.close();

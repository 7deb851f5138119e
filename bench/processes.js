import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Servers share one core and the load comes from another, where the system lets us choose. */
const canPin = spawnSync('taskset', ['-c', '1', 'true']).status === 0;
export const pinnedTo = (core) => (canPin ? ['taskset', ['-c', String(core)]] : null);
export const serverCore = 0;
export const clientCore = 1;

/** Moves this process to the client's core. */
export function pinSelf() {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', String(clientCore), String(process.pid)]);
  return canPin;
}

const started = new Set();

/** A child that has said `ready <url>` on its standard output. */
export class Server {
  #child;
  url;
  /** Milliseconds from its start to its ready line. */
  readyAfter;

  constructor(child, url, readyAfter) {
    this.#child = child;
    this.url = url;
    this.readyAfter = readyAfter;
  }

  get pid() {
    return this.#child.pid;
  }

  /** Resident memory in MB. */
  get memory() {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
  }

  /** Processor time used so far, in ticks of 10 ms. */
  get ticks() {
    const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return Number(fields[11]) + Number(fields[12]);
  }

  /** Waits until it does nothing in the background any more; a compaction must not slow what is measured next. */
  async quiet(within = 5_000) {
    const until = performance.now() + within;
    let before = this.ticks;
    while (performance.now() < until) {
      await sleep(60);
      const now = this.ticks;
      if (now - before <= 1) return;
      before = now;
    }
  }

  /** The same for an emulator, once it has had the calm second that it waits for before it compacts. */
  async calm() {
    await sleep(1_100);
    await this.quiet(15_000);
  }

  async end(signal = 'SIGTERM') {
    started.delete(this.#child);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill(signal);
    const forced = setTimeout(() => this.#child.kill('SIGKILL'), 8_000);
    await once(this.#child, 'exit');
    clearTimeout(forced);
  }
}

export async function endAll() {
  for (const child of started) child.kill('SIGKILL');
}

/** Starts a Node program and waits for its ready line. Its log goes to a file, as a build machine would keep it. */
async function startServer(args, { log, core = serverCore, nodeFlags = [], env = {} }) {
  const out = openSync(log, 'w');
  const errors = openSync(`${log}.err`, 'w');
  const [command, prefix] = pinnedTo(core) ?? [process.execPath, []];
  const rest = command === process.execPath ? [] : [process.execPath];
  const begun = performance.now();
  const child = spawn(command, [...prefix, ...rest, ...nodeFlags, ...args], {
    stdio: ['ignore', out, errors],
    env: { ...process.env, ...env },
  });
  closeSync(out);
  closeSync(errors);
  started.add(child);
  for (;;) {
    const text = readFileSync(log, 'utf8').slice(0, 200);
    const url = /^ready (\S+)$/m.exec(text)?.[1];
    if (url !== undefined) return new Server(child, url, performance.now() - begun);
    if (child.exitCode !== null)
      throw new Error(`${args[0]} ended: ${readFileSync(`${log}.err`, 'utf8').slice(0, 500)}`);
    await sleep(1);
  }
}

const here = import.meta.dirname;

/** Runs Node on the servers' core to its end. @returns what it printed, and the milliseconds it took */
async function runToEnd(args) {
  const [command, prefix] = pinnedTo(serverCore) ?? [process.execPath, []];
  const rest = command === process.execPath ? [] : [process.execPath];
  const begun = performance.now();
  const child = spawn(command, [...prefix, ...rest, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (piece) => {
    text += piece;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`);
  return { text, elapsed: performance.now() - begun };
}

/** Starts everything that the benchmark needs, with its files below one folder. */
export class Launcher {
  #folder;
  #emulator;
  #emulatorFlags;
  #nodeFlags;
  #count = 0;

  constructor({ folder, emulator, emulatorFlags = [], nodeFlags = [] }) {
    this.#folder = folder;
    this.#emulator = emulator;
    this.#emulatorFlags = emulatorFlags;
    this.#nodeFlags = nodeFlags;
  }

  /** A path that nothing uses yet. */
  path(name) {
    mkdirSync(this.#folder, { recursive: true });
    return join(this.#folder, `${++this.#count}-${name}`);
  }

  /** The emulator as the defaults have it: durable, logging, without a terminal. */
  emulator({ dataDir = this.path('data'), flags = ['--settle', 'manual'] } = {}) {
    const args = [this.#emulator, 'start', '--port', '0', '--no-rate-limit', '--data-dir', dataDir, ...flags];
    return startServer([...args, ...this.#emulatorFlags], {
      log: this.path('emulator.log'),
      nodeFlags: this.#nodeFlags,
    });
  }

  /** Fastify alone, answering what the emulator answers. */
  bare({ file }) {
    return startServer([join(here, 'bare-server.js'), file], { log: this.path('bare.log') });
  }

  bareApp() {
    return startServer([join(here, 'bare-app.js')], { log: this.path('bare-app.log') });
  }

  receiver() {
    return startServer([join(here, 'receiver.js')], { log: this.path('receiver.log'), core: clientCore });
  }

  /** Runs a Node program on the servers' core to its end; gives the JSON that it prints. */
  async run(program, args) {
    return JSON.parse((await runToEnd([join(here, program), ...args])).text);
  }

  /** The milliseconds that a command of the emulator takes from its start to its end. */
  async timeCommand(...args) {
    return (await runToEnd([this.#emulator, ...args])).elapsed;
  }

  /** The same for Node itself with nothing to do. */
  async timeNode() {
    return (await runToEnd(['-e', '0'])).elapsed;
  }
}

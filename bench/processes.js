import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the system can pin a process to a core. */
export const canPin = spawnSync('taskset', ['-c', '1', 'true']).status === 0;
const allCores = () => /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];

/**
 * Where processes run. Pinned: servers share one core and the load runs on another. Unpinned: the system decides, as on
 * a user's machine.
 */
export const placements = canPin
  ? { pinned: { server: '0', client: '1' }, unpinned: { server: allCores(), client: allCores() } }
  : { unpinned: { server: null, client: null } };

/** The command that runs Node on some cores; null: the system chooses. */
export const nodeOn = (cores, node = process.execPath) => (cores === null ? [node] : ['taskset', '-c', cores, node]);

/** Moves this process, which makes the load, to the clients' cores. */
export function moveSelf({ client }) {
  if (client !== null) spawnSync('taskset', ['-a', '-p', '-c', client, String(process.pid)]);
}

/**
 * The time since the machine started in which its processors worked, and in which they had work but were given to
 * others by the host of this virtual machine; in ticks. Zero if the system does not tell.
 */
function processorTime() {
  if (process.platform !== 'linux') return { worked: 0, stolen: 0 };
  const [user, nice, system, , , irq, softirq, stolen] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { worked: user + nice + system + irq + softirq, stolen };
}

/** @returns a function that tells which share of the working time since now the host gave the processors to others */
export function watchStolenTime() {
  const before = processorTime();
  return () => {
    const now = processorTime();
    const [worked, stolen] = [now.worked - before.worked, now.stolen - before.stolen];
    return stolen === 0 ? 0 : stolen / (worked + stolen);
  };
}

/** The resident memory of a process in MB. */
export const memoryOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** The processor time that a process has used so far, in ticks of 10 ms. */
export function ticksOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** The processes that a process has started. */
export const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );

/** After how many milliseconds without calls a server has collected its garbage. */
const idle = 5_000;
const started = new Set();

/** A child that has said `ready <url>` on its standard output. */
export class Server {
  #child;
  url;
  /** Milliseconds from the start to the ready line. */
  readyAfter;

  constructor(child, url, readyAfter) {
    this.#child = child;
    this.url = url;
    this.readyAfter = readyAfter;
  }

  get pid() {
    return this.#child.pid;
  }

  get memory() {
    return memoryOf(this.pid);
  }

  get ticks() {
    return ticksOf(this.pid);
  }

  /**
   * Waits until an emulator is idle. After a second without calls it compacts, and collects garbage, which must not
   * slow down the next measurement.
   */
  async calm() {
    await sleep(1_100);
    const until = performance.now() + 60_000;
    let before = this.ticks;
    while (performance.now() < until) {
      await sleep(60);
      const now = this.ticks;
      if (now - before <= 1) return;
      before = now;
    }
  }

  /** The memory of a server that has been idle for a while, in MB. */
  async idleMemory() {
    await sleep(idle);
    return this.memory;
  }

  async end(signal = 'SIGTERM') {
    started.delete(this.#child);
    if (isOver(this.#child)) return;
    this.#child.kill(signal);
    const forced = setTimeout(() => this.#child.kill('SIGKILL'), 8_000);
    await once(this.#child, 'exit');
    clearTimeout(forced);
  }
}

const isOver = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

/** Kills all processes that still run, and waits until they are gone. */
export async function endAll() {
  const left = [...started].filter((child) => !isOver(child));
  started.clear();
  await Promise.all(
    left.map((child) => {
      child.kill('SIGKILL');
      return once(child, 'exit');
    }),
  );
}

/** Starts a Node program and waits for its ready line. Its log goes to a file, as on a build machine. */
async function startServer(args, { log, cores, node, ready = /^ready (\S+)$/m }) {
  const out = openSync(log, 'w');
  const errors = openSync(`${log}.err`, 'w');
  const [command, ...before] = nodeOn(cores, node);
  const begun = performance.now();
  const child = spawn(command, [...before, ...args], { stdio: ['ignore', out, errors] });
  closeSync(out);
  closeSync(errors);
  started.add(child);
  for (;;) {
    const text = readFileSync(log, 'utf8').slice(0, 200);
    const url = ready.exec(text)?.[1];
    if (url !== undefined) return new Server(child, url, performance.now() - begun);
    if (child.exitCode !== null)
      throw new Error(`${args[0]} ended: ${readFileSync(`${log}.err`, 'utf8').slice(0, 500)}`);
    await sleep(1);
  }
}

const here = import.meta.dirname;

/** Runs Node to its end. @returns the output, and the milliseconds it took */
async function runToEnd(args, cores) {
  const [command, ...before] = nodeOn(cores);
  const begun = performance.now();
  const child = spawn(command, [...before, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (piece) => {
    text += piece;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`);
  return { text, elapsed: performance.now() - begun };
}

/** Starts everything that the benchmark needs, with all files below one folder. */
export class Launcher {
  #folder;
  #emulator;
  #emulatorFlags;
  #cores;
  #count = 0;

  /** @param cores one of the placements */
  constructor({ folder, emulator, emulatorFlags, cores }) {
    this.#folder = folder;
    this.#emulator = emulator;
    this.#emulatorFlags = emulatorFlags;
    this.#cores = cores;
  }

  /** An unused path. */
  path(name) {
    mkdirSync(this.#folder, { recursive: true });
    return join(this.#folder, `${++this.#count}-${name}`);
  }

  #server(args, { cores = this.#cores.server, ...how } = {}) {
    return startServer(args, { log: this.path('server.log'), cores, ...how });
  }

  /** Another emulator, which prints its address and then that it is ready. */
  foreign(node, args) {
    return this.#server(args, { node, ready: /(http:\S+)[\s\S]*Ready\./ });
  }

  /** The emulator with its defaults: durable, logging, without a terminal. */
  emulator({ dataDir = this.path('data'), flags = ['--settle', 'manual'], emulator = this.#emulator, node } = {}) {
    const args = [emulator, 'start', '--port', '0', '--no-rate-limit', '--data-dir', dataDir, ...flags];
    return this.#server([...args, ...this.#emulatorFlags], { node });
  }

  /** An emulator of `exec`, beside a command that leaves it to others. */
  exec(...flags) {
    const own = ['--no-rate-limit', '--settle', 'manual', ...flags, ...this.#emulatorFlags];
    return this.#server([this.#emulator, 'exec', ...own, '--', process.execPath, join(here, 'guest.js')]);
  }

  /** The command that opens an emulator's dashboard, beside the load. */
  dashboard(url) {
    return [...nodeOn(this.#cores.client), this.#emulator, 'dashboard', '--url', url];
  }

  /** The command that starts an emulator of its own on a terminal; the system places it. */
  inTerminal(...flags) {
    const kept = ['--data-dir', this.path('data'), '--settle', 'manual', '--no-rate-limit'];
    const cores = nodeOn(placements.unpinned.server);
    return [...cores, this.#emulator, 'start', '--port', '0', ...kept, ...flags, ...this.#emulatorFlags];
  }

  receiver() {
    return this.#server([join(here, 'receiver.js')], { cores: this.#cores.client });
  }

  /** Runs a Node program beside the servers to its end; returns the JSON that it prints. */
  async run(program, args) {
    return JSON.parse((await runToEnd([join(here, program), ...args], this.#cores.server)).text);
  }

  /** The milliseconds of an emulator command from its start to its end. */
  async timeCommand(...args) {
    return (await runToEnd([this.#emulator, ...args], this.#cores.server)).elapsed;
  }

  /** The same for Node without a program. */
  async timeNode() {
    return (await runToEnd(['-e', '0'], this.#cores.server)).elapsed;
  }
}

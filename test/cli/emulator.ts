import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa, type Options, type ResultPromise } from 'execa';
import { projectFolder } from '../support/build.ts';
import { type Command, runWarm } from './warm.ts';

const bin = join(projectFolder, 'bin/emulator.js');

/** The environment of a child: ours without what would change what the command line does. */
const bareEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(EMULATOR_|NO_COLOR|FORCE_COLOR|CI$|NODE_OPTIONS)/.test(name)),
  );

export interface Ran {
  stdout: string;
  stderr: string;
  exitCode: number | undefined;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
}

const optionsOf = ({ cwd, env, input }: RunOptions) =>
  ({
    cwd: cwd ?? tmpdir(),
    env: { ...bareEnvironment(), ...env },
    extendEnv: false,
    reject: false,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
  }) satisfies Options;

/** Runs `emulator ARGS` to its end, in a process of its own. */
export async function emulator(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { stdout, stderr, exitCode } = await execa(process.execPath, [bin, ...args], optionsOf(options));
  return { stdout: String(stdout ?? ''), stderr: String(stderr ?? ''), exitCode };
}

/** Also in a process that has the program loaded: for what a command does, not how its process starts and ends. */
export async function command(args: readonly string[], { cwd, env }: RunOptions = {}): Promise<Ran> {
  const printed = { stdout: '', stderr: '' };
  const exitCode = await runWarm(warmly(args, { cwd, env }), (stream, text) => {
    printed[stream] += text;
  }).ended;
  return { stdout: printed.stdout.replace(/\n$/, ''), stderr: printed.stderr.replace(/\n$/, ''), exitCode };
}

const warmly = (args: readonly string[], { cwd, env }: RunOptions): Command => ({
  args,
  cwd: cwd ?? tmpdir(),
  env: { ...bareEnvironment(), ...env },
});

export interface Running {
  url: string;
  /** Lines of stdout so far, the ready line first. */
  lines: string[];
  errors: string[];
  /** Runs another command against it, in a process that has the program loaded. */
  run: (...args: string[]) => Promise<Ran>;
  /** The same with `--json`, parsed; throws where the command fails. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: (...args: string[]) => Promise<any>;
  stop: () => Promise<void>;
}

interface ProcessOptions extends RunOptions {
  /** How many files and connections it may have open. */
  descriptors?: number;
}

export interface RunningProcess extends Running {
  child: ResultPromise;
}

/**
 * Starts `emulator start --port 0 ARGS` in a process that has the program loaded, and waits until it is ready: for what
 * an emulator does, not how its process starts and ends.
 */
export async function startEmulator(
  args: readonly string[] = ['--ephemeral'],
  options: RunOptions = {},
): Promise<Running> {
  const [lines, errors] = [new Lines(), new Lines()];
  const emulated = runWarm(warmly(['start', '--port', '0', ...args], options), (stream, text) =>
    (stream === 'stdout' ? lines : errors).take(text),
  );
  const url = await readyUrl(lines, errors, emulated.ended);
  const stop = async () => {
    emulated.signal('SIGTERM');
    await emulated.ended;
  };
  return { ...runningAt(url, options), lines: lines.all, errors: errors.all, stop };
}

/** Also in a process of its own. */
export async function startProcess(
  args: readonly string[] = ['--ephemeral'],
  { descriptors, ...options }: ProcessOptions = {},
): Promise<RunningProcess> {
  const limit = descriptors === undefined ? [] : ['bash', '-c', `ulimit -n ${descriptors} && exec "$@"`, 'bash'];
  const [program, ...rest] = [...limit, process.execPath, bin, 'start', '--port', '0', ...args];
  const child = execa(program!, rest, { ...optionsOf(options), buffer: false }) as ResultPromise;
  const [lines, errors] = [new Lines(), new Lines()];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => lines.take(text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => errors.take(text));
  const url = await readyUrl(lines, errors, child);
  const stop = async () => {
    child.kill('SIGTERM');
    await child;
  };
  return { ...runningAt(url, options), child, lines: lines.all, errors: errors.all, stop };
}

/** A running `emulator capture`. */
export interface RunningCapture {
  /** Where it takes the calls of an application: `http://127.0.0.1:PORT`. */
  origin: string;
  errors: string[];
  /** Sends it a signal, and tells its exit status. */
  end: (signal?: NodeJS.Signals) => Promise<number>;
}

/** Starts `emulator capture --port 0 ARGS`, in a process that has the program loaded. */
export async function startCapture(args: readonly string[], options: RunOptions = {}): Promise<RunningCapture> {
  const [lines, errors] = [new Lines(), new Lines()];
  const capturing = runWarm(warmly(['capture', '--port', '0', ...args], options), (stream, text) =>
    (stream === 'stdout' ? lines : errors).take(text),
  );
  const url = await readyUrl(lines, errors, capturing.ended);
  const end = (signal: NodeJS.Signals = 'SIGTERM') => {
    capturing.signal(signal);
    return capturing.ended;
  };
  return { origin: new URL(url).origin, errors: errors.all, end };
}

/** Lines of what is printed, as it is printed. */
class Lines {
  readonly all: string[] = [];
  /** Resolves with the first line. */
  readonly first: Promise<string>;
  #tellFirst: (line: string) => void = () => {};
  #begun = '';

  constructor() {
    this.first = new Promise((resolve) => {
      this.#tellFirst = resolve;
    });
  }

  take(text: string): void {
    const parts = (this.#begun + text).split('\n');
    this.#begun = parts.pop()!;
    this.all.push(...parts);
    if (this.all.length > 0) this.#tellFirst(this.all[0]!);
  }
}

/** @throws Error where it ends before it is ready */
async function readyUrl(lines: Lines, errors: Lines, ended: Promise<unknown>): Promise<string> {
  const ready = await Promise.race([lines.first, ended.then(() => null)]);
  if (ready === null) throw new Error(`The emulator ended before it was ready: ${errors.all.join('\n')}`);
  return /https?:\/\/[^"\s]+/.exec(ready)![0];
}

function runningAt(url: string, options: RunOptions): Pick<Running, 'url' | 'run' | 'json'> {
  const run = (...args: string[]) => command(args, { ...options, env: { ...options.env, EMULATOR_URL: url } });
  return {
    url,
    run,
    json: async (...args) => {
      const { stdout, stderr, exitCode } = await run('--json', ...args);
      if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${stdout}${stderr}`);
      return JSON.parse(stdout);
    },
  };
}

/** A fresh folder, and how to remove it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'emulator-cli-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa, type Options, type ResultPromise } from 'execa';
import { projectFolder } from '../support/build.ts';
import { runWarm } from './warm.ts';

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

/** The same in a process that has the program loaded: for what a command does, not how its process starts and ends. */
export async function command(args: readonly string[], { cwd, env }: RunOptions = {}): Promise<Ran> {
  const { stdout, stderr, exitCode } = await runWarm({
    args,
    cwd: cwd ?? tmpdir(),
    env: { ...bareEnvironment(), ...env },
  });
  return { stdout: stdout.replace(/\n$/, ''), stderr: stderr.replace(/\n$/, ''), exitCode };
}

export interface Running {
  url: string;
  child: ResultPromise;
  /** Lines of stdout so far, the ready line first. */
  lines: string[];
  errors: string[];
  /** Runs another command against it, in a process that has the program loaded. */
  run: (...args: string[]) => Promise<Ran>;
  /** The same in a process of its own. */
  runAlone: (...args: string[]) => Promise<Ran>;
  /** The same with `--json`, parsed; throws where the command fails. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: (...args: string[]) => Promise<any>;
  stop: () => Promise<void>;
}

/** Starts `emulator start --port 0 --ephemeral ARGS` and waits until it is ready. */
export async function startEmulator(
  args: readonly string[] = ['--ephemeral'],
  options: RunOptions = {},
): Promise<Running> {
  const child = execa(process.execPath, [bin, 'start', '--port', '0', ...args], {
    ...optionsOf(options),
    buffer: false,
  }) as ResultPromise;
  const lines: string[] = [];
  const errors: string[] = [];
  let wake = (): void => {};
  const read = async (from: AsyncIterable<unknown>, into: string[]) => {
    for await (const line of from) {
      into.push(String(line));
      wake();
    }
  };
  const reading = Promise.all([
    read(child.iterable({ from: 'stdout' }), lines),
    read(child.iterable({ from: 'stderr' }), errors),
  ]).catch(() => {});
  const ended = child.then(() => true);
  while (lines.length === 0) {
    const isOver = await Promise.race([ended, new Promise<false>((resolve) => (wake = () => resolve(false)))]);
    if (isOver) {
      await reading;
      throw new Error(`The emulator ended before it was ready: ${errors.join('\n')}`);
    }
  }
  const url = /http:\/\/[^"\s]+/.exec(lines[0]!)![0];
  const env = { ...options.env, EMULATOR_URL: url };
  const run = (...more: string[]) => command(more, { ...options, env });
  return {
    url,
    child,
    lines,
    errors,
    run,
    runAlone: (...more) => emulator(more, { ...options, env }),
    json: async (...more) => {
      const { stdout, stderr, exitCode } = await run('--json', ...more);
      if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${stdout}${stderr}`);
      return JSON.parse(stdout);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await child;
      await reading;
    },
  };
}

/** A fresh folder, and how to remove it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'emulator-cli-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

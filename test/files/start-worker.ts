import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { makeDirectory } from './things.ts';

/** Makes one file of the worker that plain Node runs. */
export async function bundleWorker(): Promise<string> {
  const outfile = join(makeDirectory(), 'worker.mjs');
  const entryPoints = [join(import.meta.dirname, 'worker.ts')];
  // What a package has as CommonJS may require files that a bundle lacks.
  const mainFields = ['module', 'main'];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', mainFields, logLevel: 'error' });
  return outfile;
}

export interface Worker {
  readonly child: ChildProcess;
  /** The next thing that it says; undefined when it has ended. */
  // biome-ignore lint/suspicious/noExplicitAny: each job says something else
  next(): Promise<any>;
  readonly ended: Promise<unknown>;
}

/** Starts a worker; `limit` is the size in KiB that its files may have. */
export function startWorker(file: string, args: string[], limit: number | null = null): Worker {
  const command =
    limit === null
      ? [process.execPath, file, ...args]
      : ['bash', '-c', `ulimit -f ${limit} && exec "$@"`, 'bash', process.execPath, file, ...args];
  const child = spawn(command[0]!, command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    child,
    ended,
    async next() {
      const { value, done } = await lines.next();
      return done === true ? undefined : JSON.parse(value);
    },
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { makeDirectory } from './things.ts';

/** Makes one file of a worker that plain Node runs. @param source its file in this folder */
export async function bundleWorker(source = 'worker.ts'): Promise<string> {
  const outfile = join(makeDirectory(), 'worker.mjs');
  const entryPoints = [join(import.meta.dirname, source)];
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

/** The words before a command whose files may have so many KiB. */
export const limitedTo = (size: number): string[] => ['bash', '-c', `ulimit -f ${size} && exec "$@"`, 'bash'];

/** Starts a worker. @param before the words before its command, of a program that runs it in some way */
export function startWorker(file: string, args: string[], before: readonly string[] = []): Worker {
  const [program, ...words] = [...before, process.execPath, file, ...args];
  const child = spawn(program!, words, { stdio: ['pipe', 'pipe', 'inherit'] });
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

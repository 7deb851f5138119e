import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleWorker, startWorker } from './start-worker.ts';
import { contentOf, makeDirectory, open, removeDirectories } from './things.ts';

const simulation = join(import.meta.dirname, '../support/simulated-windows.js');

let worker: string;
beforeAll(async () => {
  worker = await bundleWorker('windows-worker.ts');
});
afterAll(removeDirectories);

/** Does a job of the worker in a process that takes its system for Windows. */
async function onWindows(job: string, directory: string) {
  const { next, ended } = startWorker('--import', [simulation, worker, job, directory]);
  const said = await next();
  await ended;
  return said;
}

async function contentIn(directory: string): Promise<unknown> {
  const { folder } = await open(directory);
  const content = contentOf(folder.state);
  await folder.close();
  return content;
}

describe.runIf(process.platform === 'linux')('a data folder on Windows', () => {
  it('is used and compacted though files are scanned, replace no open file, and differ in their device', async () => {
    const directory = realpathSync(makeDirectory());
    const { warnings, before, after, content } = await onWindows('compact', directory);
    expect(warnings).toEqual([]);
    expect(after).toBeLessThan(before);
    expect(existsSync(join(directory, 'lock'))).toBe(false);
    expect(await contentIn(directory)).toEqual(content);
  });

  it('writes to no other file after a swap that failed, and goes on once the journal can be opened again', async () => {
    const directory = realpathSync(makeDirectory());
    const { content, ...said } = await onWindows('loseSwap', directory);
    expect(said).toEqual({
      compaction: expect.stringContaining('EPERM'),
      refused: 500,
      degraded: 'degraded',
      written: '',
      status: 'ok',
    });
    expect(await contentIn(directory)).toEqual(content);
    expect(JSON.stringify(content)).toContain('"c"');
    expect(JSON.stringify(content)).not.toContain('"b"');
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

/** The text of the file that counts what a data folder has. */
export const countsOf = (directory: string): string => readFileSync(join(directory, 'counts'), 'utf8');

function lastCommitOf(directory: string): number {
  const lines = readFileSync(join(directory, 'journal.ndjson'), 'utf8').trimEnd().split('\n');
  return Number(/"seq":(\d+)/.exec(lines.at(-1)!)?.[1]);
}

/** Waits until the commits of a folder's journal are counted: they are a moment later than the journal. */
export const whenCounted = (directory: string): Promise<unknown> =>
  vi.waitUntil(() => Number(/\d{16}/.exec(countsOf(directory))) === lastCommitOf(directory), 60_000);

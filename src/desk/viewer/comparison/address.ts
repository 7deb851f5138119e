import { wordOf } from '../../../core/base/inspector-address.ts';
import type { Line, Story } from './story-pairs.ts';

/** The fragment of the page's URL (the part after `#`). */

const word = 'side-by-side';

/** @param at the index of a finding, from 0 */
export const addressOfFinding = (at: number): string => `#/${word}/${at + 1}`;

/** The index of the finding that a URL names; null if the URL does not name a finding. */
export function findingAt(address: string): number | null {
  const [, number] = /^#\/side-by-side\/(\d+)/.exec(address) ?? [];
  return number === undefined ? null : Number(number) - 1;
}

/** The name of the run in a URL; null if the URL does not name a run. */
export const runAt = (address: string): string | null => new URLSearchParams(address.split('?')[1] ?? '').get('run');

export const addressOfRun = (run: string): string => `#/timeline?${new URLSearchParams({ run })}`;

/** The URL of a line in its run; null if the line has no details. */
export function addressOfLine({ id }: Line, { place }: Story): string | null {
  if (id === null) return null;
  return `#/${wordOf(id)}/${encodeURIComponent(id)}?${new URLSearchParams({ in: 'timeline', ...place })}`;
}

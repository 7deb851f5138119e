import { wordOf } from '../../../core/base/inspector-address.ts';
import type { Line, Story } from './story-pairs.ts';

/** The part of the page's address after `#`. */

const word = 'side-by-side';

/** @param at the place of a finding, from 0 */
export const addressOfFinding = (at: number): string => `#/${word}/${at + 1}`;

/** The place of the finding that an address names; null: the address names no finding. */
export function findingAt(address: string): number | null {
  const [, number] = /^#\/side-by-side\/(\d+)/.exec(address) ?? [];
  return number === undefined ? null : Number(number) - 1;
}

/** The name of the run in an address; null: the address names no run. */
export const runAt = (address: string): string | null => new URLSearchParams(address.split('?')[1] ?? '').get('run');

export const addressOfRun = (run: string): string => `#/timeline?${new URLSearchParams({ run })}`;

/** The address of a line in its run; null: the line has no details. */
export function addressOfLine({ id }: Line, { place }: Story): string | null {
  if (id === null) return null;
  return `#/${wordOf(id)}/${encodeURIComponent(id)}?${new URLSearchParams({ in: 'timeline', ...place })}`;
}

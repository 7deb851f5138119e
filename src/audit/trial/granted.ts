import { isObject } from '../../core/base/json-values.ts';
import { withoutGenerated } from './state.ts';
import type { Trial, TrialRun } from './trial-result.ts';

/** What an application's state says that buyers have for their payments: credits, points, balances. */

interface Granted {
  /** The place, in which entries of lists have names: `credits[user-ada].credits`. */
  readonly path: string;
  readonly value: number;
  /** The object that has the number, with its other fields. */
  readonly entry: unknown;
}

/** Words for what a payment gives a buyer, and for numbers that are none of it. */
const granting = /credit|point|seat|token|quota|balance|minute/i;
const other = /(^|_)(id|no|nr|number|price|cost|size|version|at|rate|limit|max|min|capacity)s?$|(Id|At)$/;

/** How deep a state is searched. */
const deepest = 12;

/** The numbers above zero that something granted; numbers without a place that is the same in each run are left out. */
function grantedIn(state: unknown): Granted[] {
  const found: Granted[] = [];
  const look = (value: unknown, path: string, depth: number): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      for (const item of value) {
        const name = nameOf(item);
        if (name !== null) look(item, `${path}[${name}]`, depth + 1);
      }
    } else if (isObject(value)) {
      for (const [key, held] of Object.entries(value)) {
        if (withoutGenerated(key) !== key) continue;
        const at = path === '' ? key : `${path}.${key}`;
        if (typeof held !== 'number') look(held, at, depth + 1);
        else if (held > 0 && granting.test(at.replaceAll(/\[[^\]]*\]/g, '')) && !other.test(key))
          found.push({ path: at, value: held, entry: value });
      }
    }
  };
  look(state, '', 0);
  return found;
}

/** The first text of an entry that is the same in each run; null: the entry has none. */
const nameOf = (item: unknown): string | null =>
  (isObject(item) ? Object.values(item) : []).find(
    (value): value is string => typeof value === 'string' && withoutGenerated(value) === value,
  ) ?? null;

const isSame = (one: unknown, two: unknown): boolean =>
  JSON.stringify(withoutGenerated(one)) === JSON.stringify(withoutGenerated(two));

/** Credits and the like that stay after the payments for them were taken back. */
export interface GrantedKept {
  readonly path: string;
  readonly value: number;
  /** Whether another run shows that payments grant it: in that run a payment failed or was not heard of. */
  readonly isOfPayments: boolean;
}

/** The adversities under which an application has less of what payments grant. */
export const withoutPayments = ['payment-failed', 'webhook-lost'] as const;

/**
 * Finds what is unchanged in a state, although everything that was paid for went back. If any of it has become less,
 * the application takes back what it granted, and the rest may come from elsewhere.
 */
export function grantedKept({ runs }: Trial, { run }: TrialRun): GrantedKept[] {
  if (run.stateBefore === null || run.state === null) return [];
  const after = new Map(grantedIn(run.state.value).map((each) => [each.path, each]));
  const before = grantedIn(run.stateBefore.value);
  if (before.some(({ path, value }) => (after.get(path)?.value ?? 0) < value)) return [];
  const less = runs.flatMap(({ adversity, run: beside }) =>
    withoutPayments.some((name) => name === adversity.name) && beside.state !== null
      ? [new Map(grantedIn(beside.state.value).map(({ path, value }) => [path, value]))]
      : [],
  );
  return before
    .filter(({ path, entry }) => isSame(after.get(path)?.entry, entry))
    .map(({ path, value }) => ({
      path,
      value,
      isOfPayments: less.some((numbers) => (numbers.get(path) ?? 0) < value),
    }));
}

import { isObject } from '../../core/base/json-values.ts';
import type { EventView } from '../observed/observed-run.ts';
import { incomplete, pass, type Verdict, violation } from '../rule.ts';
import { findingOf } from './judge-run.ts';
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
function grantedKept({ runs }: Trial, { run }: TrialRun): GrantedKept[] {
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

/** Whether credits and the like are unchanged after every payment was refunded, although something else has changed. */
export function judgeGranted(trial: Trial, trialRun: TrialRun, refunds: readonly EventView[]): Verdict {
  const kept = grantedKept(trial, trialRun);
  const sure = kept.filter(({ isOfPayments }) => isOfPayments);
  const [first] = sure.length > 0 ? sure : kept.filter(({ path }) => /credit/i.test(path));
  if (first === undefined) return pass;
  const { path, value, isOfPayments } = first;
  const { record } = trialRun.run;
  const finding = {
    ...findingOf(trialRun, path, `Each payment was refunded, and ${path} is ${value} as before.`, {
      deliveries: refunds.flatMap(({ id }) => record.deliveriesOf(id)),
      events: refunds,
      state: [],
    }),
    level: 'warning' as const,
    mend: 'When payment.refunded comes, take back what that payment gave the buyer, as far as it is not used up; or flag the buyer.',
  };
  return isOfPayments
    ? violation([finding])
    : incomplete(
        `Each payment was refunded, and ${path} is ${value} as before; no run shows whether payments grant it`,
        'look at it: what a payment gave the buyer must be taken back with the money',
        [finding],
      );
}

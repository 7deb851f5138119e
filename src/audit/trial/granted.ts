import { isObject } from '../../core/base/json-values.ts';
import { markedAttempts } from '../adversities/adversity-marks.ts';
import { makingOf } from '../observed/making.ts';
import { type EventView, isBroughtAbout, type ObservedRun } from '../observed/observed-run.ts';
import { incomplete, pass, type Verdict, violation } from '../rule.ts';
import { findingOf } from './judge-run.ts';
import { withoutGenerated } from './state.ts';
import { hitText, type Trial, type TrialRun } from './trial-result.ts';

/** What buyers have for their payments, according to an application's state: credits, points, balances. */

interface Granted {
  /** The path, in which list entries have names: `credits[user-ada].credits`. */
  readonly path: string;
  readonly value: number;
  /** The object that contains the number, with its other fields. */
  readonly entry: unknown;
  /** The list or the object that contains the entry. */
  readonly within: unknown;
}

/** Words for what a payment grants a buyer, and words for numbers that a payment does not grant. */
const granting = /credit|point|seat|token|quota|balance|minute/i;
const other = /(^|_)(id|no|nr|number|price|cost|size|version|at|rate|limit|max|min|capacity)s?$|(Id|At)$/;

/** How many levels deep a state is searched. */
const deepest = 12;

/**
 * The granted numbers, which can be zero or negative.
 * @param isOfOneRun whether the states of one run are compared, so that a path can contain what the run generated; if
 *   not, such numbers are left out
 */
function grantedIn(state: unknown, isOfOneRun = false): Granted[] {
  const found: Granted[] = [];
  const isName = (text: string): boolean => isOfOneRun || withoutGenerated(text) === text;
  const nameOf = (item: unknown): string | undefined =>
    (isObject(item) ? Object.values(item) : []).find(
      (value): value is string => typeof value === 'string' && isName(value),
    );
  const look = (value: unknown, within: unknown, path: string, depth: number): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      for (const item of value) {
        const name = nameOf(item);
        if (name !== undefined) look(item, value, `${path}[${name}]`, depth + 1);
      }
    } else if (isObject(value)) {
      for (const [key, held] of Object.entries(value)) {
        if (!isName(key)) continue;
        const at = path === '' ? key : `${path}.${key}`;
        if (typeof held !== 'number') look(held, value, at, depth + 1);
        else if (granting.test(at.replaceAll(/\[[^\]]*\]/g, '')) && !other.test(key))
          found.push({ path: at, value: held, entry: value, within });
      }
    }
  };
  look(state, null, '', 0);
  return found;
}

const isSame = (one: unknown, two: unknown): boolean =>
  JSON.stringify(withoutGenerated(one)) === JSON.stringify(withoutGenerated(two));

/** The entries beside an entry, and itself, that have the same fields, as one text. */
function alikeIn(within: unknown, entry: unknown): string {
  const fields = (value: unknown): string => Object.keys(value as object).join();
  const all = isObject(within) || Array.isArray(within) ? Object.values(within) : [];
  const alike = all.filter((each) => isObject(each) && fields(each) === fields(entry));
  return JSON.stringify(alike.map((each) => JSON.stringify(each)).sort());
}

/** Credits and similar values that remain after the payments for them were taken back. */
export interface GrantedKept {
  readonly path: string;
  readonly value: number;
  /** Whether another run, in which a payment failed or was not reported, shows that payments grant the value. */
  readonly isOfPayments: boolean;
}

/** The adversities that reduce what payments grant. */
export const withoutPayments = ['payment-failed', 'webhook-lost'] as const;

/** The events about payments that a run withheld: those that failed, and those that were not reported. */
const withheldIn = ({ adversity: { name }, run: { record } }: TrialRun): EventView[] =>
  withoutPayments.some((each) => each === name)
    ? record.events.filter(
        (event) =>
          (event.type === 'payment.failed' && isBroughtAbout(event, name)) ||
          record.deliveriesOf(event.id).some((delivery) => markedAttempts(delivery, name).length > 0),
      )
    : [];

const operationOf = (record: ObservedRun, event: EventView) => makingOf(record, event).operation;

/** Whether the money of a payment of one of the operations has not gone back, so that it can still grant something. */
function isPaidStill(record: ObservedRun, operations: ReadonlySet<string | null>): boolean {
  const paid = record.events.filter(
    (event) => event.type === 'payment.completed' && operations.has(operationOf(record, event)),
  );
  return paid.some(({ subject }) => {
    const latest = record.events.findLast(({ change }) => change.id === subject);
    return latest !== undefined && ['settled', 'partially_refunded'].includes(latest.change.to);
  });
}

/**
 * Finds granted values that are unchanged in a state although everything that was paid for went back. If any value
 * has decreased, the application takes back what it granted, and the rest may come from elsewhere.
 */
function grantedKept({ runs }: Trial, { run, armament }: TrialRun, refunds: readonly EventView[]): GrantedKept[] {
  if (run.stateBefore === null || run.state === null) return [];
  const operations = new Set(refunds.map((refund) => operationOf(run.record, refund)));
  const left = new Map(grantedIn(run.state.value, true).map(({ path, value }) => [path, value]));
  if (grantedIn(run.stateBefore.value, true).some(({ path, value }) => (left.get(path) ?? 0) < value)) return [];
  if (isPaidStill(run.record, operations)) return [];
  const after = new Map(grantedIn(run.state.value).map((each) => [each.path, each]));
  const before = grantedIn(run.stateBefore.value);
  const isAlike = (beside: ObservedRun, event: EventView): boolean =>
    armament.afterwards?.of === undefined || operations.has(operationOf(beside, event));
  const less = runs.flatMap((beside) => {
    const { record, state } = beside.run;
    const withheld = withheldIn(beside);
    // A run that also withheld payments of other operations does not show which of them granted a value.
    return state !== null && withheld.length > 0 && withheld.every((event) => isAlike(record, event))
      ? [new Map(grantedIn(state.value).map(({ path, value }) => [path, value]))]
      : [];
  });
  return before
    .filter(({ value }) => value > 0)
    .filter(({ path, entry, within }) => {
      const now = after.get(path);
      // An application that changed another entry of this kind reacts there, and this entry is about something else.
      return now !== undefined && isSame(now.entry, entry) && alikeIn(now.within, entry) === alikeIn(within, entry);
    })
    .map(({ path, value }) => ({
      path,
      value,
      isOfPayments: less.some((numbers) => (numbers.get(path) ?? 0) < value),
    }));
}

/**
 * Whether credits and similar values are unchanged after every payment was refunded, although other values changed.
 */
export function judgeGranted(trial: Trial, trialRun: TrialRun, refunds: readonly EventView[]): Verdict {
  const kept = grantedKept(trial, trialRun, refunds);
  const sure = kept.filter(({ isOfPayments }) => isOfPayments);
  // A credit that a payment of another kind granted remains.
  const isAll = trialRun.armament.afterwards?.of === undefined;
  const [first] = sure.length > 0 ? sure : kept.filter(({ path }) => isAll && /credit/i.test(path));
  if (first === undefined) return pass;
  const { path, value, isOfPayments } = first;
  const told = `Every payment${hitText(trialRun.armament)} was refunded, but ${path} is still ${value}`;
  const { record } = trialRun.run;
  const finding = {
    ...findingOf(trialRun, path, `${told}.`, {
      deliveries: refunds.flatMap(({ id }) => record.deliveriesOf(id)),
      events: refunds,
      state: [],
    }),
    level: 'warning' as const,
    fix: 'When payment.refunded arrives, take back the unused part of what that payment gave the buyer; or flag the buyer.',
  };
  return isOfPayments
    ? violation([finding])
    : incomplete(
        `${told}; no run shows whether payments grant it`,
        'check this value: what a payment gave the buyer must be taken back with the money',
        [finding],
      );
}

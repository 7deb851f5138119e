import { amount as money } from '../../core/base/terminal-text.ts';
import { isId } from '../../payments/platform/event-names.ts';
import type { EffectsDifference } from '../observed/effects.ts';
import { linkedTo } from '../observed/links.ts';
import type { ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import { ordersIn } from '../observed/same-request.ts';
import { numbersIn, type StateDifference, shown } from './state.ts';
import type { TrialRun } from './trial-result.ts';

/*
 * What is added or missing in a run, in the terms of the application. Consequences, such as numbers that shift because
 * an entry was added, come last.
 */

/** The most important difference from the control runs, as a sentence; empty if there is none. */
export function differenceText({ effects, state, run }: Pick<TrialRun, 'effects' | 'state' | 'run'>): string {
  const [more] = effects.more;
  if (more !== undefined) return addedWrite(run.record, more);
  const isWhole = run.ended.status === 0;
  const entry = isWhole ? decidingOf(state ?? []) : decidingOfPart(state ?? []);
  return entry === undefined ? '' : entryText(entry, isWhole);
}

/** What decides in a scenario that failed: what was added, or else what changed. What is missing is what it did not do. */
const decidingOfPart = (state: readonly StateDifference[]): StateDifference | undefined =>
  decidingOf(state.filter(({ wanted }) => wanted === undefined)) ??
  decidingOf(state.filter(({ found }) => found !== undefined));

/** The most important difference of a state; undefined if there is none but texts that may only have shifted. */
export const decidingOf = (state: readonly StateDifference[]): StateDifference | undefined =>
  byImportance(state).filter((entry) => rankOf(entry) < last)[0];

/** The most important change of a state, for the middle of a sentence: `revenue changed from 900 to 0`. */
export function changeText(changes: readonly StateDifference[]): string {
  const first = decidingOf(changes) ?? changes[0];
  return first === undefined
    ? 'only times changed'
    : `${placeText(first.at)} changed from ${shown(first.wanted)} to ${shown(first.found)}`;
}

/** `A second refund of $3.00 for order-2 was made.` */
function addedWrite(record: ObservedRun, { count, effects }: EffectsDifference['more'][number]): string {
  const asked = effects.at(-1)!.asked;
  const nth = words[effects.length - 1] ?? `${effects.length}th`;
  const which = effects.length > count ? `A ${nth}` : 'An additional';
  const { amount } = asked.body ?? {};
  const worth = typeof amount === 'number' ? ` of ${money(amount, currencyOf(asked))}` : '';
  const order = orderOf(record, asked);
  return `${which} ${nounOf(asked)}${worth}${order === null ? '' : ` for ${order}`} was made.`;
}

const words = ['first', 'second', 'third', 'fourth', 'fifth'];

/** `refund` for `transactions.refund`, `payout` for `payouts.create`. */
const nounOf = ({ operation }: ObservedRequest): string => {
  const [resource = '', verb = ''] = (operation ?? '').split('.');
  return (verb === 'create' ? resource.replace(/s$/, '') : verb).replaceAll('_', ' ');
};

const currencyOf = ({ body, object }: ObservedRequest): string => String(body?.currency ?? object?.currency ?? 'USD');

/** The application's own name for the order of a call; null if the record does not show it. */
function orderOf(record: ObservedRun, asked: ObservedRequest): string | null {
  const ids = `${asked.path} ${asked.view.body ?? ''}`.match(/\w{6,}/g) ?? [];
  const names = ids.flatMap((id) => [...(linkedTo(record, id) ?? [])]);
  return ordersIn(asked)[0] ?? names.find((name) => !isId(name)) ?? null;
}

/** Everything that a difference shows, for a search for the names of objects. */
export const textIn = ({ at, wanted, found, entry }: StateDifference): string =>
  JSON.stringify([at, wanted, found, entry]);

/** The lines about a state: first what was added or is missing, last texts that differ in digits only. */
export const stateLines = (state: readonly StateDifference[]): string[] => byImportance(state).map(stateLine);

/** `orders[order-2].status: "paid" in the controls, "open" here`. */
export const stateLine = ({ at, wanted, found }: StateDifference): string =>
  `${at === '' ? '(all)' : placeText(at)}: ${shown(wanted)} in the controls, ${shown(found)} here`;

/** A place without the indexes of list entries, which count in a sorted copy. */
export const placeText = (at: string): string => at.replaceAll(/\[\d+\]/g, '[…]');

const byImportance = (state: readonly StateDifference[]): StateDifference[] =>
  [...state].sort((one, other) => rankOf(one) - rankOf(other));

/** What was added or is missing comes first, before other changes, and what contains numbers before texts. */
function rankOf({ wanted, found }: StateDifference): number {
  if (wanted === undefined || found === undefined) return isAboutNumbers(wanted ?? found) ? 0 : 1;
  if (typeof wanted === 'string' && wanted.replace(/\d+/g, '') === String(found).replace(/\d+/g, '')) return last;
  return typeof wanted === 'number' && Math.abs(wanted - Number(found)) > 1 ? 0 : 2;
}

/** Whether an entry contains a number, as entries about money do and most messages do not. */
const isAboutNumbers = (value: unknown): boolean => numbersIn(value).length > 0;

/** The rank of texts that differ in digits only, which often only shift. */
const last = 3;

/**
 * `mails has one entry more: {"to":"ada@example.com"}.`, or `orders[1].status is "open" instead of "paid".`
 * @param isWhole whether the scenario came to its end, so that both states are about the same steps
 */
function entryText({ at, wanted, found }: StateDifference, isWhole: boolean): string {
  if (wanted !== undefined && found !== undefined) {
    const place = at === '' ? 'The state' : placeText(at);
    return isWhole
      ? `${place} is ${shown(found)} instead of ${shown(wanted)}.`
      : `${place} is ${shown(found)} when the scenario fails, and ${shown(wanted)} at the end of the controls.`;
  }
  const list = /^(.+)\[[^\]]+\]$/.exec(at)?.[1];
  const place = placeText(list ?? at);
  if (wanted === undefined)
    return `${list === undefined ? `${place} was added` : `${place} has one entry more`}: ${shown(found)}.`;
  return list === undefined
    ? `${place} is missing: ${shown(wanted)}.`
    : `${place} has one entry less: ${shown(wanted)}.`;
}

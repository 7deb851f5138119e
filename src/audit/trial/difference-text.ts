import { amount as money } from '../../core/base/terminal-text.ts';
import { isId } from '../../payments/platform/event-names.ts';
import type { EffectsDifference } from '../observed/effects.ts';
import { linkedTo } from '../observed/links.ts';
import type { ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import { ordersIn } from '../observed/same-request.ts';
import { type StateDifference, shown } from './state.ts';
import type { TrialRun } from './trial-result.ts';

/*
 * What is added or missing in a run, in the terms of the application. Consequences, such as numbers that shift because
 * an entry was added, come last.
 */

/** The most important difference from the control runs, as a sentence; empty if there is none. */
export function differenceText({ effects, state, run }: Pick<TrialRun, 'effects' | 'state' | 'run'>): string {
  const [more] = effects.more;
  if (more !== undefined) return addedWrite(run.record, more);
  const [entry] = byImportance(state ?? []);
  return entry === undefined || rankOf(entry) === last ? '' : entryText(entry);
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

/** The lines about a state: first what was added or is missing, last texts that differ in digits only. */
export const stateLines = (state: readonly StateDifference[]): string[] => byImportance(state).map(stateLine);

/** `orders[1].status: "paid" in the controls, "open" here`. */
export const stateLine = ({ at, wanted, found }: StateDifference): string =>
  `${at === '' ? '(all)' : at}: ${shown(wanted)} in the controls, ${shown(found)} here`;

const byImportance = (state: readonly StateDifference[]): StateDifference[] =>
  [...state].sort((one, other) => rankOf(one) - rankOf(other));

function rankOf({ wanted, found }: StateDifference): number {
  if (wanted === undefined || found === undefined) return 0;
  return typeof wanted === 'string' && wanted.replace(/\d+/g, '') === String(found).replace(/\d+/g, '') ? last : 1;
}

/** The rank of texts that differ in digits only, which often only shift. */
const last = 2;

/** `mails has one entry more: {"to":"ada@example.com"}.`, or `orders[1].status is "open" instead of "paid".` */
function entryText({ at, wanted, found }: StateDifference): string {
  if (wanted !== undefined && found !== undefined)
    return `${at === '' ? 'The state' : at} is ${shown(found)} instead of ${shown(wanted)}.`;
  const list = /^(.+)\[\d+\]$/.exec(at)?.[1];
  if (wanted === undefined)
    return `${list === undefined ? `${at} was added` : `${list} has one entry more`}: ${shown(found)}.`;
  return list === undefined ? `${at} is missing: ${shown(wanted)}.` : `${list} has one entry less: ${shown(wanted)}.`;
}

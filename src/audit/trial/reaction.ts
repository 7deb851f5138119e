import { isObject } from '../../core/base/json-values.ts';
import { holds } from '../../payments/platform/event-names.ts';
import { namesIn } from '../observed/deliveries.ts';
import { linkedNames } from '../observed/links.ts';
import { type EventView, isBroughtAbout, type ObservedRequest, type ObservedRun } from '../observed/observed-run.ts';
import { incomplete, type Verdict } from '../verdict.ts';
import { typesOf } from './judge-run.ts';
import type { Run } from './run.ts';
import type { StateBaseline, StateDifference } from './state.ts';
import { itemsNaming } from './state-items.ts';

/*
 * The audit moves the clock on after it has brought money back, so that the application can react. The clock also
 * brings about renewals and other events, and what an application does then may be its answer to these.
 */

/** The mark of what the audit's own moves of the clock bring about. */
const byClock = 'settle';

/** The delivered events that the clock brought about after money came back, and that are not about this money. */
export function eventsBeside(record: ObservedRun, returns: readonly EventView[]): EventView[] {
  const since = Math.min(...returns.map(({ created }) => created));
  const own = new Set(returns.flatMap(namesIn));
  return record.events.filter(
    (event) =>
      event.created >= since &&
      isBroughtAbout(event, byClock) &&
      record.deliveriesOf(event.id).length > 0 &&
      !namesIn(event).some((name) => own.has(name)),
  );
}

/** Names of money, with those of its buyers: their ids and their email addresses. */
export function withBuyers({ events }: ObservedRun, names: ReadonlySet<string>): ReadonlySet<string> {
  const about = events.filter((event) => namesIn(event).some((name) => names.has(name)));
  const buyers = about.flatMap(({ data }) => (isObject(data) ? [data.customer_id, data.customer_email] : []));
  return new Set([...names, ...buyers.filter((each) => typeof each === 'string')]);
}

/** What identifies returned money and its customers, but not what other events at the same time are about. */
function ownNames(record: ObservedRun, returns: readonly EventView[]): Set<string> {
  const linked = withBuyers(record, new Set(returns.flatMap((event) => [...linkedNames(record, event)])));
  const others = withBuyers(record, new Set(eventsBeside(record, returns).flatMap(namesIn)));
  return new Set([...[...linked].filter((name) => !others.has(name)), ...returns.flatMap(namesIn)]);
}

/** Whether a change is in an object that has one of the names. */
export function isAbout({ at, holder }: StateDifference, names: ReadonlySet<string>): boolean {
  const own = isObject(holder) ? Object.values(holder).filter((value) => typeof value === 'string') : [];
  return [...names].some((name) => [at, ...own].some((text) => holds(text, name)));
}

/** Whether one of some calls is certainly a reaction to returned money. */
export function isCalledFor(record: ObservedRun, returns: readonly EventView[], calls: readonly ObservedRequest[]) {
  if (eventsBeside(record, returns).length === 0) return calls.length > 0;
  const names = [...ownNames(record, returns)];
  return calls.some(({ view: { path, body } }) => names.some((name) => holds(`${path} ${body ?? ''}`, name)));
}

/** Whether the application certainly reacted to returned money in its state: an entry about it changed. */
export function hasReacted(
  { record, stateBefore, state }: Run,
  returns: readonly EventView[],
  stateBaseline: StateBaseline | null,
): boolean {
  if (stateBefore === null || state === null || stateBaseline === null) return false;
  const names = ownNames(record, returns);
  const [before, after] = [stateBefore, state].map(({ value }) => JSON.stringify(itemsNaming(value, names)));
  const changes = stateBaseline.changes(stateBefore.value, state.value, record);
  return before !== after || changes.some((change) => isAbout(change, names));
}

/** The verdict if other events explain what changed after money came back; null if they do not. */
export function explainedByOthers(
  run: Run,
  returns: readonly EventView[],
  stateBaseline: StateBaseline | null,
): Verdict | null {
  const others = eventsBeside(run.record, returns);
  if (others.length === 0 || run.stateBefore === null || hasReacted(run, returns, stateBaseline)) return null;
  const types = typesOf(others.flatMap(({ id }) => run.record.deliveriesOf(id)));
  return incomplete(
    `After ${returns[0]!.type}, the state of the application changed, but in no entry about that money, and other events came at the same time: ${types}`,
    `have the state show what the application did about ${returns[0]!.type}; and end in the scenario what the clock would renew`,
  );
}

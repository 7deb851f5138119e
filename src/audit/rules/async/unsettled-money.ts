import { isObject } from '../../../core/base/json-values.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import { namesIn } from '../../observed/deliveries.ts';
import type { EventView, ObservedRun } from '../../observed/observed-run.ts';
import { incomplete, pass, type Verdict, violation } from '../../rule.ts';
import { cannotSee, endOf, findingOf, type Judge, noOccasion } from '../../trial/judge-run.ts';
import type { Run } from '../../trial/run.ts';
import {
  grants,
  haveSameInstants,
  isAmong,
  itemsNaming,
  type StateItem,
  withoutCopies,
} from '../../trial/state-items.ts';
import { hasPassed, hitText, type TrialRun } from '../../trial/trial-result.ts';

/** The judges of money that an application counts on, and that does not arrive. */

/** What the judges of money that does not arrive share. */
export interface Unsettled extends TrialRun {
  readonly events: readonly EventView[];
  readonly success: string;
  readonly said: string;
  readonly isFirst: boolean;
}

/** Whether something holds in comparison with each control run. */
const beside = ({ controls }: TrialRun, holds: (control: Run) => boolean): boolean => controls.every(holds);

/**
 * If payments do not settle and the state equals the state in the control runs, the application mistook an accepted
 * payment for a paid one.
 */
export const unsettledJudges: readonly Judge<Unsettled>[] = [
  (of) => (of.events.length === 0 ? noOccasion(of) : null),
  (of) => (!hasPassed(of) || of.effects.more.length + of.effects.less.length > 0 ? noticed(of) : null),
  (of) => (of.state === null ? cannotSee(of, `how the application handled ${of.events[0]?.type}`) : null),
  (of) => {
    const isKept =
      of.adversity.name === 'payment-failed' && beside(of, ({ record }) => hasStockKept(record, of.run.record));
    return isKept ? stockKept(of) : null;
  },
  (of) => {
    const kept = of.events.find((event) => beside(of, (control) => isKeptAsPaid(control, of, event)));
    return kept === undefined
      ? null
      : mistaken(of, 'the application has the same entries about it as when the money arrives', [kept]);
  },
  (of) =>
    (of.state ?? []).length > 0 || beside(of, (control) => hasOtherInstants(control, of.run)) ? noticed(of) : null,
  (of) => mistaken(of, 'the application ends in the same state as when the money arrives', of.events),
];

function mistaken(of: Unsettled, keeps: string, events: readonly EventView[]): Verdict {
  const { type } = of.events[0]!;
  const what = of.success === 'payout.paid' ? 'payout' : 'payment';
  const deliveries = events.flatMap(({ id }) => of.run.record.deliveriesOf(id));
  const message = `${of.said}, but ${keeps}: either it treats an accepted ${what} as paid, or it does not book this money at all.`;
  return violation([findingOf(of, type, message, { deliveries, events })]);
}

/** The application noticed something, but that does not show that it stopped granting access or goods. */
function noticed(of: Unsettled): Verdict {
  const isGranted = (event: EventView) =>
    beside(of, (control) => {
      const names = of.isFirst ? [event.subject] : namesAbout(of.run, event);
      const entries = entriesNaming(names, control, of, event, withoutCopies);
      return entries.some(({ value, isSame }) => isSame && grants(value));
    });
  const granted = of.events.filter(isGranted);
  if (granted.length > 0) return stillGranted(of, granted);
  return hasPassed(of) || of.events.some((event) => isShown(of, event)) ? pass : nothingJudged(of);
}

/** Whether the state shows what the application made of money that did not arrive. */
const isShown = ({ run }: Unsettled, event: EventView): boolean =>
  itemsNaming(run.state?.value, new Set(namesAbout(run, event))).length > 0;

/** The scenario ended before the application showed what it makes of money that did not arrive. */
function nothingJudged(of: Unsettled): Verdict {
  const [{ type }] = of.events as readonly [EventView];
  return incomplete(
    `Under ${of.adversity.name}${hitText(of.armament)}, the scenario failed before anything could be judged`,
    'have the scenario check what the application does when the payment does not arrive',
    [findingOf(of, type, `The scenario ${endOf(of)}, so nothing was judged.`, { events: of.events })],
  );
}

/** How many items an application took from stock and did not put back. */
const takenFromStock = (record: ObservedRun): number =>
  record
    .of('inventory.adjust')
    .reduce((sum, { isAccepted, body }) => sum - (isAccepted ? Number(body?.delta ?? 0) : 0), 0);

/** Whether the stock is as low as in a control run, in which payments settle, although no payment settled. */
const hasStockKept = (control: ObservedRun, record: ObservedRun): boolean =>
  !record.events.some(({ type }) => type === 'payment.completed') &&
  takenFromStock(control) > 0 &&
  takenFromStock(record) === takenFromStock(control);

const stockKept = (trialRun: Unsettled): Verdict =>
  violation([
    {
      ...findingOf(
        trialRun,
        'inventory.adjust',
        `No payment was settled, but the application did not put ${counted(takenFromStock(trialRun.run.record), 'piece')} back into stock.`,
        { events: trialRun.events, requests: trialRun.run.record.of('inventory.adjust') },
      ),
      level: 'warning',
      fix: 'When payment.failed arrives, put the items of that payment back into stock; or take them only when payment.completed arrives.',
    },
  ]);

/** @param events the events about money that did not arrive, for which the state still grants something */
function stillGranted(of: Unsettled, events: readonly EventView[]): Verdict {
  const [{ type }] = events as readonly [EventView];
  const many = counted(events.length, 'payment or payout', 'payments or payouts');
  const message = `${type} was sent for ${many}, but an entry that names it still grants as much as when the money arrives, although something else has changed.`;
  const finding = { ...findingOf(of, type, message, { events }), level: 'warning' as const };
  return of.isFirst
    ? violation([finding])
    : incomplete(
        `Under ${of.adversity.name} something differs, but the application's entries about ${many} grant as much as if the money had arrived`,
        'check these entries: a grace period may be intended, but it must end',
        [finding],
      );
}

const begunAt = ({ record }: Run): number => record.requests[0]?.at ?? 0;

/**
 * The entries of a run's state that contain a name, and whether each equals an entry of a control run about a settled
 * payment.
 * @param part the part of an entry to compare
 */
function entriesNaming(
  names: readonly string[],
  control: Run,
  { run, success }: Unsettled,
  event: EventView,
  part = (value: unknown) => value,
) {
  const { events } = control.record;
  const settled = events.filter((each) => [success, event.type].includes(each.type) && !isGoneBack(events, each));
  const partsNaming = (state: unknown, all: readonly string[]): StateItem[] =>
    itemsNaming(state, new Set(all)).map(({ path, value }) => ({ path, value: part(value) }));
  const wanted = partsNaming(control.state?.value, settled.flatMap(namesIn));
  return partsNaming(run.state?.value, names).map((item) => ({
    value: item.value,
    isSame: isAmong(item, begunAt(run), wanted, begunAt(control)),
  }));
}

/** Whether money came back later, or a part of it, so that the entries about it show no grant. */
const isGoneBack = (events: readonly EventView[], { subject, change }: EventView): boolean =>
  events.findLast((each) => each.change.id === subject)?.change.to !== change.to;

/** The names of an event's object. For a renewal, another event adds the names of the renewed object. */
const namesAbout = ({ record }: Run, event: EventView): string[] =>
  [event, ...record.events.filter(({ data }) => isObject(data) && data.transaction_id === event.subject)].flatMap(
    namesIn,
  );

/** Whether the entries about an event's object grant something, and all of them look as if the money had arrived. */
function isKeptAsPaid(control: Run, of: Unsettled, event: EventView): boolean {
  const entries = entriesNaming(namesAbout(of.run, event), control, of, event);
  return entries.some(({ value }) => grants(value)) && entries.every(({ isSame }) => isSame);
}

/**
 * Whether a run's state has other timestamps than the state of a control run, counted from the first call: access
 * ends sooner. In other cases timestamps prove nothing, because each run has its own.
 */
const hasOtherInstants = (control: Run, run: Run): boolean =>
  !haveSameInstants(run.state?.value, begunAt(run), control.state?.value, begunAt(control));

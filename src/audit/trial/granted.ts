import { isObject } from '../../core/base/json-values.ts';
import { markedAttempts } from '../adversities/adversity-marks.ts';
import { linkedNames } from '../observed/links.ts';
import { makingOf } from '../observed/making.ts';
import { type EventView, isBroughtAbout, type ObservedRun } from '../observed/observed-run.ts';
import { incomplete, pass, type Verdict, violation } from '../verdict.ts';
import { changeText, placeText } from './difference-text.ts';
import { findingOf } from './judge-run.ts';
import { isAbout, withBuyers } from './reaction.ts';
import type { Run } from './run.ts';
import { type StateDifference, shown } from './state.ts';
import { grants, grantsAccess, itemsNaming, namesLinked, type StateItem } from './state-items.ts';
import { hitText, type Trial, type TrialRun } from './trial-result.ts';

/*
 * What an application still grants after the money for it went back. The entries that belong to the money are those
 * that are linked to it, by the platform or by the application. What payments grant is what the state of a run in
 * which they failed, or were not reported, does not have.
 */

/** The adversities that reduce what payments grant. */
export const withoutPayments = ['payment-failed', 'webhook-lost'] as const;

const operationOf = (record: ObservedRun, event: EventView) => makingOf(record, event).operation;

/** What payments granted before a refund, as differences from runs that withheld such payments and no others. */
function grantedBy({ runs, stateBaseline }: Trial, { run, armament }: TrialRun, refunds: readonly EventView[]) {
  const operations = new Set(refunds.map((event) => operationOf(run.record, event)));
  const isMeant = ({ record }: Run, event: EventView) =>
    armament.afterwards?.of === undefined || operations.has(operationOf(record, event));
  return runs
    .flatMap((beside) => {
      const { state, record } = beside.run;
      const withheld = withheldIn(beside);
      return state === null || withheld.length === 0 || !withheld.every((event) => isMeant(beside.run, event))
        ? []
        : stateBaseline!.changes(state.value, run.stateBefore?.value, record, run.record);
    })
    .filter(({ wanted, found }) => found !== undefined && !(isNumber(wanted) && Number(found) <= wanted));
}

/** The events about payments that a run withheld: those that failed, and those that were not reported. */
const withheldIn = ({ adversity: { name }, run: { record } }: TrialRun): EventView[] =>
  withoutPayments.some((each) => each === name)
    ? record.events.filter(
        (event) =>
          (event.type === 'payment.failed' && isBroughtAbout(event, name)) ||
          record.deliveriesOf(event.id).some((delivery) => markedAttempts(delivery, name).length > 0),
      )
    : [];

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** A number that exists without the payment as well, but is smaller then. */
const isRaised = ({ wanted, found }: StateDifference): boolean => isNumber(wanted) && isNumber(found);

/** The names of money, and of its buyers. */
const namesOf = (record: ObservedRun, events: readonly EventView[]): ReadonlySet<string> =>
  withBuyers(record, new Set(events.flatMap((event) => [...linkedNames(record, event)])));

const textOf = ({ path, value }: StateItem): string => `${path} ${JSON.stringify(value)}`;

/** Whether a value is an object of the same state, or contains it. */
const contains = (value: unknown, object: unknown): boolean =>
  value === object || (value instanceof Object && Object.values(value).some((each) => contains(each, object)));

/** Whether a change is in an object with the fields of another, so that the application reacts there. */
const isAlike = ({ holder }: StateDifference, value: unknown): boolean =>
  isObject(holder) && isObject(value) && Object.keys(value).every((name) => name in holder);

/** Something that is as before, although the money for it went back. */
interface Kept {
  readonly event: EventView;
  readonly text: string;
  /** Whether it is linked to the money, a run shows that payments grant it, and no reaction explains it. */
  readonly isSure: boolean;
  readonly isLinked: boolean;
}

/** What is known about a run in which money came back. */
interface Returned {
  readonly run: Run;
  /** What payments granted; empty if other money than a payment came back. */
  readonly granted: readonly StateDifference[];
  /** What changed when the money came back. */
  readonly changes: readonly StateDifference[];
  /** The names of other payments. */
  readonly others: ReadonlySet<string>;
}

/**
 * The entries about returned money that grant something and stayed exactly as they were. A list that got a further
 * entry about the money records what happened, so its earlier entries rightly stay. So does an entry that only says
 * that money arrived, if another entry has changed, and the record of a payout, whose status remains `paid`.
 */
function keptOf({ run, granted, changes, others }: Returned, event: EventView): Kept[] {
  const names = linkedNames(run.record, event);
  const [before, after] = [run.stateBefore?.value, run.state?.value];
  const linked = namesLinked(before, namesOf(run.record, [event]), others);
  const [direct, directAfter] = [itemsNaming(before, names), itemsNaming(after, names)];
  const was = [...direct, ...itemsNaming(before, linked)];
  const old = new Set(was.map(textOf));
  const now = new Set([...directAfter, ...itemsNaming(after, linked)].map(textOf));
  const many = (items: readonly StateItem[], path: string) => items.filter((item) => item.path === path).length;
  const isRecording = ({ path }: StateItem): boolean => many(directAfter, path) > many(direct, path);
  const isPayout = ({ value }: StateItem): boolean =>
    event.type.startsWith('payout.') && JSON.stringify(value).includes(`"${event.subject}"`);
  const shownIn = ({ path, value }: StateItem) =>
    granted.filter((each) => (isObject(value) ? contains(value, each.holder) : each.path === path));
  const isGrant = (item: StateItem): boolean => grants(item.value) || shownIn(item).some(isRaised);
  const hasReacted = was.some((item) => isGrant(item) && !now.has(textOf(item)));
  const isFlagged =
    [...old, ...now].some((text) => !old.has(text) || !now.has(text)) ||
    changes.some((change) => isAbout(change, linked));
  return was
    .filter((item) => now.has(textOf(item)) && (hasReacted ? grantsAccess(item.value) : isGrant(item)))
    .filter((item) => direct.includes(item) || shownIn(item).length > 0)
    .filter((item) => !isRecording(item) && !isPayout(item))
    .map((item) => ({
      event,
      text: `${item.path.replaceAll(/\[\]|\{\}/g, '[…]')} is still ${shown(item.value)}`,
      isSure: shownIn(item).length > 0 && !isFlagged && !changes.some((change) => isAlike(change, item.value)),
      isLinked: true,
    }));
}

/** What payments granted and the state links to none of them, if all went back and nothing of its kind changed. */
function keptUnlinked({ run, granted, changes, others }: Returned, learnt: readonly EventView[]): Kept[] {
  const names = namesOf(run.record, learnt);
  const isShown = [run.stateBefore, run.state].some((state) => itemsNaming(state?.value, names).length > 0);
  if (isShown || others.size > 0) return [];
  return granted
    .filter((each) => isRaised(each) || (each.holder !== run.stateBefore?.value && grants(each.holder)))
    .filter((each) => !changes.some((change) => change.at === each.at || isAlike(change, each.holder)))
    .map(({ at, found }) => ({
      event: learnt[0]!,
      text: `${placeText(at)} is still ${shown(found)}`,
      isSure: false,
      isLinked: false,
    }));
}

/**
 * Whether something that payments grant is as before, although the money for it went back and something else changed.
 * @param learnt the events about returned money that the application learnt
 * @param changes what changed in the state when the money came back
 */
export function judgeGranted(
  trial: Trial,
  trialRun: TrialRun,
  learnt: readonly EventView[],
  changes: readonly StateDifference[],
): Verdict {
  const { run, adversity, armament } = trialRun;
  const { record, stateBefore, state } = run;
  if (trial.stateBaseline === null || stateBefore === null || state === null) return pass;
  const isOther = ({ type, subject }: EventView): boolean =>
    type === 'payment.completed' && learnt.every((event) => event.subject !== subject);
  const isRefund = learnt.every(({ type }) => type === 'payment.refunded');
  const returned: Returned = {
    run,
    granted: isRefund ? grantedBy(trial, trialRun, learnt) : [],
    changes,
    others: namesOf(record, record.events.filter(isOther)),
  };
  const all = [...learnt.flatMap((event) => keptOf(returned, event)), ...keptUnlinked(returned, learnt)];
  const first = all.find(({ isSure }) => isSure) ?? all[0];
  if (first === undefined) return pass;
  const { event, text, isSure, isLinked } = first;
  const message = `After ${event.type}${hitText(armament)}, ${changeText(changes)}, but ${text}.`;
  const deliveries = record.deliveriesOf(event.id);
  const finding = {
    ...findingOf(trialRun, event.type, message, { deliveries, events: [event], effects: false, state: [] }),
    level: 'warning' as const,
  };
  if (isSure) return violation([finding]);
  const [because, nextStep] = isLinked
    ? [
        'an entry about the money grants as much as before',
        'check this entry: what the money was for must be taken back or flagged, unless the entry is only a record',
      ]
    : [
        'what payments grant is as before, and no entry names the payment or its buyer',
        'have the state show for which payment, order or customer each entry is',
      ];
  return incomplete(`Under ${adversity.name} something changed, but ${because}`, nextStep, [finding]);
}

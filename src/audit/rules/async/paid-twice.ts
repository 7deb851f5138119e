import { isObject } from '../../../core/base/json-values.ts';
import { holds } from '../../../payments/platform/event-names.ts';
import { isLearnt } from '../../adversities/adversity-marks.ts';
import type { EffectBaseline } from '../../observed/effects.ts';
import { linkedNames } from '../../observed/links.ts';
import { type EventView, isBroughtAbout, type ObservedRequest, type ObservedRun } from '../../observed/observed-run.ts';
import { isOfScenario } from '../../observed/scenario-requests.ts';
import { incomplete, pass, type Rule, type Verdict } from '../../rule.ts';
import { byComparison, cannotSee, findingOf, keepUp, noOccasion, overRuns } from '../../trial/judge-run.ts';
import { type StateDifference, withoutGenerated } from '../../trial/state.ts';
import { type StateItem, withoutItemsNaming } from '../../trial/state-items.ts';
import { hasPassed, type Trial, type TrialRun } from '../../trial/trial-result.ts';

export const paidTwice: Rule = {
  id: 'async/paid-twice',
  level: 'warning',
  ways: ['trial'],
  wrong:
    'An order that is already paid is paid again on another page, and the application neither refunds nor flags the money.',
  why: 'A buyer has the page open in two tabs, or opens an old link from an email. Money that belongs to no order stays with you until the buyer notices and disputes it.',
  fix: 'When payment.completed reports an order that is already paid, refund the payment, book it as credit, or flag it for a person. Reuse an open session instead of creating another one.',
  source:
    'A session stays open until it is paid or expires, and does not know about other sessions (specification, "Checkout sessions").',
  trial: (trial) => overRuns(trial, ['page-paid-twice'], (run) => judge(trial, run)),
};

/**
 * What the application made of a page that was paid after the scenario; a verdict if that is a reaction, or unknown.
 * @param page the page: `second`
 */
export function latePayment(trial: Trial, trialRun: TrialRun, page: string, isReaction: IsReaction) {
  const { run, adversity } = trialRun;
  const { record, stateBefore, state } = run;
  if (!hasPassed(trialRun)) return noOccasion(trialRun);
  if (!run.outlived) return incomplete(`The application ended before the ${page} page could be paid`, keepUp);
  const late = record.events.filter(
    (event) => event.type === 'payment.completed' && isBroughtAbout(event, adversity.name),
  );
  if (late.length === 0)
    return incomplete(
      `The ${page} page could not be paid after the scenario: the platform had closed it, or sold its stock`,
      'end the scenario within a day, by the clock of the emulator, after it has opened the page',
    );
  const deliveries = late.flatMap(({ id }) => record.deliveriesOf(id));
  if (!deliveries.some(({ status }) => status === 'failed') && !late.some((event) => isLearnt(record, event)))
    return incomplete(
      `The application neither received an event about the payment of the ${page} page nor read it`,
      'subscribe to payment.completed',
    );
  if (late.some((event) => isOpenedByScenario(record, event)))
    return incomplete(
      `The scenario itself opened the ${page} page, so the application may not know its order`,
      'have the application open the page',
    );
  const writes = record.requests.slice(run.requestsBefore).filter((asked) => isWriteOf(record, asked));
  if (writes.some((asked) => isReaction(asked, trial.baseline, late))) return pass;
  if (stateBefore === null || state === null || trial.stateBaseline === null)
    return cannotSee(trialRun, `how the application handled the payment of the ${page} page`);
  const states = { before: stateBefore.value, after: state.value, stateBaseline: trial.stateBaseline };
  return { record, late, deliveries, writes, ...states };
}

/** Whether not the application, but the scenario opened the page of a payment. */
const isOpenedByScenario = (record: ObservedRun, { data }: EventView): boolean =>
  record
    .of('checkout_sessions.create')
    .some((asked) => isObject(data) && asked.object?.id === data.checkout_session_id && isOfScenario(record, asked));

function judge(trial: Trial, trialRun: TrialRun): Verdict {
  const payment = latePayment(trial, trialRun, 'second', isReaction);
  if ('state' in payment) return payment;
  const { record, late, deliveries, writes, stateBaseline } = payment;
  // An entry about the order may name the second payment instead of the first.
  const names = new Set(record.events.filter(({ type }) => type === 'payment.completed').flatMap(namesOf));
  const [before, after] = [payment.before, payment.after].map((state) => withoutItemsNaming(state, names));
  const known = entriesIn(before!.rest).map(textOf);
  const changes = stateBaseline.changes(before!.rest, after!.rest, record);
  if (changes.some((change) => accountsFor(change, ofBuyer(record, late[0]!), known))) return pass;
  // An entry that differs from the entries about a first payment counts as a flag.
  const isKnown = (entry: StateItem) => before!.entries.some((other) => areAlike(entry, other));
  if (!after!.entries.every(isKnown) || after!.entries.length < before!.entries.length) return pass;
  const isRecorded = changes.length > 0 || writes.length > 0 || after!.entries.length > before!.entries.length;
  const keeps = isRecorded ? 'records it like the first payment, and nothing else' : 'keeps nothing more';
  return byComparison([
    findingOf(
      trialRun,
      'payment.completed',
      `An order was paid on one page, and again on another page that was still open; the application ${keeps}, and refunded nothing.`,
      { deliveries, effects: false, state: [] },
    ),
  ]);
}

/** Whether a call is an accepted write of the application. */
const isWriteOf = (record: ObservedRun, { operation, view, isAccepted }: ObservedRequest): boolean =>
  isAccepted &&
  view.method !== 'GET' &&
  view.path.startsWith('/api/v1/') &&
  operation !== null &&
  record.isForApplications(operation);

type IsReaction = (asked: ObservedRequest, baseline: EffectBaseline, late: readonly EventView[]) => boolean;

/** Whether a write gives the money back, or is one that a first payment does not lead to. */
const isReaction: IsReaction = ({ operation, view }, { operations }, late) =>
  !operations.has(operation!) || late.some(({ subject }) => view.path.includes(`/${subject}/`));

/** What identifies the order and the buyer of a payment. */
function ofBuyer(record: ObservedRun, event: EventView): string[] {
  const { customer_id, customer_email, metadata } = event.data as Record<string, unknown>;
  const own = [customer_id, customer_email, ...(isObject(metadata) ? Object.values(metadata) : [])];
  return [...linkedNames(record, event), ...own.filter((text): text is string => typeof text === 'string')];
}

/**
 * Whether a change accounts for the second payment: it shows something other than what a first payment leads to. A sum
 * over all buyers, and another entry like one that is there, only contain the payment once more.
 */
function accountsFor({ at, wanted, found, entry, holder }: StateDifference, names: readonly string[], known: string[]) {
  if (wanted === undefined) return !known.includes(textOf(isObject(found) ? (entry ?? found) : found));
  if (typeof wanted !== 'number' || typeof found !== 'number' || wanted === 0) return true;
  const own = isObject(holder) ? Object.values(holder).filter((value) => typeof value === 'string') : [];
  return [at, ...own].some((text) => names.some((name) => holds(text, name)));
}

/** All objects and list entries in a state. */
const entriesIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(entriesIn)] : [value];

/** The texts with which an application's entry can name a payment. */
const namesOf = ({ id, subject, data }: EventView): string[] =>
  isObject(data) && typeof data.checkout_session_id === 'string'
    ? [id, subject, data.checkout_session_id]
    : [id, subject];

/** Whether two entries are equal, except for their own ids and for values that each run generates. */
const areAlike = (one: StateItem, other: StateItem): boolean =>
  one.path === other.path && textOf(one.value) === textOf(other.value);

const textOf = (value: unknown): string => JSON.stringify(withoutGenerated(withoutOwnId(value))) ?? '';

const withoutOwnId = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !/^_?(id|number|serial)$/i.test(name)))
    : value;

import { isObject } from '../../../core/base/json-values.ts';
import { isLearnt } from '../../adversities/adversity-marks.ts';
import { type EventView, isBroughtAbout } from '../../observed/observed-run.ts';
import { incomplete, pass, type Rule, type Verdict } from '../../rule.ts';
import { byComparison, cannotSee, findingOf, keepUp, noOccasion, overRuns } from '../../trial/judge-run.ts';
import { withoutGenerated } from '../../trial/state.ts';
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

function judge({ stateBaseline }: Trial, trialRun: TrialRun): Verdict {
  const { run, adversity } = trialRun;
  const { record, stateBefore, state } = run;
  if (!hasPassed(trialRun)) return noOccasion(trialRun);
  if (!run.outlived) return incomplete('The application ended before the second page could be paid', keepUp);
  const late = record.events.filter(
    (event) => event.type === 'payment.completed' && isBroughtAbout(event, adversity.name),
  );
  const learnt = late.filter((event) => isLearnt(record, event));
  const [first] = learnt;
  if (late.length === 0) return noOccasion(trialRun);
  if (first === undefined) {
    return incomplete(
      'The application neither received an event about the second payment nor read it',
      'subscribe to payment.completed',
    );
  }
  const acts = record.requests.slice(run.requestsBefore).some(({ operation, view, isAccepted }) => {
    const isWrite = view.method !== 'GET' && view.path.startsWith('/api/v1/');
    return isWrite && isAccepted && operation !== null && record.isForApplications(operation);
  });
  if (acts) return pass;
  if (stateBefore === null || state === null || stateBaseline === null) {
    return cannotSee('how the application handled a second payment for one order');
  }
  // An entry about the order may name the second payment instead of the first.
  const names = new Set(record.events.filter(({ type }) => type === 'payment.completed').flatMap(namesOf));
  const [before, after] = [stateBefore, state].map(({ value }) => withoutItemsNaming(value, names));
  if (!stateBaseline.isSame(before!.rest, after!.rest, record)) return pass;
  // An entry that differs from the entries about a first payment counts as a flag.
  const isKnown = (entry: StateItem) => before!.entries.some((other) => areAlike(entry, other));
  if (!after!.entries.every(isKnown) || after!.entries.length < before!.entries.length) return pass;
  const keeps =
    after!.entries.length === before!.entries.length
      ? 'keeps nothing more'
      : 'records it like the first payment, and nothing else';
  return byComparison([
    findingOf(
      trialRun,
      'payment.completed',
      `An order was paid on one page, and again on another page that was still open; the application ${keeps}, and refunded nothing.`,
      { deliveries: learnt.flatMap(({ id }) => record.deliveriesOf(id)), effects: false, state: [] },
    ),
  ]);
}

/** The texts with which an application's entry can name a payment. */
const namesOf = ({ id, subject, data }: EventView): string[] =>
  isObject(data) && typeof data.checkout_session_id === 'string'
    ? [id, subject, data.checkout_session_id]
    : [id, subject];

/** Whether two entries are equal, except for their own ids and for values that each run generates. */
const areAlike = (one: StateItem, other: StateItem): boolean =>
  one.path === other.path && textOf(one.value) === textOf(other.value);

const textOf = (value: unknown): string => JSON.stringify(withoutGenerated(withoutOwnId(value)));

const withoutOwnId = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !/^_?(id|number|serial)$/i.test(name)))
    : value;

import { isObject } from '../../../core/base/json-values.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import { isLearnt } from '../../adversities/adversity-marks.ts';
import { renewalsOf } from '../../adversities/fault-plans.ts';
import { deliveriesAbout, namesIn } from '../../observed/deliveries.ts';
import { linkedNames } from '../../observed/links.ts';
import { type EventView, isBroughtAbout, type ObservedRun } from '../../observed/observed-run.ts';
import { type Finding, incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { judgeGranted } from '../../trial/granted.ts';
import { endOf, findingOf, giveState, keepUp, momentFor, noOccasion, overRuns } from '../../trial/judge-run.ts';
import type { Run } from '../../trial/run.ts';
import {
  grants,
  haveSameInstants,
  isAmong,
  itemsNaming,
  type StateItem,
  withoutCopies,
} from '../../trial/state-items.ts';
import { moneyReversals } from '../../trial/trial-parts.ts';
import { hasPassed, type Trial, type TrialRun } from '../../trial/trial-result.ts';

export const failureIgnored: Rule = {
  id: 'async/failure-ignored',
  level: 'error',
  ways: ['trial'],
  wrong:
    'The application does not react when money does not arrive or is taken back: its effects and its state stay the same.',
  why: 'The money is gone, but you ship goods, count sellers as paid, and book revenue that was taken back.',
  mend: 'Subscribe to the event that reports the reversal (payment.failed, payment.disputed, payout.returned or payout.failed), and undo or flag the consequences of the success.',
  says: 'A settled payment can be disputed, and a paid payout can be returned, days later (specification, "States and transitions").',
  trial: (trial) =>
    overRuns(trial, [...moneyReversals, 'renewal-late', 'payment-refunded'], (run) => {
      const how = unsettled[run.adversity.name];
      return how === undefined ? judge(trial, run) : judgeUnsettled(trial, run, how);
    }),
};

/** A case in which accepted payments do not settle. */
interface Unsettled {
  readonly said: string;
  /** The events that show the case. */
  readonly eventsOf: (record: ObservedRun) => readonly EventView[];
  /** The type of the event that reports the arrival of the money. */
  readonly success: string;
  readonly mistake: string;
}

const ofType =
  (wanted: string): Unsettled['eventsOf'] =>
  ({ events }) =>
    events.filter(({ type }) => type === wanted);

const payment = {
  success: 'payment.completed',
  mistake: 'it treats an accepted payment as paid',
} as const;

const unsettled: Readonly<Record<string, Unsettled>> = {
  'payment-failed': { ...payment, said: 'No payment was settled', eventsOf: ofType('payment.failed') },
  'renewal-failed': { ...payment, said: 'The payment of a renewal was rejected', eventsOf: ofType('payment.failed') },
  'payout-failed': {
    success: 'payout.paid',
    mistake: 'it treats an accepted payout as paid',
    said: 'No payout was paid',
    eventsOf: ofType('payout.failed'),
  },
  'renewal-late': {
    ...payment,
    said: 'The payment of a renewal had not settled',
    eventsOf: (record) => renewalsOf(record, { settled: false }),
  },
};

/** The fix for each adversity. */
const mends: Readonly<Record<string, string>> = {
  'payment-failed':
    'Wait for payment.completed before you act on an accepted payment; or subscribe to payment.failed, and undo or flag the consequences.',
  'renewal-failed':
    'Subscribe to payment.failed, find the subscription by its transaction, and take back what the renewal granted.',
  'renewal-late':
    'Treat subscription.renewed as a bill, not as money: extend the subscription when payment.completed for its transaction_id arrives, and keep the old end until then.',
  'payout-failed':
    'Wait for payout.paid before you count the payee as paid; or subscribe to payout.failed, and owe the payee the money again.',
  'payment-refunded':
    'Subscribe to payment.refunded, which also reports refunds that others make, and take back what the payment was for.',
  'payout-returned':
    'Subscribe to payout.returned, and owe the payee the money again. The status of the payout remains paid.',
  'payment-disputed':
    'Subscribe to payment.disputed or dispute.created, and withhold, take back or flag what the payment was for.',
  'bank-debit-failed':
    'Subscribe to payment.disputed, which reports a returned bank debit with dispute_kind ach_return, and undo or flag what the payment was for.',
};

const mended = (finding: Finding): Finding => {
  const mend = mends[finding.adversity ?? ''];
  return mend === undefined ? finding : { ...finding, mend };
};

/**
 * If payments do not settle and the state equals the state in the control runs, the application mistook an accepted
 * payment for a paid one.
 */
function judgeUnsettled(
  { controls }: Trial,
  trialRun: TrialRun,
  { said, eventsOf, success, mistake }: Unsettled,
): Verdict {
  const { run, state, effects } = trialRun;
  const events = eventsOf(run.record).filter((event) => isBroughtAbout(event, trialRun.adversity.name));
  const [first] = events;
  if (first === undefined) return noOccasion(trialRun);
  // The application noticed something, but that does not show that it stopped granting access or goods.
  const noticed = (): Verdict => {
    const isFirst = ofFirstPayment.has(trialRun.adversity.name);
    const isGranted = (event: EventView) =>
      controls.every((control) => {
        const names = isFirst ? [event.subject] : namesAbout(run, event);
        const entries = entriesNaming(names, control, run, event, success, withoutCopies);
        return entries.some(({ value, isSame }) => isSame && grants(value));
      });
    const granted = events.filter(isGranted);
    return granted.length === 0 ? pass : stillGranted(trialRun, granted);
  };
  if (!hasPassed(trialRun) || effects.more.length > 0 || effects.less.length > 0) return noticed();
  if (state === null) return incomplete(`The audit cannot see how the application handled ${first.type}`, giveState);
  const deliveries = run.record.deliveries.filter(({ event_type }) => event_type === first.type);
  const found = (keeps: string, about: readonly EventView[]): Verdict =>
    violation([
      mended(
        findingOf(trialRun, first.type, `${said}, but ${keeps}: ${mistake}.`, {
          deliveries,
          events: about,
        }),
      ),
    ]);
  const stock = controls.every((control) => hasStockKept(control.record, run.record));
  if (trialRun.adversity.name === 'payment-failed' && stock) return stockKept(trialRun, events);
  const kept = events.find((event) => controls.every((control) => isKeptAsPaid(control, run, event, success)));
  if (kept !== undefined)
    return found(`the application has the same entries about it as when the money arrives`, [kept]);
  if (state.length > 0 || controls.every((control) => hasOtherInstants(control, run))) return noticed();
  return found('the application ends in the same state as when the money arrives', events);
}

/** How many items an application took from stock and did not put back. */
const takenFromStock = (record: ObservedRun): number =>
  record
    .of('inventory.adjust')
    .reduce((sum, { isAccepted, body }) => sum - (isAccepted ? Number(body?.delta ?? 0) : 0), 0);

/** Whether the stock is as low as in a control run, in which payments settle. */
const hasStockKept = (control: ObservedRun, record: ObservedRun): boolean =>
  takenFromStock(control) > 0 && takenFromStock(record) === takenFromStock(control);

const stockKept = (trialRun: TrialRun, events: readonly EventView[]): Verdict =>
  violation([
    {
      ...findingOf(
        trialRun,
        'inventory.adjust',
        `No payment was settled, but the application did not put ${counted(takenFromStock(trialRun.run.record), 'piece')} back into stock.`,
        { events, requests: trialRun.run.record.of('inventory.adjust') },
      ),
      level: 'warning',
      mend: 'When payment.failed arrives, put the items of that payment back into stock; or take them only when payment.completed arrives.',
    },
  ]);

/** The adversities under which the application's own entries about the money must not grant anything. */
const ofFirstPayment: ReadonlySet<string> = new Set(['payment-failed', 'payout-failed']);

/** @param events the events about money that did not arrive, for which the state still grants something */
function stillGranted(trialRun: TrialRun, events: readonly EventView[]): Verdict {
  const { adversity } = trialRun;
  const many = counted(events.length, 'payment or payout', 'payments or payouts');
  const finding = mended({
    ...findingOf(
      trialRun,
      events[0]!.type,
      `${events[0]!.type} was sent for ${many}, but an entry that names it still grants as much as when the money arrives, although something else has changed.`,
      { events },
    ),
    level: 'warning',
  });
  return ofFirstPayment.has(adversity.name)
    ? violation([finding])
    : incomplete(
        `Under ${adversity.name} something differs, but the application's entries about ${many} grant as much as if the money had arrived`,
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
  run: Run,
  event: EventView,
  success: string,
  part = (value: unknown) => value,
) {
  const settled = control.record.events.filter(({ type }) => type === success || type === event.type);
  const partsNaming = (state: unknown, all: readonly string[]): StateItem[] =>
    itemsNaming(state, new Set(all)).map(({ path, value }) => ({ path, value: part(value) }));
  const wanted = partsNaming(control.state?.value, settled.flatMap(namesIn));
  return partsNaming(run.state?.value, names).map((item) => ({
    value: item.value,
    isSame: isAmong(item, begunAt(run), wanted, begunAt(control)),
  }));
}

/** The names of an event's object. For a renewal, another event adds the names of the renewed object. */
const namesAbout = ({ record }: Run, event: EventView): string[] =>
  [event, ...record.events.filter(({ data }) => isObject(data) && data.transaction_id === event.subject)].flatMap(
    namesIn,
  );

/** Whether the entries about an event's object grant something, and all of them look as if the money had arrived. */
function isKeptAsPaid(control: Run, run: Run, event: EventView, success: string): boolean {
  const entries = entriesNaming(namesAbout(run, event), control, run, event, success);
  return entries.some(({ value }) => grants(value)) && entries.every(({ isSame }) => isSame);
}

/**
 * Whether a run's state has other timestamps than the state of a control run, counted from the first call: access
 * ends sooner. In other cases timestamps prove nothing, because each run has its own.
 */
const hasOtherInstants = (control: Run, run: Run): boolean =>
  !haveSameInstants(run.state?.value, begunAt(run), control.state?.value, begunAt(control));

/**
 * Whether the application called the API about an event's object. It does not know objects that a trigger created for
 * itself.
 */
function isOwn(record: ObservedRun, event: EventView): boolean {
  const names = [...linkedNames(record, event)];
  return record.requests.some(({ view: { path, body, response } }) =>
    names.some((name) => `${path} ${body} ${response}`.includes(name)),
  );
}

/** Whether the entries of a state about an event's object grant something, and all of them existed before. */
function isUntouched(before: unknown, after: unknown, names: ReadonlySet<string>): boolean {
  const was = itemsNaming(before, names).map(({ value }) => JSON.stringify(value));
  const items = itemsNaming(after, names);
  return items.some(({ value }) => grants(value)) && items.every(({ value }) => was.includes(JSON.stringify(value)));
}

/** The events that report returned money without a dispute. */
const comingBack: Readonly<Record<string, string>> = {
  'payout-returned': 'payout.returned',
  'payment-refunded': 'payment.refunded',
};

/** The minimum time that an application gets to handle an acknowledged event, in milliseconds. */
const handling = 2_000;

function judge(trial: Trial, trialRun: TrialRun): Verdict {
  const { controls, stateBaseline } = trial;
  const { run, adversity, state, effects } = trialRun;
  const { record } = run;
  const name = comingBack[adversity.name] ?? 'payment.disputed';
  const events = record.events.filter((event) => event.type === name && isBroughtAbout(event, adversity.name));
  if (events.length === 0) {
    return incomplete(`${adversity.name} had no opportunity, and no money came back`, momentFor(run));
  }
  const learnt = events.filter((event) => isLearnt(record, event));
  const deliveries = [...new Set(learnt.flatMap((event) => deliveriesAbout(record, event)))];
  if (learnt.length === 0) {
    const isUnheard =
      record.endpoints.length > 0 && events.every((event) => deliveriesAbout(record, event).length === 0);
    return isUnheard
      ? incomplete(
          `No endpoint subscribes to ${name}, so the application does not learn about it`,
          `subscribe to ${name}, which webhook/ignored also requires`,
        )
      : incomplete(`Under ${adversity.name}, no ${name} reached the application`, momentFor(run));
  }
  if (!learnt.some((event) => isOwn(record, event))) {
    return incomplete(
      `${adversity.name} brought back only money that the application did not handle itself`,
      'have the application create the payment or the payout itself',
    );
  }
  if (!hasPassed(trialRun)) {
    return incomplete(`The scenario fails under ${adversity.name}: it expects that no money comes back`, keepUp, [
      findingOf(trialRun, name, `The scenario ${endOf(trialRun)}.`, { deliveries }),
    ]);
  }
  const acted = record.requests.some(
    (asked) =>
      asked.index >= run.requestsBefore && run.requestsBefore > 0 && asked.view.method !== 'GET' && asked.isAccepted,
  );
  if (acted || effects.more.length > 0 || effects.less.length > 0) return pass;
  const before = run.stateBefore;
  if (stateBaseline === null || run.state === null || state === null) {
    return incomplete(`The audit cannot see how the application handled ${name}`, giveState);
  }
  // If the scenario itself also returns money, an earlier return proves nothing.
  const many = (other: ObservedRun): number => other.events.filter(({ type }) => type === name).length;
  if (before === null && controls.some((control) => many(control.record) >= many(record))) {
    return incomplete(`The scenario itself already brings back everything that ${adversity.name} brings back`, keepUp);
  }
  const told = Math.min(
    ...deliveries.flatMap(({ attempts }) => attempts.map((each) => (each.sent ?? 0) + each.latency_ms)),
  );
  if (before === null && run.endedAt - told < handling) {
    return incomplete(`The command ended right after ${name} was delivered`, keepUp);
  }
  const after = run.state.value;
  const isUnchanged = before === null ? state.length === 0 : JSON.stringify(before.value) === JSON.stringify(after);
  const isKept =
    before !== null && learnt.some((event) => isUntouched(before.value, after, linkedNames(record, event)));
  if (!isUnchanged && !isKept) return name === 'payment.refunded' ? judgeGranted(trial, trialRun, learnt) : pass;
  const finding = findingOf(
    trialRun,
    name,
    `${name} was ${deliveries.length > 0 ? 'answered 2xx' : 'read'}, and ${isUnchanged ? 'nothing changed, neither in the state of the application nor in its actions' : 'the entries of the application about that payment or payout did not change'}.`,
    { deliveries, events: learnt, state: [] },
  );
  return violation([mended(finding)]);
}

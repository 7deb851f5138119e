import { isObject } from '../../../core/base/json-values.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import { isLearnt } from '../../adversities/adversity-marks.ts';
import { renewalsOf } from '../../adversities/fault-plans.ts';
import { namesIn } from '../../observed/deliveries.ts';
import { type EventView, isBroughtAbout, type ObservedRun } from '../../observed/observed-run.ts';
import { type Finding, incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { judgeGranted } from '../../trial/granted.ts';
import {
  endOf,
  findingOf,
  giveState,
  hasPassed,
  keepUp,
  momentFor,
  noOccasion,
  overRuns,
} from '../../trial/judge-run.ts';
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
import type { Trial, TrialRun } from '../../trial/trial-result.ts';

export const failureIgnored: Rule = {
  id: 'async/failure-ignored',
  level: 'error',
  ways: ['trial'],
  wrong: "Money that does not arrive, or goes back, changes nothing in the application's effects or state.",
  why: 'The money is gone, but goods are sent, sellers count as paid, and revenue is booked that was taken back.',
  mend: 'Subscribe to the event that reports it, and undo or flag the consequences of the success: payment.failed, payment.disputed, payout.returned, payout.failed.',
  says: 'A settled payment may be disputed, a paid payout returned, days later (specification, "States and transitions").',
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
  /** The type of the event that reports the money, if it arrives. */
  readonly success: string;
  readonly mistake: string;
}

const ofType =
  (wanted: string): Unsettled['eventsOf'] =>
  ({ events }) =>
    events.filter(({ type }) => type === wanted);

const payment = {
  success: 'payment.completed',
  mistake: 'it takes an accepted payment for a paid one',
} as const;

const unsettled: Readonly<Record<string, Unsettled>> = {
  'payment-failed': { ...payment, said: 'No payment was settled', eventsOf: ofType('payment.failed') },
  'renewal-failed': { ...payment, said: 'The payment of a renewal was rejected', eventsOf: ofType('payment.failed') },
  'payout-failed': {
    success: 'payout.paid',
    mistake: 'it takes an accepted payout for a paid one',
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
    'Wait for payment.completed before anything follows from a payment that was accepted; or subscribe to payment.failed, and undo or flag what followed.',
  'renewal-failed':
    'Subscribe to payment.failed, find the subscription by its transaction, and take back what the renewal gave.',
  'renewal-late':
    'Take subscription.renewed for a bill, not for money: prolong what was subscribed to when payment.completed of its transaction_id arrives, and keep the old end until then.',
  'payout-failed':
    'Wait for payout.paid before the payee counts as paid; or subscribe to payout.failed, and owe the payee the money again.',
  'payment-refunded':
    'Subscribe to payment.refunded, which tells of refunds that others make as well, and take back what the payment was for.',
  'payout-returned':
    'Subscribe to payout.returned, which leaves the status of the payout at paid, and owe the payee the money again.',
  'payment-disputed':
    'Subscribe to payment.disputed or dispute.created, and hold back, take back or flag what the payment was for.',
  'bank-debit-failed':
    'Subscribe to payment.disputed, which tells of a returned bank debit by dispute_kind ach_return, and undo or flag what the payment was for.',
};

const mended = (finding: Finding): Finding => {
  const mend = mends[finding.adversity ?? ''];
  return mend === undefined ? finding : { ...finding, mend };
};

/**
 * If payments do not settle and the state equals the controls', the application mistook their acceptance for payment.
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
  // Something noticed, but that does not show that nothing is granted any more.
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
  if (state === null) return incomplete(`Nothing shows what the application made of ${first.type}`, giveState);
  const deliveries = run.record.deliveries.filter(({ event_type }) => event_type === first.type);
  const found = (keeps: string, about: readonly EventView[]): Verdict =>
    violation([
      mended(
        findingOf(trialRun, first.type, `${said}, and ${keeps}: ${mistake}.`, {
          deliveries,
          events: about,
        }),
      ),
    ]);
  const stock = controls.every((control) => hasStockKept(control.record, run.record));
  if (trialRun.adversity.name === 'payment-failed' && stock) return stockKept(trialRun, events);
  const kept = events.find((event) => controls.every((control) => isKeptAsPaid(control, run, event, success)));
  if (kept !== undefined)
    return found(`what the application keeps about it is what it keeps when it is settled`, [kept]);
  if (state.length > 0 || controls.every((control) => hasOtherInstants(control, run))) return noticed();
  return found('what the application keeps is what it keeps when all are', events);
}

/** How many pieces an application took from the stock and did not put back. */
const takenFromStock = (record: ObservedRun): number =>
  record
    .of('inventory.adjust')
    .reduce((sum, { isAccepted, body }) => sum - (isAccepted ? Number(body?.delta ?? 0) : 0), 0);

/** Whether the stock lacks as many pieces as in a control, where payments settle. */
const hasStockKept = (control: ObservedRun, record: ObservedRun): boolean =>
  takenFromStock(control) > 0 && takenFromStock(record) === takenFromStock(control);

const stockKept = (trialRun: TrialRun, events: readonly EventView[]): Verdict =>
  violation([
    {
      ...findingOf(
        trialRun,
        'inventory.adjust',
        `No payment was settled, and ${counted(takenFromStock(trialRun.run.record), 'piece')} that the application took from the stock for them stay taken.`,
        { events, requests: trialRun.run.record.of('inventory.adjust') },
      ),
      level: 'warning',
      mend: 'When payment.failed comes, put back what was taken from the stock for that payment; or take it when payment.completed comes.',
    },
  ]);

/** The adversities under which what an application keeps about the money itself must not grant anything. */
const ofFirstPayment: ReadonlySet<string> = new Set(['payment-failed', 'payout-failed']);

/** @param events the events of money that did not arrive, about which the state still grants something */
function stillGranted(trialRun: TrialRun, events: readonly EventView[]): Verdict {
  const { adversity } = trialRun;
  const many = counted(events.length, 'payment or payout', 'payments or payouts');
  const finding = mended({
    ...findingOf(
      trialRun,
      events[0]!.type,
      `${events[0]!.type} of ${many}, and an entry that names it grants what it grants when the money arrives, although something else has changed.`,
      { events },
    ),
    level: 'warning',
  });
  return ofFirstPayment.has(adversity.name)
    ? violation([finding])
    : incomplete(
        `Under ${adversity.name} something is different, and what the application keeps about ${many} grants as much as if the money had arrived`,
        'look at it: a grace period may be meant, which must end',
        [finding],
      );
}

const begunAt = ({ record }: Run): number => record.requests[0]?.at ?? 0;

/**
 * The entries of a run's state that contain a name, and whether each equals an entry of a control about a settled
 * payment.
 * @param part what is compared of an entry
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

/** The names of an event's object; the event of a renewal names the renewed object. */
const namesAbout = ({ record }: Run, event: EventView): string[] =>
  [event, ...record.events.filter(({ data }) => isObject(data) && data.transaction_id === event.subject)].flatMap(
    namesIn,
  );

/** Whether the entries about an event's object grant something, and all are as if its money had arrived. */
function isKeptAsPaid(control: Run, run: Run, event: EventView, success: string): boolean {
  const entries = entriesNaming(namesAbout(run, event), control, run, event, success);
  return entries.some(({ value }) => grants(value)) && entries.every(({ isSame }) => isSame);
}

/**
 * Whether a run's state has other instants than a control's, counted from the first call: access ends sooner. In other
 * cases instants prove nothing, because each run has its own.
 */
const hasOtherInstants = (control: Run, run: Run): boolean =>
  !haveSameInstants(run.state?.value, begunAt(run), control.state?.value, begunAt(control));

/**
 * Whether the application called the API about an event's object: it does not know objects that a trigger made for
 * itself.
 */
function isOwn({ requests }: ObservedRun, { subject, data }: EventView): boolean {
  const values: unknown[] = isObject(data) ? Object.values(data) : [];
  const ids = [subject, ...values].filter((id): id is string => typeof id === 'string' && /^[a-z]+_\w{12,}$/.test(id));
  return requests.some(({ view }) => ids.some((id) => `${view.path} ${view.body} ${view.response}`.includes(id)));
}

/** Whether the entries of a state about an event's object grant something, and all existed before. */
function isUntouched(before: unknown, after: unknown, event: EventView): boolean {
  const names = new Set(namesIn(event));
  const was = itemsNaming(before, names).map(({ value }) => JSON.stringify(value));
  const items = itemsNaming(after, names);
  return items.some(({ value }) => grants(value)) && items.every(({ value }) => was.includes(JSON.stringify(value)));
}

/** The events of money that comes back without a dispute. */
const comingBack: Readonly<Record<string, string>> = {
  'payout-returned': 'payout.returned',
  'payment-refunded': 'payment.refunded',
};

/** The least time that an application has to work on an acknowledged event, in milliseconds. */
const handling = 2_000;

function judge(trial: Trial, trialRun: TrialRun): Verdict {
  const { controls, stateBaseline } = trial;
  const { run, adversity, state, effects } = trialRun;
  const { record } = run;
  const name = comingBack[adversity.name] ?? 'payment.disputed';
  const events = record.events.filter((event) => event.type === name && isBroughtAbout(event, adversity.name));
  if (events.length === 0) {
    return incomplete(`Not tried: ${adversity.name} found no moment, and nothing came back`, momentFor(run));
  }
  const learnt = events.filter((event) => isLearnt(record, event));
  const deliveries = learnt.flatMap(({ id }) => record.deliveriesOf(id));
  if (learnt.length === 0) {
    const isUnheard = record.endpoints.length > 0 && events.every(({ id }) => record.deliveriesOf(id).length === 0);
    return isUnheard
      ? incomplete(
          `Not tried: no endpoint subscribes to ${name}, so that the application is never told`,
          `subscribe to ${name}, which webhook/ignored asks for as well`,
        )
      : incomplete(`Not tried: under ${adversity.name} no ${name} reached the application`, momentFor(run));
  }
  if (!learnt.some((event) => isOwn(record, event))) {
    return incomplete(
      `Not tried: what ${adversity.name} brought back is of nothing that the application made or asked for`,
      'let the application make the payment or the payout itself',
    );
  }
  if (!hasPassed(trialRun)) {
    return incomplete(`Under ${adversity.name} the scenario expects that nothing comes back`, keepUp, [
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
    return incomplete(`Nothing shows what the application made of ${name}`, giveState);
  }
  // If money also comes back in the scenario itself, an earlier return is no news.
  const many = (other: ObservedRun): number => other.events.filter(({ type }) => type === name).length;
  if (before === null && controls.some((control) => many(control.record) >= many(record))) {
    return incomplete(`Not tried: all that ${adversity.name} brings back comes back in the scenario by itself`, keepUp);
  }
  const told = Math.min(
    ...deliveries.flatMap(({ attempts }) => attempts.map((each) => (each.sent ?? 0) + each.latency_ms)),
  );
  if (before === null && run.endedAt - told < handling) {
    return incomplete(`Too short: the command ended right after ${name} had been delivered`, keepUp);
  }
  const after = run.state.value;
  const isUnchanged = before === null ? state.length === 0 : JSON.stringify(before.value) === JSON.stringify(after);
  const isKept = before !== null && learnt.some((event) => isUntouched(before.value, after, event));
  if (!isUnchanged && !isKept) return name === 'payment.refunded' ? judgeGranted(trial, trialRun, learnt) : pass;
  const finding = findingOf(
    trialRun,
    name,
    `${name} was ${deliveries.length > 0 ? 'answered 2xx' : 'read'}, and ${isUnchanged ? 'nothing changed: neither what the application keeps, nor anything that it does' : 'nothing changed of what the application keeps about that payment or payout'}.`,
    { deliveries, events: learnt, state: [] },
  );
  return violation([mended(finding)]);
}

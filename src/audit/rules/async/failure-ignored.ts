import { isLearnt, isRefused } from '../../adversities/adversity-marks.ts';
import { renewalsOf } from '../../adversities/fault-plans.ts';
import { deliveriesAbout } from '../../observed/deliveries.ts';
import { linkedNames } from '../../observed/links.ts';
import { type DeliveryView, type EventView, isBroughtAbout, type ObservedRun } from '../../observed/observed-run.ts';
import { incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { changeText } from '../../trial/difference-text.ts';
import { judgeGranted } from '../../trial/granted.ts';
import {
  cannotSee,
  expectsMoney,
  findingOf,
  firstVerdict,
  type Judge,
  keepUp,
  momentFor,
  overRuns,
} from '../../trial/judge-run.ts';
import { eventsBeside, explainedByOthers, isAbout, isCalledFor } from '../../trial/reaction.ts';
import type { StateDifference } from '../../trial/state.ts';
import { grants, itemsNaming } from '../../trial/state-items.ts';
import { hasPassed, hitText, type Trial, type TrialRun } from '../../trial/trial-result.ts';
import { unsettledJudges } from './unsettled-money.ts';

export const failureIgnored: Rule = {
  id: 'async/failure-ignored',
  level: 'error',
  ways: ['trial'],
  wrong:
    'The application does not react when money does not arrive or is taken back: its effects and its state stay the same.',
  why: 'The money is gone, but you ship goods, count sellers as paid, and book revenue that was taken back.',
  fix: 'In the handler of the event that reports the reversal (payment.failed, payment.disputed, payout.returned or payout.failed), find what its success granted or booked, and undo or flag it.',
  source:
    'A settled payment can be disputed, and a paid payout can be returned, days later (specification, "States and transitions").',
  trial: (trial) => overRuns(trial, Object.keys(cases), (run) => judge(trial, run, cases[run.adversity.name]!)),
};

/** What an adversity does to money, and how to handle it. */
interface MoneyCase {
  readonly fix: string;
  /** The type of the event that reports the return of money; absent if accepted money does not arrive. */
  readonly returns?: string;
  /** What happened if accepted money does not arrive. @param of the operations that it is limited to */
  readonly clauseOf?: (of: string) => string;
  /** The events that show that money does not arrive. */
  readonly eventsOf?: (record: ObservedRun) => readonly EventView[];
  /** The type of the event that reports the arrival of the money. */
  readonly success?: string;
  /** Whether the money pays for nothing earlier, so that the application's entries about it must not grant anything. */
  readonly isFirst?: true;
}

const failed = (wanted: string) => ({
  eventsOf: ({ events }: ObservedRun) => events.filter(({ type }) => type === wanted),
});

const cases: Readonly<Record<string, MoneyCase>> = {
  'payment-failed': {
    ...failed('payment.failed'),
    clauseOf: (of) => `No payment${of} was settled`,
    isFirst: true,
    fix: 'Grant and book a payment in the handler of payment.completed, not when the charge is accepted; or, in the handler of payment.failed, find the order by the transaction_id, and undo or flag what it got.',
  },
  'renewal-failed': {
    ...failed('payment.failed'),
    clauseOf: () => 'The payment of a renewal was rejected',
    fix: 'In the handler of payment.failed, find the subscription by the transaction_id of its last renewal, and take back what the renewal granted.',
  },
  'renewal-late': {
    eventsOf: (record) => renewalsOf(record, { settled: false }),
    clauseOf: () => 'The payment of a renewal had not settled',
    fix: 'Treat subscription.renewed as a bill, not as money: extend the subscription when payment.completed for its transaction_id arrives, and keep the old end until then.',
  },
  'payout-failed': {
    ...failed('payout.failed'),
    clauseOf: (of) => `No payout${of} was paid`,
    success: 'payout.paid',
    isFirst: true,
    fix: 'Count the payee as paid in the handler of payout.paid, not when the payout is accepted; or, in the handler of payout.failed, find the payee by the payout, and owe the money again.',
  },
  'payment-refunded': {
    returns: 'payment.refunded',
    fix: 'In the handler of payment.refunded, which also reports refunds that others make, find the order by the transaction_id, and take back or flag everything that the payment granted.',
  },
  'payout-returned': {
    returns: 'payout.returned',
    fix: 'In the handler of payout.returned, find the payee by the payout, and owe the money again. The status of the payout remains paid.',
  },
  'payment-disputed': {
    returns: 'payment.disputed',
    fix: 'In the handler of payment.disputed or dispute.created, find the order by the transaction_id, and withhold, take back or flag everything that the payment granted.',
  },
  'bank-debit-failed': {
    returns: 'payment.disputed',
    fix: 'In the handler of payment.disputed, which reports a returned bank debit with dispute_kind ach_return, find the order by the transaction_id, and undo or flag everything that the payment granted.',
  },
};

/** A verdict whose findings have the fix for their adversity, unless they have their own. */
const withFixes = (verdict: Verdict, { fix }: MoneyCase): Verdict =>
  'findings' in verdict
    ? { ...verdict, findings: verdict.findings.map((finding) => ({ ...finding, fix: finding.fix ?? fix })) }
    : verdict;

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

/** The minimum time that an application gets to handle an acknowledged event, in milliseconds. */
const handling = 2_000;

/** What the judges of returned money share. */
interface Returned extends TrialRun {
  readonly trial: Trial;
  /** The type of the event that reports the return. */
  readonly name: string;
  readonly events: readonly EventView[];
  /** The events that the application learnt. */
  readonly learnt: readonly EventView[];
  readonly deliveries: readonly DeliveryView[];
}

const returnedJudges: readonly Judge<Returned>[] = [
  ({ adversity, events, run }) =>
    events.length > 0
      ? null
      : incomplete(`${adversity.name} had no opportunity, and no money came back`, momentFor(run)),
  ({ adversity, name, events, learnt, run }) => {
    if (learnt.length > 0) return null;
    const { record } = run;
    const isUnheard =
      record.endpoints.length > 0 && events.every((event) => deliveriesAbout(record, event).length === 0);
    return isUnheard
      ? incomplete(
          `No endpoint subscribes to ${name}, so the application does not learn about it`,
          `subscribe to ${name}, which webhook/ignored also requires`,
        )
      : incomplete(`Under ${adversity.name}, no ${name} reached the application`, momentFor(run));
  },
  ({ adversity, learnt, run }) =>
    learnt.some((event) => isOwn(run.record, event))
      ? null
      : incomplete(
          `${adversity.name} brought back only money that the application did not handle itself`,
          'have the application create the payment or the payout itself',
        ),
  (of) => (hasPassed(of) ? null : expectsMoney(of, of.name, of.learnt)),
  ({ effects, learnt, run }) => {
    const later = run.requestsBefore === 0 ? [] : run.record.requests.slice(run.requestsBefore);
    const writes = later.filter(({ view, isAccepted }) => view.method !== 'GET' && isAccepted);
    const more = effects.more.flatMap((each) => each.effects.map(({ asked }) => asked));
    const isLess = effects.less.length > 0 && eventsBeside(run.record, learnt).length === 0;
    return isLess || isCalledFor(run.record, learnt, [...writes, ...more]) ? pass : null;
  },
  (of) =>
    of.trial.stateBaseline === null || of.run.state === null || of.state === null
      ? cannotSee(of, `how the application handled ${of.name}`)
      : null,
  (of) => {
    // If the scenario itself also returns money, an earlier return proves nothing.
    const many = (other: ObservedRun): number => other.events.filter(({ type }) => type === of.name).length;
    return of.run.stateBefore === null && of.controls.some(({ record }) => many(record) >= many(of.run.record))
      ? incomplete(`The scenario itself already brings back everything that ${of.adversity.name} brings back`, keepUp)
      : null;
  },
  ({ name, deliveries, run }) => {
    const told = deliveries.flatMap(({ attempts }) => attempts.map((each) => (each.sent ?? 0) + each.latency_ms));
    return run.stateBefore === null && run.endedAt - Math.min(...told) < handling
      ? incomplete(`The command ended right after ${name} was delivered`, keepUp)
      : null;
  },
  (of) => {
    const { name, deliveries, learnt, run, state, trial } = of;
    const [before, after] = [run.stateBefore, run.state?.value];
    const isUnchanged =
      before === null ? (state ?? []).length === 0 : JSON.stringify(before.value) === JSON.stringify(after);
    const changes = before === null ? [] : (trial.stateBaseline?.changes(before.value, after, run.record) ?? []);
    const namesOf = (event: EventView) => linkedNames(run.record, event);
    const kept = learnt.filter((event) => {
      const names = namesOf(event);
      return isUntouched(before?.value, after, names) && !changes.some((change) => isAbout(change, names));
    });
    const all = [...learnt, ...eventsBeside(run.record, learnt)].map(namesOf);
    // What was only added may be a record of the event.
    const changed = changes.filter(({ wanted }) => wanted !== undefined);
    const unexplained = changed.filter((change) => !all.some((names) => isAbout(change, names)));
    if (!isUnchanged && kept.length > 0 && unexplained.length > 0) return mayHaveReacted(of, kept, unexplained);
    if (!isUnchanged && kept.length === 0) {
      const explained = explainedByOthers(run, learnt, trial.stateBaseline);
      if (explained !== null) return explained;
      return judgeGranted(trial, of, learnt, changes);
    }
    const what = isUnchanged
      ? 'nothing changed, neither in the state of the application nor in its actions'
      : 'the entries of the application about that payment or payout did not change';
    const message = `${name}${hitText(of.armament)} was ${howLearnt(deliveries)}, and ${what}.`;
    // The other events changed something.
    const events = isUnchanged ? learnt : kept;
    const told = isUnchanged ? deliveries : kept.flatMap((event) => deliveriesAbout(run.record, event));
    return violation([findingOf(of, name, message, { deliveries: told, events, state: [] })]);
  },
];

/** How the application learnt of events, for a sentence. */
function howLearnt(deliveries: readonly DeliveryView[]): string {
  if (deliveries.length === 0) return 'read';
  if (!deliveries.every(isRefused)) return 'answered 2xx';
  const statuses = new Set(deliveries.flatMap(({ attempts }) => attempts.map(({ status }) => status)));
  return `answered ${[...statuses].join(', ')} in each attempt`;
}

/** What changed names none of the events, so it may be the reaction to any of them. */
function mayHaveReacted(of: Returned, kept: readonly EventView[], changes: readonly StateDifference[]): Verdict {
  const { name, armament, run } = of;
  const message = `After ${name}${hitText(armament)}, ${changeText(changes)}, but the entries about that payment or payout are as before.`;
  const deliveries = kept.flatMap((event) => deliveriesAbout(run.record, event));
  return incomplete(
    `After ${name} the entries about that payment or payout are as before, but others changed, which name no payment`,
    'have the state show in each entry for which payment or order it is',
    [findingOf(of, name, message, { deliveries, events: kept, effects: false, state: [] })],
  );
}

function judge(trial: Trial, trialRun: TrialRun, how: MoneyCase): Verdict {
  const { record } = trialRun.run;
  const isMeant = (event: EventView) => isBroughtAbout(event, trialRun.adversity.name);
  const { returns: name, clauseOf, eventsOf, success = 'payment.completed', isFirst = false } = how;
  if (name === undefined) {
    const events = eventsOf?.(record).filter(isMeant) ?? [];
    const said = clauseOf?.(hitText(trialRun.armament)) ?? '';
    return withFixes(firstVerdict(unsettledJudges, { ...trialRun, events, success, said, isFirst }), how);
  }
  const events = record.events.filter((event) => event.type === name && isMeant(event));
  const learnt = events.filter((event) => isLearnt(record, event));
  const deliveries = [...new Set(learnt.flatMap((event) => deliveriesAbout(record, event)))];
  return withFixes(firstVerdict(returnedJudges, { ...trialRun, trial, name, events, learnt, deliveries }), how);
}

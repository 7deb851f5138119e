import { findingsBy } from '../../findings.ts';
import { type EventView, evidenceOf, isBroughtAbout, type ObservedRun } from '../../observed/observed-run.ts';
import { readsByApplication } from '../../observed/scenario-requests.ts';
import { inapplicable, incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { noOccasion, overRuns } from '../../trial/judge-run.ts';
import { hasReacted } from '../../trial/reaction.ts';
import type { Trial, TrialRun } from '../../trial/trial-result.ts';

/** The event types about money that is taken back, comes back or does not arrive. */
const isOfMoneyBack = (type: string): boolean =>
  ['payment.disputed', 'payment.failed', 'payout.returned', 'payout.failed'].includes(type) ||
  type.startsWith('dispute.');

export const ignored: Rule = {
  id: 'webhook/ignored',
  level: 'warning',
  ways: ['lint', 'trial'],
  wrong: 'Money was taken back or did not arrive, and no endpoint subscribes to the event that reports it.',
  why: 'The application continues as if it had the money: it sends goods for a failed payment, a payee waits for a returned payout, or a dispute is lost without a response.',
  fix: ({ event }) =>
    `Subscribe your endpoint to ${event} (npx payments-emulator webhooks add URL --events …, or without --events for all), and undo or flag what the money was for in its handler; or check for it by reading the API.`,
  source:
    'Payments can fail or be disputed after they were accepted, and payouts can be returned after they were paid (specification, "Event types").',
  trial: (trial) => overRuns(trial, moneyReversals, (run) => ofRun(trial, run)),
  lint: (record) => {
    const happened = record.events.filter(({ type, unsent }) => isOfMoneyBack(type) && unsent !== 'history');
    return happened.length > 0
      ? ofEvents(record, happened)
      : inapplicable(
          'No payment failed or was disputed, and no payout failed or was returned',
          'run npx payments-emulator trigger payment.disputed (or payout.returned, payout.failed, payment.failed)',
        );
  },
};

/** The adversities under which money does not arrive, or is taken back. */
const moneyReversals = [
  'payment-failed',
  'renewal-failed',
  'payout-failed',
  'payout-returned',
  'payment-disputed',
  'bank-debit-failed',
  'payment-refunded',
] as const;

/** The verdict on events about money, of which the application must learn. */
function ofEvents(record: ObservedRun, happened: readonly EventView[]): Verdict {
  const disputes = record.events.filter(isDispute);
  const unheard = happened.filter((event) => !isHeard(record, event, disputes));
  if (unheard.length === 0) return pass;
  // All dispute events count as one subscription.
  const ofDisputes = [...new Set(unheard.filter(isDispute).map(({ type }) => type))].join(', ');
  const findings = findingsBy(
    unheard,
    (event) => (isDispute(event) ? ofDisputes : event.type),
    (all, types) => ({
      message: `${types} occurred ${all.length === 1 ? 'once' : `${all.length} times`}, but no endpoint subscribes to ${types.includes(',') ? 'any of them' : 'it'}.`,
      evidence: evidenceOf({ events: all }),
    }),
  );
  return record.endpoints.length > 0
    ? violation(findings)
    : incomplete(
        'There is no webhook endpoint, and the application did not read what happened in this time',
        'add the address of the application: npx payments-emulator webhooks add URL; no change is needed if a later job reads the API',
      );
}

/**
 * What an adversity brought about must be heard, unless the application reacts to it anyway, or the scenario does the
 * same. An application knows its own refunds, but not those that a person makes in the dashboard.
 */
function ofRun({ controls, stateBaseline }: Trial, trialRun: TrialRun): Verdict {
  const { run, adversity } = trialRun;
  const { record } = run;
  const isMeant = (type: string): boolean => isOfMoneyBack(type) || type === 'payment.refunded';
  const made = record.events.filter((event) => isMeant(event.type) && isBroughtAbout(event, adversity.name));
  if (made.length === 0) return noOccasion(trialRun);
  const usual = new Set(controls.flatMap(({ record: { events } }) => events.map(({ type }) => type)));
  const happened = made.filter(({ type }) => !isOfMoneyBack(type) || !usual.has(type));
  const verdict = ofEvents(record, happened);
  if (!('findings' in verdict)) return verdict;
  if (hasReacted(run, happened, stateBaseline))
    return incomplete(
      `No endpoint subscribes to ${happened[0]!.type}, but an entry of the application about this money changed`,
      'no change is needed if the application itself regularly looks for money that came back',
    );
  return { ...verdict, findings: verdict.findings.map((finding) => ({ ...finding, adversity: adversity.name })) };
}

const isDispute = ({ type }: EventView): boolean => type === 'payment.disputed' || type.startsWith('dispute.');

/**
 * Whether an endpoint subscribes to the event, or to another event of the same dispute. Without endpoints, whether
 * the application read the object later.
 */
function isHeard(record: ObservedRun, event: EventView, disputes: readonly EventView[]): boolean {
  const { transaction_id, dispute_id } = event.data as { transaction_id?: unknown; dispute_id?: unknown };
  const isSame = ({ data }: EventView): boolean => {
    const other = data as { transaction_id?: unknown; dispute_id?: unknown };
    return (
      (dispute_id !== undefined && other.dispute_id === dispute_id) ||
      (transaction_id != null && other.transaction_id === transaction_id)
    );
  };
  const family = isDispute(event) ? disputes.filter(isSame) : [event];
  if (family.some(({ id }) => record.deliveriesOf(id).length > 0)) return true;
  // An application that has an endpoint but happens to read the object later learns about the event too late, if at
  // all.
  if (record.endpoints.length > 0) return false;
  // An application reads the list of all payments for many reasons, but it reads disputes, or this payout, on purpose.
  const asked = isDispute(event) ? 'disputes.' : event.type.startsWith('payout.') ? 'payouts.' : 'transactions.get';
  return [event.subject, transaction_id, dispute_id]
    .filter((id) => typeof id === 'string')
    .some((id) =>
      readsByApplication(record, id).some(
        ({ operation, at }) => operation?.startsWith(asked) === true && at / 1_000 >= event.created,
      ),
    );
}

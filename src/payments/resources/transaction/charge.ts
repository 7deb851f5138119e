import type { Context } from '../../../core/kernel/context.ts';
import { announcement, job } from '../../../core/kernel/declare/declarations.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import { CommittedRefusal, errorOf } from '../../../core/kernel/errors.ts';
import { moveMoney } from '../../platform/ledger.ts';
import type { Decision, DeclineCategory, OutcomeEffect } from '../../platform/outcome-rules.ts';
import { unknownFor } from '../../simulation/built-in-rules.ts';
import { blocked, type Decline, declines, gatewayUnavailable } from '../../simulation/gateways.ts';
import { decide, faultMessage } from '../../simulation/network.ts';
import { hasExpired } from '../../simulation/read-card.ts';
import { instrumentNote, noteOf } from '../common/decision.ts';
import {
  checkSpends,
  giveBackSpent,
  heldSpent,
  type Spending,
  type SpentParts,
  takeSpent,
} from '../common/spending.ts';
import { refusesFunding } from '../payment-method/actions.ts';
import { paymentMethods } from '../payment-method/model.ts';
import { noteCharged } from '../three-ds/cards.ts';
import { bookSettlement } from './actions.ts';
import { chargeAttempts, recordAttempt, resolveAttempt } from './attempt.ts';
import { type Charge, draftOf, newTransaction, type PaymentTotals, type TransactionDraft } from './draft.ts';
import { gatewayFor } from './instrument.ts';
import { showTransaction, type Transaction, transactionSettings, transactions } from './model.ts';
import { saveNewInstrument } from './new-instrument.ts';

/** A charge that passed all checks, with the remaining amount to pay. */
interface Attempt extends Pick<Spending, 'spent'> {
  readonly asked: Charge;
  /** The payment before discounts. */
  readonly draft: TransactionDraft;
  readonly paid: PaymentTotals;
}

export type ChargeResult =
  | { outcome: 'charged'; transaction: Transaction }
  | { outcome: 'declined'; transaction: Transaction; refused: CommittedRefusal }
  /** The outcome is unknown; the refusal is the 503 response. */
  | { outcome: 'unknown'; refused: CommittedRefusal };

/**
 * Charges a payer. Every payment is made here. The function asks the simulated network, creates the transaction, and
 * books the money and its settlement. A decline creates a failed transaction and no event (specification, "Failed
 * charges"). An accepted charge takes the items that it spends, and so does a charge with an unknown outcome. A
 * decline takes only the items that an attempt uses up.
 * @returns the result; a handler must return its refusal as `CommittedRefusal`, so that the declined transaction is
 * kept
 * @throws the refusal of any item that the charge spends, or of a gateway that cannot be used; nothing changes in
 * this case
 */
export function charge(ctx: Context, asked: Charge): ChargeResult {
  const wanted = attemptOf(ctx, asked);
  const { processorType: gateway } = wanted.draft;
  const unusable = whyUnusable(ctx, wanted);
  if (unusable !== null) {
    return decline(ctx, wanted, { category: unusable.category, by: instrumentNote(unusable.about) });
  }
  const decision = askNetwork(ctx, wanted);
  const outcome = decision?.effect ?? null;
  const by = decision === null ? undefined : noteOf(decision);
  if (outcome?.kind === 'decline') {
    const { code = 'declined' } = outcome;
    if (code === blocked.refusal.code) return decline(ctx, wanted, { category: 'declined', by, told: blocked });
    // An unreachable gateway leaves the outcome unknown, even if the rule specifies a decline.
    if (code === 'gateway_unavailable') return leaveUnknown(ctx, wanted, outcome);
    const category = isCategory(code) ? code : 'unknown';
    return decline(ctx, wanted, { category, by, decline_code: declines[category].gatewayCodes[gateway] });
  }
  if (outcome?.kind === 'unavailable') return leaveUnknown(ctx, wanted, outcome);
  if (outcome?.kind === 'fail' && gateway !== 'debit_payouts') {
    return decline(ctx, wanted, { category: 'declined', by, decline_code: declines.declined.gatewayCodes[gateway] });
  }
  takeSpent(ctx, wanted.spent);
  const paid = outcome?.kind === 'other_amount' ? otherwisePaid(wanted.paid, outcome) : wanted.paid;
  const transaction = accept(ctx, { draft: wanted.draft, paid, spent: wanted.spent }, outcome);
  recordOutcome(ctx, asked, 'charge', transaction);
  return { outcome: 'charged', transaction };
}

/** Checks a charge against all items that it can spend. */
function attemptOf(ctx: Context, asked: Charge): Attempt {
  const { instrument, gateway = gatewayFor(ctx, instrument, {}), given = {}, slug = null } = asked;
  const draft = draftOf(asked, gateway);
  const { amount, proof, spent } = checkSpends(ctx, {
    amount: draft.amount,
    currency: draft.currency,
    line_items: draft.line_items ?? [],
    card: instrument.card,
    behaviour: instrument.behaviour,
    wallet: instrument.wallet ?? null,
    slug,
    given,
  });
  return { asked, draft, paid: { amount, currency: draft.currency, three_ds: proof }, spent };
}

/** Returns the payment with another amount or currency, if the buyer paid a different one. */
const otherwisePaid = (paid: PaymentTotals, { by = 0, currency = paid.currency }: OutcomeEffect): PaymentTotals => ({
  ...paid,
  amount: Math.max(1, paid.amount + by),
  currency,
});

/**
 * Returns a problem with the card that is found before the request to the gateway (specification, "Failed charges"
 * 3).
 */
function whyUnusable(
  ctx: Context,
  { asked: { instrument }, draft, paid }: Attempt,
): { category: DeclineCategory; about: string } | null {
  const { card } = instrument;
  if (card !== null && refusesFunding(draft.processorType, card.funding)) {
    return { category: 'unsupported_card', about: 'debit_payouts does not accept credit cards' };
  }
  // If the issuer did not authenticate the cardholder, the issuer declines the charge.
  const status = paid.three_ds?.status;
  if (status === 'N' || status === 'R') {
    return {
      category: 'declined',
      about: `3-D Secure ended with ${status}: the issuer did not authenticate the buyer`,
    };
  }
  if (transactionSettings.of(ctx).require_cvc && instrument.cvc_given === false) {
    return { category: 'cvc', about: 'the request has no security code, but the workspace requires one (require_cvc)' };
  }
  if (card === null || !hasExpired(card, ctx.at)) return null;
  return { category: 'invalid_card', about: 'the card has expired according to the emulated clock' };
}

function askNetwork(ctx: Context, { asked, draft, paid }: Attempt): Decision | null {
  const { instrument, instant = false, customer, onBehalfOf } = asked;
  const { card } = instrument;
  return decide(ctx, {
    onBehalfOf,
    direction: 'in',
    gateway: draft.processorType,
    rail: draft.rail,
    amount: paid.amount,
    instant,
    card: card === null ? null : { behaviour: instrument.behaviour, last4: card.last4, brand: card.brand },
    customer,
  });
}

const isCategory = (code: string): code is DeclineCategory => Object.hasOwn(declines, code);

/**
 * Creates an accepted transaction and schedules its settlement. The items that it spends were already taken; they are
 * stored with the transaction.
 * @param planned the network's planned response
 */
function accept(
  ctx: Context,
  { draft, paid, spent }: { draft: TransactionDraft; paid: PaymentTotals; spent: SpentParts },
  planned: OutcomeEffect | null,
): Transaction {
  const opening = draft.processorType === 'debit_payouts' ? 'accept' : 'approve';
  const { id: payment_method_id, fresh } = saveNewInstrument(ctx, draft);
  const whole = payment_method_id === draft.payment_method_id ? draft : { ...draft, payment_method_id };
  const made = newTransaction(ctx, whole, paid, null);
  const held = heldSpent(ctx, spent);
  const transaction = ctx.open(transactions, opening, held === undefined ? made : { ...made, spent: held });
  if (fresh !== null) ctx.update(paymentMethods, fresh, { saved_with: transaction.id });
  noteCharged(ctx, payment_method_id);
  const { id, amount, currency } = transaction;
  moveMoney(ctx, { kind: 'charge', subject: id, currency, from: 'external', to: 'pending', amount });
  bookSettlement(ctx, transaction, planned);
  return transaction;
}

interface Declined {
  readonly category: DeclineCategory;
  /** The reason for the decline. */
  readonly by: Transaction['decided_by'];
  /** The gateway's own code; absent if no request reached the gateway. */
  readonly decline_code?: string;
  /** The refusal and its message; default: the refusal and message of the category. */
  readonly told?: Pick<Decline, 'refusal' | 'message'>;
}

function decline(ctx: Context, wanted: Attempt, declined: Declined): ChargeResult {
  const { asked, draft, paid, spent } = wanted;
  takeSpent(ctx, spent, 'declined');
  const { category, by, decline_code = null, told = declines[category] } = declined;
  const failure = { error_code: told.refusal.code, error_message: told.message, decline_code, category };
  const made = newTransaction(ctx, draft, paid, failure);
  const transaction = ctx.open(transactions, 'decline', by === undefined ? made : { ...made, decided_by: by });
  noteCharged(ctx, transaction.payment_method_id);
  const reference_id = draft.reference_id ?? ctx.newId(chargeAttempts.prefix);
  recordOutcome(ctx, asked, 'decline', transaction);
  const refusal = errorOf(told.refusal, told.message, {
    extra: { decline_code, category, reference_id, data: showTransaction(transaction) },
  });
  return { outcome: 'declined', transaction, refused: new CommittedRefusal(refusal) };
}

/** Records the outcome under the reference of the request, if the request has a reference. */
function recordOutcome(
  ctx: Context,
  asked: Charge,
  move: 'charge' | 'decline',
  { id: transaction_id, reference_id }: Transaction,
): void {
  if (reference_id !== null) recordAttempt(ctx, move, { id: reference_id, transaction_id }, asked.body);
}

/** Responds with 503. The attempt stays unresolved until its job reveals the outcome. */
function leaveUnknown(ctx: Context, { asked, paid, spent, ...wanted }: Attempt, effect: OutcomeEffect): ChargeResult {
  const draft = { ...wanted.draft, ...paid };
  const { message, gatewayCodes } = declines.gateway_unavailable;
  const id = draft.reference_id ?? ctx.newId(chargeAttempts.prefix);
  recordAttempt(ctx, 'leave_open', { id, transaction_id: null }, asked.body);
  takeSpent(ctx, spent);
  ctx.schedule(resolveJob, id, effect.after ?? unknownFor, { draft, approved: effect.resolve === 'approved', spent });
  const refusal = errorOf(gatewayUnavailable, faultMessage(ctx, message), {
    extra: { decline_code: gatewayCodes[draft.processorType], category: 'gateway_unavailable', reference_id: id },
  });
  return { outcome: 'unknown', refused: new CommittedRefusal(refusal) };
}

/** Announces, under the id of a subscription, that the unknown outcome of its charge is now known. */
export const chargeResolved = announcement('charge.resolved');

/** Resolves an unknown outcome: the charge was made after all, or it was not made and can be retried. */
export const resolveJob = job('charge.resolve', {
  about: 'resolve a charge whose outcome was unknown',
  of: 'charge with reference_id',
  params: T.Object({
    draft: T.Unsafe<TransactionDraft>({ type: 'object' }),
    approved: T.Boolean(),
    spent: T.Unsafe<SpentParts>({ type: 'object' }),
  }),
  run: (ctx, id, { draft, approved, spent }) => {
    const transaction = approved ? accept(ctx, { draft, paid: draft, spent }, null) : null;
    // The same request can be sent again with the same credentials.
    if (transaction === null) giveBackSpent(ctx, spent, 'not_charged');
    resolveAttempt(ctx, id, transaction?.id ?? null);
    if (draft.subscription_id != null) ctx.announce(chargeResolved, draft.subscription_id, {});
  },
});

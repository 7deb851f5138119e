import type { Context } from '../../../core/kernel/context.ts';
import { job } from '../../../core/kernel/declare/declarations.ts';
import { may, moveRefused } from '../../../core/kernel/declare/lifecycle.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import { CommittedRefusal, errorOf, refusal, ServiceError } from '../../../core/kernel/errors.ts';
import type { MetadataValues } from '../../platform/fields.ts';
import { moveMoney, requireAvailable } from '../../platform/ledger.ts';
import { type Decision, EffectModel, type OutcomeEffect } from '../../platform/outcome-rules.ts';
import { lateDelay, meaningOf } from '../../simulation/built-in-rules.ts';
import { fittingCode, payoutFailureCodes, returnedCodes } from '../../simulation/codes.ts';
import { decide, faultMessage } from '../../simulation/network.ts';
import { lateStepDelay, returnDelay, scheduleSettlement } from '../../simulation/settlement.ts';
import { brandOf } from '../account/brand.ts';
import { noteOf } from '../common/decision.ts';
import type { Customer } from '../customer/model.ts';
import type { Destination } from './destination.ts';
import { payoutLifecycle } from './lifecycle.ts';
import { type Payout, payouts } from './model.ts';

export interface NewPayout {
  customer: Customer;
  destination: Destination;
  /** The amount in cents. */
  amount: number;
  currency: string;
  reference_id: string | null;
  descriptor: string | null;
  metadata: MetadataValues;
  /** The source of the money: the available balance, or the hold of a payout link. */
  from: 'available' | 'held';
  /** The id of the operation on whose behalf a trigger pays. A running operation always pays under its own id. */
  onBehalfOf?: string;
}

/**
 * Accepts a payout. The amount is reserved, and a job delivers the response of the network.
 * @throws 400 `insufficient_funds`; 503 if a rule makes the network unavailable
 */
export function createPayout(ctx: Context, wanted: NewPayout): Payout {
  const { amount, currency, customer, destination } = wanted;
  if (wanted.from === 'available') requireAvailable(ctx, currency, amount);
  const decision = plannedFor(ctx, wanted);
  const planned = decision?.effect ?? null;
  const payout = ctx.open(payouts, 'create', {
    ...ctx.base(payouts, 'payout'),
    // Payouts are never removed, so their count is the last number.
    payout_number: ctx.of(payouts).size + 1,
    amount,
    currency,
    rail: destination.rail,
    rtp_network: destination.rtp_network,
    card_last_four: destination.card?.last4 ?? null,
    card_brand: destination.card?.brand ?? null,
    bank_last_four: destination.bank_account?.last4 ?? null,
    descriptor: wanted.descriptor ?? brandOf(ctx).name.toUpperCase(),
    customer_id: customer.id,
    purpose: 'payout',
    refund_for_transaction_id: null,
    reference_id: wanted.reference_id,
    error_code: null,
    error_message: null,
    returned: false,
    returned_at: null,
    return_code: null,
    return_reason: null,
    metadata: wanted.metadata,
    in_transit_at: null,
    ...(decision === null ? {} : { decided_by: noteOf(decision) }),
  });
  moveMoney(ctx, { kind: 'payout', subject: payout.id, currency, from: wanted.from, to: 'reserved', amount });
  bookTransit(ctx, payout, planned);
  return payout;
}

function bookTransit(ctx: Context, { id, rail }: Payout, planned: OutcomeEffect | null): void {
  const step = 'payout_transit';
  if (planned?.kind !== 'late') {
    scheduleSettlement(ctx, transitJob, id, { step, rail }, planned === null ? {} : { planned });
    return;
  }
  ctx.schedule(transitJob, id, lateStepDelay(ctx, step, rail, planned.after ?? lateDelay), { planned });
}

export const networkUnavailable = refusal(503, null);

function plannedFor(ctx: Context, { onBehalfOf, amount, customer, destination }: NewPayout): Decision | null {
  const { card, rail } = destination;
  const decision = decide(ctx, {
    onBehalfOf,
    direction: 'out',
    gateway: 'debit_payouts',
    rail,
    amount,
    instant: false,
    card: card === null ? null : { behaviour: null, last4: card.last4, brand: card.brand },
    customer,
  });
  if (decision?.effect.kind === 'unavailable') {
    const message = faultMessage(ctx, 'The payout network is unavailable; no money was sent.');
    // An operation that pays out must run in `keepingUnavailable`.
    throw new CommittedRefusal(errorOf(networkUnavailable, message)).error;
  }
  return decision;
}

/**
 * Runs a function. If the network is unavailable, the refusal is returned and not thrown, so that the rule's count of
 * calls (`nth`) is stored.
 */
export function keepingUnavailable<A>(work: () => A): A | CommittedRefusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError && error.status === 503) return new CommittedRefusal(error);
    throw error;
  }
}

/**
 * Applies the network's planned first response: the payout goes in transit, or is rejected immediately without
 * `payout.updated`.
 */
function transitAsPlanned(ctx: Context, payout: Payout, planned: OutcomeEffect | null): void {
  if (planned?.kind === 'fail' || planned?.kind === 'decline') {
    failPayout(ctx, payout, fittingCode(payoutFailureCodes, payout.rail, planned.code));
    return;
  }
  sendPayout(ctx, payout, planned);
}

/** Puts an approved payout in transit. */
export function sendPayout(ctx: Context, payout: Payout, planned: OutcomeEffect | null = null): Payout {
  const sent = ctx.transition(payoutLifecycle, payout, 'transit', { in_transit_at: ctx.at });
  ctx.cancelJobs(sent.id, transitJob);
  const step = sent.rail === 'ach' ? 'payout_ach' : 'payout_card';
  scheduleSettlement(ctx, payJob, sent.id, { step, rail: sent.rail }, planned === null ? {} : { planned });
  return sent;
}

/** Settles a payout. A planned return follows later. */
export function payPayout(ctx: Context, payout: Payout, planned: OutcomeEffect | null = null): Payout {
  const paid = end(ctx, payout, 'pay', { in_transit_at: payout.in_transit_at ?? ctx.at });
  moveReserved(ctx, paid, 'payout_paid', 'external');
  if (planned?.kind === 'return' && paid.rail === 'ach') {
    const code = fittingCode(returnedCodes, paid.rail, planned.code) ?? 'R01';
    ctx.schedule(returnJob, paid.id, returnDelay(ctx, paid.rail, { code, after: planned.after, isDebit: false }), {
      code,
    });
  }
  return paid;
}

/** Records that the network rejects an unsettled payout. The money was never sent. */
export function failPayout(ctx: Context, payout: Payout, code?: string): Payout {
  const error_code = code ?? (payout.rail === 'rtp' ? 'AC04' : 'M003');
  const failed = end(ctx, payout, 'fail', { error_code, error_message: meaningOf(error_code) });
  moveReserved(ctx, failed, 'payout_failed', 'available');
  return failed;
}

/** Cancels a payout before it is in transit. */
export function cancelPayout(ctx: Context, payout: Payout): Payout {
  const canceled = end(ctx, payout, 'cancel', {});
  moveReserved(ctx, canceled, 'payout_canceled', 'available');
  return canceled;
}

/**
 * Records that the receiving bank returns a settled payout. The full amount is available again.
 * @throws 400 `invalid_state` if the payout did not go to a bank, is not paid, or was already returned
 */
export function returnPayout(ctx: Context, payout: Payout, code = 'R01', reason?: string): Payout {
  if (!may(payoutLifecycle, payout, 'return')) throw moveRefused(payoutLifecycle, payout, 'return');
  ctx.cancelJobs(payout.id, returnJob);
  const returned = ctx.transition(payoutLifecycle, payout, 'return', {
    returned: true,
    returned_at: ctx.at,
    return_code: code,
    return_reason: reason ?? meaningOf(code),
  });
  const { id, amount, currency } = returned;
  moveMoney(ctx, { kind: 'payout_returned', subject: id, currency, from: 'external', to: 'available', amount });
  return returned;
}

type EndPatch = Partial<Pick<Payout, 'in_transit_at' | 'error_code' | 'error_message'>>;

function end(ctx: Context, payout: Payout, move: 'pay' | 'fail' | 'cancel', patch: EndPatch): Payout {
  const ended = ctx.transition(payoutLifecycle, payout, move, patch);
  ctx.cancelJobs(ended.id);
  return ended;
}

function moveReserved(ctx: Context, payout: Payout, kind: string, to: 'external' | 'available'): void {
  const { id, amount, currency } = payout;
  moveMoney(ctx, { kind, subject: id, currency, from: 'reserved', to, amount });
}

const transitJob = job('payout.transit', {
  about: 'send a payout, or reject it if a rejection was planned',
  params: T.Object({ planned: T.Optional(EffectModel) }),
  run: (ctx, id, { planned = null }) => transitAsPlanned(ctx, ctx.get(payouts, id), planned),
});

const payJob = job('payout.pay', {
  about: 'settle a payout',
  params: T.Object({ planned: T.Optional(EffectModel) }),
  run: (ctx, id, { planned = null }) => void payPayout(ctx, ctx.get(payouts, id), planned),
});

const returnJob = job('payout.return', {
  about: 'return a settled bank payout',
  params: T.Object({ code: T.String() }),
  run: (ctx, id, { code }) => void returnPayout(ctx, ctx.get(payouts, id), code),
});

export const payoutJobs = [transitJob, payJob, returnJob];

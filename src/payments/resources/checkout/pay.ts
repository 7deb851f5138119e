import type { Context } from '../../../core/kernel/context.ts';
import { type BuyerFacts, ReplayedAnswer } from '../../../core/kernel/declare/operation.ts';
import { CommittedRefusal, errorOf, refusal, type ServiceError } from '../../../core/kernel/errors.ts';
import { duplicateRequest } from '../../../core/kernel/idempotency.ts';
import { platformSettings } from '../../platform/settings.ts';
import { callersOrigin } from '../../platform/surroundings.ts';
import { gatewayUnavailable } from '../../simulation/gateways.ts';
import { completeSession, isPayable as isPayableSession } from '../checkout-session/actions.ts';
import { payInvoice } from '../invoice/actions.ts';
import { payLink } from '../payment-link/actions.ts';
import { chargeAttempts } from '../transaction/attempt.ts';
import type { ChargeResult } from '../transaction/charge.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import type { PageNotes, PagePayment } from '../transaction/page-payment.ts';
import { type Attempt, attemptOf, claim, findClaim, release } from './claims.ts';
import { bankAuthPath, confirmPayment } from './confirmation.ts';
import { readInstrument } from './instrument.ts';
import { notedClient, readAnswers } from './metadata.ts';
import type { CheckoutClaim, PayFields, PayResponse } from './model.ts';
import { openTarget, type PayableObject, type Quote, quoteOf, targetBySlug } from './payable-object.ts';
import { readPayer, readShipping, requireKnownContact, withSheetContact } from './payer.ts';

/**
 * Pays a checkout (specification, "Pay responses"). A decline releases the `Idempotency-Key`. After a success or an
 * unknown outcome, the key is kept for 24 hours.
 * @throws 400 for a missing or invalid field, 402 `3ds_required` or `3ds_failed`, 404 for a checkout that cannot be
 * paid, 409 `duplicate_request`, 422 `idempotency_key_reused`
 */
export function payCheckout(
  ctx: Context,
  slug: string,
  { body, sdk, idempotencyKey }: BuyerFacts & { readonly body: PayFields },
): PayResponse | CommittedRefusal | ReplayedAnswer<PayResponse> {
  const attempt = attemptOf(slug, idempotencyKey, body);
  const paid = paidBefore(ctx, slug, attempt);
  return paid === null ? payAs(ctx, slug, attempt, { body, sdk }) : new ReplayedAnswer(paid);
}

/**
 * Returns the earlier response to an attempt, or its later result; null if the payment can proceed.
 * @throws 409 `duplicate_request`, 422 `idempotency_key_reused`
 */
function paidBefore(ctx: Context, slug: string, attempt: Attempt): PayResponse | null {
  const claimed = findClaim(ctx, attempt);
  return claimed === null ? null : (claimed.answer ?? answerLate(ctx, slug, attempt, claimed));
}

/**
 * Makes the payment for a new attempt.
 * @throws the same errors as `payCheckout`
 */
function payAs(
  ctx: Context,
  slug: string,
  attempt: Attempt,
  { body, sdk }: Pick<BuyerFacts, 'sdk'> & { readonly body: PayFields },
): PayResponse | CommittedRefusal {
  const target = openTarget(ctx, slug);
  if (target.kind === 'session' && !isPayableSession(ctx, target.record)) {
    const text = 'The outcome of a payment for this checkout is not known yet; wait for the outcome.';
    throw errorOf(duplicateRequest, text);
  }
  const buyer = withSheetContact(body);
  const payer = readPayer(ctx, buyer);
  if (target.kind === 'session') requireKnownContact(target.record, payer);
  const quote = quoteOf(ctx, target, body);
  const instrument = readInstrument(ctx, body, quote.currency);
  const link = target.kind === 'payment_link' ? target.record : null;
  const shipping = readShipping(buyer.shippingAddress, link?.collect_shipping_address ?? false);
  const answers = readAnswers(link?.custom_fields ?? [], body.customFieldValues ?? {});
  const notes: PageNotes = {
    ...notedClient(body.clientMetadata ?? {}, sdk),
    ...(Object.keys(answers).length === 0 ? {} : { customFields: answers }),
    ...(body.discountCode && quote.discount_code !== null ? { discountCode: quote.discount_code } : {}),
  };
  const instant = instrument.bank_account !== null && platformSettings.of(ctx).gateway === 'debit_payouts';
  const result = charge(ctx, target, { instrument, payer, shipping, given: body, slug, instant, notes, sdk }, quote);
  switch (result.outcome) {
    case 'declined':
      release(ctx, attempt);
      return new CommittedRefusal(declined(result));
    case 'unknown':
      claim(ctx, attempt, { attempt_id: String(result.refused.error.extra?.reference_id), answer: null });
      return new CommittedRefusal(unknown());
    case 'charged': {
      const answer = answerFor(ctx, slug, target, result.transaction);
      claim(ctx, attempt, { attempt_id: null, answer });
      return answer;
    }
  }
}

function charge(
  ctx: Context,
  target: PayableObject,
  page: PagePayment,
  { discount_code, chosen }: Quote,
): ChargeResult {
  switch (target.kind) {
    case 'session':
      return completeSession(ctx, target.record, { ...page, discount_code });
    case 'payment_link':
      return payLink(ctx, target.record, { ...page, items: chosen });
    case 'invoice': {
      const { instrument, ...rest } = page;
      return payInvoice(ctx, target.record, instrument, rest);
    }
    default:
      return target satisfies never;
  }
}

export const pageDeclined = refusal(400, 'card_declined', { type: 'card_error', origin: 'client' });

/** The response to a decline: no money moved. */
const declined = ({ transaction, refused: { error } }: Extract<ChargeResult, { outcome: 'declined' }>): ServiceError =>
  errorOf(pageDeclined, error.message, {
    extra: {
      // If no request reached the gateway, the transaction has no gateway code.
      declineCode: transaction.decline_code ?? transaction.error_code,
      status: 'declined',
      transactionId: transaction.id,
    },
  });

const unknown = (): ServiceError =>
  errorOf(gatewayUnavailable, 'The outcome of the payment is unknown; retry with the same Idempotency-Key.');

/** Builds the response to an attempt that was charged after its outcome was unknown. */
function answerLate(
  ctx: Context,
  slug: string,
  attempt: Attempt,
  { attempt_id, created_at }: CheckoutClaim,
): PayResponse {
  const { transaction_id } = ctx.get(chargeAttempts, attempt_id ?? '');
  const target = targetBySlug(ctx, slug);
  if (target === undefined) throw new Error(`The checkout ${slug} of a payment attempt no longer exists.`);
  const answer = answerFor(ctx, slug, target, ctx.get(transactions, transaction_id ?? ''));
  claim(ctx, attempt, { attempt_id, answer, created_at });
  return answer;
}

function answerFor(ctx: Context, slug: string, target: PayableObject, transaction: Transaction): PayResponse {
  const { id, order_number, amount, currency, processorType, card_brand, card_last_four } = transaction;
  const confirmation = confirmPayment(ctx, slug, transaction);
  return {
    success: true,
    transactionId: id,
    orderNumber: order_number,
    orderLabel: `#${order_number}`,
    confirmationToken: confirmation.id,
    successUrl: target.kind === 'session' ? target.record.success_url : null,
    status: 'pending_settlement',
    amount,
    currency,
    processorType,
    card: card_brand === null || card_last_four === null ? null : { brand: card_brand, last4: card_last_four },
    ...(confirmation.bank_auth === null ? {} : { bankAuthUrl: `${callersOrigin(ctx)}${bankAuthPath(confirmation)}` }),
  };
}

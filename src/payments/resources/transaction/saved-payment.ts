import type { Context } from '../../../core/kernel/context.ts';
import { wholeBilling } from '../common/address.ts';
import { fullName } from '../customer/actions.ts';
import { type Charge, type ChargeResult, charge } from './charge.ts';
import type { TransactionDraft } from './draft.ts';
import { findCustomer, findInstrument, gatewayFor } from './instrument.ts';

/** What a customer owes, and for which object. */
export type Debt = Pick<
  TransactionDraft,
  'amount' | 'currency' | 'invoice_id' | 'line_items' | 'metadata' | 'source' | 'subscription_id'
>;

/** The one who pays, and the saved instrument; without one, the newest card of the customer that can be charged. */
export interface SavedPayer {
  readonly customer_id: string;
  readonly payment_method_id?: string;
}

/**
 * Charges a customer who is not there, by a saved instrument.
 * @param operation the id of the charging operation, which rules may name
 * @param body the request behind the charge, if it has a `reference_id` under which it may be repeated
 * @returns the result; a refusal must be returned as `Refused`, so that the declined transaction stays
 * @throws 400 `parameter_invalid`, and as `charge` does
 */
export function chargeSaved(
  ctx: Context,
  operation: string,
  payer: SavedPayer,
  debt: Debt,
  body?: Charge['body'],
): ChargeResult {
  const customer = findCustomer(ctx, payer.customer_id);
  const { instrument, rail } = findInstrument(ctx, payer);
  const gateway = gatewayFor(ctx, instrument, {});
  const { card, bank_account, payment_method_id } = instrument;
  return charge(ctx, {
    operation,
    instrument,
    rail,
    gateway,
    instant: false,
    customer,
    body,
    draft: {
      ...debt,
      processorType: gateway,
      rail,
      reference_id: body?.reference_id ?? null,
      customer_id: customer.id,
      payment_method_id,
      buyer_name: fullName(customer),
      email: customer.email,
      billing: wholeBilling({}, customer),
      shipping: null,
      card_last_four: card?.last4 ?? null,
      card_brand: card?.brand ?? null,
      bank_last_four: bank_account?.last4 ?? null,
      account_mark: instrument.account_mark,
    },
  });
}

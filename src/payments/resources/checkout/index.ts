import { slice } from '../../../core/kernel/declare/slice.ts';
import { addressDetails, loadCheckout, pay, prepareWalletPayment, suggestAddress } from './buyer-operations.ts';
import { answeredElsewhere, bankAuthExpiry } from './confirmation.ts';
import { CheckoutModel, checkoutClaims, checkoutSettings, confirmations, PaidModel } from './model.ts';

/** Checkout for buyers: the API behind the pages of sessions, payment links and invoices. */
export const checkout = slice('checkout', {
  models: { Checkout: CheckoutModel, CheckoutPayment: PaidModel },
  settings: [checkoutSettings],
  collections: [checkoutClaims, confirmations],
  operations: [loadCheckout, prepareWalletPayment, pay, suggestAddress, addressDetails],
  reactions: [answeredElsewhere],
  jobs: [bankAuthExpiry],
});

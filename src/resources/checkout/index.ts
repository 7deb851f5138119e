import { defineResource } from '../../engine/resource.ts';
import { addressDetails, loadCheckout, pay, prepareWalletPayment, suggestAddress } from './client.ts';
import { CheckoutModel, checkoutClaims, confirmations, PaidModel } from './model.ts';

/** How buyers pay: what stands behind the pages of sessions, payment links and invoices. */
export const checkout = defineResource({
  name: 'checkout',
  models: { Checkout: CheckoutModel, CheckoutPayment: PaidModel },
  collections: [checkoutClaims, confirmations],
  operations: [],
  clientOperations: [loadCheckout, pay, prepareWalletPayment, suggestAddress, addressDetails],
});

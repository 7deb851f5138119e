import type { CheckoutState } from '../../checkout-state.ts';
import type { Paid } from './payment.ts';

/**
 * Where a buyer goes who has paid: to the merchant's `success_url`, else to the confirmation. A first instant debit is to
 * be authorized at the bank, which the confirmation leads to.
 */
export function pageAfter(
  { path, frame }: CheckoutState,
  { confirmationToken, successUrl, bankAuthUrl }: Paid,
): string {
  if (frame === null && successUrl !== null && bankAuthUrl === undefined && /^https?:/i.test(successUrl)) {
    return successUrl;
  }
  const query = new URLSearchParams({ token: confirmationToken });
  if (frame !== null) query.set('parent', new URLSearchParams(location.search).get('parent') ?? '');
  return `${path}/confirmation?${query}`;
}

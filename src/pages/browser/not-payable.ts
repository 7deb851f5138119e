import type { NotPayableState } from '../state.ts';
import { readState } from './lib/dom.ts';
import { ParentPage } from './lib/parent.ts';
import type { PaymentAnswer } from './lib/payment/outcome.ts';
import { Attempt, leavePaid } from './lib/payment/payment.ts';

const { frame, checkout } = readState<NotPayableState>();
const parent = new ParentPage(frame);

/**
 * The outcome of a payment in this tab that received no response, for example because of a reload; null if the tab
 * has no such payment.
 */
async function ownPayment({ slug, now }: NonNullable<typeof checkout>): Promise<PaymentAnswer | null> {
  const outcome = await Attempt.unfinished(slug, now)?.send();
  return outcome?.kind === 'paid' ? outcome.paid : null;
}

/** Notifies the page around the frame that the checkout cannot be paid (specification, "Client SDK error codes"). */
function tellEnd(): void {
  const isUnknown = document.querySelector('[data-reason="session_unknown"]') !== null;
  parent.tell('error', {
    code: isUnknown ? 'session_invalid' : 'session_expired',
    message: isUnknown ? 'No embedded session has this client secret.' : 'The session is not open for payment.',
  });
}

const paid = checkout && (await ownPayment(checkout));
if (checkout !== null && paid !== null) leavePaid(parent, { path: checkout.path, frame }, paid);
else tellEnd();

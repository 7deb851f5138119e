import { brandName } from '../shared/card.ts';
import type { PayoutState } from '../state.ts';
import { readState } from './lib/dom.ts';
import type { Form } from './lib/form.ts';
import { watchHints } from './lib/hints.ts';
import { moneyOf, parseAmount } from './lib/money.ts';
import { openForm, sendCard, showDone, submit } from './lib/payout.ts';

interface Requested {
  readonly payoutRequestId: string;
  readonly requestedAmount: number;
  readonly currency: string;
  readonly card: { readonly brand: string; readonly last4: string };
}

const state = readState<PayoutState>();

function amountFault(text: string): string | null {
  if (text.trim() === '') return 'Enter the amount.';
  const amount = parseAmount(text, state.currency);
  if (amount === null) return `Write the amount as in ${moneyOf(2550, state.currency)}.`;
  if (amount === 0) return 'The amount must be more than nothing.';
  return amount > state.largest ? `At most ${moneyOf(state.largest, state.currency)} can be requested.` : null;
}

async function request(form: Form): Promise<void> {
  const card = await sendCard(form, state.vault);
  const wish = {
    name: form.text('name'),
    email: form.text('email'),
    requestedAmount: parseAmount(form.text('requestedAmount'), state.currency),
    note: form.text('note') || undefined,
  };
  const uncertain =
    'Your request may have arrived all the same. Ask before you send it again: it would be a second one.';
  const requested = await submit<Requested>('payout-requests', state, { ...wish, ...card }, uncertain);
  const { payoutRequestId, requestedAmount, currency, card: paid } = requested;
  showDone(form, [
    ['Amount', moneyOf(requestedAmount, currency)],
    ['To', `${brandName(paid.brand)} ending in ${paid.last4}`],
    ['Reference', payoutRequestId],
  ]);
}

const form = openForm('request', state, request);
form.check('requestedAmount', amountFault);
form.check('name', (text) => (text.trim() === '' ? 'Enter your name.' : null));
watchHints(form, () => {});

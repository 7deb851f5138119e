import { brandName } from '../../payments/resources/common/brand-name.ts';
import type { PayoutState } from '../state.ts';
import { readState } from './lib/dom.ts';
import type { Form } from './lib/form.ts';
import { watchHints } from './lib/hints.ts';
import { moneyOf, parseAmount } from './lib/money.ts';
import { openForm, sendCard, showDone, submit } from './lib/payout.ts';
import { pageTexts } from './lib/texts.ts';

interface Requested {
  readonly payoutRequestId: string;
  readonly requestedAmount: number;
  readonly currency: string;
  readonly card: { readonly brand: string; readonly last4: string };
}

const state = readState<PayoutState>();
const texts = pageTexts().payout;

function amountFault(text: string): string | null {
  if (text.trim() === '') return texts.enterAmount;
  const amount = parseAmount(text, state.currency);
  if (amount === null) return texts.amountLike(moneyOf(2550, state.currency));
  if (amount === 0) return texts.noAmount;
  return amount > state.largest ? texts.atMost(moneyOf(state.largest, state.currency)) : null;
}

async function request(form: Form): Promise<void> {
  const card = await sendCard(form, state.vault);
  const wish = {
    name: form.text('name'),
    email: form.text('email'),
    requestedAmount: parseAmount(form.text('requestedAmount'), state.currency),
    note: form.text('note') || undefined,
  };
  const requested = await submit<Requested>('payout-requests', state, { ...wish, ...card }, texts.requestUncertain);
  const { payoutRequestId, requestedAmount, currency, card: paid } = requested;
  showDone(form, [
    [texts.amount, moneyOf(requestedAmount, currency)],
    [texts.to, texts.endingIn(brandName(paid.brand, texts.card), paid.last4)],
    [texts.reference, payoutRequestId],
  ]);
}

const form = openForm('request', state, request);
form.check('requestedAmount', amountFault);
form.check('name', (text) => (text.trim() === '' ? texts.enterName : null));
watchHints(form, () => {});

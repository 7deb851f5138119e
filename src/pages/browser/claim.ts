import type { PayoutState } from '../state.ts';
import { need, readState } from './lib/dom.ts';
import type { Form } from './lib/form.ts';
import { watchHints } from './lib/hints.ts';
import { watchBank } from './lib/payment/payment-fields.ts';
import { leaveForm, openForm, sendAccount, sendCard, submit } from './lib/payout.ts';
import { pageTexts } from './lib/texts.ts';

interface Claimed {
  readonly payoutId: string;
}

const state = readState<PayoutState>();

const method = (): string => need<HTMLInputElement>('input[name=method]:checked').value;

function showMethod(): void {
  const isCard = method() === 'card';
  need('#cardFields').hidden = !isCard;
  need('#bankFields').hidden = isCard;
}

async function claim(form: Form): Promise<void> {
  const isCard = method() === 'card';
  const destination = isCard ? await sendCard(form, state.vault) : await sendAccount(form, state.vault);
  const contact = {
    firstName: form.text('firstName'),
    lastName: form.text('lastName'),
    email: form.text('email'),
    phone: form.text('phone') || undefined,
    billingPostalCode: isCard ? form.text('billingPostalCode') : undefined,
  };
  const uncertain = pageTexts().payout.claimUncertain;
  const { payoutId } = await submit<Claimed>('claims', state, { ...contact, ...destination }, uncertain);
  leaveForm(form, `/claim/${state.slug}/payout?${new URLSearchParams({ id: payoutId })}`);
}

const form = openForm('claim', state, claim);
watchBank(form);
for (const choice of document.querySelectorAll('input[name=method]')) choice.addEventListener('change', showMethod);
// Browsers can restore the choice after a reload.
showMethod();
watchHints(form, (wanted) => {
  need<HTMLInputElement>(`input[name=method][value=${wanted}]`).checked = true;
  showMethod();
});

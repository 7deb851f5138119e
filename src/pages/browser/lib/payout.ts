import type { PayoutState } from '../../payout-state.ts';
import { type Answer, postJson } from './api.ts';
import { typedBankAccount } from './bank-form.ts';
import { clearCard, typedCard, watchCard } from './card-form.ts';
import { make, need } from './dom.ts';
import { emailFault, Form } from './form.ts';
import { Notice } from './notice.ts';
import { type VaultConfig, vaultBankAccount, vaultCard } from './vault.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What is said to the person instead of going on; empty where a field has said it. */
class Halt extends Error {
  readonly title: string;

  constructor(message: string, title = 'Nothing was sent') {
    super(message);
    this.title = title;
  }
}

const lost = 'The connection was lost';

/**
 * The form of a payout link: checks it, sends it once at a time, and says what went wrong.
 * @param send calls the service by the functions of this module, which tell what is refused
 */
export function openForm(id: string, send: (form: Form) => Promise<void>): Form {
  const form = new Form(need<HTMLFormElement>(`form#${id}`));
  const button = need<HTMLButtonElement>('#pay');
  const label = need('#payLabel');
  const progress = need('#progress');
  const notice = new Notice(need('#notice'));
  const usual = label.textContent ?? '';
  let isSending = false;
  form.check('email', emailFault);
  watchCard(form);
  form.element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    notice.clear();
    if (form.faults() > 0) return;
    isSending = true;
    button.setAttribute('aria-disabled', 'true');
    label.textContent = 'Sending…';
    progress.textContent = 'Sending…';
    // Once it is done the form is gone.
    send(form).catch((error: unknown) => {
      isSending = false;
      button.removeAttribute('aria-disabled');
      label.textContent = usual;
      progress.textContent = '';
      const isHalt = error instanceof Halt;
      const title = isHalt ? error.title : 'Something went wrong here';
      const text = isHalt ? error.message : 'Reload the page and try again.';
      if (text !== '') notice.show('danger', { title, text });
      if (!isHalt) throw error;
    });
  });
  button.disabled = false;
  return form;
}

/**
 * Posts to the service below `/api/`. A link that cannot be used any more shows its page anew, which says why.
 * @param uncertain what to do where no answer came, so that nobody knows whether it arrived
 */
export async function submit<T>(path: string, { slug }: PayoutState, body: Fields, uncertain: string): Promise<T> {
  const answer = await postJson<T>(`/api/${path}/${encodeURIComponent(slug)}`, body);
  if (answer.kind === 'done') return answer.body;
  if (answer.kind === 'unreachable') throw new Halt(uncertain, lost);
  const { status, refusal, retryAfter } = answer;
  if (status === 409 || status === 404) location.reload();
  if (status === 429) throw new Halt(`Too many attempts. Try again in ${retryAfter ?? 60} seconds.`);
  if (status >= 500) throw new Halt('The payout network does not answer. Try again in a moment.');
  throw new Halt(refusal.error);
}

/** The card of the form as the service takes it: aliases, and what can be told of its number. */
export async function sentCard(form: Form, vault: VaultConfig): Promise<Fields> {
  const card = typedCard(form);
  const aliases = await vaulted(form, 'cardNumber', vaultCard(vault, card));
  const { expiry, bin, brand, last4 } = card;
  return {
    vaultPanAlias: aliases.card_number,
    vaultCvcAlias: aliases.card_cvc,
    vaultExpMonth: expiry.month,
    vaultExpYear: `20${expiry.year}`,
    vaultBin: bin,
    vaultBrand: brand ?? undefined,
    vaultLast4: last4,
  };
}

/** The bank account of the form as the service takes it. */
export async function sentAccount(form: Form, vault: VaultConfig): Promise<Fields> {
  const { number, ...account } = typedBankAccount(form);
  const { bank_account_number } = await vaulted(form, 'bankAccountNumber', vaultBankAccount(vault, number));
  return {
    paymentMethodType: 'ach',
    vaultBankAccountAlias: bank_account_number,
    vaultBankLast4: number.slice(-4),
    ...account,
  };
}

/** What the vault refuses is shown at the field whose number it refuses. */
async function vaulted<T>(form: Form, field: string, answer: Promise<Answer<T>>): Promise<T> {
  const got = await answer;
  if (got.kind === 'done') return got.body;
  if (got.kind === 'unreachable') {
    throw new Halt('The card vault cannot be reached. Check the connection and try again.', lost);
  }
  if (got.status !== 400) throw new Halt(got.refusal.error);
  form.show(field, got.refusal.error);
  form.control(field).focus();
  throw new Halt('');
}

/** Shows that all is done, and forgets what was typed. */
export function showDone(form: Form, facts: readonly (readonly [label: string, value: string])[]): void {
  clearCard(form);
  form.element.reset();
  const done = need('#done');
  need('.facts', done).replaceChildren(
    ...facts.flatMap(([label, value]) => [
      make('dt', {}, [label]),
      // An id is long, and means little to who is paid.
      make('dd', label === 'Reference' ? { class: 'small' } : {}, [value]),
    ]),
  );
  need('#open').remove();
  done.hidden = false;
  const title = need('h1', done);
  document.title = title.textContent ?? document.title;
  title.focus();
  window.scrollTo({ top: 0 });
}

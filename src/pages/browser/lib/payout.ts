import type { Answer, Fields } from '../../shared/answer.ts';
import type { PayoutState, VaultConfig } from '../../state.ts';
import { postJson, vaultBankAccount, vaultCard } from './api.ts';
import { make, need } from './dom.ts';
import { emailFault, Form } from './form.ts';
import { Notice } from './notice.ts';
import { accountOf, cardOf, clearCard, typedBankAccount, typedCard, watchCard } from './payment/payment-fields.ts';
import { tellUnusable } from './refusal-texts.ts';
import { pageTexts } from './texts.ts';

/** Ends a submission and shows its message. If the message is empty, a field shows the error. */
class Refused extends Error {
  readonly title: string;

  constructor(message: string, title = pageTexts().payout.notSent) {
    super(message);
    this.title = title;
  }
}

/**
 * The form of a payout link. It checks the input, allows one submission at a time, and shows errors.
 * @param now the emulated time, ISO 8601
 * @param send must call the service with the functions of this module
 */
export function openForm(id: string, { now }: Pick<PayoutState, 'now'>, send: (form: Form) => Promise<void>): Form {
  const form = new Form(need<HTMLFormElement>(`form#${id}`));
  const button = need<HTMLButtonElement>('#pay');
  const label = need('#payLabel');
  const progress = need('#progress');
  const notice = new Notice(need('#notice'));
  const idleLabel = label.textContent ?? '';
  let isSending = false;
  form.check('email', emailFault);
  watchCard(form, now.slice(0, 7));
  form.element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    notice.clear();
    if (form.faults() > 0) return;
    isSending = true;
    button.setAttribute('aria-disabled', 'true');
    label.textContent = pageTexts().progress.sending;
    progress.textContent = pageTexts().progress.sending;
    // After a success, the form is removed.
    send(form).catch((error: unknown) => {
      isSending = false;
      button.removeAttribute('aria-disabled');
      label.textContent = idleLabel;
      progress.textContent = '';
      const isRefused = error instanceof Refused;
      const { title, text } = isRefused ? { title: error.title, text: error.message } : pageTexts().payout.broken;
      if (text !== '') notice.show('danger', { title, text });
      if (!isRefused) throw error;
    });
  });
  button.disabled = false;
  return form;
}

/**
 * Posts to the client API. If the link can no longer be used, the function reloads the page, which then shows the
 * reason.
 * @param uncertain the message if no response arrives
 */
export async function submit<T>(path: string, { slug }: PayoutState, body: Fields, uncertain: string): Promise<T> {
  const texts = pageTexts().payout;
  const answer = await postJson<T>(`/api/${path}/${encodeURIComponent(slug)}`, body);
  if (answer.kind === 'done') return answer.body;
  if (answer.kind === 'unreachable') throw new Refused(uncertain, texts.lost);
  const { status, refusal, retryAfter } = answer;
  if (status === 409 || status === 404) location.reload();
  if (status === 429) throw new Refused(texts.wait(retryAfter ?? 60));
  if (status >= 500) throw new Refused(texts.network);
  if (/\bcannot receive payouts\b/.test(refusal.error)) throw new Refused(texts.creditCard);
  throw new Refused(/\brouting number\b/.test(refusal.error) ? texts.unknownBank : texts.refused);
}

/** Exchanges the form's card for aliases. */
export async function sendCard(form: Form, vault: VaultConfig): Promise<Fields> {
  const card = typedCard(form);
  const aliases = await vaulted(form, 'cardNumber', vaultCard(vault, card));
  return { ...cardOf(card, aliases), vaultExpYear: `20${card.expiry.year}` };
}

/** Exchanges the form's bank account for an alias. */
export async function sendAccount(form: Form, vault: VaultConfig): Promise<Fields> {
  const account = typedBankAccount(form);
  const aliases = await vaulted(form, 'bankAccountNumber', vaultBankAccount(vault, account.number));
  return accountOf(account, aliases.bank_account_number);
}

/** Exchanges the sensitive data for aliases. If the vault refuses the data, the field shows the refusal. */
async function vaulted<T>(form: Form, field: string, answer: Promise<Answer<T>>): Promise<T> {
  const texts = pageTexts();
  const got = await answer;
  if (got.kind === 'done') return got.body;
  if (got.kind === 'unreachable') {
    throw new Refused(texts.payout.vaultLost, texts.payout.lost);
  }
  if (got.status !== 400) throw new Refused(texts.payout.refused);
  form.show(field, tellUnusable(field === 'cardNumber' ? 'card' : 'ach', got.refusal, texts).text);
  form.control(field).focus();
  throw new Refused('');
}

function clearForm(form: Form): void {
  clearCard(form);
  form.element.reset();
}

/** Clears the form and opens the result page, so that the Back button does not return to the form. */
export function leaveForm(form: Form, path: string): void {
  clearForm(form);
  location.replace(path);
}

/** Clears the form and replaces it with the result. */
export function showDone(form: Form, facts: readonly (readonly [label: string, value: string])[]): void {
  clearForm(form);
  const done = need('#done');
  need('.facts', done).replaceChildren(
    ...facts.map(([label, value]) =>
      make('div', {}, [
        make('dt', {}, [label]),
        // An id is long, and not useful to the recipient.
        make('dd', label === pageTexts().payout.reference ? { class: 'small' } : {}, [value]),
      ]),
    ),
  );
  need('#open').remove();
  done.hidden = false;
  const title = need('h1', done);
  document.title = title.textContent ?? document.title;
  title.focus();
  window.scrollTo({ top: 0 });
}

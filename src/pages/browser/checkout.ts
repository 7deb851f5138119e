import type { CheckoutState } from '../checkout-state.ts';
import { watchAddress } from './lib/address.ts';
import type { Refusal } from './lib/api.ts';
import { typedBankAccount, watchBank } from './lib/bank-form.ts';
import { clearCard, type TypedCard, typedCard, watchCard } from './lib/card-form.ts';
import { showChallenge } from './lib/challenge.ts';
import { need, readState } from './lib/dom.ts';
import { emailFault, Form } from './lib/form.ts';
import { watchHints } from './lib/hints.ts';
import { moneyOf } from './lib/money.ts';
import { Notice } from './lib/notice.ts';
import { Order } from './lib/order.ts';
import { ParentPage } from './lib/parent.ts';
import { buyerOf, clientMetadata } from './lib/pay-body.ts';
import { Attempt, type Outcome, type Paid } from './lib/payment.ts';
import { fieldsError, type Telling, tellingOf, vaultTelling } from './lib/telling.ts';
import { authenticate } from './lib/three-ds.ts';
import { vaultBankAccount, vaultCard } from './lib/vault.ts';

type Method = 'card' | 'ach';

/** The page on which a checkout is paid: by the public client API alone. */
class CheckoutPage {
  readonly #state: CheckoutState;
  readonly #parent: ParentPage;
  readonly #form: Form;
  readonly #order: Order;
  readonly #notice: Notice;
  readonly #button = need<HTMLButtonElement>('#pay');
  readonly #entries = need<HTMLFieldSetElement>('#entries');
  #method: Method;
  /** From the press of the button to the answer: a second press is none. */
  #isBusy = false;
  /** An attempt of which nobody knows whether it was charged. */
  #open: Attempt | null = null;

  constructor(state: CheckoutState, parent: ParentPage, element: HTMLFormElement) {
    this.#state = state;
    this.#parent = parent;
    this.#form = new Form(element);
    this.#notice = new Notice(need('#notice'));
    this.#order = new Order(state.checkout, () => this.#showAmount());
    this.#method = state.checkout.cardEnabled ? 'card' : 'ach';
    if (state.checkout.cardEnabled) watchCard(this.#form);
    if (state.checkout.workspace.achEnabled) watchBank(this.#form);
    if (this.#form.has('email')) this.#form.check('email', emailFault);
    for (const prefix of ['billing', 'shipping']) {
      if (state.isAddressSuggested && this.#form.has(`${prefix}Address1`)) {
        watchAddress(this.#form, prefix, state.checkout.slug);
      }
    }
    for (const [at, { type, label, required }] of state.checkout.customFields.entries()) {
      if (type === 'number') this.#form.check(`custom${at}`, (text) => numberFault(text, label, required));
    }
    watchHints(this.#form, (method) => this.#choose(method));
    element.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.name === 'method') this.#choose(target.value === 'ach' ? 'ach' : 'card');
      if (target.id === 'billingAsShipping') need('#billingFields').hidden = target.checked;
    });
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
    // Whoever leaves now could no longer ask about what was sent.
    window.addEventListener('beforeunload', (event) => {
      if (this.#open !== null && !this.#isBusy) event.preventDefault();
    });
    this.#choose(this.#method);
    this.#showAmount();
  }

  get #amountText(): string {
    return moneyOf(this.#order.amount, this.#state.checkout.currency);
  }

  #choose(method: Method): void {
    this.#method = method;
    for (const input of this.#form.element.querySelectorAll<HTMLInputElement>('[name="method"]')) {
      input.checked = input.value === method;
    }
    const show = (selector: string, isShown: boolean): void => {
      this.#form.element.querySelector(selector)?.toggleAttribute('hidden', !isShown);
    };
    show('#cardFields', method === 'card');
    show('#bankFields', method === 'ach');
    show('#authorization', method === 'ach');
  }

  #showAmount(): void {
    need('#payLabel').textContent = `Pay ${this.#amountText}`;
    const { name, achAuthorizationText } = this.#state.checkout.workspace;
    const text = document.getElementById('authorizationText');
    if (text === null) return;
    text.textContent = achAuthorizationText.replaceAll('{merchant}', name).replaceAll('{amount}', this.#amountText);
  }

  async #submit(): Promise<void> {
    if (this.#isBusy || this.#open !== null) return;
    this.#notice.clear();
    if (this.#order.isEmpty) {
      this.#refuse('Nothing is chosen', 'Choose at least one of what is sold here.');
      return;
    }
    if (this.#form.faults() > 0) {
      this.#parent.tell('error', fieldsError(this.#form.messages));
      return;
    }
    this.#busy('Sending…');
    try {
      if (!(await this.#order.settled())) {
        this.#refuse('The price could not be worked out', this.#order.fault);
        return;
      }
      await (this.#method === 'card' ? this.#payByCard() : this.#payByBank());
    } finally {
      this.#rest();
    }
  }

  async #payByCard(): Promise<void> {
    const card = typedCard(this.#form);
    const aliases = await vaultCard(this.#state.checkout.vaultConfig, card);
    if (aliases.kind !== 'done') {
      this.#showVaultRefusal(aliases.kind === 'refused' ? aliases.refusal : null);
      return;
    }
    const { card_number, card_cvc } = aliases.body;
    const body = {
      ...this.#commonBody(),
      vaultPanAlias: card_number,
      vaultCvcAlias: card_cvc,
      vaultExpMonth: card.expiry.month,
      vaultExpYear: card.expiry.year,
      vaultBin: card.bin,
      vaultBrand: card.brand ?? undefined,
      vaultLast4: card.last4,
    };
    const isAsked = this.#state.checkout.threeDsEnabled;
    const outcome = isAsked ? await this.#payAuthenticated(card, body) : await this.#send(body);
    // The setting may have changed since the page was loaded.
    const again = !isAsked && outcome?.kind === 'authenticate' && outcome.refusal.code === '3ds_required';
    const last = again ? await this.#payAuthenticated(card, body) : outcome;
    if (last !== null) this.#show(last);
  }

  /** Null where the person was not authenticated, which the page has said by then. */
  async #payAuthenticated(card: TypedCard, body: Body & { vaultPanAlias: string }): Promise<Outcome | null> {
    const purchase = {
      checkout: this.#state.checkout,
      panAlias: body.vaultPanAlias,
      card,
      amount: this.#order.amount,
      billingCountry: body.billingCountry,
      email: body.email,
    };
    const result = await authenticate(purchase, showChallenge, (text) => this.#progress(text));
    switch (result.kind) {
      case 'token':
        return this.#send({ ...body, threeDsToken: result.token ?? undefined });
      case 'cancelled':
        this.#parent.tell('error', { code: 'three_ds_cancelled', message: 'The buyer cancelled the challenge.' });
        this.#notice.show('warn', {
          title: 'You cancelled the check by your bank',
          text: 'Nothing was charged. Pay again when you are ready, or use another card.',
        });
        return null;
      case 'failed':
        this.#parent.tell('error', { code: result.code, message: result.message });
        this.#refuse('Your bank did not confirm the payment', result.message);
        return null;
    }
  }

  async #payByBank(): Promise<void> {
    const account = typedBankAccount(this.#form);
    const alias = await vaultBankAccount(this.#state.checkout.vaultConfig, account.number);
    if (alias.kind !== 'done') {
      this.#showVaultRefusal(alias.kind === 'refused' ? alias.refusal : null);
      return;
    }
    this.#show(
      await this.#send({
        ...this.#commonBody(),
        paymentMethodType: 'ach',
        vaultBankAccountAlias: alias.body.bank_account_number,
        vaultBankLast4: account.number.slice(-4),
        routingNumber: account.routingNumber,
        accountType: account.accountType,
        accountHolderType: account.accountHolderType,
        achAuthorized: this.#form.isTicked('achAuthorized'),
      }),
    );
  }

  #commonBody(): Body {
    const { checkout } = this.#state;
    return {
      ...buyerOf(this.#form, checkout),
      items: this.#order.items,
      discountCode: this.#order.discountCode ?? undefined,
      clientMetadata: clientMetadata(),
    };
  }

  #send(body: object): Promise<Outcome> {
    this.#progress('Paying…');
    this.#open = new Attempt(this.#state.checkout.slug, body);
    return this.#open.send();
  }

  #show(outcome: Outcome): void {
    if (outcome.kind === 'unknown') {
      this.#showUnknown();
      return;
    }
    this.#open = null;
    if (outcome.kind === 'paid') this.#finish(outcome.paid);
    else this.#tell(tellingOf(outcome));
  }

  #tell({ tone, notice, error }: Telling): void {
    this.#parent.tell('error', error);
    this.#notice.show(tone, notice);
  }

  /** The truth is that nobody knows; what can be done is to ask again about this very attempt. */
  #showUnknown(): void {
    const attempt = this.#open;
    if (attempt === null) return;
    this.#parent.tell('error', {
      code: 'unknown',
      message: 'The outcome of the payment is not known.',
      idempotencyKey: attempt.key,
    });
    this.#notice.show('warn', {
      title: 'We don’t know yet whether you have paid',
      text: 'The payment was sent, but its outcome is not known yet. Please don’t pay in another way. Check again in a moment: it is the same payment, and it can only be taken once.',
      action: { label: 'Check again', run: () => void this.#checkAgain(attempt) },
    });
  }

  async #checkAgain(attempt: Attempt): Promise<void> {
    if (this.#isBusy) return;
    this.#busy('Checking…');
    this.#notice.clear();
    try {
      this.#show(await attempt.send());
    } finally {
      this.#rest();
    }
  }

  #finish(paid: Paid): void {
    const { transactionId, orderNumber, orderLabel, confirmationToken, successUrl, bankAuthUrl } = paid;
    if (this.#form.has('cardNumber')) clearCard(this.#form);
    this.#parent.tell('complete', { transactionId, orderNumber, orderLabel, confirmationToken });
    const { path, frame } = this.#state;
    const own = `${path}/confirmation?token=${encodeURIComponent(confirmationToken)}`;
    const claimed =
      frame === null ? '' : `&parent=${encodeURIComponent(new URLSearchParams(location.search).get('parent') ?? '')}`;
    // A first instant debit is to be authorized at the bank, which the confirmation leads to.
    const leaves = frame === null && successUrl !== null && bankAuthUrl === undefined && /^https?:/i.test(successUrl);
    location.replace(leaves ? successUrl : own + claimed);
    // Until the next page is there this one takes nothing more.
    this.#isLeaving = true;
  }

  #isLeaving = false;

  #showVaultRefusal(refusal: Refusal | null): void {
    const { field, ...telling } = vaultTelling(this.#method, refusal?.error ?? null);
    if (field !== null) this.#form.show(field, telling.notice.text);
    this.#tell(telling);
  }

  #refuse(title: string, text: string): void {
    this.#notice.show('danger', { title, text });
  }

  #busy(text: string): void {
    this.#isBusy = true;
    this.#lock(true);
    this.#button.setAttribute('aria-disabled', 'true');
    this.#progress(text);
  }

  #progress(text: string): void {
    need('#progress').textContent = text;
    need('#payLabel').textContent = text === '' ? `Pay ${this.#amountText}` : text;
    need('#pay .spinner').hidden = text === '';
    need('#pay .icon').toggleAttribute('hidden', text !== '');
  }

  #rest(): void {
    if (this.#isLeaving) return;
    this.#isBusy = false;
    // What was sent stays as it is for as long as nobody knows its outcome.
    this.#lock(this.#open !== null);
    this.#button.hidden = this.#open !== null;
    this.#button.setAttribute('aria-disabled', 'false');
    this.#progress('');
  }

  /** Keeps what was sent as it is. */
  #lock(isLocked: boolean): void {
    this.#entries.disabled = isLocked;
    need('.checkout-summary').toggleAttribute('inert', isLocked);
    need('#hints').toggleAttribute('inert', isLocked);
  }
}

function numberFault(text: string, label: string, isRequired: boolean): string | null {
  if (text.trim() === '') return isRequired ? `${label}: enter a number.` : null;
  return Number.isFinite(Number(text)) ? null : `${label}: this is not a number.`;
}

type Body = ReturnType<typeof buyerOf> & {
  readonly items: Order['items'];
  readonly discountCode: string | undefined;
  readonly clientMetadata: object;
};

const state = readState<CheckoutState>();
const parent = new ParentPage(state.frame);
const element = document.querySelector<HTMLFormElement>('#checkout');
if (element !== null) new CheckoutPage(state, parent, element);
parent.tell('ready');

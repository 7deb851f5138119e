import type { CheckoutState } from '../checkout-state.ts';
import type { Refusal } from './lib/api.ts';
import { typedBankAccount } from './lib/bank-form.ts';
import { clearCard, typedCard } from './lib/card-form.ts';
import { showChallenge } from './lib/challenge.ts';
import { need, readState } from './lib/dom.ts';
import { watchEntries } from './lib/entries.ts';
import { Form } from './lib/form.ts';
import { watchHints } from './lib/hints.ts';
import { moneyOf } from './lib/money.ts';
import { pageAfter } from './lib/next-page.ts';
import { Order } from './lib/order.ts';
import { ParentPage } from './lib/parent.ts';
import { accountOf, buyerOf, cardOf, clientMetadata, knownEmail, walletBuyerOf } from './lib/pay-body.ts';
import { Attempt, type Outcome, type Paid } from './lib/payment.ts';
import { type Saying, sayingOfForm, sayingOfWallets } from './lib/saying.ts';
import { fieldsError, lostTelling, type Telling, tellingOf, vaultTelling } from './lib/telling.ts';
import { authenticate, type Purchase } from './lib/three-ds.ts';
import { vaultBankAccount, vaultCard } from './lib/vault.ts';
import { credentialOf } from './lib/wallet-credential.ts';
import { Wallets, type WalletType } from './lib/wallets.ts';

type Method = 'card' | 'ach';

/** The page on which a checkout is paid: by the public client API alone. */
class CheckoutPage {
  readonly #state: CheckoutState;
  readonly #parent: ParentPage;
  readonly #form: Form;
  readonly #order: Order;
  readonly #wallets: Wallets | null;
  readonly #byForm: Saying;
  readonly #byWallet: Saying | null;
  /** Beside what was pressed last. */
  #saying: Saying;
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
    this.#byForm = sayingOfForm(() => `Pay ${this.#amountText}`);
    this.#saying = this.#byForm;
    const buttons = document.querySelector<HTMLElement>('#wallets');
    this.#byWallet = buttons && sayingOfWallets();
    this.#wallets =
      buttons && new Wallets(buttons, state.checkout, state.frame !== null, (wallet) => void this.#payByWallet(wallet));
    this.#order = new Order(state.checkout, () => this.#showAmount());
    this.#method = state.checkout.cardEnabled ? 'card' : 'ach';
    watchEntries(this.#form, state);
    watchHints(this.#form, (method) => this.#choose(method));
    element.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.name === 'method') this.#choose(target.value === 'ach' ? 'ach' : 'card');
      if (target.id === 'billingAsShipping') need('#billingFields').hidden = target.checked;
    });
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      // Where a wallet is all that pays, the Enter key sends nothing either.
      if (this.#button.closest('[hidden]') !== null) return;
      void this.#try(this.#byForm, element, () => (this.#method === 'card' ? this.#payByCard() : this.#payByBank()));
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
    this.#wallets?.offer(this.#order.wallets);
    this.#wallets?.updateAmount(this.#order.amount);
    const { name, achAuthorizationText } = this.#state.checkout.workspace;
    const text = document.getElementById('authorizationText');
    if (text === null) return;
    text.textContent = achAuthorizationText.replaceAll('{merchant}', name).replaceAll('{amount}', this.#amountText);
  }

  /**
   * What every way of paying begins and ends with.
   * @param part of the form, which has to be filled in for it
   */
  async #try(saying: Saying, part: Element | null, pay: () => Promise<void>): Promise<void> {
    if (this.#isBusy || this.#open !== null) return;
    this.#byForm.notice.clear();
    this.#byWallet?.notice.clear();
    this.#saying = saying;
    if (this.#order.isEmpty) {
      this.#refuse('Nothing is chosen', 'Choose at least one of what is sold here.');
      return;
    }
    if (part !== null && this.#form.faults(part) > 0) {
      this.#parent.tell('error', fieldsError(this.#form.messages));
      return;
    }
    this.#busy('Sending…');
    try {
      if (!(await this.#order.settled())) {
        this.#refuse('The price could not be worked out', this.#order.fault);
        return;
      }
      await pay();
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
    const body = { ...this.#commonBody(), ...cardOf(card, aliases.body) };
    const isAsked = this.#state.checkout.threeDsEnabled;
    const named = { panAlias: aliases.body.card_number, typed: card };
    const outcome = isAsked ? await this.#payAuthenticated(named, body, body) : await this.#send(body);
    // The setting may have changed since the page was loaded.
    const again = !isAsked && outcome?.kind === 'authenticate' && outcome.refusal.code === '3ds_required';
    const last = again ? await this.#payAuthenticated(named, body, body) : outcome;
    if (last !== null) this.#show(last);
  }

  /** Null where the person was not authenticated, which the page has said by then. */
  async #payAuthenticated(
    card: Purchase['card'],
    { billingCountry, email }: Pick<Purchase, 'billingCountry' | 'email'>,
    body: object,
  ): Promise<Outcome | null> {
    const { checkout } = this.#state;
    const purchase = { checkout, card, amount: this.#order.amount, billingCountry, email };
    const result = await authenticate(purchase, showChallenge, (text) => this.#progress(text));
    switch (result.kind) {
      case 'token':
        return this.#send({ ...body, threeDsToken: result.token ?? undefined });
      case 'cancelled':
        this.#parent.tell('error', { code: 'three_ds_cancelled', message: 'The buyer cancelled the challenge.' });
        this.#saying.notice.show('warn', {
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
        ...accountOf(account, alias.body.bank_account_number),
        achAuthorized: this.#form.isTicked('achAuthorized'),
      }),
    );
  }

  /** By what the sheet of a wallet gives: its card, and who buys. */
  async #payByWallet(wallet: WalletType): Promise<void> {
    const [wallets, saying] = [this.#wallets, this.#byWallet];
    if (wallets === null || saying === null) return;
    let isClosed = false;
    await this.#try(saying, document.querySelector('#custom'), async () => {
      const { checkout } = this.#state;
      const email = knownEmail(checkout);
      this.#progress('Waiting for your wallet…');
      const approval = await wallets.ask(wallet, { amount: this.#order.amount, email });
      isClosed = approval === null;
      if (approval === null) return;
      this.#progress('Paying…');
      const opened = await credentialOf(checkout.slug, wallet, approval);
      if (opened === null) return this.#tell(lostTelling);
      if ('kind' in opened) return this.#tell(tellingOf(opened));
      const { service_wallet, cardRef } = opened;
      const body = {
        ...walletBuyerOf(this.#form, checkout),
        ...this.#orderBody(),
        service_wallet,
        wallet: approval.wallet,
      };
      const { payerEmail, billingInfo } = approval.wallet;
      const buyer = { billingCountry: billingInfo.country, email: email ?? payerEmail };
      const outcome =
        cardRef === null ? await this.#send(body) : await this.#payAuthenticated({ cardRef }, buyer, body);
      if (outcome !== null) this.#show(outcome);
    });
    if (isClosed) wallets.focus(wallet);
  }

  #commonBody() {
    return { ...buyerOf(this.#form, this.#state.checkout), ...this.#orderBody() };
  }

  #orderBody() {
    return {
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
    this.#saying.notice.show(tone, notice);
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
    this.#saying.notice.show('warn', {
      title: 'We don’t know yet whether you have paid',
      text: 'The payment was sent, but its outcome is not known yet. Please don’t pay in another way. Check again in a moment: it is the same payment, and it can only be taken once.',
      action: { label: 'Check again', run: () => void this.#checkAgain(attempt) },
    });
  }

  async #checkAgain(attempt: Attempt): Promise<void> {
    if (this.#isBusy) return;
    this.#busy('Checking…');
    this.#saying.notice.clear();
    try {
      this.#show(await attempt.send());
    } finally {
      this.#rest();
    }
  }

  #finish(paid: Paid): void {
    const { transactionId, orderNumber, orderLabel, confirmationToken } = paid;
    if (this.#form.has('cardNumber')) clearCard(this.#form);
    this.#parent.tell('complete', { transactionId, orderNumber, orderLabel, confirmationToken });
    location.replace(pageAfter(this.#state, paid));
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
    this.#saying.notice.show('danger', { title, text });
  }

  #busy(text: string): void {
    this.#isBusy = true;
    this.#lock(true);
    this.#button.setAttribute('aria-disabled', 'true');
    this.#progress(text);
  }

  #progress(text: string): void {
    this.#saying.progress(text);
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
    document.querySelector('#hints')?.toggleAttribute('inert', isLocked);
    this.#wallets?.lock(isLocked);
  }
}

const state = readState<CheckoutState>();
const parent = new ParentPage(state.frame);
const element = document.querySelector<HTMLFormElement>('#checkout');
if (element !== null) new CheckoutPage(state, parent, element);
parent.tell('ready');

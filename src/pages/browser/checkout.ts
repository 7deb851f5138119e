import type { Fields } from '../shared/answer.ts';
import { isolateName } from '../shared/isolate-name.ts';
import type { CheckoutState } from '../state.ts';
import { vaultBankAccount, vaultCard } from './lib/api.ts';
import { need, readState } from './lib/dom.ts';
import { connectionFailure, type Failure, failureOf, fieldsError, vaultFailure } from './lib/failures.ts';
import { Form } from './lib/form.ts';
import { watchHints } from './lib/hints.ts';
import { moneyOf } from './lib/money.ts';
import { formStatus, type StatusArea, showPaid, walletStatus } from './lib/notice.ts';
import { ParentPage } from './lib/parent.ts';
import { buyerOf, knownEmail, walletBuyerOf, watchFields } from './lib/payment/checkout-fields.ts';
import { type Method, showMethod } from './lib/payment/methods.ts';
import { Order } from './lib/payment/order.ts';
import type { Outcome, PaymentAnswer } from './lib/payment/outcome.ts';
import { Attempt, leavePaid, Preparation } from './lib/payment/payment.ts';
import { accountOf, cardOf, clearCard, typedBankAccount, typedCard } from './lib/payment/payment-fields.ts';
import { authenticate, type Purchase } from './lib/payment/three-ds.ts';
import { credentialOf, Wallets, type WalletType } from './lib/payment/wallets.ts';
import { clientMetadata } from './lib/platform.ts';
import { pageTexts } from './lib/texts.ts';
import { Work } from './lib/work.ts';

const texts = pageTexts();

/** The time in milliseconds after an unknown outcome until the page automatically asks again. */
const askedAgainAfter = 4_000;

/** The checkout page. It calls only the public client API. */
class CheckoutPage {
  readonly #state: CheckoutState;
  readonly #parent: ParentPage;
  readonly #form: Form;
  readonly #order: Order;
  readonly #wallets: Wallets | null;
  readonly #formStatus: StatusArea;
  readonly #walletStatus: StatusArea | null;
  /** While work is in progress, further button presses are ignored. */
  readonly #work: Work;
  #method: Method;
  /** An attempt with an unknown outcome, from this visit or from before a reload. */
  #unresolved: Attempt | null = null;
  #askingAgain: ReturnType<typeof setTimeout> | undefined;
  /** Whether the checkout was paid elsewhere or has expired, so that it can no longer be paid here. */
  #isClosed = false;

  constructor(state: CheckoutState, parent: ParentPage, element: HTMLFormElement) {
    this.#state = state;
    this.#parent = parent;
    this.#form = new Form(element);
    this.#formStatus = formStatus(() => this.#payLabel);
    const buttons = document.querySelector<HTMLElement>('#wallets');
    this.#walletStatus = buttons && walletStatus();
    this.#wallets =
      buttons && new Wallets(buttons, state.checkout, state.frame !== null, (wallet) => void this.#payByWallet(wallet));
    this.#work = new Work(this.#formStatus, this.#wallets);
    this.#order = new Order(state.checkout, () => this.#showAmount());
    this.#method = state.checkout.cardEnabled ? 'card' : 'ach';
    watchFields(this.#form, state);
    watchHints(this.#form, (method) => this.#choose(method));
    element.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.name === 'method') this.#choose(target.value === 'ach' ? 'ach' : 'card');
      if (target.id === 'billingAsShipping') need('#billingFields').hidden = target.checked;
    });
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      // If only wallets can pay, Enter must not submit the form.
      if (need('#pay').closest('[hidden]') !== null) return;
      void this.#try(this.#formStatus, element, () =>
        this.#method === 'card' ? this.#payByCard() : this.#payByBank(),
      );
    });
    // Leaving the page while a payment is in progress or unknown would hide its outcome.
    window.addEventListener('beforeunload', (event) => {
      if (!this.#work.isLeaving && (this.#work.isUnderWay || this.#unresolved !== null)) event.preventDefault();
    });
    this.#showAmount();
    need<HTMLButtonElement>('#pay').disabled = false;
    this.#unresolved = Attempt.unfinished(state.checkout.slug, state.now);
    if (this.#unresolved === null) {
      if (Preparation.wasCutOff(state.checkout.slug)) this.#formStatus.notice.show('warn', texts.interrupted);
      return;
    }
    if (this.#unresolved.method === 'wallet') this.#work.status = this.#walletStatus ?? this.#formStatus;
    void this.#checkAgain(this.#unresolved);
  }

  get #amountText(): string {
    return moneyOf(this.#order.amount, this.#state.checkout.currency);
  }

  get #payLabel(): string {
    return this.#order.isSubscription ? texts.subscribe : texts.pay(this.#amountText);
  }

  #choose(method: Method): void {
    this.#method = method;
    showMethod(this.#form, method, this.#order.isSubscription);
  }

  #showAmount(): void {
    need('#payLabel').textContent = this.#payLabel;
    this.#choose(this.#method);
    this.#wallets?.offer(this.#order.wallets);
    this.#wallets?.updateAmount(this.#order.amount);
    const { name, achAuthorizationText } = this.#state.checkout.workspace;
    const text = document.getElementById('authorizationText');
    if (text === null) return;
    text.textContent = achAuthorizationText
      .replaceAll('{merchant}', isolateName(name))
      .replaceAll('{amount}', this.#amountText);
  }

  /**
   * Checks the order and the form, and pays.
   * @param part the part of the form that must be filled in
   */
  async #try(status: StatusArea, part: Element | null, pay: () => Promise<void>): Promise<void> {
    if (this.#work.isUnderWay || this.#isClosed || this.#unresolved !== null) return;
    this.#formStatus.notice.clear();
    this.#walletStatus?.notice.clear();
    this.#work.status = status;
    if (this.#order.isEmpty) {
      document.querySelector('#orderFold')?.setAttribute('open', '');
      this.#refuse(texts.empty.title, texts.empty.text);
      return;
    }
    if (part !== null && this.#form.faults(part) > 0) {
      this.#parent.tell('error', fieldsError(this.#form.messages));
      return;
    }
    this.#work.begin(texts.progress.sending);
    Preparation.begin(this.#state.checkout.slug);
    try {
      if (!(await this.#order.priced())) {
        this.#refuse(texts.discount.title, this.#order.fault);
        return;
      }
      await pay();
    } finally {
      Preparation.end(this.#state.checkout.slug);
      this.#idle();
    }
  }

  async #payByCard(): Promise<void> {
    const card = typedCard(this.#form);
    const aliases = await vaultCard(this.#state.checkout.vaultConfig, card);
    if (aliases.kind !== 'done') {
      this.#fail(vaultFailure('card', aliases));
      return;
    }
    const body = { ...this.#commonBody(), ...cardOf(card, aliases.body) };
    const isAsked = this.#state.checkout.threeDsEnabled;
    const named = { panAlias: aliases.body.card_number, typed: card };
    const outcome = isAsked ? await this.#payAuthenticated(named, body, body) : await this.#send(body);
    // The setting can have changed since the page was loaded.
    const again = !isAsked && outcome?.kind === 'authenticate' && outcome.refusal.code === '3ds_required';
    const last = again ? await this.#payAuthenticated(named, body, body) : outcome;
    if (last !== null) this.#show(last);
  }

  /**
   * Authenticates the cardholder, and pays. Returns null if the authentication failed; the page then shows the
   * reason.
   */
  async #payAuthenticated(
    card: Purchase['card'],
    { billingCountry, email }: Pick<Purchase, 'billingCountry' | 'email'>,
    body: Fields,
  ): Promise<Outcome | null> {
    const { checkout } = this.#state;
    const purchase = { checkout, card, amount: this.#order.amount, billingCountry, email };
    const result = await authenticate(purchase, (text) => {
      // At this point, the bank waits for the buyer.
      if (text === texts.progress.challenge) this.#work.asks(text);
      else this.#work.goesOn(text);
    });
    switch (result.kind) {
      case 'token':
        return this.#send({ ...body, threeDsToken: result.token ?? undefined });
      case 'cancelled':
        this.#parent.tell('error', { code: 'three_ds_cancelled', message: 'The buyer cancelled the challenge.' });
        this.#work.status.notice.show('warn', texts.threeDs.cancelled);
        return null;
      case 'failed':
        this.#parent.tell('error', { code: result.code, message: 'The cardholder was not authenticated.' });
        this.#refuse(texts.threeDs.failedTitle, result.message);
        return null;
    }
  }

  async #payByBank(): Promise<void> {
    const account = typedBankAccount(this.#form);
    const alias = await vaultBankAccount(this.#state.checkout.vaultConfig, account.number);
    if (alias.kind !== 'done') {
      this.#fail(vaultFailure('ach', alias));
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

  async #payByWallet(wallet: WalletType): Promise<void> {
    const [wallets, status] = [this.#wallets, this.#walletStatus];
    if (wallets === null || status === null) return;
    let isClosed = false;
    await this.#try(status, document.querySelector('#custom'), async () => {
      const { checkout } = this.#state;
      const email = knownEmail(checkout);
      this.#work.asks(texts.progress.wallet);
      // The sheet cannot be shown if the connection is lost.
      const approval = await wallets.ask(wallet, { amount: this.#order.amount, email }).catch(() => undefined);
      if (approval === undefined) return this.#fail(connectionFailure());
      isClosed = approval === null;
      if (approval === null) return;
      this.#work.goesOn(texts.progress.paying);
      const opened = await credentialOf(checkout.slug, wallet, approval);
      if (opened === null) return this.#fail(connectionFailure());
      if ('kind' in opened) return this.#fail(failureOf(opened, 'wallet', this.#state));
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

  #send(body: Fields): Promise<Outcome> {
    this.#work.goesOn(texts.progress.paying);
    this.#unresolved = Attempt.begin(this.#state.checkout.slug, body, this.#state.now);
    return this.#unresolved.send();
  }

  #show(outcome: Outcome): void {
    if (outcome.kind === 'unknown') {
      this.#showUnknown();
      return;
    }
    const method = this.#unresolved?.method ?? this.#method;
    this.#unresolved = null;
    this.#isClosed = outcome.kind === 'gone';
    if (outcome.kind === 'paid') this.#finish(outcome.paid);
    else this.#fail(failureOf(outcome, method, this.#state));
  }

  #fail({ tone, notice, fields, error }: Failure): void {
    this.#parent.tell('error', error);
    for (const [field, text] of Object.entries(fields)) if (this.#form.has(field)) this.#form.show(field, text);
    this.#work.status.notice.show(tone, notice);
  }

  /** Offers to send the same attempt again, which cannot charge the buyer twice. */
  #showUnknown(): void {
    const attempt = this.#unresolved;
    if (attempt === null) return;
    this.#parent.tell('error', {
      code: 'unknown',
      message: 'The outcome of the payment is unknown.',
      idempotencyKey: attempt.key,
    });
    const { title, text, action: label } = texts.uncertain;
    this.#work.status.notice.show('warn', {
      title,
      text,
      action: { label, run: () => void this.#checkAgain(attempt) },
    });
    this.#askLater(attempt);
  }

  /** Sends the attempt again after a delay, and shows no message until the outcome is known. */
  #askLater(attempt: Attempt): void {
    this.#askingAgain = setTimeout(async () => {
      const outcome = await attempt.send();
      // The buyer has asked in the meantime, and gets the same result.
      if (this.#work.isUnderWay) return;
      if (outcome.kind === 'unknown') return this.#askLater(attempt);
      this.#show(outcome);
      this.#idle();
    }, askedAgainAfter);
  }

  async #checkAgain(attempt: Attempt): Promise<void> {
    if (this.#work.isUnderWay) return;
    clearTimeout(this.#askingAgain);
    this.#work.begin(texts.progress.checking);
    this.#work.status.notice.clear();
    try {
      this.#show(await attempt.send());
    } finally {
      this.#idle();
    }
  }

  #finish(paid: PaymentAnswer): void {
    if (this.#form.has('cardNumber')) clearCard(this.#form);
    this.#work.leave();
    showPaid();
    leavePaid(this.#parent, this.#state, paid);
  }

  #refuse(title: string, text: string): void {
    this.#work.status.notice.show('danger', { title, text });
  }

  #idle(): void {
    // The submitted order must not change while its outcome is unknown.
    this.#work.end(this.#isClosed || this.#unresolved !== null);
  }
}

const state = readState<CheckoutState>();
const parent = new ParentPage(state.frame);
const element = document.querySelector<HTMLFormElement>('#checkout');
if (element !== null) new CheckoutPage(state, parent, element);
parent.tell('ready');

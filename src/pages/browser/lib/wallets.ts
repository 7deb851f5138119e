import type { Checkout } from '../../checkout-state.ts';
import { whyNoWalletAHere } from '../../sdk/wallet-place.ts';
import { openSheet, type Sheet } from '../../sdk/wallet-sheet.ts';
import { need } from './dom.ts';

export type WalletType = Checkout['wallets'][number];

/** What the sheet of a wallet is opened with. */
export interface Bill {
  /** Minor units. */
  readonly amount: number;
  /** Of the buyer, where the checkout knows it and takes no other. */
  readonly email: string | null;
}

const isWalletType = (name: string | undefined): name is WalletType => name === 'wallet_a' || name === 'wallet_b';

/** The wallets' buttons above the form, and the sheet that one of them opens. */
export class Wallets {
  readonly #element: HTMLElement;
  readonly #checkout: Checkout;
  readonly #isFramed: boolean;
  #sheet: Sheet | null = null;

  /** @param isFramed whether the checkout is in another page's frame */
  constructor(element: HTMLElement, checkout: Checkout, isFramed: boolean, press: (wallet: WalletType) => void) {
    this.#element = element;
    this.#checkout = checkout;
    this.#isFramed = isFramed;
    element.addEventListener('click', ({ target }) => {
      const { wallet } = target instanceof HTMLElement ? target.dataset : {};
      if (isWalletType(wallet)) press(wallet);
    });
  }

  /** Shows the buttons of those that the order can be paid by, as far as this address may. */
  offer(wallets: readonly WalletType[]): void {
    const isUsable = (wallet: string | undefined) =>
      wallets.some((each) => each === wallet) &&
      (wallet !== 'wallet_a' || this.#checkout.sandbox || whyNoWalletAHere() === null);
    const buttons = [...this.#element.querySelectorAll<HTMLButtonElement>('[data-wallet]')];
    for (const button of buttons) button.hidden = !isUsable(button.dataset.wallet);
    this.#element.hidden = buttons.every(({ hidden }) => hidden);
  }

  /** Opens the sheet of a wallet; what the buyer agreed to in it, or null when it was closed. */
  async ask(wallet: WalletType, { amount, email }: Bill) {
    const { slug, currency, workspace, collectShippingAddress } = this.#checkout;
    const { origin } = location;
    this.#sheet = openSheet(
      { home: { frames: origin, page: origin }, merchant: Promise.resolve(workspace.name) },
      wallet,
      { amount, currency, country: 'US', collectShipping: collectShippingAddress, email },
      this.#isFramed ? slug : undefined,
    );
    try {
      return await this.#sheet.approval;
    } finally {
      this.#sheet.close();
      this.#sheet = null;
    }
  }

  /** What is paid has changed while a sheet may be open. */
  updateAmount(amount: number): void {
    this.#sheet?.updateAmount(amount);
  }

  lock(isLocked: boolean): void {
    need('.wallet-buttons', this.#element).toggleAttribute('inert', isLocked);
  }

  focus(wallet: WalletType): void {
    this.#element.querySelector<HTMLButtonElement>(`[data-wallet="${wallet}"]`)?.focus();
  }
}

import type { ServiceWallet } from '../../../sdk/types.ts';
import { type Approval, openSheet, type Sheet, whyNoWalletAHere } from '../../../sdk/wallet-sheet.ts';
import type { Checkout } from '../../../state.ts';
import { postJson } from '../api.ts';
import { need } from '../dom.ts';
import { originsAround } from '../parent.ts';
import { pageLocale, pageTexts } from '../texts.ts';
import type { Outcome } from './outcome.ts';

export type WalletType = Checkout['wallets'][number];

const isWalletType = (name: string | undefined): name is WalletType => name === 'wallet_a' || name === 'wallet_b';

/** The wallet buttons, and the sheet that a button opens. */
export class Wallets {
  readonly #element: HTMLElement;
  readonly #checkout: Checkout;
  readonly #isFramed: boolean;
  #sheet: Sheet | null = null;

  /** @param isFramed whether another page frames the checkout */
  constructor(element: HTMLElement, checkout: Checkout, isFramed: boolean, press: (wallet: WalletType) => void) {
    this.#element = element;
    this.#checkout = checkout;
    this.#isFramed = isFramed;
    element.addEventListener('click', ({ target }) => {
      const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-wallet]') : null;
      const wallet = pressed?.dataset.wallet;
      if (isWalletType(wallet)) press(wallet);
    });
  }

  /** Shows the wallets that can pay the order on this page. */
  offer(wallets: readonly WalletType[]): void {
    const isUsable = (wallet: string | undefined) =>
      wallets.some((each) => each === wallet) &&
      (wallet !== 'wallet_a' || this.#checkout.sandbox || whyNoWalletAHere() === null);
    const buttons = [...this.#element.querySelectorAll<HTMLButtonElement>('[data-wallet]')];
    for (const button of buttons) button.hidden = !isUsable(button.dataset.wallet);
    this.#element.hidden = buttons.every(({ hidden }) => hidden);
  }

  /**
   * Opens a wallet's sheet. Resolves with the buyer's approval; null if the buyer closed the sheet.
   * @param bill `amount` in minor units; `email` of the buyer if the checkout specifies it
   */
  async ask(wallet: WalletType, bill: { amount: number; email: string | null }): Promise<Approval | null> {
    const { slug, currency, workspace, collectShippingAddress } = this.#checkout;
    const { origin } = location;
    this.#sheet = openSheet(
      {
        origins: { frames: origin, page: origin, around: originsAround() },
        merchant: { name: workspace.name },
        isAllowed: Promise.resolve(),
        dialogs: pageTexts().dialogs,
        locale: pageLocale(),
      },
      wallet,
      { ...bill, currency, country: 'US', collectShipping: collectShippingAddress },
      this.#isFramed ? slug : undefined,
    );
    try {
      return await this.#sheet.approval;
    } finally {
      this.#sheet.close();
      this.#sheet = null;
    }
  }

  /** Updates the amount in an open sheet. */
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

interface WalletCredential {
  readonly service_wallet: ServiceWallet;
  /** The card to authenticate first; null if no card needs authentication. */
  readonly cardRef: string | null;
}

/**
 * The approved credential in the format of the pay body. For wallet_b, the service first opens the card.
 * @returns an outcome if the service refuses the card; null if the service did not respond
 */
export async function credentialOf(
  slug: string,
  wallet: WalletType,
  { credential, info }: Approval,
): Promise<WalletCredential | Extract<Outcome, { kind: 'gone' | 'invalid' }> | null> {
  if (wallet === 'wallet_a') {
    return { service_wallet: { type: 'wallet_a', wallet_a_payment_data: credential, info }, cardRef: null };
  }
  const body = { service_wallet: { type: 'wallet_b', wallet_b_token: credential, info } };
  const answer = await postJson<{ prepared: string; cardRef: string | null }>(`/api/checkout/${slug}/wallet`, body);
  switch (answer.kind) {
    case 'done': {
      const { prepared, cardRef } = answer.body;
      return { service_wallet: { type: 'wallet_b', prepared, info }, cardRef };
    }
    case 'refused':
      return answer.status === 404 ? { kind: 'gone' } : { kind: 'invalid', refusal: answer.refusal };
    case 'unreachable':
      return null;
  }
}

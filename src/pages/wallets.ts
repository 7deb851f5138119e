import type { WalletType } from '../simulation/wallet-credentials.ts';
import type { Checkout } from './checkout-state.ts';
import { html, type Markup } from './html.ts';

export const walletNames: Readonly<Record<WalletType, string>> = { wallet_a: 'Wallet A', wallet_b: 'Wallet B' };

/**
 * The buttons of the wallets, above everything that would have to be typed in. The script shows those that this order and
 * this address can use; another choice of what is bought may change them.
 */
export function walletButtons({ walletsEnabled, wallets, sandbox, cardEnabled, workspace }: Checkout): Markup | null {
  if (!walletsEnabled) return null;
  const types = Object.keys(walletNames) as WalletType[];
  // In live mode wallet_a depends on the address that the browser knows the page by.
  const isShown = (type: WalletType) => wallets.includes(type) && (sandbox || type !== 'wallet_a');
  return html`<section class="wallets" id="wallets" aria-labelledby="wallets-title"${!types.some(isShown) && html` hidden`}>
<h2 class="visually-hidden" id="wallets-title">Pay with a wallet</h2>
<div class="wallet-buttons">${types.map(
    (type) =>
      html`<button class="button button-wallet" type="button" data-wallet="${type}"${!isShown(type) && html` hidden`}>Pay with ${walletNames[type]}</button>`,
  )}</div>
<div class="wallet-progress" id="walletProgress" role="status"></div>
<div id="walletNotice" tabindex="-1" hidden></div>
${orOtherwise(cardEnabled, workspace.achEnabled)}
</section>`;
}

/** What the buttons stand apart from; nothing where there is nothing else. */
function orOtherwise(byCard: boolean, byBank: boolean): Markup | null {
  if (!byCard && !byBank) return null;
  const other = byCard && byBank ? 'in another way' : byCard ? 'with a card' : 'by bank account';
  return html`<p class="divider"><span>or pay ${other}</span></p>`;
}

import { isLoopbackHost } from '../browser/lib/loopback.ts';
import { fieldsOf, textOf } from '../shared/answer.ts';
import type { SdkTexts } from '../texts/en.ts';
import type { Api } from './api.ts';
import { aroundIn, frameAddress, type Origins, openDialog } from './dom.ts';
import { framingError, watchFrame } from './frame-watch.ts';
import { FramePort } from './messages.ts';
import { declaredTheme } from './theme.ts';
import type { WalletContact, WalletInfo, WalletPayment, WalletType } from './types.ts';

/** The buyer's approval in a sheet. */
export interface Approval {
  /** A test token in place of an encrypted credential. */
  readonly credential: string;
  readonly info: WalletInfo;
  readonly wallet: WalletPayment['wallet'];
}

export interface Sheet {
  /** The buyer's approval; null if the buyer closed the sheet. Rejects if the wallet is not allowed on this page. */
  readonly approval: Promise<Approval | null>;
  /** Minor units. */
  updateAmount(amount: number): void;
  close(): void;
}

interface Shown {
  readonly amount: number;
  readonly currency: string;
  readonly country: string;
  readonly collectShipping: boolean;
  /** The buyer's email address, if the checkout specifies it. */
  readonly email?: string | null;
}

export interface Opener {
  readonly origins: Origins;
  readonly dialogs: SdkTexts['dialogs'];
  /** The language of the sheet; null if the browser decides. */
  readonly locale: string | null;
  /** The language of `dialogs`; undefined if it is the language of the page. */
  readonly language?: string;
  /** The merchant in the sheet: a name, or the publishable key of the merchant whose name the sheet shows. */
  readonly merchant: { readonly name: string } | { readonly key: string };
  /** Rejects if the wallet is not allowed on this page. */
  readonly isAllowed: Promise<void>;
}

export const walletNames = { wallet_a: 'Wallet A', wallet_b: 'Wallet B' } as const;

/**
 * Opens the emulated sheet of a wallet.
 * @param checkout the slug of an embedded checkout that opens the sheet; the page around the checkout can then also
 * frame the sheet
 */
export function openSheet(
  { origins, dialogs, locale, language, merchant, isAllowed }: Opener,
  walletType: WalletType,
  shown: Shown,
  checkout?: string,
): Sheet {
  let end: (approval: Approval | null) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const approval = new Promise<Approval | null>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const query = {
    wallet: walletType,
    origin: origins.page,
    theme: declaredTheme(document.body),
    ...(checkout === undefined ? {} : { checkout }),
    ...('key' in merchant ? { key: merchant.key } : {}),
    ...(locale === null ? {} : { locale }),
    ...aroundIn(origins),
  };
  const address = frameAddress(origins, '/sdk/v1/wallet', query);
  const title = dialogs.walletSheet(walletNames[walletType]);
  const dialog = openDialog({ title, language, closeLabel: dialogs.close, address, dismissed: () => end(null) });
  const watch = watchFrame({ frame: dialog.frame, origins, refusal: () => framingError(origins), failed: fail });
  const port = new FramePort(dialog.frame, origins.frames, (message) => {
    watch.end();
    if (message.type === 'cancel') end(null);
    if (message.type === 'resize') dialog.adjust(Number(message.height));
    if (message.type === 'approve') end(readApproval(message, shown));
  });
  const close = () => {
    watch.end();
    port.close();
    dialog.close();
    end(null);
  };
  isAllowed.then(() => port.post('open', { ...shown, ...merchant }), fail);
  return { approval, updateAmount: (amount) => port.post('amount', { amount }), close };
}

/**
 * Opens the merchant session that wallet_a's provider requires. Rejects if the wallet is not allowed on this page.
 */
export async function validateMerchant({ api, origins }: { api: Api; origins: Origins }): Promise<void> {
  const validation = new URL('/sdk/v1/wallet', origins.frames).href;
  await api.post('/wallets/wallet-a-session', { domain: location.hostname, validation_url: validation });
}

function readApproval(message: Readonly<Record<string, unknown>>, { collectShipping }: Shown): Approval {
  const { card_network, card_details } = fieldsOf(message.info);
  const contact = readContact(message.contact);
  return {
    credential: textOf(message.credential),
    info: { card_network: textOf(card_network), card_details: textOf(card_details) },
    wallet: {
      payerEmail: textOf(fieldsOf(message.contact).email),
      billingInfo: contact,
      ...(collectShipping ? { shippingInfo: contact } : {}),
    },
  };
}

function readContact(value: unknown): WalletContact {
  const { firstName, lastName, address1, address2, city, state, postalCode, country, phone } = fieldsOf(value);
  return {
    firstName: textOf(firstName),
    lastName: textOf(lastName),
    address1: textOf(address1),
    address2: textOf(address2),
    city: textOf(city),
    state: textOf(state),
    postalCode: textOf(postalCode),
    country: textOf(country),
    phone: textOf(phone),
  };
}

/** Why wallet_a in live mode cannot run in this page, even with registered domains; null if it can run. */
export function whyNoWalletAHere(): string | null {
  if (location.protocol !== 'https:')
    return 'wallet_a does not work over plain HTTP in live mode, so the button is not shown.';
  return isLoopbackHost(location.hostname)
    ? 'wallet_a does not work on localhost in live mode, so the button is not shown.'
    : null;
}

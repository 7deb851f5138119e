import { type Api, fieldsOf, textOf } from './api.ts';
import { openDialog } from './dialog.ts';
import { FramePort } from './messages.ts';
import { frameAddress, type Home } from './target.ts';
import type { WalletContact, WalletInfo, WalletPayment, WalletType } from './types.ts';

/** What the buyer agreed to in a sheet. */
export interface Approval {
  /** A test token, in place of an encrypted credential. */
  readonly credential: string;
  readonly info: WalletInfo;
  readonly wallet: WalletPayment['wallet'];
}

export interface Sheet {
  /** Null when the buyer closed it. Rejects where the wallet may not be used on this page. */
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
  /** The buyer's address, where it is known and no other is taken. */
  readonly email?: string | null;
}

interface Opener {
  readonly home: Home;
  /** The name that the sheet shows; rejects where the wallet may not be used on this page. */
  readonly merchant: Promise<string>;
}

const titles = { wallet_a: 'Wallet A (sandbox)', wallet_b: 'Wallet B (sandbox)' } as const;

/**
 * Opens the emulated sheet of a wallet.
 * @param checkout the slug of the embedded checkout that opens it: the page around that one may frame the sheet too
 */
export function openSheet({ home, merchant }: Opener, walletType: WalletType, shown: Shown, checkout?: string): Sheet {
  let end: (approval: Approval | null) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const approval = new Promise<Approval | null>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const query = { wallet: walletType, origin: home.page, ...(checkout === undefined ? {} : { checkout }) };
  const address = frameAddress(home, '/sdk/v1/wallet', query);
  const dialog = openDialog({ title: titles[walletType], address, dismissed: () => end(null) });
  const port = new FramePort(dialog.frame, home.frames, (message) => {
    if (message.type === 'cancel') end(null);
    if (message.type === 'approve') end(readApproval(message, shown));
  });
  const close = () => {
    port.close();
    dialog.close();
    end(null);
  };
  merchant.then((name) => port.post('open', { ...shown, merchant: name }), fail);
  return { approval, updateAmount: (amount) => port.post('amount', { amount }), close };
}

/**
 * The name that a merchant's page gives its sheet. wallet_a wants a merchant session first, as its provider does: opaque,
 * for this sheet alone.
 */
export async function merchantOf({ api, home }: { api: Api; home: Home }, walletType: WalletType): Promise<string> {
  if (walletType !== 'wallet_a') return location.hostname;
  const validation = new URL('/sdk/v1/wallet', home.frames).href;
  const body = { domain: location.hostname, validation_url: validation };
  const { session } = fieldsOf(await api.post('/wallets/wallet-a-session', body));
  return textOf(fieldsOf(session).displayName) || location.hostname;
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

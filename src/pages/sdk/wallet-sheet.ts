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
}

const titles = { wallet_a: 'Wallet A (sandbox)', wallet_b: 'Wallet B (sandbox)' } as const;

/** Opens the emulated sheet of a wallet. wallet_a wants a merchant session first, as its provider does. */
export function openSheet({ api, home }: { api: Api; home: Home }, walletType: WalletType, shown: Shown): Sheet {
  let end: (approval: Approval | null) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const approval = new Promise<Approval | null>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const address = frameAddress(home, '/sdk/v1/wallet', { wallet: walletType, origin: home.page });
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
  const session = walletType === 'wallet_a' ? openSession(api, home) : Promise.resolve(location.hostname);
  session.then((merchant) => port.post('open', { ...shown, merchant }), fail);
  return { approval, updateAmount: (amount) => port.post('amount', { amount }), close };
}

/** The merchant session of wallet_a: opaque, for this sheet alone. Gives the name that the sheet shows. */
async function openSession(api: Api, home: Home): Promise<string> {
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

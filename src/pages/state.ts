/** The data of a page for its script. Types alone, for the server and the browser. */
import type { WalletType } from '../simulation/wallet-credentials.ts';

/** Prices are in minor units. */
export interface CheckoutProduct {
  readonly productId: string;
  readonly name: string;
  readonly description: string | null;
  readonly price: number;
  readonly quantity: number;
  readonly imageUrl: string | null;
  /** How often it is paid for; null where once. */
  readonly recurring: { readonly interval: 'day' | 'week' | 'month' | 'year'; readonly interval_count: number } | null;
  /** How many of it can be bought now; null where its stock is not counted. */
  readonly available: number | null;
}

export interface VaultConfig {
  readonly enabled: boolean;
  readonly vaultId: string;
  readonly environment: 'sandbox' | 'live';
  readonly url: string;
}

export interface CheckoutField {
  readonly id: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'select' | 'checkbox';
  readonly required: boolean;
  readonly options: readonly string[] | null;
}

/** The part of GET /api/checkout/{slug} that pages work with (specification, "Public checkout client API"). */
export interface Checkout {
  readonly slug: string;
  readonly kind: 'session' | 'payment_link' | 'invoice';
  /** What is to be paid, in minor units after the discount. */
  readonly amount: number;
  readonly currency: string;
  readonly discountCode: string | null;
  readonly discountAmount: number;
  readonly sandbox: boolean;
  readonly customFields: readonly CheckoutField[];
  readonly collectShippingAddress: boolean;
  readonly cardEnabled: boolean;
  readonly threeDsEnabled: boolean;
  readonly walletsEnabled: boolean;
  /** The wallets that can pay this order. */
  readonly wallets: readonly WalletType[];
  readonly vaultConfig: VaultConfig;
  readonly workspaceId: string;
  readonly workspace: {
    readonly name: string;
    readonly achEnabled: boolean;
    readonly requireCheckoutPhone: boolean;
    /** A template: `{merchant}` and `{amount}` stand for the name and the sum. */
    readonly achAuthorizationText: string;
  };
  readonly products: readonly CheckoutProduct[];
  readonly emailFieldMode: 'editable' | 'read_only' | 'hidden';
  readonly phoneFieldMode: 'editable' | 'read_only' | 'hidden';
  readonly customerEmail: string | null;
  readonly customerPhone: string | null;
  readonly showOrderSummary: boolean;
}

export interface CheckoutState {
  /** As GET /api/checkout/{slug} answers it. */
  readonly checkout: Checkout;
  /** The discount code with which the merchant made the checkout; the buyer cannot remove it. */
  readonly ownCode: string | null;
  /** The page's own path: `/pay/{slug}` or `/embed/{client_secret}`. */
  readonly path: string;
  readonly frame: FrameState | null;
  /** Whether the workspace has a provider of address suggestions. */
  readonly isAddressSuggested: boolean;
  /** The instant of the emulated clock at which the page was made, ISO 8601. */
  readonly now: string;
  /** Why a payment was declined, by the codes that the client API tells: `insufficient_funds` of `202`. */
  readonly declineReasons: Readonly<Record<string, string>>;
}

/** Which pages may frame a checkout and get its messages. */
export interface FrameState {
  /** Exact origins; null for any page of this machine. */
  readonly origins: readonly string[] | null;
}

/** The data of a page at the end of something. */
export interface EndState {
  readonly frame: FrameState | null;
}

/** The data of the page of a checkout that cannot be paid (any more). */
export interface NotPayableState extends EndState {
  /** Null where no checkout is known. */
  readonly checkout: (Pick<Checkout, 'slug'> & Pick<CheckoutState, 'path' | 'now'>) | null;
}

/** The data of the page that shows how a payment or a claimed payout stands. */
export interface ResultState extends EndState {
  /** The address of the shop, to which the page goes on by itself; null where it stays. */
  readonly leaveTo: string | null;
}

/** The data of the pages of payout links. */
export interface PayoutState {
  readonly slug: string;
  readonly currency: string;
  /** The largest amount that can be requested, in minor units. */
  readonly largest: number;
  readonly vault: VaultConfig;
  /** The instant of the emulated clock at which the page was made, ISO 8601. */
  readonly now: string;
}

/** The data of the customer portal. */
export interface PortalState {
  readonly vault: VaultConfig;
  /** The instant of the emulated clock at which the page was made, ISO 8601. */
  readonly now: string;
  /** What is said of each action. */
  readonly actions: Readonly<
    Record<
      'cancelled' | 'kept' | 'changed' | 'added' | 'removed' | 'renamed' | 'moved',
      { readonly busy: string; readonly refused: Said }
    >
  >;
  readonly texts: {
    readonly lost: Said;
    readonly tooMany: Said;
    readonly badCard: string;
    readonly notTaken: string;
    readonly emailRefused: string;
  };
}

interface Said {
  readonly title: string;
  readonly text: string;
}

/** What a page says of itself to the developer's panel. */
export interface PanelState {
  /** What it is: `Checkout`. */
  readonly page: string;
  /** The ids of what it shows, the most important first. */
  readonly about: readonly string[];
  readonly slug: string | null;
  /** Whether money comes in or goes out on it; null where none moves. */
  readonly direction: 'in' | 'out' | null;
  readonly workspace: string;
  readonly mode: 'test' | 'live';
  /** Some that accounts can be had at. */
  readonly banks: readonly {
    readonly routing_number: string;
    readonly name: string;
    readonly rtp: boolean;
    readonly fednow: boolean;
  }[];
}

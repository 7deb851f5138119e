/** The data that pages pass to their scripts. Only types, for the server and the browser. */
import type { WalletType } from '../payments/simulation/wallet-credentials.ts';

/** Prices are in minor units. */
export interface CheckoutProduct {
  readonly productId: string;
  readonly name: string;
  readonly description: string | null;
  readonly price: number;
  readonly quantity: number;
  readonly imageUrl: string | null;
  /** How often the product is charged; null if it is charged once. */
  readonly recurring: { readonly interval: 'day' | 'week' | 'month' | 'year'; readonly interval_count: number } | null;
  /** The quantity that is available now; null if the stock is not counted. */
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

/** The part of GET /api/checkout/{slug} that pages use (specification, "Public checkout client API"). */
export interface Checkout {
  readonly slug: string;
  readonly kind: 'session' | 'payment_link' | 'invoice';
  /** The amount to pay after the discount, in minor units. */
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
    /** A template in which `{merchant}` and `{amount}` are placeholders for the name and the amount. */
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
  /** The checkout as GET /api/checkout/{slug} returns it. */
  readonly checkout: Checkout;
  /** The page's own path: `/pay/{slug}` or `/embed/{client_secret}`. */
  readonly path: string;
  readonly frame: FrameState | null;
  /** Whether the workspace has a provider for address suggestions. */
  readonly isAddressSuggested: boolean;
  /** When the page was created, on the emulated clock, ISO 8601. */
  readonly now: string;
  /** Why a payment was declined, by the client API's codes; for example, `202` means `insufficient_funds`. */
  readonly declineReasons: Readonly<Record<string, string>>;
}

/** The pages that can frame a checkout and receive its messages. */
export interface FrameState {
  /** Exact origins; null for any page of this machine. */
  readonly origins: readonly string[] | null;
}

/** The data of a page that ends a checkout. */
interface EndState {
  readonly frame: FrameState | null;
}

/** The data of the page of a checkout that cannot be paid. */
export interface NotPayableState extends EndState {
  /** Null if the checkout is unknown. */
  readonly checkout: (Pick<Checkout, 'slug'> & Pick<CheckoutState, 'path' | 'now'>) | null;
}

/** The data of the page with the status of a payment or of a claimed payout. */
export interface ResultState extends EndState {
  /** The shop's URL, which the page opens automatically; null if the page stays open. */
  readonly leaveTo: string | null;
}

/** The data of the pages of payout links. */
export interface PayoutState {
  readonly slug: string;
  readonly currency: string;
  /** The maximum amount of a request, in minor units. */
  readonly largest: number;
  readonly vault: VaultConfig;
  /** When the page was created, on the emulated clock, ISO 8601. */
  readonly now: string;
}

/** The data of the customer portal. */
export interface PortalState {
  readonly vault: VaultConfig;
  /** When the page was created, on the emulated clock, ISO 8601. */
  readonly now: string;
  /** The messages of each action. */
  readonly actions: Readonly<
    Record<
      'cancelled' | 'kept' | 'changed' | 'added' | 'removed' | 'renamed' | 'moved',
      { readonly busy: string; readonly refused: StateText }
    >
  >;
  readonly texts: {
    readonly lost: StateText;
    readonly tooMany: StateText;
    readonly badCard: string;
    readonly notTaken: string;
    readonly emailRefused: string;
  };
}

interface StateText {
  readonly title: string;
  readonly text: string;
}

/**
 * The public surface of the browser SDK (specification, "Client-side SDK surface"). The build provides it to pages,
 * together with `appearance-types.ts`.
 *
 * Amounts are in major units, as on a price tag: 49.99 means 49 dollars and 99 cents.
 */

import type { Appearance, StyleProperties } from './appearance-types.ts';

export type * from './appearance-types.ts';

/** Creates an instance for one publishable key: `PaymentsSDK('pk_test_demo')`. */
export interface PaymentsFactory {
  /**
   * @throws PaymentsError `not_configured` for a key that is not publishable, an `apiBase` that is not a URL, or
   * `parentOrigins` that are not exact origins, such as an origin with a path
   */
  (publishableKey: string, options?: PaymentsOptions): Payments;
  /** For `instanceof`; the module also exports it. */
  readonly PaymentsError: PaymentsErrorClass;
}

/** The class of every error that the SDK throws, rejects with, or passes to `onError`. */
export type PaymentsErrorClass = abstract new (code: PaymentsErrorCode, message: string) => PaymentsErrorLike;

export interface PaymentsOptions {
  /**
   * The URL of the API, which ends with `/api/v1`; default: the origin of the script. Needed with a bundler, and for a
   * custom domain or a proxy. A proxy must forward every request below `/api/v1` with its query string. With a bundler,
   * frames come from the origin of this URL, so a proxy must also forward `/api`, `/sdk`, `/embed`, `/pay`, `/acs` and
   * `/_assets`.
   */
  readonly apiBase?: string;
  /** The language for buyers, a BCP 47 tag such as `de` or `fr-CA`; default: the browser's language. */
  readonly locale?: string;
  /**
   * The exact origins of the pages around this page, if the shop itself is shown in a frame, such as
   * `['https://partner.example']`. Only those pages and this page can then show the SDK's frames.
   */
  readonly parentOrigins?: readonly string[];
}

export interface Payments {
  /**
   * Shows the checkout of an embedded session in a frame. Returns immediately; `ready` fires when a buyer can use the
   * checkout.
   */
  mountCheckout(target: Target, options: CheckoutOptions): MountedCheckout;
  /**
   * Shows secure fields for a card's number, expiry and security code. The typed digits never enter this page.
   * @throws PaymentsError `not_configured` if there is no such element, or if it already has card fields
   */
  mountCardInputs(target: Target | CardTargets, options?: CardInputsOptions): MountedCardInputs;
  /**
   * Exchanges a card for a one-time token: the card in the mounted fields, or the given card (not on `gateway_b`).
   * Without a card, the call works only while exactly one block of fields is mounted; each block has its own
   * `createToken()`. Rejects with PaymentsError: `invalid_fields`, `not_configured`, `cancelled`, `rate_limited`,
   * `network`, `unknown`.
   */
  createToken(card?: CardData): Promise<TokenResult>;
  elements(): Elements;
  /** The 3-D Secure object of this instance. Every call returns the same object. */
  threeDS(): ThreeDS;
}

/** A CSS selector, or the element itself. */
export type Target = string | HTMLElement;

export type PaymentsErrorCode =
  | 'invalid_fields'
  | 'billing_address_required'
  | 'contact_required'
  | 'three_ds_failed'
  | 'three_ds_cancelled'
  | 'three_ds_timeout'
  | 'declined'
  | 'session_expired'
  | 'session_invalid'
  | 'rate_limited'
  | 'network'
  | 'unknown'
  | 'vault_unavailable'
  | 'not_configured'
  | AssumedErrorCode;

/**
 * Codes that are not in the specification. `cancelled`: the card fields were removed while a token was being created or
 * their card was being authenticated. `three_ds_in_progress`: another authentication is in progress.
 */
export type AssumedErrorCode = 'cancelled' | 'three_ds_in_progress';

/** Removes the listener. */
export type Unsubscribe = () => void;

export interface CheckoutOptions {
  /** The session's `client_secret`, which the server passes to the page. */
  readonly clientSecret: string;
  readonly appearance?: Appearance;
  /**
   * The language of the checkout if its session has no language; default: the language of the factory, or else the
   * browser's language.
   */
  readonly locale?: string;
  readonly onReady?: () => void;
  /** Only for the page. Fulfill an order after the webhook, or after reading the session on the server. */
  readonly onComplete?: (result: CheckoutResult) => void;
  readonly onError?: (error: PaymentsErrorLike) => void;
}

export interface CheckoutResult {
  readonly transactionId: string;
  readonly orderNumber: string | number | null;
  readonly orderLabel: string | null;
  readonly confirmationToken: string | null;
}

/** The fields of a PaymentsError. `message` is for developers; show buyers a sentence for the `code`. */
export interface PaymentsErrorLike extends Error {
  readonly code: PaymentsErrorCode;
  /** For `invalid_fields`: a message for each invalid field; those of card fields are for buyers. */
  readonly fields?: Readonly<Record<string, string>>;
  /** For `declined`: the gateway's own code. */
  readonly declineCode?: string | null;
  /** For `unknown`: the key of the attempt with an unknown outcome. */
  readonly idempotencyKey?: string;
  /** For `rate_limited`: the number of seconds until the next try. */
  readonly retryAfter?: number;
}

export interface CheckoutEvents {
  ready: undefined;
  complete: CheckoutResult;
  error: PaymentsErrorLike;
  /** In pixels; the frame already has this height. */
  resize: { readonly height: number };
}

export interface MountedCheckout {
  readonly iframe: HTMLIFrameElement;
  on<K extends keyof CheckoutEvents>(event: K, listener: (payload: CheckoutEvents[K]) => void): Unsubscribe;
  updateAppearance(appearance: Appearance): void;
  unmount(): void;
}

export type CardField = 'cardNumber' | 'cardExpiry' | 'cardCvc';

/** An element for each field, if the page lays out the fields itself. */
export type CardTargets = Readonly<Record<CardField, Target>>;

/** CSS of the fields: plain properties, or grouped by state. */
export type FieldStyle =
  | StyleProperties
  | {
      readonly base?: StyleProperties;
      readonly focus?: StyleProperties;
      readonly invalid?: StyleProperties;
      readonly complete?: StyleProperties;
      readonly placeholder?: StyleProperties;
    };

export interface CardInputsOptions {
  readonly onReady?: () => void;
  readonly onChange?: (state: CardInputsState) => void;
  /**
   * Called if the fields cannot be shown. The buyer then sees a message in their place, and `createToken()` rejects
   * with the same error.
   */
  readonly onError?: (error: PaymentsErrorLike) => void;
  readonly style?: FieldStyle;
  readonly appearance?: Appearance;
  /** The language of the fields; default: the language of the factory, or else the browser's language. */
  readonly locale?: string;
  readonly placeholders?: { readonly number?: string; readonly expiry?: string; readonly cvc?: string };
}

export interface CardInputsState {
  /** `visa`, `mastercard`, ...; null while the brand is unknown. */
  readonly brand: string | null;
  /** Whether all three fields can be sent. */
  readonly complete: boolean;
  readonly empty: boolean;
  /** Errors by field. A field that the buyer is still typing into has no error. */
  readonly errors: Readonly<Partial<Record<CardField, string>>>;
}

export interface MountedCardInputs {
  /**
   * Exchanges the card in these fields for a one-time token. Waits for fields that are loading. A second call during
   * a running call returns the same token. Rejects with PaymentsError: `invalid_fields`, `not_configured`,
   * `cancelled`, `rate_limited`, `network`, `unknown`.
   */
  createToken(): Promise<TokenResult>;
  /**
   * Removes the fields. A token that is being created, or an authentication of a card from these fields, ends with
   * `cancelled`.
   */
  unmount(): void;
  /** Default: the number. */
  focus(field?: CardField): void;
  clear(): void;
  updateStyle(style: FieldStyle): void;
}

/** A card that the page itself has read. This data is sensitive, so prefer `mountCardInputs`. */
export interface CardData {
  readonly number: string;
  readonly exp_month: string;
  readonly exp_year: string;
  readonly cvv?: string;
}

export interface TokenResult {
  /** `ptok_...`: works once, for 15 minutes. */
  readonly token: string;
  readonly card: {
    readonly last4: string;
    readonly brand: string;
    readonly exp_month: string;
    readonly exp_year: string;
  };
}

export type WalletType = 'wallet_a' | 'wallet_b';

export interface Elements {
  /** Shows the buttons of the wallets that can be used here. Returns immediately; `ready` reports the wallets. */
  mountWallets(target: Target, options: WalletOptions): MountedWallets;
}

export interface WalletAppearance {
  readonly color?: 'black' | 'white';
  readonly label?: 'plain' | 'pay' | 'buy' | 'checkout';
  /** Pixels. */
  readonly borderRadius?: number;
}

export interface WalletOptions {
  /** The amount in the sheet, in major units; the server's charge determines the paid amount. */
  readonly amount: number;
  /** Default `USD`. */
  readonly currency?: string;
  /** Default `US`. */
  readonly country?: string;
  readonly collectShipping?: boolean;
  /** In pixels, 32 to 64; default: 44. */
  readonly buttonHeight?: number;
  /** The space between the buttons, in pixels; default: 8. */
  readonly gap?: number;
  readonly direction?: 'row' | 'column';
  /** The language of buttons and sheets; default: the language of the factory, or else the browser's language. */
  readonly locale?: string;
  readonly wallet_a?: WalletAppearance;
  readonly wallet_b?: WalletAppearance;
}

export interface WalletContact {
  readonly firstName: string;
  readonly lastName: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
  readonly phone: string;
}

/** The `service_wallet` field for POST /charges. Forward it unchanged within minutes, and never store it. */
export type ServiceWallet =
  | { readonly type: 'wallet_a'; readonly wallet_a_payment_data: string; readonly info: WalletInfo }
  | { readonly type: 'wallet_b'; readonly prepared: string; readonly info: WalletInfo };

export interface WalletInfo {
  readonly card_network: string;
  readonly card_details: string;
}

export interface WalletPayment {
  readonly walletType: WalletType;
  readonly paysioWallet: ServiceWallet;
  /** The `wallet` field for POST /charges. */
  readonly wallet: {
    readonly payerEmail: string;
    readonly billingInfo: WalletContact;
    /** Only with `collectShipping`: the address that the buyer chose. */
    readonly shippingInfo?: WalletContact;
  };
  /** The `three_ds` field for POST /charges; only if a wallet_b card was authenticated. */
  readonly threeDS?: ThreeDSResult;
}

export interface WalletEvents {
  ready: { readonly wallets: readonly WalletType[] };
  error: PaymentsErrorLike;
  walletPayment: WalletPayment;
}

export interface MountedWallets {
  /** Major units. */
  updateAmount(amount: number): void;
  on<K extends keyof WalletEvents>(event: K, listener: (payload: WalletEvents[K]) => void): Unsubscribe;
  unmount(): void;
}

export type ThreeDSState = 'idle' | 'authenticating' | 'fingerprinting' | 'challenging' | 'success' | 'failure';

/** `token` identifies a new card, `paymentMethodId` a saved card; `amount` is in major units. */
export type ThreeDSOptions = { readonly amount: number; readonly currency?: string } & (
  | { readonly token: string; readonly paymentMethodId?: undefined }
  | { readonly paymentMethodId: string; readonly token?: undefined }
);

export interface ThreeDSResult {
  /**
   * `Y` or `A`; `U` for a card that is not enrolled; `SKIPPED` if the service does not authenticate the card's brand.
   * Do not send a skipped result: charge without `three_ds`.
   */
  readonly status: string;
  readonly eci: string | null;
  readonly authenticationValue: string | null;
  readonly dsTransId: string | null;
  readonly threeDSServerTransID: string | null;
  readonly threeDsVersion: string | null;
}

export interface ThreeDS {
  /**
   * Authenticates the cardholder, in a dialog if the issuer requests one. A second call for the same card and amount
   * during a running call returns the same result. Rejects with PaymentsError: `three_ds_failed`,
   * `three_ds_cancelled`, `three_ds_timeout`, `three_ds_in_progress`, `cancelled`, `vault_unavailable`,
   * `invalid_fields`, `not_configured`, `rate_limited`, `network`, `unknown`.
   */
  authenticate(options: ThreeDSOptions): Promise<ThreeDSResult>;
  /** Ends a running authentication at once; it rejects with `three_ds_cancelled`. */
  cancel(): void;
  /** Ends a running authentication and returns to `idle`. */
  reset(): void;
  getStatus(): ThreeDSState;
}

/** What the pages of payout links hand to their scripts. Types alone: the server and the browser both read them. */
export interface PayoutState {
  readonly slug: string;
  readonly currency: string;
  /** The most that can be asked for, in minor units. */
  readonly largest: number;
  readonly vault: {
    readonly enabled: boolean;
    readonly vaultId: string;
    readonly environment: 'sandbox' | 'live';
    readonly url: string;
  };
}

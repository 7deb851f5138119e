/** How deliveries are sent. */
export interface SendingOptions {
  /** Where the `t` of a signature comes from. */
  signatureTime: 'real' | 'emulated';
  allowRemoteWebhooks: boolean;
  /** Certificates that receivers are verified by besides those that Node trusts, as PEM; null: none. */
  authority?: string | null;
  version: string;
  /** How many deliveries to one endpoint may be under way; default 16, and with 1 they come in order. */
  deliveriesAtOnce?: number | undefined;
  /** Masks card numbers in what receivers answer. */
  mask?: (text: string) => string;
}

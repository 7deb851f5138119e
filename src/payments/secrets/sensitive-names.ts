/* Secrets that a name tells, in any spelling: `api_key`, `apiKey`, `API-KEY`, `DB_API_KEY`. */

/** The text that replaces a secret. */
export const redacted = '[redacted]';

/**
 * Makes the text that takes the place of a secret.
 * @param kind the ending of the secret's name, or what its form shows: `key`, `pan`
 */
export type Replace = (secret: string, kind: string) => string;
export const redact: Replace = () => redacted;

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The endings of secret names. */
const endings = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'secret',
  'secretkey',
  'apikey',
  'accesskey',
  'accountkey',
  'privatekey',
  'signingkey',
  'encryptionkey',
  'token',
  'credential',
  'credentials',
  'authorization',
  'cookie',
  'connectionstring',
  'cvc',
  'cvc2',
  'cvv',
  'cvv2',
  'securitycode',
  'jwt',
];

/** Secret names that are too short to be an ending. */
const whole = new Set(['auth', 'otp', 'pass', 'pin', 'pwd', 'sid', 'sig', 'phpsessid', 'jsessionid', 'sessionid']);

/** The longest secret name, in characters. */
const longest = 200;

/** The kind of secret that a field, a parameter or a variable of this name holds: `token`; null: it holds none. */
export function secretKindOf(name: string): string | null {
  if (name.length > longest) return null;
  const known = plain(name);
  return whole.has(known) ? known : (endings.find((ending) => known.endsWith(ending)) ?? null);
}

/** Whether a field, a parameter or a variable of this name holds a secret. */
export const isSecretName = (name: string): boolean => secretKindOf(name) !== null;

/** The fields that hold what pays: a card's number and code, a bank account, a wallet's credential; and their kinds. */
const paymentKinds: ReadonlyMap<string, PaymentKind> = new Map([
  ...(['number', 'pan', 'cardnumber', 'ccnumber'] as const).map((name) => [name, 'pan'] as const),
  ...(['cvv', 'cvv2', 'cvc', 'cvc2', 'cardcvv', 'cardcvc', 'cccvv', 'cccvc', 'securitycode'] as const).map(
    (name) => [name, 'cvc'] as const,
  ),
  ...(['accountnumber', 'bankaccountnumber'] as const).map((name) => [name, 'bank_account'] as const),
  ...(['walletapaymentdata', 'walletbtoken'] as const).map((name) => [name, 'wallet'] as const),
]);
export type PaymentKind = 'pan' | 'cvc' | 'bank_account' | 'wallet';

/** What a field of this name, in any spelling, pays with; null: it does not pay. */
export const paymentKindOf = (name: string): PaymentKind | null =>
  name.length > longest ? null : (paymentKinds.get(plain(name)) ?? null);

/** Headers whose values are shown. The value of any other header may be a secret. */
const openHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'connection',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'host',
  'idempotency-key',
  'idempotency-replayed',
  'keep-alive',
  'last-modified',
  'location',
  'origin',
  'referer',
  'request-id',
  'retry-after',
  'server',
  'service-event',
  'strict-transport-security',
  'transfer-encoding',
  'user-agent',
  'vary',
  'via',
  'x-content-type-options',
  'x-powered-by',
  'x-request-id',
  'x-service-sdk',
]);

const openFamilies = /^(?:access-control|(?:x-)?ratelimit|sec-(?:fetch|ch-ua)|x-emulator)\b/;

export const isOpenHeader = (name: string): boolean =>
  openHeaders.has(name.toLowerCase()) || openFamilies.test(name.toLowerCase());

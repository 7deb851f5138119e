/* Secrets that a name tells, in any spelling: `api_key`, `apiKey`, `API-KEY`, `DB_API_KEY`, `api_key[]`. */

/** The text that replaces a secret. */
export const redacted = '[redacted]';

/**
 * Returns the text that replaces a secret.
 * @param kind the ending of the secret's name, or the kind that its form indicates: `key`, `pan`
 */
export type Replace = (secret: string, kind: string) => string;
export const redact: Replace = () => redacted;

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The words in a name: `api` and `key` in `apiKey`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];

/** Groups endings by their last character, so that only a few must be compared. */
const byLast = (ends: readonly string[]): ReadonlyMap<string, readonly string[]> =>
  new Map([...new Set(ends.map((end) => end.at(-1)!))].map((last) => [last, ends.filter((end) => end.endsWith(last))]));

/** The endings of secret names. */
const endings = byLast([
  ...['password', 'passwd', 'passphrase', 'passcode', 'secret', 'token', 'credential', 'credentials', 'jwt', 'bearer'],
  ...['secretkey', 'apikey', 'accesskey', 'accountkey', 'privatekey', 'signingkey', 'encryptionkey', 'sharedkey'],
  ...['masterkey', 'licensekey', 'hmackey', 'signaturekey', 'transactionkey', 'subscriptionkey', 'sessionkey'],
  ...['authorization', 'cookie', 'connectionstring', 'hmac', 'codeverifier', 'assertion', 'samlresponse', 'nonce'],
  ...['recoverycode', 'backupcode', 'logincode', 'onetimecode', 'securityanswer', 'mnemonic', 'seedphrase', 'totpseed'],
  ...['cryptogram', 'pinblock', 'trackdata', 'track1', 'track2'],
]);

/** Secret names that are too short to be endings, or with which harmless names can end. */
const whole = new Set([
  ...['auth', 'otp', 'pass', 'pin', 'pwd', 'sid', 'sig', 'phpsessid', 'jsessionid', 'sessionid', 'usersessionid'],
  ...['session', 'xsessionid'],
]);

/** Short words that indicate a secret as the last word of a name: `user_pass`. */
const lastWords = new Set(['pass', 'pwd', 'pin', 'otp', 'csrf', 'xsrf']);

/** Words after a secret name that do not change its meaning: `password_confirmation`, `token2`. */
const appended = new Set([
  ...['value', 'hash', 'text', 'raw', 'plain', 'encrypted', 'confirmation', 'confirm', 'again', 'repeat', 'new', 'old'],
  ...['current', '1', '2'],
]);

/** The last words of names that contain `secret` but only describe it. */
const aboutSecret = new Set([
  ...['id', 'type', 'name', 'version', 'count', 'at', 'required', 'enabled', 'status', 'arn', 'hint', 'length'],
  ...['expires', 'expiry', 'url', 'path', 'ref', 'garden', 'santa'],
]);

/** Endings of names for the security code of a card, a bank account, or a social security number. */
const cardCodes = byLast(['cvc', 'cvc2', 'cvv', 'cvv2', 'csc', 'securitycode', 'cardverificationcode']);
const codes = byLast(['verificationvalue', 'verificationcode']);
const accounts = byLast([
  ...['iban', 'bban', 'clabe', 'accountnumber', 'accountno', 'accountnum', 'acctnumber', 'acctno', 'acctnum'],
  ...['bankaccount'],
]);
/** Names whose values can have any meaning. Only a value in the form of an account number is hidden. */
const openAccounts = byLast(['account', 'acct']);
const persons = byLast(['ssn', 'socialsecuritynumber']);

/** The longest secret name, in characters. */
const longest = 200;

const endsWith = (name: string, ends: ReadonlyMap<string, readonly string[]>): string | undefined =>
  ends.get(name.at(-1) ?? '')?.find((end) => name.endsWith(end));

/** The kind of secret that a field, parameter or variable with this name contains: `token`; null if none. */
export function secretKindOf(name: string): string | null {
  if (name.length > longest) return null;
  const known = plain(name);
  if (whole.has(known)) return known;
  if (endsWith(known, cardCodes) !== undefined) return 'cvc';
  const code = endsWith(known, codes);
  if (code !== undefined) return code;
  const ending = endsWith(known, endings);
  if (ending !== undefined) return ending;
  // Most names end here. Only a name that contains one of these words is split.
  if (!/pass|pwd|pin|otp|csrf|xsrf|secret|token|key/.test(known)) return null;
  const words = wordsOf(name);
  while (words.length > 1 && appended.has(words.at(-1)!)) words.pop();
  const last = words.at(-1) ?? '';
  if (lastWords.has(last)) return last;
  if (words.includes('secret') && !aboutSecret.has(last)) return 'secret';
  return endsWith(words.join('').replace(/(?<=\D)[0-9]$/, ''), endings) ?? null;
}

/** Whether a field, parameter or variable with this name contains a secret. */
export const isSecretName = (name: string): boolean => secretKindOf(name) !== null;

/**
 * The fields that contain payment data, with their kinds: a card's number and code, a bank account, a wallet
 * credential.
 */
const paymentKinds: ReadonlyMap<string, PaymentKind> = new Map([
  ...(['number', 'pan', 'cardnumber', 'ccnumber'] as const).map((name) => [name, 'pan'] as const),
  ...(['walletapaymentdata', 'walletbtoken'] as const).map((name) => [name, 'wallet'] as const),
]);
export type PaymentKind = 'pan' | 'cvc' | 'bank_account' | 'wallet';

/** The kind of payment data in a field with this name, in any spelling; null if it contains none. */
export function paymentKindOf(name: string): PaymentKind | null {
  if (name.length > longest) return null;
  const known = plain(name);
  const kind = paymentKinds.get(known);
  if (kind !== undefined) return kind;
  if (endsWith(known, cardCodes) !== undefined) return 'cvc';
  return endsWith(known, accounts) === undefined ? null : 'bank_account';
}

/** Whether a name belongs to an account of any kind: `account`, `creditor_account`. */
export const isOpenAccountName = (name: string): boolean =>
  name.length <= longest && endsWith(plain(name), openAccounts) !== undefined;

/** Whether a name belongs to a person's government-issued number. */
export const isPersonName = (name: string): boolean =>
  name.length <= longest && endsWith(plain(name), persons) !== undefined;

/**
 * Words that are common in programming languages. In a text, they can precede a colon with another meaning, as in
 * `PASS: TestRefund`. As the name of a field or a parameter, they indicate a secret.
 */
const ordinary = new Set(['pass', 'session', 'bearer', 'nonce', 'account', 'acct', 'assertion']);

/** Whether a name before a colon in a text has an ordinary meaning. */
export const isOrdinaryWord = (name: string): boolean => ordinary.has(name.toLowerCase());

/** Headers whose values are shown. The value of any other header can be a secret. */
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

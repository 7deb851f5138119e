/* Secrets that a name tells, in any spelling: `api_key`, `apiKey`, `API-KEY`, `DB_API_KEY`. */

/** The text that replaces a secret. */
export const redacted = '[redacted]';

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

/** Whether a field, a parameter or a variable of this name holds a secret. */
export function isSecretName(name: string): boolean {
  if (name.length > longest) return false;
  const known = plain(name);
  return whole.has(known) || endings.some((ending) => known.endsWith(ending));
}

/** Headers whose values are shown. The value of any other header may be a secret. */
const openHeaders = new Set([
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
  'keep-alive',
  'last-modified',
  'location',
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
]);

export const isOpenHeader = (name: string): boolean => openHeaders.has(name.toLowerCase());

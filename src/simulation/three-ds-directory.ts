import { createHash } from 'node:crypto';
import { containsCardNumber } from './masking.ts';

/** What the directory and the issuer answer: a terminal status, or C where the cardholder is to be challenged. */
export type DirectoryStatus = 'Y' | 'C' | 'A' | 'N' | 'U' | 'R';

/** The version of the protocol that the directory speaks. */
export const protocolVersion = '2.2.0';

const special: Readonly<Record<string, DirectoryStatus>> = {
  three_ds_y: 'Y',
  three_ds_y_approves: 'Y',
  three_ds_challenge: 'C',
  three_ds_challenge_approves: 'C',
  three_ds_n: 'N',
  three_ds_a: 'A',
  three_ds_r: 'R',
  three_ds_u: 'U',
  three_ds_not_enrolled: 'U',
};

/** What a card's issuer answers; an ordinary card is authenticated without a challenge. */
export const directoryStatus = (behaviour: string | null): DirectoryStatus => special[behaviour ?? ''] ?? 'Y';

/** Whether the directory knows a card. One that it does not know answers U. */
export const isEnrolled = (behaviour: string | null): boolean => behaviour !== 'three_ds_not_enrolled';

/** The electronic commerce indicator of a result: how far the issuer answers for the payment. */
export function indicatorOf(brand: string, status: Exclude<DirectoryStatus, 'C'>): string {
  const isMastercard = brand === 'mastercard';
  if (status === 'Y') return isMastercard ? '02' : '05';
  if (status === 'A') return isMastercard ? '01' : '06';
  return isMastercard ? '00' : '07';
}

/** Why an authentication failed, in words; null for a result that a payment may rely on. */
export const failureOf = (status: Exclude<DirectoryStatus, 'C'>): string | null =>
  status === 'Y' || status === 'A' ? null : failures[status];

const failures = {
  N: 'The issuer did not authenticate the cardholder.',
  R: 'The issuer rejected the authentication; the payment should not be attempted.',
  U: 'The authentication could not be performed.',
} as const;

/** 20 bytes in base64, as a cryptogram or a transaction's identifier has; the same for the same text. */
export const tokenOf = (kind: string, id: string): string =>
  readable((attempt) => digestOf(kind, id, attempt).subarray(0, 20).toString('base64'));

/** A UUID, the same for the same text. */
export const uuidOf = (kind: string, id: string): string =>
  readable((attempt) => {
    const hex = digestOf(kind, id, attempt).toString('hex');
    const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
    return [...groups, hex.slice(20, 32)].join('-');
  });

const digestOf = (kind: string, id: string, attempt: number): Buffer =>
  createHash('sha256').update(`${kind}/${id}/${attempt}`).digest();

/** Passes over what would be masked as a card number when a caller sends it back. */
function readable(make: (attempt: number) => string): string {
  for (let attempt = 0; ; attempt++) {
    const text = make(attempt);
    if (!containsCardNumber(text)) return text;
  }
}

/** The challenge request that a page posts to the issuer (EMV 3-D Secure, CReq). */
export const challengeRequest = (threeDSServerTransID: string, acsTransID: string): string =>
  Buffer.from(
    JSON.stringify({
      threeDSServerTransID,
      acsTransID,
      messageType: 'CReq',
      messageVersion: protocolVersion,
      challengeWindowSize: '05',
    }),
  ).toString('base64url');

/** The issuer's answer to a challenge request, which the browser posts to where the challenge returns to (CRes). */
export const challengeResponse = (threeDSServerTransID: string, acsTransID: string, transStatus: 'Y' | 'N'): string =>
  Buffer.from(
    JSON.stringify({
      threeDSServerTransID,
      acsTransID,
      messageType: 'CRes',
      messageVersion: protocolVersion,
      challengeCompletionInd: 'Y',
      transStatus,
    }),
  ).toString('base64url');

/** A form that posts a challenge request by itself where scripts run, else by its button. Takes base64url. */
export const challengeForm = (url: string, creq: string): string =>
  [
    `<form method="post" action="${url.replaceAll('"', '%22')}">`,
    `<input type="hidden" name="creq" value="${creq}">`,
    '<button type="submit">Continue to your bank</button>',
    '</form>',
    '<script>document.currentScript.previousElementSibling.submit()</script>',
  ].join('');

/** What a page renders hidden while the issuer looks at the browser. The sandbox's issuer does not look. */
export function fingerprintHtml(threeDSServerTransID: string): string {
  const data = Buffer.from(JSON.stringify({ threeDSServerTransID })).toString('base64url');
  return `<input type="hidden" name="threeDSMethodData" value="${data}">`;
}

import { createHash } from 'node:crypto';
import { containsCardNumber } from './masking.ts';

/** The response of the directory and the issuer: a final status, or C if the cardholder must be challenged. */
export type DirectoryStatus = 'Y' | 'C' | 'A' | 'N' | 'U' | 'R';

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

/** The response for a card. An ordinary card is authenticated without a challenge. */
export const directoryStatus = (behaviour: string | null): DirectoryStatus => special[behaviour ?? ''] ?? 'Y';

export const isEnrolled = (behaviour: string | null): boolean => behaviour !== 'three_ds_not_enrolled';

/** The electronic commerce indicator of a result, which shows to what extent the issuer is liable for the payment. */
export function indicatorOf(brand: string, status: Exclude<DirectoryStatus, 'C'>): string {
  const isMastercard = brand === 'mastercard';
  if (status === 'Y') return isMastercard ? '02' : '05';
  if (status === 'A') return isMastercard ? '01' : '06';
  return isMastercard ? '00' : '07';
}

/** The reason why an authentication failed, as text; null if it did not fail. */
export const failureOf = (status: Exclude<DirectoryStatus, 'C'>): string | null =>
  status === 'Y' || status === 'A' ? null : failures[status];

const failures = {
  N: 'The issuer did not authenticate the cardholder.',
  R: 'The issuer rejected the authentication; do not attempt the payment.',
  U: 'The authentication could not be performed.',
} as const;

/**
 * 20 bytes in Base64, which is the format of cryptograms and transaction ids. The same kind and id give the same
 * token.
 */
export const tokenOf = (kind: string, id: string): string =>
  withoutCardNumber((attempt) => digestOf(kind, id, attempt).subarray(0, 20).toString('base64'));

/** A UUID. The same kind and id give the same UUID. */
export const uuidOf = (kind: string, id: string): string =>
  withoutCardNumber((attempt) => {
    const hex = digestOf(kind, id, attempt).toString('hex');
    const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
    return [...groups, hex.slice(20, 32)].join('-');
  });

const digestOf = (kind: string, id: string, attempt: number): Buffer =>
  createHash('sha256').update(`${kind}/${id}/${attempt}`).digest();

/**
 * Generates a text again if it contains digits that look like a card number, because they would be masked when a
 * caller sends the text back.
 */
function withoutCardNumber(make: (attempt: number) => string): string {
  for (let attempt = 0; ; attempt++) {
    const text = make(attempt);
    if (!containsCardNumber(text)) return text;
  }
}

const encode = (message: object): string => Buffer.from(JSON.stringify(message)).toString('base64url');

/** The challenge request that a page posts to the issuer (EMV 3-D Secure CReq). */
export const challengeRequest = (threeDSServerTransID: string, acsTransID: string): string =>
  encode({
    threeDSServerTransID,
    acsTransID,
    messageType: 'CReq',
    messageVersion: protocolVersion,
    challengeWindowSize: '05',
  });

/** The issuer's response to a challenge request, which the browser posts to the return URL (CRes). */
export const challengeResponse = (threeDSServerTransID: string, acsTransID: string, transStatus: 'Y' | 'N'): string =>
  encode({
    threeDSServerTransID,
    acsTransID,
    messageType: 'CRes',
    messageVersion: protocolVersion,
    challengeCompletionInd: 'Y',
    transStatus,
  });

/**
 * A form that posts a challenge request. A script submits the form; without scripts, the user clicks its button. The
 * request must be in base64url.
 */
export const challengeForm = (url: string, creq: string): string =>
  [
    `<form method="post" action="${url.replaceAll('"', '%22')}">`,
    `<input type="hidden" name="creq" value="${creq}">`,
    '<button type="submit">Continue to your bank</button>',
    '</form>',
    '<script>document.currentScript.previousElementSibling.submit()</script>',
  ].join('');

/** The hidden element of a page for the issuer's device check. The sandbox does not perform this check. */
export const fingerprintHtml = (threeDSServerTransID: string): string =>
  `<input type="hidden" name="threeDSMethodData" value="${encode({ threeDSServerTransID })}">`;

import { createHmac, timingSafeEqual } from 'node:crypto';
import { unixSeconds } from '../../core/base/instants.ts';
import { realNow } from '../../core/base/time.ts';

function digestOf(secret: string, t: number | string, body: string | Uint8Array): string {
  const hmac = createHmac('sha256', secret);
  if (typeof body === 'string') hmac.update(`${t}.${body}`);
  else hmac.update(`${t}.`).update(body);
  return hmac.digest('hex');
}

/**
 * The value of `Service-Signature` (specification, "Authentication" 8): `t=<Unix seconds>,v1=<hex>`, with one `v1`
 * for each secret. The key is the whole secret, including `whsec_`.
 * @param t Unix seconds
 */
export const signatureOf = (secrets: readonly string[], t: number, body: string | Uint8Array): string =>
  `t=${t},${secrets.map((secret) => `v1=${digestOf(secret, t, body)}`).join(',')}`;

interface SignatureCheck {
  /** The complete `Service-Signature` header. */
  header: string;
  /** The raw body, with exactly the bytes that the receiver got. */
  body: string | Uint8Array;
  secret: string;
  /** The maximum difference between `t` and the current time in either direction, in seconds; unlimited if absent. */
  tolerance?: number;
  /** The current time for the tolerance check, in Unix seconds; by default, the machine's time. */
  now?: number;
}

interface SignatureVerdict {
  valid: boolean;
  /** The reason why the signature is invalid; null if it is valid. */
  reason: string | null;
  /** The Unix seconds in the header; null if the header contains none. */
  timestamp: number | null;
}

/** Verifies a signature in the way a receiver should: on the raw bytes, in constant time. */
export function verifySignature({ header, body, secret, tolerance, now }: SignatureCheck): SignatureVerdict {
  let t: string | null = null;
  const signatures: string[] = [];
  for (const pair of header.split(',')) {
    const [key, ...rest] = pair.trim().split('=');
    if (key === 't') t = rest.join('=');
    else if (key === 'v1') signatures.push(rest.join('='));
  }
  const verdict = (reason: string | null): SignatureVerdict => ({
    valid: reason === null,
    reason,
    timestamp: t !== null && /^\d{1,15}$/.test(t) ? Number(t) : null,
  });
  if (t === null || !/^\d{1,15}$/.test(t)) return verdict('The signature has no timestamp (t=<Unix seconds>).');
  if (signatures.length === 0) return verdict('The signature has no v1=<hex>.');
  const wanted = Buffer.from(digestOf(secret, t, body), 'hex');
  const matches = signatures.filter(
    (text) => /^[0-9a-f]{64}$/.test(text) && timingSafeEqual(Buffer.from(text, 'hex'), wanted),
  );
  if (matches.length === 0)
    return verdict(
      'No v1 value matches the HMAC-SHA256 of this body with this secret. Check the secret and the raw body.',
    );
  const age = (now ?? unixSeconds(realNow())) - Number(t);
  if (tolerance !== undefined && Math.abs(age) > tolerance) {
    return verdict(
      `The timestamp is ${Math.abs(age)} s ${age > 0 ? 'old' : 'ahead'}, but the tolerance is ${tolerance} s.`,
    );
  }
  return verdict(null);
}

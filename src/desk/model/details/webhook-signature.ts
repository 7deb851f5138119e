import { quoted } from '../../../core/base/terminal-text.ts';
import type { DeliveryView, EventDetails } from '../../../sandbox/control/wire.ts';

/** The bytes of a webhook, and its signature. */

type Envelope = Pick<EventDetails, 'id' | 'type' | 'created' | 'data'>;

/** The body of an event, as it is sent and signed. */
export const bodyOf = ({ id, type, created, data }: Envelope): string => JSON.stringify({ id, type, created, data });

/** The signature of the last attempt that sent the event unaltered; null if there is no such attempt. */
export const signatureOf = ({ attempts }: DeliveryView): string | null =>
  attempts.findLast(({ signature, fault }) => signature !== null && fault === null)?.signature ?? null;

/**
 * A shell command that signs the same bytes, and reports whether the header contains the result.
 * @param signature the `Service-Signature` header
 */
export function checkOf(event: Envelope, signature: string): string {
  const parts = signature.split(',').map((part) => part.split('=') as [string, string]);
  const t = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts
    .filter(([name, value]) => name === 'v1' && /^[\da-f]+$/.test(value))
    .map(([, value]) => value);
  return [
    `printf %s ${quoted(`${t}.${bodyOf(event)}`)}`,
    'openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r',
    `grep -qE ${quoted(`^(${signatures.join('|')}) `)} && echo valid || echo invalid`,
  ].join(' | ');
}

/*
 * The trace of a delivery (W3C Trace Context). An application with tracing passes it on with each call that it makes
 * while it handles the delivery, so that the log shows whose call it is. It is derived from the id of the delivery, so
 * that nothing more is stored.
 */

/** A trace id has 32 hexadecimal digits, two for each character. */
const shown = 16;

const hexOf = (text: string): string =>
  Array.from(text, (sign) => (sign.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')).join('');

/** The trace id of a delivery: the end of its id, which is random. */
export const traceIdOf = (deliveryId: string): string => hexOf(deliveryId.slice(-shown).padStart(shown, '0'));

/** The `traceparent` header of an attempt. @param number the number of the attempt, from 1 */
export const traceparentOf = (deliveryId: string, number: number): string =>
  `00-${traceIdOf(deliveryId)}-${number.toString(16).padStart(16, '0')}-01`;

/** The trace id in a `traceparent` header; null if the header is not valid. */
export const traceIdIn = (header: string | undefined): string | null =>
  /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(header ?? '')?.[1] ?? null;

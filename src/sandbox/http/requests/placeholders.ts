/**
 * A placeholder that other providers replace in an address, such as `{CHECKOUT_SESSION_ID}`, also percent-encoded.
 */
const placeholder = /(?:\{|%7[Bb])([A-Z][A-Z0-9_]{1,60})(?:\}|%7[Dd])/g;

/** A placeholder in the address of a field. */
export interface Placeholder {
  readonly field: string;
  /** The form that buyers get, which is never percent-encoded: `{CHECKOUT_SESSION_ID}`. */
  readonly text: string;
}

/** The placeholders in the addresses of a body. The service does not replace them, so buyers get them literally. */
export function placeholdersIn(body: Readonly<Record<string, unknown>>): Placeholder[] {
  const found: Placeholder[] = [];
  for (const field in body) {
    const address = body[field];
    if (!field.endsWith('_url') || typeof address !== 'string') continue;
    for (const [, name] of address.matchAll(placeholder)) found.push({ field, text: `{${name}}` });
  }
  return found;
}

/** The origin of a URL; null for a text that is not a URL, and for a URL without an origin. */
export function originOf(address: string): string | null {
  const origin = URL.canParse(address) ? new URL(address).origin : 'null';
  return origin === 'null' ? null : origin;
}

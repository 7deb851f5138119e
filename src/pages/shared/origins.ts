/** The origin of an address; null for a text that is not an address, and for an address without an origin. */
export function originOf(address: string): string | null {
  const origin = URL.canParse(address) ? new URL(address).origin : 'null';
  return origin === 'null' ? null : origin;
}

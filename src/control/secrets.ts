/** A key or secret as it may be shown: its prefix and the last two characters (`sk_test_…mo`). */
export function shortened(secret: string): string {
  const prefix = /^(?:[a-z]+_)+/.exec(secret)?.[0] ?? '';
  return `${prefix}…${secret.slice(Math.max(prefix.length, secret.length - 2))}`;
}

/**
 * Whether the `hostname` of a URL is this machine: `127.0.0.0/8`, `::1`, `localhost` and its subdomains. The server's
 * copy is `core/base/hosts.ts`, which browsers cannot load.
 */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(([\w-]+\.)*localhost\.?|127(\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/i.test(hostname);

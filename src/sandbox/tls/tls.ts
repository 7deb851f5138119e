import type { createServer } from 'node:https';
import { withoutBrackets } from '../../core/base/hosts.ts';
import type { Identity } from './identity.ts';

/** The certificates that the emulator uses and trusts. */
export interface TlsOptions {
  /** Use only https, with a generated certificate. */
  tls?: boolean;
  /** PEM files of a certificate and its key. With them, the emulator uses only https. */
  tlsCert?: string;
  tlsKey?: string;
  /** A PEM file with additional certificates that verify webhook receivers. */
  webhookCa?: string;
}

interface Listener extends TlsOptions {
  /** The data folder, which stores a certificate; null if no certificate is stored. */
  dataDir: string | null;
  host?: string;
  allowedHosts?: readonly string[];
}

export interface Tls {
  /** The certificate, and the function that creates the https server; null if the emulator uses http. */
  secure: { identity: Identity; make: typeof createServer } | null;
  /** The certificates of `webhookCa`, as PEM; null if the option is absent. */
  authority: string | null;
}

/**
 * Reads or generates the certificates that the options require. Loads nothing without such options.
 * @param named how messages name an option
 * @param warn called when a stored certificate is replaced
 * @throws ServiceError with a message of one line for a file that is missing, is not PEM or does not match
 */
export async function readTls(
  options: Listener,
  { named, warn }: { named: (option: keyof TlsOptions) => string; warn: (message: string) => void },
): Promise<Tls> {
  const { tls = false, tlsCert, tlsKey, webhookCa, dataDir, host = '127.0.0.1', allowedHosts = [] } = options;
  const isSecure = tls || tlsCert !== undefined;
  if (!isSecure && webhookCa === undefined) return { secure: null, authority: null };
  const { ownIdentity, readAuthority, readIdentity } = await import('./identity.ts');
  const authority = webhookCa === undefined ? null : await readAuthority(webhookCa, named('webhookCa'));
  if (!isSecure) return { secure: null, authority };
  const listener = host === '0.0.0.0' || host === '::' ? [] : [host];
  const names = new Set(['localhost', '127.0.0.1', '::1', ...listener, ...allowedHosts].map(withoutBrackets));
  const identity =
    tlsCert !== undefined && tlsKey !== undefined
      ? await readIdentity({ option: named('tlsCert'), file: tlsCert }, { option: named('tlsKey'), file: tlsKey })
      : await ownIdentity(dataDir, [...names], warn);
  return { secure: { identity, make: (await import('node:https')).createServer }, authority };
}

import type { createServer } from 'node:https';
import { withoutBrackets } from '../base/hosts.ts';
import type { Identity } from './identity.ts';

/** What is trusted, and shown to be trusted. */
export interface TlsOptions {
  /** Answer https alone, with a certificate of its own. */
  tls?: boolean;
  /** The files of a certificate and its key in PEM: https alone, with these. */
  tlsCert?: string;
  tlsKey?: string;
  /** A file of certificates in PEM that receivers of webhooks are verified by too. */
  webhookCa?: string;
}

interface Listener extends TlsOptions {
  /** The data folder, which keeps a certificate; null: nothing is kept. */
  dataDir: string | null;
  host?: string;
  allowedHosts?: readonly string[];
}

export interface Tls {
  /** What makes the server, and what it shows; null: it answers http. */
  secure: { identity: Identity; make: typeof createServer } | null;
  /** The certificates of `webhookCa`, as PEM; null where none are given. */
  authority: string | null;
}

/**
 * Reads, or makes, what the options ask for; where they ask for nothing, nothing is loaded.
 * @param warn told of a kept certificate that is replaced
 * @throws ServiceError of one line for a file that is missing, no PEM, or does not fit
 */
export async function readTls(options: Listener, warn: (message: string) => void): Promise<Tls> {
  const { tls = false, tlsCert, tlsKey, webhookCa, dataDir, host = '127.0.0.1', allowedHosts = [] } = options;
  const isSecure = tls || tlsCert !== undefined;
  if (!isSecure && webhookCa === undefined) return { secure: null, authority: null };
  const { ownIdentity, readAuthority, readIdentity } = await import('./identity.ts');
  const authority = webhookCa === undefined ? null : await readAuthority(webhookCa);
  if (!isSecure) return { secure: null, authority };
  const listener = host === '0.0.0.0' || host === '::' ? [] : [host];
  const names = new Set(['localhost', '127.0.0.1', '::1', ...listener, ...allowedHosts].map(withoutBrackets));
  const identity =
    tlsCert !== undefined && tlsKey !== undefined
      ? await readIdentity(tlsCert, tlsKey)
      : await ownIdentity(dataDir, [...names], warn);
  return { secure: { identity, make: (await import('node:https')).createServer }, authority };
}

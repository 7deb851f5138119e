import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Call {
  method: Method;
  /** With its query string. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Nothing answers at the address, or something that is no emulator. */
export class ConnectionError extends Error {
  static override readonly name = 'ConnectionError';
  override readonly name = 'ConnectionError';
  readonly url: string;
  /** Whether something answers by https, with a certificate that is not trusted. */
  readonly isUntrusted: boolean;

  constructor(url: string, message: string, isUntrusted = false) {
    super(message);
    this.url = url;
    this.isUntrusted = isUntrusted;
  }
}

/** How long an emulator may send nothing during a call, in milliseconds. */
const silenceTimeout = 120_000;

interface Outgoing extends Call {
  signal?: AbortSignal;
  /** How long the emulator may send nothing, in milliseconds. Default: no limit. */
  silence?: number;
  /** Certificates that an emulator at https may show besides those that Node trusts, as PEM. */
  ca?: string | undefined;
}

/** Uses node:http, because loading fetch takes half of the time of a command that makes one call. */
export async function open(
  origin: string,
  { method, path, headers, body, signal, silence, ca }: Outgoing,
): Promise<IncomingMessage> {
  let target: URL;
  try {
    target = new URL(origin + path);
  } catch {
    throw new ConnectionError(origin, `'${origin}' is no address; it should look like http://127.0.0.1:4747.`);
  }
  const start = target.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  const trust = ca === undefined ? {} : { ca: [...(await import('node:tls')).rootCertificates, ca] };
  const sent = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    // Each call has its own connection. If the emulator closed an idle one, the next call on it would fail.
    const call: ClientRequest = start(target, { method, headers: sent, agent: false, signal, ...trust });
    if (silence !== undefined) {
      call.setTimeout(silence, () => call.destroy(new Error(`it was silent for ${silence / 1000} s`)));
    }
    call.on('error', (error: NodeJS.ErrnoException) => reject(asConnectionError(origin, error)));
    call.on('response', resolve);
    call.end(body);
  });
}

const untrusted = ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'];

export function asConnectionError(origin: string, error: NodeJS.ErrnoException): Error {
  if (error.name === 'AbortError') return error;
  if (error.code !== undefined && untrusted.includes(error.code)) {
    return new ConnectionError(
      origin,
      `What answers at ${origin} shows a certificate that is not trusted (${error.message}). ` +
        'Name it with EMULATOR_CA, or call from the folder whose data folder keeps it.',
      true,
    );
  }
  const known = error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL';
  const why = known ? '' : ` (${error.message})`;
  return new ConnectionError(
    origin,
    `No emulator is running at ${origin}${why}. Start one with 'emulator start', or name its address with --url.`,
  );
}

export async function sendOverHttp(origin: string, outgoing: Outgoing): Promise<ApiAnswer> {
  const response = await open(origin, { silence: silenceTimeout, ...outgoing });
  let text = '';
  try {
    response.setEncoding('utf8');
    for await (const chunk of response) text += chunk;
  } catch (error) {
    throw asConnectionError(origin, error as NodeJS.ErrnoException);
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) headers[name] = String(value);
  return { status: response.statusCode ?? 0, headers, text };
}

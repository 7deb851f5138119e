import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';

/** How calls travel: over HTTP, a connection each. */

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
  /** The body as it came. */
  text: string;
}

/** Nothing answers at the address, or something that is no emulator. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly url: string;

  constructor(url: string, message: string) {
    super(message);
    this.url = url;
  }
}

/** How long an emulator may stay silent within one call, in milliseconds. */
const patience = 120_000;

interface Outgoing extends Call {
  signal?: AbortSignal;
  /** How long nothing may come, in milliseconds; absent: as long as it likes. */
  silence?: number;
}

/** node:http rather than fetch: a command line that makes one call starts in half the time without it. */
export async function open(
  origin: string,
  { method, path, headers, body, signal, silence }: Outgoing,
): Promise<IncomingMessage> {
  let target: URL;
  try {
    target = new URL(origin + path);
  } catch {
    throw new ConnectionError(origin, `'${origin}' is no address; it should look like http://127.0.0.1:4747.`);
  }
  const start = target.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  const sent = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    // A connection each: an idle one that the emulator closes meanwhile would fail the next call.
    const call: ClientRequest = start(target, { method, headers: sent, agent: false, signal });
    if (silence !== undefined) {
      call.setTimeout(silence, () => call.destroy(new Error(`it was silent for ${silence / 1000} s`)));
    }
    call.on('error', (error: NodeJS.ErrnoException) => reject(asConnectionError(origin, error)));
    call.on('response', resolve);
    call.end(body);
  });
}

export function asConnectionError(origin: string, error: NodeJS.ErrnoException): Error {
  if (error.name === 'AbortError') return error;
  const known = error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL';
  const why = known ? '' : ` (${error.message})`;
  return new ConnectionError(
    origin,
    `No emulator is running at ${origin}${why}. Start one with 'emulator start', or name its address with --url.`,
  );
}

/** How calls travel by default. */
export async function sendOverHttp(origin: string, outgoing: Outgoing): Promise<ApiAnswer> {
  const response = await open(origin, { silence: patience, ...outgoing });
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

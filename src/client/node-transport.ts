import type { ClientRequest, IncomingMessage } from 'node:http';
import { type Call, ConnectionError, noEmulator, nothingAnswers, type Transport } from './transport.ts';

/** An `import` of `node:http` makes Node 24 load `fetch` as well, which takes a tenth of the startup time. */
const { request: requestHttp } = process.getBuiltinModule('node:http');

/** How long an emulator can send no data during a call, in milliseconds. */
const silenceTimeout = 120_000;

interface Outgoing extends Call {
  signal?: AbortSignal;
  /** How long the emulator can send no data, in milliseconds. There is no limit by default. */
  silence?: number;
  /** Certificates to trust in addition to Node's own, for an emulator on https, in PEM format. */
  ca?: string | undefined;
}

/** Uses `node:http`, because loading `fetch` takes half of the time of a command that makes one call. */
async function open(
  origin: string,
  { method, path, headers, body, signal, silence, ca }: Outgoing,
): Promise<IncomingMessage> {
  let target: URL;
  try {
    target = new URL(origin + path);
  } catch {
    throw new ConnectionError(
      origin,
      `'${origin}' is not a valid address. Use an address such as http://127.0.0.1:4747.`,
    );
  }
  const start = target.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  const trust = ca === undefined ? {} : { ca: [...(await import('node:tls')).rootCertificates, ca] };
  const sent = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
  const isControl = path.startsWith('/_emulator');
  return new Promise((resolve, reject) => {
    // Each call uses its own connection: the emulator can close an idle connection, and the next call on it would fail.
    const call: ClientRequest = start(target, { method, headers: sent, agent: false, signal, ...trust });
    if (silence !== undefined) {
      call.setTimeout(silence, () => call.destroy(new Error(`the server sent no data for ${silence / 1000} s`)));
    }
    call.on('error', (error: NodeJS.ErrnoException) => reject(asConnectionError(origin, error)));
    call.on('response', (response) => {
      if (!isControl || isEmulators(response)) resolve(response);
      else call.destroy(noEmulator(origin, response.statusCode ?? 0));
    });
    call.end(body);
  });
}

/**
 * Whether a response has a request id in its header. Every response of the control API has this header; a profile can
 * omit it from responses of the other APIs.
 */
const isEmulators = ({ headers }: IncomingMessage): boolean => String(headers['request-id']).startsWith('req_');

const untrusted = ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'];

function asConnectionError(origin: string, error: NodeJS.ErrnoException): Error {
  if (error.name === 'AbortError' || error instanceof ConnectionError) return error;
  if (error.code !== undefined && untrusted.includes(error.code)) {
    return new ConnectionError(
      origin,
      `The certificate of the server at ${origin} is not trusted (${error.message}). ` +
        'Set EMULATOR_CA to the path of the certificate file, or run the command from the folder whose data folder contains the certificate.',
      true,
    );
  }
  const known = error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL';
  const why = known ? '' : ` (${error.message})`;
  return nothingAnswers(origin, why);
}

/**
 * Sends calls over `node:http`.
 * @param ca certificates to trust in addition to Node's own, for an emulator on https, in PEM format
 */
export const overNode = (origin: string, ca?: string): Transport => ({
  async send(call) {
    const response = await open(origin, { silence: silenceTimeout, ...call, ca });
    let text = '';
    for await (const chunk of textOf(origin, response)) text += chunk;
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(response.headers)) headers[name] = String(value);
    return { status: response.statusCode ?? 0, headers, text };
  },
  async stream(call, signal) {
    const response = await open(origin, { ...call, signal, ca });
    return { status: response.statusCode ?? 0, text: textOf(origin, response, signal) };
  },
});

async function* textOf(origin: string, response: IncomingMessage, signal?: AbortSignal): AsyncGenerator<string> {
  response.setEncoding('utf8');
  try {
    yield* response;
  } catch (error) {
    if (signal?.aborted === true) return;
    throw asConnectionError(origin, error as NodeJS.ErrnoException);
  } finally {
    response.destroy();
  }
}

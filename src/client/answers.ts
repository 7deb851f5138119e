import { ClientError } from '../client-error.ts';
import type { ErrorBody, StreamMessage } from '../control/wire.ts';
import { type ApiAnswer, asConnectionError, ConnectionError, open } from './transport.ts';

export interface Page<T> {
  data: T[];
  has_more: boolean;
}

/**
 * The body of an answer.
 * @throws ClientError if the emulator refuses, ConnectionError if no emulator has answered
 */
export function unwrapJson<A>(origin: string, { status, text }: ApiAnswer): A {
  let body: Partial<ErrorBody> | null = null;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object') body = parsed;
  } catch {
    // What answers without JSON is no emulator.
  }
  const isRefusal = typeof body?.error === 'string' && typeof body.type === 'string';
  if (status >= 400 && isRefusal) throw new ClientError(status, body as ErrorBody);
  if (status >= 400 || body === null) {
    throw new ConnectionError(
      origin,
      `What answers at ${origin} is no emulator (status ${status}); name the emulator's address with --url.`,
    );
  }
  return body as A;
}

/** The messages of the stream, until `signal` ends it or the emulator stops. */
export async function* readStream(
  origin: string,
  token: string | undefined,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamMessage> {
  const headers = { accept: 'text/event-stream', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const response = await open(origin, { method: 'GET', path, headers, signal });
  response.setEncoding('utf8');
  if (response.statusCode !== 200) {
    let text = '';
    for await (const chunk of response) text += chunk;
    unwrapJson(origin, { status: response.statusCode ?? 0, headers: {}, text });
    return;
  }
  let rest = '';
  try {
    for await (const chunk of response) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = block.split('\n').find((line) => line.startsWith('data: '));
        if (data !== undefined) yield JSON.parse(data.slice(6)) as StreamMessage;
      }
    }
  } catch (error) {
    if (signal?.aborted === true) return;
    throw asConnectionError(origin, error as NodeJS.ErrnoException);
  } finally {
    response.destroy();
  }
}

import type { IncomingMessage } from 'node:http';
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

interface Streamed {
  readonly token: string | undefined;
  readonly ca: string | undefined;
  readonly path: string;
  /** Ends it; else the emulator does, when it stops. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Opens the stream: from then on nothing is missed.
 * @returns its messages
 * @throws as `unwrapJson`
 */
export async function openStream(
  origin: string,
  { token, ca, path, signal }: Streamed,
): Promise<AsyncGenerator<StreamMessage>> {
  const headers = { accept: 'text/event-stream', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const response = await open(origin, { method: 'GET', path, headers, signal, ca });
  response.setEncoding('utf8');
  if (response.statusCode === 200) return messagesOf(origin, response, signal);
  let text = '';
  for await (const chunk of response) text += chunk;
  return unwrapJson(origin, { status: response.statusCode ?? 0, headers: {}, text });
}

async function* messagesOf(
  origin: string,
  response: IncomingMessage,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamMessage> {
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

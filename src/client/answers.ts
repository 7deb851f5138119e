import type { ErrorBody, StreamMessage } from '../sandbox/control/wire.ts';
import { ClientError } from './error.ts';
import { type ApiAnswer, type Call, noEmulator, type Transport } from './transport.ts';

export interface Page<T> {
  data: T[];
  has_more: boolean;
}

/**
 * Returns the body of a response.
 * @throws ClientError if the emulator refuses the call, ConnectionError if no emulator responds
 */
export function unwrapJson<A>(origin: string, { status, text }: ApiAnswer): A {
  let body: Partial<ErrorBody> | null = null;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object') body = parsed;
  } catch {
    // If the response is not JSON, the server is not an emulator.
  }
  const isRefusal = typeof body?.error === 'string' && typeof body.type === 'string';
  if (status >= 400 && isRefusal) throw new ClientError(status, body as ErrorBody);
  if (status >= 400 || body === null) throw noEmulator(origin, status);
  return body as A;
}

/**
 * Opens the stream. Once the promise resolves, the stream includes every later message.
 * @param signal ends the stream; without it, the stream ends when the emulator stops
 * @returns the messages of the stream
 * @throws the same errors as `unwrapJson`
 */
export async function openStream(
  origin: string,
  transport: Transport,
  call: Call,
  signal: AbortSignal | undefined,
): Promise<AsyncGenerator<StreamMessage>> {
  const headers = { accept: 'text/event-stream', ...call.headers };
  const answer = await transport.stream({ ...call, headers }, signal);
  if (answer.status === 200) return messagesOf(answer.text);
  let text = '';
  for await (const chunk of answer.text) text += chunk;
  return unwrapJson(origin, { status: answer.status, headers: {}, text });
}

async function* messagesOf(text: AsyncIterable<string>): AsyncGenerator<StreamMessage> {
  let rest = '';
  for await (const chunk of text) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) yield JSON.parse(data.slice(6)) as StreamMessage;
    }
  }
}

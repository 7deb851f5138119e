import type { StreamMessage } from '../control/wire.ts';
import { unwrapJson } from './answers.ts';
import { asConnectionError, open } from './transport.ts';

/** What happens, message by message, until `signal` ends it or the emulator stops. */
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

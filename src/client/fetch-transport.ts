import { nothingAnswers, type StreamedAnswer, type Transport } from './transport.ts';

type Fetch = (request: Request) => Promise<Response>;

/**
 * Calls by `fetch`: either from a browser, to the emulator that served the page or to another one, or to an emulator
 * in this process.
 */
export const overFetch = (origin: string, by: Fetch = (request) => fetch(request)): Transport => ({
  async send(call) {
    const response = await asked(by, origin, call);
    const text = await response.text().catch((error: Error) => {
      throw nothingAnswers(origin, ` (${error.message})`);
    });
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  },
  async stream(call, signal): Promise<StreamedAnswer> {
    const response = await asked(by, origin, call, signal);
    return { status: response.status, text: textOf(origin, response, signal) };
  },
});

interface FetchRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string> | undefined;
  readonly body?: string | undefined;
}

async function asked(
  by: Fetch,
  origin: string,
  { method, path, headers = {}, body }: FetchRequest,
  signal?: AbortSignal,
): Promise<Response> {
  const sent = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
  try {
    return await by(new Request(origin + path, { method, headers: sent, body: body ?? null, signal: signal ?? null }));
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw nothingAnswers(origin, '');
  }
}

async function* textOf(origin: string, { body }: Response, signal?: AbortSignal): AsyncGenerator<string> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (signal?.aborted === true) return;
    throw nothingAnswers(origin, ` (${(error as Error).message})`);
  } finally {
    reader.cancel().catch(() => {});
  }
}

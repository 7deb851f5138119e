import { Agent, request } from 'undici';

export interface Called {
  status: number;
  headers: Headers;
  text: string;
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

const agent = new Agent();

/** One HTTP call: what `fetch` adds to it costs more processor time than the call and its answer. */
export async function call(url: string, { method = 'GET', headers, body, signal }: CallOptions = {}): Promise<Called> {
  const answer = await request(url, { method, headers, body, signal, dispatcher: agent });
  const received = Object.entries(answer.headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  return { status: answer.statusCode, headers: new Headers(received), text: await answer.body.text() };
}

/**
 * A call whose answer the emulator holds back for longer than a test may last.
 * @returns hangs up; fails if the call was answered
 */
export function heldCall(url: string, options: CallOptions): () => Promise<void> {
  const gone = new AbortController();
  const answered = call(url, { ...options, signal: gone.signal }).then(
    ({ status }) => `answered ${status}`,
    () => null,
  );
  return async () => {
    gone.abort();
    const early = await answered;
    if (early !== null) throw new Error(`The call was to be held back, and was ${early}.`);
  };
}

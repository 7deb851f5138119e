import type { Hidden, HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import type { PassingBody } from './body-text.ts';
import type { HarBody, HarCall, HarPair } from './har.ts';

/** One side of an exchange that the proxy forwarded. */
interface Passed {
  readonly headers: readonly HarPair[];
  readonly body: PassingBody;
}

/** A request that the proxy forwarded, and its response. */
export interface PassedCall {
  readonly startedAt: number;
  readonly wait: number;
  readonly receive: number;
  readonly method: string;
  readonly url: string;
  readonly request: Passed;
  /** If there was no response, the status is 0 and there are no headers. */
  readonly answer: Passed & { readonly status: number; readonly statusText: string };
  /** Why the response is missing or incomplete. */
  readonly error: string | null;
}

/** Returns a call without its secrets, and a clause that says why the text of a body is omitted. */
export async function hiddenCall(
  texts: HiddenTexts,
  { method, url, request, answer, error, ...times }: PassedCall,
): Promise<{ call: HarCall<Hidden>; leftOut: Hidden | null }> {
  const shown = texts.url(url);
  // Hide the headers first: the bodies can repeat the keys in them.
  const headers = headersOf(texts, request);
  const answerHeaders = headersOf(texts, answer);
  const sent = await bodyOf(texts, request);
  const answered = error === null ? await bodyOf(texts, answer) : { body: null, leftOut: null };
  const location = headerOf(answer.headers, 'location');
  const call: HarCall<Hidden> = {
    ...times,
    request: {
      method: texts.text(method),
      url: shown,
      headers,
      query: texts.parametersOf(shown),
      body: sent.body,
    },
    response: {
      status: answer.status,
      statusText: texts.text(answer.statusText),
      headers: answerHeaders,
      body: answered.body,
      redirectTo: texts.url(location),
      ...(error === null ? {} : { error: texts.text(error) }),
    },
  };
  return { call, leftOut: sent.leftOut ?? answered.leftOut };
}

const headersOf = (texts: HiddenTexts, { headers }: Passed): HarPair<Hidden>[] =>
  headers.map(({ name, value }) => ({ name: texts.text(name), value: texts.header(name, value) }));

const headerOf = (headers: readonly HarPair[], sought: string): string =>
  headers.find(({ name }) => name.toLowerCase() === sought)?.value ?? '';

async function bodyOf(
  texts: HiddenTexts,
  { headers, body }: Passed,
): Promise<{ body: HarBody<Hidden> | null; leftOut: Hidden | null }> {
  if (body.size === 0) return { body: null, leftOut: null };
  const mimeType = headerOf(headers, 'content-type');
  const read = await body.text(mimeType, headerOf(headers, 'content-encoding'));
  const shown = texts.text(mimeType);
  if ('leftOut' in read) {
    // Secrets in an omitted body are hidden wherever else they occur.
    for (const reading of read.readings) texts.body(reading, mimeType);
    return {
      body: { mimeType: shown, text: null, size: body.size, sent: body.size },
      leftOut: texts.text(read.leftOut),
    };
  }
  const text = texts.body(read.text, mimeType);
  return { body: { mimeType: shown, text, size: read.size, sent: body.size }, leftOut: null };
}

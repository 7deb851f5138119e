import { STATUS_CODES } from 'node:http';
import { toIso } from '../../../core/base/instants.ts';

/*
 * HAR 1.2, the format of browsers' developer tools and proxies. What HAR has no place for is in fields that begin with
 * `_`. `Text` is the type of all texts that come from outside.
 */

export interface HarPair<Text extends string = string> {
  readonly name: Text;
  readonly value: Text;
}

/** A body and its type. */
export interface HarBody<Text extends string = string> {
  readonly mimeType: Text;
  /** Null if the text of the body is omitted. */
  readonly text: Text | null;
  /** The length of the text in bytes. */
  readonly size: number;
  /** The length of the body as it was sent, in bytes. */
  readonly sent: number;
}

/** A request and its response, as an entry records them. */
export interface HarCall<Text extends string = string> {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /**
   * `wait` is the time until the response began, and `receive` is the time from then to its end, both in milliseconds.
   */
  readonly wait: number;
  readonly receive: number;
  readonly request: {
    readonly method: Text;
    readonly url: Text;
    readonly headers: readonly HarPair<Text>[];
    readonly query: readonly HarPair<Text>[];
    readonly body: HarBody<Text> | null;
  };
  readonly response: {
    /** 0 if there was no response. */
    readonly status: number;
    readonly statusText?: Text;
    readonly headers: readonly HarPair<Text>[];
    readonly body: HarBody<Text> | null;
    readonly redirectTo?: Text;
    /** Why the response is missing or incomplete. */
    readonly error?: Text;
  };
  readonly comment?: Text;
}

/** An entry in a HAR file. */
export type HarEntry = Readonly<Record<string, unknown>>;

const http = 'HTTP/1.1';
const toThousandths = (milliseconds: number): number => Math.round(milliseconds * 1_000) / 1_000;

/** @param own additional fields, whose names begin with `_` */
export function harEntry(call: HarCall, own: Readonly<Record<`_${string}`, unknown>> = {}): HarEntry {
  const { startedAt, request, response, comment } = call;
  const [wait, receive] = [toThousandths(call.wait), toThousandths(call.receive)];
  const { method, url, body } = request;
  return {
    startedDateTime: toIso(startedAt),
    time: toThousandths(wait + receive),
    request: {
      method,
      url,
      httpVersion: http,
      cookies: [],
      headers: request.headers,
      queryString: request.query,
      ...(body?.text == null ? {} : { postData: { mimeType: body.mimeType, text: body.text } }),
      headersSize: -1,
      bodySize: body?.sent ?? 0,
    },
    response: responseOf(response),
    cache: {},
    timings: { send: 0, wait, receive },
    ...(comment === undefined ? {} : { comment }),
    ...own,
  };
}

function responseOf({ status, statusText, headers, body, redirectTo, error }: HarCall['response']): HarEntry {
  return {
    status,
    statusText: statusText ?? STATUS_CODES[status] ?? '',
    httpVersion: http,
    cookies: [],
    headers,
    content: {
      size: body?.size ?? 0,
      mimeType: body?.mimeType ?? 'x-unknown',
      ...(body?.text == null ? {} : { text: body.text }),
    },
    redirectURL: redirectTo ?? '',
    headersSize: -1,
    bodySize: body?.sent ?? 0,
    ...(error === undefined ? {} : { _error: error }),
  };
}

/**
 * @param version the version of the emulator
 * @param comment where the entries come from
 */
export const harOf = (entries: readonly HarEntry[], version: string, comment?: string): object => ({
  log: {
    version: '1.2',
    creator: { name: 'payments-emulator', version },
    ...(comment === undefined ? {} : { comment }),
    entries,
  },
});

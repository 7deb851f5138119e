import { STATUS_CODES } from 'node:http';
import type { OutputKind } from '../core/system/output-file.ts';
import type { RunView } from '../sandbox/control/wire.ts';

export const harKind: OutputKind = {
  noun: 'log of requests',
  example: 'requests.har',
  isOwn: (beginning) =>
    /^\{\s*"log":\s*\{\s*"version":\s*"1\.2",\s*"creator":\s*\{\s*"name":\s*"payments-emulator"/.test(beginning),
  isStreamable: true,
};

type HistoryRequest = RunView['requests'][number];

/**
 * The request log as HAR 1.2, the format of browsers' developer tools and proxies. Its times are real. Facts that only
 * the emulator knows (the emulated time, an injected fault) are in fields that begin with `_`.
 * @param version the emulator's version
 */
export const harOf = ({ url, requests }: Pick<RunView, 'url' | 'requests'>, version: string): object => ({
  log: {
    version: '1.2',
    creator: { name: 'payments-emulator', version },
    entries: requests.map((request) => entryOf(url, request)),
  },
});

function entryOf(origin: string, request: HistoryRequest): object {
  const { id, at, operation, received, latency_ms, fault, unknown_fields } = request;
  const time = Math.round(latency_ms * 1_000) / 1_000;
  return {
    startedDateTime: new Date(received).toISOString(),
    time,
    request: requestOf(origin, request),
    response: responseOf(request),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(fault === null ? {} : { comment: `injected fault: ${fault}` }),
    _id: id,
    _emulated: at,
    _operation: operation,
    _unknown_fields: unknown_fields,
  };
}

const json = 'application/json';
const http = 'HTTP/1.1';

function requestOf(
  origin: string,
  { method, path, key, idempotency_key, browser_origin, body }: HistoryRequest,
): object {
  const query = path.split('#', 1)[0]!.split('?').slice(1).join('?');
  const headers = {
    Host: new URL(origin).host,
    Authorization: key === null ? null : `Bearer ${key}`,
    'Idempotency-Key': idempotency_key,
    Origin: browser_origin,
    'Content-Type': body === null ? null : json,
  };
  return {
    method,
    url: origin + asUri(path),
    httpVersion: http,
    cookies: [],
    headers: named(headers),
    queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
    ...(body === null ? {} : { postData: { mimeType: json, text: body } }),
    headersSize: -1,
    bodySize: body === null ? 0 : Buffer.byteLength(body),
  };
}

/** A path as the client sent it: a URL would read `//other/` as a host, and `..` as a way up. */
const asUri = (path: string): string =>
  path.replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, (sign) => encodeURIComponent(Buffer.from(sign).toString()));

/** The response of a request; its status is 0 if the connection was cut without an answer. */
function responseOf({ id, status, response, retry_after, replayed }: HistoryRequest): object {
  const headers = {
    'Request-Id': id,
    'Content-Type': response === null ? null : json,
    'Retry-After': retry_after === null ? null : String(retry_after),
    'Idempotency-Replayed': replayed ? 'true' : null,
  };
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: http,
    cookies: [],
    headers: status === 0 ? [] : named(headers),
    content: {
      size: response === null ? 0 : Buffer.byteLength(response),
      mimeType: response === null ? 'x-unknown' : json,
      ...(response === null ? {} : { text: response }),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: response === null ? 0 : Buffer.byteLength(response),
    ...(status === 0 ? { _error: 'the connection was cut before the answer' } : {}),
  };
}

const named = (headers: Readonly<Record<string, string | null>>) =>
  Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));

import type { OutputKind } from '../core/system/output-file.ts';
import { type HarBody, type HarCall, type HarEntry, harEntry, harOf } from '../emulator/fidelity/capture/har.ts';
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
 * The request log as HAR. Its times are real. Facts that only the emulator knows (the emulated time, an injected
 * fault) are in fields that start with `_`.
 * @param version the emulator's version
 */
export const harOfLog = ({ url, requests }: Pick<RunView, 'url' | 'requests'>, version: string): object =>
  harOf(
    requests.map((request) => entryOf(url, request)),
    version,
  );

function entryOf(origin: string, request: HistoryRequest): HarEntry {
  const { id, at, operation, received, latency_ms, fault, unknown_fields } = request;
  const call: HarCall = {
    startedAt: received,
    wait: latency_ms,
    receive: 0,
    request: requestOf(origin, request),
    response: responseOf(request),
    ...(fault === null ? {} : { comment: `injected fault: ${fault}` }),
  };
  return harEntry(call, { _id: id, _emulated: at, _operation: operation, _unknown_fields: unknown_fields });
}

const json = 'application/json';

const bodyOf = (text: string | null): HarBody | null =>
  text === null ? null : { mimeType: json, text, size: Buffer.byteLength(text), sent: Buffer.byteLength(text) };

function requestOf(
  origin: string,
  { method, path, key, idempotency_key, browser_origin, body, headers: sent }: HistoryRequest,
): HarCall['request'] {
  const query = path.split('#', 1)[0]!.split('?').slice(1).join('?');
  const headers = {
    Host: new URL(origin).host,
    Authorization: key === null ? null : `Bearer ${key}`,
    'Idempotency-Key': idempotency_key,
    'X-Emulator-Outcome': sent['x-emulator-outcome'] ?? null,
    Origin: browser_origin,
    'Content-Type': body === null ? null : json,
  };
  return {
    method,
    url: origin + asUri(path),
    headers: named(headers),
    query: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
    body: bodyOf(body),
  };
}

/** A path as the client sent it. A URL would read `//other/` as a host, and `..` as the parent folder. */
const asUri = (path: string): string =>
  path.replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, (sign) => encodeURIComponent(Buffer.from(sign).toString()));

/** The response to a request. Its status is 0 if the connection was cut before a response. */
function responseOf({ id, status, response, retry_after, replayed }: HistoryRequest): HarCall['response'] {
  const headers = {
    'Request-Id': id,
    'Content-Type': response === null ? null : json,
    'Retry-After': retry_after === null ? null : String(retry_after),
    'Idempotency-Replayed': replayed ? 'true' : null,
  };
  return {
    status,
    headers: status === 0 ? [] : named(headers),
    body: bodyOf(response),
    ...(status === 0 ? { error: 'the connection was cut before the response' } : {}),
  };
}

const named = (headers: Readonly<Record<string, string | null>>) =>
  Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));

import { isLoopbackHost } from '../../../core/base/hosts.ts';
import { minuteMs, parseAnyDate, secondMs } from '../../../core/base/instants.ts';
import { isNestedDeeper } from '../../../core/base/json-depth.ts';
import { faultIn } from '../../../core/base/json-fault.ts';
import { isObject, jsonOrText } from '../../../core/base/json-values.ts';
import { readNamedText } from '../../../core/system/regular-file.ts';
import { firstError } from '../../../core/validation/validator.ts';
import { sentenceOf } from '../../../core/validation/value-error.ts';
import type { Capture, CapturedCall, LeftEntry } from './captured-call.ts';
import { EntrySchema, HarSchema, type ReadEntry } from './har-schema.ts';

/** The largest file that can be read as a capture, in bytes. */
const largestCapture = 256 * 1024 * 1024;
/** How deep a HAR file can be nested. Browsers record the call stack of each request. */
const deepestFile = 1_000;
/** A body that is nested deeper remains text. */
const deepestBody = 64;

/** The file cannot be read as a capture. The message is one sentence that names the file. */
export class CaptureRefused extends Error {}

/**
 * Reads a capture: any HAR 1.2 file, from `emulator capture`, a browser, or another proxy.
 * @throws CaptureRefused
 */
export async function readCapture(file: string): Promise<Capture> {
  const text = readNamedText('The capture', file, (sentence) => new CaptureRefused(sentence), largestCapture);
  const entries = entriesOf(file, text);
  const calls: CapturedCall[] = [];
  const left: LeftEntry[] = [];
  const clock = new ServiceClock();
  for (const { entry, value } of inOrder(entries)) {
    const fault = firstError(EntrySchema, value);
    const call = fault === null ? callOf(value as ReadEntry, entry, file, clock) : sentenceOf(fault);
    if (typeof call === 'string') left.push({ entry, why: call });
    else calls.push(call);
  }
  return ofOneHost(calls, left);
}

/** The entries with their numbers, in the order in which they started. */
function inOrder(entries: readonly unknown[]): { entry: number; value: unknown; started: number }[] {
  let latest = Number.NEGATIVE_INFINITY;
  const numbered = entries.map((value, at) => {
    const text = isObject(value) ? value.startedDateTime : null;
    latest = (typeof text === 'string' ? parseAnyDate(text) : null) ?? latest;
    return { entry: at + 1, value, started: latest };
  });
  return numbered.sort((one, other) => one.started - other.started || one.entry - other.entry);
}

/**
 * The calls of several captures, by time. Within one capture the order stays: the dates of a service have no fractions
 * of a second, so the times of calls and deliveries can overtake each other.
 */
export function merged(captures: readonly Capture[]): CapturedCall[] {
  const timed = captures.flatMap(({ calls }) => {
    let latest = Number.NEGATIVE_INFINITY;
    return calls.map((call) => {
      latest = Math.max(latest, call.startedAt);
      return { call, at: latest };
    });
  });
  return timed.sort((one, other) => one.at - other.at).map(({ call }) => call);
}

/**
 * Leaves out calls to other hosts, because browsers call several. The service's host is the one with the most calls.
 */
function ofOneHost(calls: readonly CapturedCall[], left: LeftEntry[]): Capture {
  const hostOf = ({ url: { hostname, port } }: CapturedCall): string =>
    `${isLoopbackHost(hostname) ? 'localhost' : hostname}:${port}`;
  const asked = calls.filter(({ kind, path }) => kind === 'call' && /^\/api\/v1(?:\/|$)/.test(path));
  const counts = new Map<string, number>();
  for (const call of asked) counts.set(hostOf(call), (counts.get(hostOf(call)) ?? 0) + 1);
  const [main] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? [];
  const others = new Set(asked.filter((call) => hostOf(call) !== main));
  const why = `It is a call to a host other than ${main}, which has the most calls.`;
  const strange = [...others].map(({ entry }) => ({ entry, why }));
  return {
    calls: calls.filter((call) => !others.has(call)),
    left: [...left, ...strange].sort((one, other) => one.entry - other.entry),
  };
}

function entriesOf(file: string, text: string): readonly unknown[] {
  if (isNestedDeeper(text, deepestFile)) {
    throw new CaptureRefused(`${file} is not a capture: it is nested more than ${deepestFile} levels deep.`);
  }
  const har = parsed(file, text);
  const fault = firstError(HarSchema, har);
  if (fault !== null) throw new CaptureRefused(`${file} is not a HAR file: ${sentenceOf(fault)}`);
  const { version, entries } = (har as { log: { version: unknown; entries: unknown[] } }).log;
  if (String(version) !== '1.2') {
    throw new CaptureRefused(
      `${file} has HAR version ${JSON.stringify(version).slice(0, 20)}, but a capture must have version 1.2.`,
    );
  }
  return entries;
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fault = faultIn(text);
    const line = text.slice(0, fault).split('\n').length;
    const isCut = text.slice(fault).trim() === '';
    throw new CaptureRefused(
      isCut
        ? `${file} ends unexpectedly in line ${line}: it was not written completely.`
        : `${file} is not a HAR file: line ${line} is not valid JSON.`,
    );
  }
}

/** The call in an entry, or the reason why the entry is not a call. */
function callOf(
  { startedDateTime, time, request, response, ...own }: ReadEntry,
  entry: number,
  capture: string,
  clock: ServiceClock,
): CapturedCall | string {
  if (!URL.canParse(request.url)) return 'Its address is not a valid URL.';
  const url = new URL(request.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `It is not a call over HTTP: its scheme is ${url.protocol}`;
  const headers = headersOf(request.headers);
  const answerHeaders = headersOf(response?.headers);
  const body = bodyOf(textOfBody(request.postData));
  const type = request.postData?.mimeType || (isObject(body) && Object.keys(headers).length === 0 ? json : '');
  if (headers['content-type'] === undefined && type !== '') headers['content-type'] = type;
  const isDelivery = own._delivery === true || isSignedEvent(request.method, headers, body);
  const path = isDelivery ? url.pathname : apiPathOf(url.pathname);
  if (path === null) return 'Its path is not in the API: it must begin with /api.';
  if (request.method.toUpperCase() === 'OPTIONS') return 'It is a preflight request from a browser.';
  if (!/^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/i.test(request.method)) return 'The API does not use its method.';
  // The response to a webhook comes from the application, which has a different clock.
  const startedAt = clock.timeOf(startedDateTime ?? '', isDelivery ? undefined : answerHeaders.date);
  if (startedAt === null) return 'It has no start time.';
  const status = response?.status ?? 0;
  return {
    entry,
    capture,
    kind: isDelivery ? 'delivery' : 'call',
    startedAt,
    endedAt: time == null || time < 0 ? undefined : startedAt + Math.min(time, longestCall),
    method: request.method.toUpperCase(),
    url,
    path,
    query: url.searchParams,
    headers,
    body,
    status: own._outcome === 'unknown' || status < 100 ? undefined : status,
    answerHeaders,
    answer: bodyOf(decoded(response?.content?.text, response?.content?.encoding)),
    leftOut: leftOutOf({ request, response }),
  };
}

const json = 'application/json';

/** Which body an entry omits. Some tools store bodies in separate files or not at all, and record only their size. */
function leftOutOf({ request: { method, postData, bodySize }, response }: ReadEntry): CapturedCall['leftOut'] {
  if (method !== 'GET' && postData == null && (bodySize ?? 0) > 0) return 'request';
  const { text, size } = response?.content ?? {};
  return text == null && size !== 0 && response?.status !== 204 ? 'answer' : undefined;
}

/** The maximum duration of a call, in milliseconds. */
const longestCall = minuteMs;

/** How far the service's clock can be off before its time is used. Its dates have no fractions of a second. */
const leeway = 2 * secondMs;

/** Reads the service's clock from its responses, and uses it if it differs from the clock of the capture. */
class ServiceClock {
  #ahead = 0;

  /** Milliseconds since 1970; null if neither the entry nor the service's response contains a time. */
  timeOf(started: string, date: string | undefined): number | null {
    const [own, service] = [parseAnyDate(started), parseAnyDate(date ?? '')];
    if (own === null) return service;
    if (service !== null) this.#ahead = Math.abs(service - own) > leeway ? service - own : 0;
    return own + this.#ahead;
  }
}

/** The path from `/api` or `/vault` on, without the prefix of a gateway; null if the address is not in the API. */
function apiPathOf(pathname: string): string | null {
  const versioned = /\/api\/v1(?=\/|$)/.exec(pathname);
  const at = versioned?.index ?? pathname.search(/\/(?:api|vault)(?=\/|$)/);
  return at === -1 ? null : pathname.slice(at);
}

/** Whether a request is a webhook from the service: a signed event in its envelope. */
const isSignedEvent = (method: string, headers: Readonly<Record<string, string>>, body: unknown): boolean =>
  method.toUpperCase() === 'POST' &&
  headers['service-signature'] !== undefined &&
  isObject(body) &&
  typeof body.id === 'string' &&
  typeof body.type === 'string' &&
  Number.isInteger(body.created) &&
  isObject(body.data);

type Pairs = ReadEntry['request']['headers'];

function headersOf(pairs: Pairs): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const { name, value } of pairs ?? []) {
    const known = name.toLowerCase();
    headers[known] = known in headers ? `${headers[known]}, ${value ?? ''}` : (value ?? '');
  }
  return headers;
}

function textOfBody(data: ReadEntry['request']['postData']): string {
  const text = decoded(data?.text, data?.encoding);
  if (text !== '' || data?.params == null) return text;
  return new URLSearchParams(data.params.map(({ name, value }): [string, string] => [name, value ?? ''])).toString();
}

const decoded = (text: string | null | undefined, encoding: string | null | undefined): string =>
  encoding === 'base64' ? Buffer.from(text ?? '', 'base64').toString('utf8') : (text ?? '');

/** Parsed JSON; the text itself if it is not JSON or is nested too deep; undefined if the text is empty. */
function bodyOf(text: string): unknown {
  if (text === '') return undefined;
  return isNestedDeeper(text, deepestBody) ? text : jsonOrText(text);
}

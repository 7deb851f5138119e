import { isLoopbackHost } from '../../../core/base/hosts.ts';
import { minuteMs, parseAnyDate, secondMs } from '../../../core/base/instants.ts';
import { isNestedDeeper } from '../../../core/base/json-depth.ts';
import { faultIn } from '../../../core/base/json-fault.ts';
import { isObject, jsonOrText } from '../../../core/base/json-values.ts';
import { readNamedText } from '../../../core/system/regular-file.ts';
import { sentenceOf } from '../../../core/validation/fault.ts';
import { firstFault } from '../../../core/validation/validator.ts';
import type { Capture, CapturedCall, LeftEntry } from './captured-call.ts';
import { EntrySchema, HarSchema, type ReadEntry } from './har-schema.ts';

/** The largest file that is read as a capture, in bytes. */
const largestCapture = 256 * 1024 * 1024;
/** How deep a HAR may be nested: browsers write the call stack of each request. */
const deepestFile = 1_000;
/** A deeper body stays a text. */
const deepestBody = 64;

/** A file cannot be read as a capture. The message is one sentence that names the file. */
export class CaptureRefused extends Error {}

/**
 * Reads a capture: any HAR 1.2, of `emulator capture`, of a browser, or of another proxy.
 * @throws CaptureRefused
 */
export async function readCapture(file: string): Promise<Capture> {
  const text = readNamedText('The capture', file, (sentence) => new CaptureRefused(sentence), largestCapture);
  const entries = entriesOf(file, text);
  const calls: CapturedCall[] = [];
  const left: LeftEntry[] = [];
  const clock = new ServiceClock();
  for (const [at, value] of entries.entries()) {
    const entry = at + 1;
    const fault = firstFault(EntrySchema, value);
    const call = fault === null ? callOf(value as ReadEntry, entry, file, clock) : sentenceOf(fault);
    if (typeof call === 'string') left.push({ entry, why: call });
    else calls.push(call);
  }
  return ofOneHost(calls, left);
}

/** Leaves the calls of other hosts than the service's, which is the one with the most: browsers call several. */
function ofOneHost(calls: readonly CapturedCall[], left: LeftEntry[]): Capture {
  const hostOf = ({ url: { hostname, port } }: CapturedCall): string =>
    `${isLoopbackHost(hostname) ? 'localhost' : hostname}:${port}`;
  const asked = calls.filter(({ kind, path }) => kind === 'call' && /^\/api\/v1(?:\/|$)/.test(path));
  const counts = new Map<string, number>();
  for (const call of asked) counts.set(hostOf(call), (counts.get(hostOf(call)) ?? 0) + 1);
  const [main] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? [];
  const others = new Set(asked.filter((call) => hostOf(call) !== main));
  const why = `It is a call of another host than ${main}, which has the most.`;
  const strange = [...others].map(({ entry }) => ({ entry, why }));
  return {
    calls: calls.filter((call) => !others.has(call)),
    left: [...left, ...strange].sort((one, other) => one.entry - other.entry),
  };
}

function entriesOf(file: string, text: string): readonly unknown[] {
  if (isNestedDeeper(text, deepestFile)) {
    throw new CaptureRefused(`${file} is not a capture: it is nested deeper than ${deepestFile} levels.`);
  }
  const har = parsed(file, text);
  const fault = firstFault(HarSchema, har);
  if (fault !== null) throw new CaptureRefused(`${file} is not a HAR file: ${sentenceOf(fault)}`);
  const { version, entries } = (har as { log: { version: unknown; entries: unknown[] } }).log;
  if (String(version) !== '1.2') {
    throw new CaptureRefused(`${file} is HAR ${JSON.stringify(version).slice(0, 20)}; a capture is HAR 1.2.`);
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
        ? `${file} ends in the middle, in line ${line}: it was not written to its end.`
        : `${file} is not a HAR file: its line ${line} is not valid JSON.`,
    );
  }
}

/** The call of an entry, or why the entry is none. */
function callOf(
  { startedDateTime, time, request, response, ...own }: ReadEntry,
  entry: number,
  capture: string,
  clock: ServiceClock,
): CapturedCall | string {
  if (!URL.canParse(request.url)) return 'Its address cannot be read.';
  const url = new URL(request.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `It is not a call over HTTP, but ${url.protocol}`;
  const headers = headersOf(request.headers);
  const answerHeaders = headersOf(response?.headers);
  const body = bodyOf(textOfBody(request.postData));
  const type = request.postData?.mimeType || (isObject(body) && Object.keys(headers).length === 0 ? json : '');
  if (headers['content-type'] === undefined && type !== '') headers['content-type'] = type;
  const isDelivery = own._delivery === true || isSignedEvent(request.method, headers, body);
  const path = isDelivery ? url.pathname : apiPathOf(url.pathname);
  if (path === null) return 'Its address is not a path of the API, which begins with /api.';
  if (request.method.toUpperCase() === 'OPTIONS') return 'A browser asked whether it may call.';
  if (!/^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/i.test(request.method)) return 'Its method is none of the API.';
  // The answer to a webhook is the application's, whose clock is another.
  const startedAt = clock.timeOf(startedDateTime ?? '', isDelivery ? undefined : answerHeaders.date);
  if (startedAt === null) return 'It does not say when it began.';
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

/** Which body an entry leaves out: tools keep bodies in files of their own, or not at all, and then tell their size. */
function leftOutOf({ request: { method, postData, bodySize }, response }: ReadEntry): CapturedCall['leftOut'] {
  if (method !== 'GET' && postData == null && (bodySize ?? 0) > 0) return 'request';
  const { text, size } = response?.content ?? {};
  return text == null && size !== 0 && response?.status !== 204 ? 'answer' : undefined;
}

/** No call takes longer, in milliseconds. */
const longestCall = minuteMs;

/** How far the service's clock may be off before its own time counts: its dates have no parts of a second. */
const leeway = 2 * secondMs;

/** Reads the service's own clock from its answers, where it is not that of the capture. */
class ServiceClock {
  #ahead = 0;

  /** Milliseconds since 1970; null if neither the entry nor the service's answer says a time. */
  timeOf(started: string, date: string | undefined): number | null {
    const [own, service] = [parseAnyDate(started), parseAnyDate(date ?? '')];
    if (own === null) return service;
    if (service !== null) this.#ahead = Math.abs(service - own) > leeway ? service - own : 0;
    return own + this.#ahead;
  }
}

/** The path from `/api` or `/vault` on, whatever a gateway has before it; null: the address is none of the API. */
function apiPathOf(pathname: string): string | null {
  const versioned = /\/api\/v1(?=\/|$)/.exec(pathname);
  const at = versioned?.index ?? pathname.search(/\/(?:api|vault)(?=\/|$)/);
  return at === -1 ? null : pathname.slice(at);
}

/** Whether a request is a webhook of the service: an event in its envelope, signed. */
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

/** Parsed JSON; a text that is none, or too deep; undefined for an empty text. */
function bodyOf(text: string): unknown {
  if (text === '') return undefined;
  return isNestedDeeper(text, deepestBody) ? text : jsonOrText(text);
}

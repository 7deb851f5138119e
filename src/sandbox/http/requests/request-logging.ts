import type { FastifyRequest } from 'fastify';
import { toIso } from '../../../core/base/instants.ts';
import { sizeOfValue } from '../../../core/base/json-values.ts';
import { realAt, stopwatch, toTenths } from '../../../core/base/time.ts';
import { shorten } from '../../../core/kernel/credentials.ts';
import type { Mode } from '../../../core/kernel/workspace.ts';
import { clipMasked, clipNames, type LoggedRequest, type RequestLog } from '../../requests/log.ts';
import { type Call, oneHeader } from '../call.ts';
import { type Connection, connectionOf } from './connections.ts';
import { hideInLog, redactPath } from './redaction.ts';

/** Adds a request and the text of its response to the log. Status 0 means that the connection was closed instead. */
export function note(requests: RequestLog, request: FastifyRequest, status: number, sent: string | null): void {
  const { call } = request;
  if (call === null) return;
  const { method } = request;
  // A later workspace can have the id of a removed one, but did not receive its requests.
  if (call.caller !== null && requests.isOfFormer(call.caller.workspace.id, call.begun)) call.caller = null;
  if (method === 'HEAD') call.writer = null;
  const body = method === 'HEAD' ? null : sent;
  requests.add(new NotedRequest(requests.nextNumber(), call, request, status, body));
}

/** The longest `Idempotency-Key`. */
const longestKey = 255;

/** The origin that a browser sends. Servers can forward `Origin`, but only browsers send `Sec-Fetch-Site`. */
function browserOrigin(headers: FastifyRequest['headers']): string | null {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' ? null : String(headers.origin).slice(0, longestKey);
}

/** The part of a response that the log keeps. */
const keptOf = (text: string): string => clipMasked(text, hideInLog);

/** How many headers the log keeps, and how many characters of a value. */
const mostHeaders = 40;
const longestHeader = 300;
/** Headers whose whole value is a secret. */
const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** The headers that the log keeps. */
const keptHeaders = (headers: FastifyRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, mostHeaders)
      .flatMap(([name, value]): [string, string][] => {
        if (value === undefined) return [];
        if (secretHeaders.has(name)) return [[name, '…']];
        return [[name.slice(0, 100), hideInLog(String(value).slice(0, longestHeader))]];
      }),
  );

/** The size of a request without its texts, headers and response, in bytes. */
const perRequest = 1_024;

/** A logged request. The displayed values are computed only when they are needed, which is rare. */
class NotedRequest implements LoggedRequest {
  readonly number: number;
  readonly method: string;
  readonly status: number;
  readonly unknown_fields: readonly string[];
  readonly idempotency_key: string | null;
  readonly browser_origin: string | null;
  readonly connection: Connection;
  readonly #call: Call;
  readonly #url: string;
  readonly #headers: FastifyRequest['headers'];
  /** The text of the response. Responses are frozen, so a text that can be written again is not stored. */
  readonly #sent: string | null;
  readonly #took: number;

  constructor(number: number, call: Call, request: FastifyRequest, status: number, sent: string | null) {
    const { method, url, headers } = request;
    this.number = number;
    this.method = method;
    this.status = status;
    this.unknown_fields = clipNames(call.unknown);
    this.idempotency_key = oneHeader(headers['idempotency-key'])?.slice(0, longestKey) ?? null;
    this.browser_origin = headers.origin === undefined ? null : browserOrigin(headers);
    this.connection = connectionOf(request.raw);
    this.#call = call;
    this.#url = url;
    this.#headers = headers;
    this.#sent = sent === null || call.writer !== null ? null : keptOf(sent);
    this.#took = stopwatch() - call.begun;
    call.unknown = this.unknown_fields;
  }

  get id(): string {
    return this.#call.id;
  }

  get at(): string {
    return toIso(this.#call.at);
  }

  get workspace_id(): string | null {
    return this.#call.caller?.workspace.id ?? null;
  }

  get mode(): Mode | null {
    return this.#call.caller?.mode ?? null;
  }

  get path(): string {
    return redactPath(this.#url);
  }

  get headers(): Record<string, string> {
    return keptHeaders(this.#headers);
  }

  get operation(): string | null {
    return this.#call.operation?.id ?? null;
  }

  get key(): string | null {
    const key = this.#call.caller?.key;
    return key == null ? null : shorten(key.id);
  }

  get client(): LoggedRequest['client'] {
    const { client } = this.#call;
    return client === null ? null : { sdk: client.sdk, idempotency_key: client.idempotencyKey };
  }

  get retry_after(): number | null {
    return this.#call.retryAfter;
  }

  get replayed(): boolean {
    return this.#call.headers?.['idempotency-replayed'] === 'true';
  }

  get received(): number {
    return realAt(this.#call.begun);
  }

  get fault(): string | null {
    return this.#call.fault;
  }

  get audit(): string | null {
    return this.#call.audit;
  }

  get latency_ms(): number {
    return toTenths(this.#took);
  }

  get body(): string | null {
    return this.#call.body?.body ?? null;
  }

  get redacted(): boolean {
    return this.#call.body?.redacted === true || this.path !== this.#url;
  }

  get page(): LoggedRequest['page'] {
    const { answer } = this.#call;
    if (typeof answer !== 'object' || answer === null || !('has_more' in answer) || !('data' in answer)) return null;
    const { data, has_more } = answer;
    if (!Array.isArray(data)) return null;
    const ids = data.flatMap((each: { id?: unknown }) => (typeof each.id === 'string' ? [each.id] : []));
    return { ids, has_more: has_more === true };
  }

  get size(): number {
    const { writer, answer } = this.#call;
    const kept = [this.body, this.#url, this.#headers, writer === null ? this.#sent : answer];
    return perRequest + sizeOfValue(kept);
  }

  get response(): string | null {
    const { writer, answer } = this.#call;
    return writer === null ? this.#sent : keptOf(writer.write(answer));
  }
}

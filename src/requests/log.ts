import type { Mode } from '../kernel/workspace.ts';

/** One request of the merchant or client API as the log keeps it: never a key, a card number or a security code in full. */
export interface LoggedRequest {
  readonly id: string;
  /** How many came before it: the order of requests that one frozen instant holds. */
  readonly number: number;
  /** ISO 8601, emulated. */
  readonly at: string;
  readonly workspace_id: string | null;
  readonly mode: Mode | null;
  readonly method: string;
  /** With its query string. */
  readonly path: string;
  /** The operation's id; null where no operation answers there. */
  readonly operation: string | null;
  /** The key, shortened. */
  readonly key: string | null;
  /** What a call of the client API sent in its headers, so that it can be sent again; null for the others. */
  readonly client: { readonly sdk: string | null; readonly idempotency_key: string | null } | null;
  /** What makes a repeat of it safe: the `Idempotency-Key` header; null where it had none. */
  readonly idempotency_key: string | null;
  /** The page of another origin that a browser sent it from; null where no browser did. */
  readonly browser_origin: string | null;
  /** 0: the connection was cut without an answer (an injected fault). */
  readonly status: number;
  /** Seconds that a refusal asks to wait; null where it asks for none. */
  readonly retry_after: number | null;
  /** Whether the answer was that of an earlier request with the same `Idempotency-Key`. */
  readonly replayed: boolean;
  /** When it arrived: the machine's own time in milliseconds. */
  readonly received: number;
  /** Real milliseconds from the request's arrival to its answer. */
  readonly latency_ms: number;
  /** The body as sent, with sensitive fields replaced; null where there was none or it was no JSON. */
  readonly body: string | null;
  /** Whether something of the body was left out, so that it cannot be sent again. */
  readonly redacted: boolean;
  readonly response: string | null;
  /** The page of a list that was answered, whole where the answer is too long to be kept; null for other answers. */
  readonly page: { readonly ids: readonly string[]; readonly has_more: boolean } | null;
  /** Fields that the operation does not know, and headers that look like one of the API but are not it: ignored. */
  readonly unknown_fields: readonly string[];
  /** The injected fault that acted on it, its kind and id; null where none did. */
  readonly fault: string | null;
  /** The adversity of the audit that injected that fault; null where no audit did. */
  readonly audit: string | null;
}

/** The same request as an object of its own fields: in the log some are worked out when they are asked for. */
export const writtenOut = (request: LoggedRequest): LoggedRequest => ({
  id: request.id,
  number: request.number,
  at: request.at,
  workspace_id: request.workspace_id,
  mode: request.mode,
  method: request.method,
  path: request.path,
  operation: request.operation,
  key: request.key,
  client: request.client,
  idempotency_key: request.idempotency_key,
  browser_origin: request.browser_origin,
  status: request.status,
  retry_after: request.retry_after,
  replayed: request.replayed,
  received: request.received,
  latency_ms: request.latency_ms,
  body: request.body,
  redacted: request.redacted,
  response: request.response,
  page: request.page,
  unknown_fields: request.unknown_fields,
  fault: request.fault,
  audit: request.audit,
});

/** How many requests of a workspace the log keeps, where nobody asks for more. */
export const usuallyKept = 1_000;
const keptText = 16_384;
const keptNames = 50;
const keptName = 100;

/** The latest requests of each workspace: bounded in number and in the length of what is kept of each. */
export class RequestLog {
  readonly #kept: number;
  readonly #forgotten = new Map<string, number>();
  readonly #rings = new Map<string, LoggedRequest[]>();
  #count = 0;
  readonly #listeners: ((request: LoggedRequest) => void)[] = [];

  /** @param kept how many requests of each workspace it keeps */
  constructor(kept = usuallyKept) {
    this.#kept = kept;
  }

  add(request: LoggedRequest): void {
    this.#put(request);
    for (const listener of this.#listeners) listener(request);
  }

  #put(request: LoggedRequest): void {
    const key = request.workspace_id ?? '';
    const ring = this.#rings.get(key) ?? [];
    if (ring.length === 0) this.#rings.set(key, ring);
    ring.push(request);
    // Dropping the older half now and then costs less than shifting one each time.
    if (ring.length >= this.#kept * 2) {
      ring.splice(0, this.#kept);
      this.#forgotten.set(key, (this.#forgotten.get(key) ?? 0) + this.#kept);
    }
  }

  /** Takes over the requests of a run that goes on. Nobody is told of them. @param earlier the oldest first */
  goOnFrom(earlier: readonly LoggedRequest[]): void {
    for (const request of earlier) {
      this.#put(request);
      this.#count = Math.max(this.#count, request.number);
    }
  }

  /** The number of the latest request. */
  get latestNumber(): number {
    return this.#count;
  }

  /** The number of the next request. */
  nextNumber(): number {
    return ++this.#count;
  }

  onAdd(listener: (request: LoggedRequest) => void): void {
    this.#listeners.push(listener);
  }

  get(workspaceId: string, id: string): LoggedRequest | undefined {
    return this.#latest(workspaceId).findLast((request) => request.id === id);
  }

  /** Newest first. */
  list(workspaceId: string): LoggedRequest[] {
    return this.#latest(workspaceId).reverse();
  }

  /** How many requests of a workspace came before those that `list` gives. */
  forgotten(workspaceId: string): number {
    const held = this.#rings.get(workspaceId)?.length ?? 0;
    return (this.#forgotten.get(workspaceId) ?? 0) + Math.max(0, held - this.#kept);
  }

  clear(workspaceId: string): void {
    this.#rings.delete(workspaceId);
    this.#forgotten.delete(workspaceId);
  }

  #latest(workspaceId: string): LoggedRequest[] {
    return (this.#rings.get(workspaceId) ?? []).slice(-this.#kept);
  }
}

/** What of a text the log keeps. A piece cut from a long text is copied: else it would hold on to the whole. */
export function clip(text: string): string {
  if (text.length <= keptText) return text;
  const piece = Buffer.from(text.slice(0, keptText)).toString();
  return `${piece}… (${text.length} characters)`;
}

/** What of the names of unknown fields the log keeps. */
export const clipNames = (names: readonly string[]): readonly string[] =>
  names.length === 0 ? names : names.slice(0, keptNames).map((name) => name.slice(0, keptName));

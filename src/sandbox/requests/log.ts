import { sizeOfValue } from '../../core/base/json-values.ts';
import { stopwatch } from '../../core/base/time.ts';
import { Listeners, type Warn } from '../../core/kernel/listeners.ts';
import type { Mode } from '../../core/kernel/workspace.ts';

/**
 * A request to the merchant or client API in the form that the log keeps. It never contains a complete key, card
 * number or security code.
 */
export interface LoggedRequest {
  readonly id: string;
  /** How many requests came before this request. The number orders requests at the same frozen time. */
  readonly number: number;
  /** When the request arrived (ISO 8601, emulated time). */
  readonly at: string;
  readonly workspace_id: string | null;
  readonly mode: Mode | null;
  readonly method: string;
  /** The path with its query string. */
  readonly path: string;
  /** The operation's id; null if the path has no operation. */
  readonly operation: string | null;
  /** The key, shortened. */
  readonly key: string | null;
  /** The headers of a client API call that a replay needs; null for other calls. */
  readonly client: { readonly sdk: string | null; readonly idempotency_key: string | null } | null;
  /** The headers of the request, by their names in lowercase. Secrets are masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The `Idempotency-Key` header, which makes a repeat safe; null if the request had no such header. */
  readonly idempotency_key: string | null;
  /** The origin of the page whose script sent the request from a browser; null if it is not another origin. */
  readonly browser_origin: string | null;
  /** The status of the response; 0 if an injected fault closed the connection without a response. */
  readonly status: number;
  /** The seconds that an error response asks the caller to wait; null if the response does not ask for a wait. */
  readonly retry_after: number | null;
  /** Whether the response repeated the response to an earlier request with the same `Idempotency-Key`. */
  readonly replayed: boolean;
  /** When the request arrived, in real milliseconds. */
  readonly received: number;
  /** Real milliseconds from the request's arrival to its response. */
  readonly latency_ms: number;
  /** The body of the request with sensitive fields replaced; null if there is no body, or if it is not JSON. */
  readonly body: string | null;
  /** Whether parts of the body are missing, so that it cannot be replayed. */
  readonly redacted: boolean;
  readonly response: string | null;
  /**
   * The ids on the page of a list in the response, complete even if the response is too long to keep; null for other
   * responses.
   */
  readonly page: { readonly ids: readonly string[]; readonly has_more: boolean } | null;
  /** Fields that the operation does not have, and headers that resemble a header of the API. */
  readonly unknown_fields: readonly string[];
  /** The kind and id of the injected fault that affected the request; null if there was none. */
  readonly fault: string | null;
  /** The audit's adversity that injected the fault; null if no audit injected it. */
  readonly audit: string | null;
  /**
   * The connection of the request, if this emulator answered the request; absent if the request comes from a record.
   */
  readonly connection?: ClientConnection;
  /**
   * About how many bytes of memory the request uses, if this emulator answered it; absent if the request comes from a
   * record.
   */
  readonly size?: number;
}

/** About how many bytes of memory a request uses. */
export const sizeOfRequest = (request: LoggedRequest): number => request.size ?? sizeOfValue(request);

/** The same request with plain fields, for a record. A request in the log computes some fields on demand. */
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
  headers: request.headers,
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

/** A connection on which a client sends requests. */
export interface ClientConnection {
  /** Whether it also carried calls that control the emulator, which come from a test and not from an application. */
  readonly steers: boolean;
  /** The port of the client. */
  readonly port: number | undefined;
}

/** How many requests of a workspace the log keeps by default. */
export const usuallyKept = 1_000;
/** How many characters of a body the log keeps. */
export const keptText = 16_384;
const keptNames = 50;
const keptName = 100;

/** The latest requests of each workspace, limited in number and in length. */
export class RequestLog {
  readonly #kept: number;
  readonly #forgotten = new Map<string, number>();
  readonly #rings = new Map<string, LoggedRequest[]>();
  /** When workspaces were removed, as readings of the stopwatch. */
  readonly #ended = new Map<string, number>();
  #count = 0;
  readonly #listeners: Listeners<[request: LoggedRequest]>;
  readonly #steerListeners: Listeners<[connection: ClientConnection]>;

  /** @param kept how many requests of each workspace to keep */
  constructor(kept = usuallyKept, warn?: Warn) {
    this.#kept = kept;
    this.#listeners = new Listeners('request log', warn);
    this.#steerListeners = new Listeners('request log', warn);
  }

  add(request: LoggedRequest): void {
    this.#put(request);
    this.#listeners.call(request);
  }

  #put(request: LoggedRequest): void {
    const key = request.workspace_id ?? '';
    const ring = this.#rings.get(key) ?? [];
    if (ring.length === 0) this.#rings.set(key, ring);
    ring.push(request);
    // Dropping half of them at a time costs less than one shift per request.
    if (ring.length >= this.#kept * 2) {
      ring.splice(0, this.#kept);
      this.#forgotten.set(key, (this.#forgotten.get(key) ?? 0) + this.#kept);
    }
  }

  /**
   * Adds the requests of a resumed run, without calling the listeners.
   * @param earlier the requests, oldest first
   */
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
    this.#listeners.add(listener);
  }

  /** Reports a call that controls the emulator, which the log does not keep. */
  steeredOn(connection: ClientConnection): void {
    this.#steerListeners.call(connection);
  }

  onSteer(listener: (connection: ClientConnection) => void): void {
    this.#steerListeners.add(listener);
  }

  get(workspaceId: string, id: string): LoggedRequest | undefined {
    return this.#latest(workspaceId).findLast((request) => request.id === id);
  }

  /** The requests of a workspace, newest first. */
  list(workspaceId: string): LoggedRequest[] {
    return this.#latest(workspaceId).reverse();
  }

  /** How many requests of a workspace came before the requests of `list`. */
  forgotten(workspaceId: string): number {
    const held = this.#rings.get(workspaceId)?.length ?? 0;
    return (this.#forgotten.get(workspaceId) ?? 0) + Math.max(0, held - this.#kept);
  }

  clear(workspaceId: string): void {
    this.#rings.delete(workspaceId);
    this.#forgotten.delete(workspaceId);
  }

  /** Ends the life of a removed workspace. Its requests do not belong to a later workspace with the same id. */
  endLife(workspaceId: string): void {
    this.clear(workspaceId);
    this.#ended.set(workspaceId, stopwatch());
  }

  /**
   * Whether the workspace of a request was removed after the request arrived.
   * @param begun a reading of the stopwatch
   */
  isOfFormer(workspaceId: string, begun: number): boolean {
    return begun <= (this.#ended.get(workspaceId) ?? Number.NEGATIVE_INFINITY);
  }

  #latest(workspaceId: string): LoggedRequest[] {
    return (this.#rings.get(workspaceId) ?? []).slice(-this.#kept);
  }
}

const marked = (piece: string, whole: string): string =>
  `${Buffer.from(piece).toString()}… (${whole.length} characters)`;

/** Longer than a card number with spaces between its digits, and than most tokens, in characters. */
const longestCut = 4_096;

/**
 * The part of a text that the log keeps, with its secrets masked. A secret at the end of the part is masked as a whole,
 * because the masked part is a little longer than the kept part.
 */
export function clipMasked(text: string, mask: (text: string) => string): string {
  if (text.length <= keptText) return mask(text);
  const masked = mask(text.slice(0, keptText + longestCut));
  // If a text was masked up to its end, no secret was cut.
  const sure = text.length <= keptText + longestCut ? keptText : masked.length - longestCut;
  return marked(masked.slice(0, Math.min(keptText, sure)), text);
}

/** The names of unknown fields that the log keeps. */
export const clipNames = (names: readonly string[]): readonly string[] =>
  names.length === 0 ? names : names.slice(0, keptNames).map((name) => name.slice(0, keptName));

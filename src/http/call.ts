import type { FastifyRequest } from 'fastify';
import { stopwatch } from '../base/time.ts';
import type { SandboxOperation } from '../control/operation.ts';
import type { AnyOperation, ClientFacts, Owner } from '../kernel/declare/operation.ts';
import type { Mode, Workspace } from '../kernel/workspace.ts';
import type { AnswerWriter } from './answers.ts';
import type { RateState } from './rate-limits.ts';
import type { Headers } from './replies.ts';

/** An operation of any surface: one of a slice is a unit of work, one on the sandbox itself may wait. */
export type Served = AnyOperation | SandboxOperation;

/** What a caller shows: a merchant's key or an app's access token. */
export interface Credential {
  readonly id: string;
  readonly mode: Mode;
  readonly kind: 'secret' | 'publishable' | 'app';
  readonly scopes: readonly string[] | null;
  /** The client id of the app whose access token it is. */
  readonly client_id?: string;
}

/** Whose data a request is about. */
export interface Caller {
  readonly workspace: Workspace;
  readonly mode: Mode;
  /** What the caller shows; null where no key is asked for. */
  readonly key: Credential | null;
}

/** What is known of one request while it is answered; the request log keeps a part of it. */
export interface Call {
  readonly id: string;
  readonly operation: Served | null;
  caller: Caller | null;
  /** What a call of the client API sent in its headers; null for the others. */
  readonly client: ClientFacts | null;
  /** The emulated time of its arrival in milliseconds. */
  at: number;
  /** The body for the log, sensitive fields already replaced. */
  body: string | null;
  redacted: boolean;
  /** The names of the fields and headers that nothing reads. */
  unknown: readonly string[];
  /** The injected fault that acts on it; null for nearly all. */
  fault: string | null;
  /** The adversity of the audit that injected that, or that calls the control API itself; null for nearly all. */
  audit: string | null;
  /** What the headers say of how often the caller may still call; null where nothing is counted. */
  rate: RateState | null;
  /** Seconds that its refusal asks to wait; null for nearly all. */
  retryAfter: number | null;
  /** Headers that few answers have; null where there is none. */
  headers: Readonly<Headers> | null;
  /** What an operation answered, and what writes the body of that once more; null where it did not. */
  answer: unknown;
  writer: AnswerWriter | null;
  /** A reading of the stopwatch at its arrival. */
  readonly begun: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null;
  }
  interface FastifyContextConfig {
    operation?: Served;
  }
}

const none: readonly string[] = [];

/** A request as it is when it arrives. */
export const beginCall = (
  id: string,
  operation: Served | null,
  client: ClientFacts | null,
  unknown: readonly string[] = none,
): Call => ({
  id,
  operation,
  caller: null,
  client,
  at: 0,
  body: null,
  redacted: false,
  unknown,
  fault: null,
  audit: null,
  rate: null,
  retryAfter: null,
  headers: null,
  answer: null,
  writer: null,
  begun: stopwatch(),
});

/** Whose data a request is about that shows no key; null where it is nobody's. */
export const callerWithoutKey = (owner: Owner | null | undefined): Caller | null =>
  owner ? { ...owner, key: null } : null;

/** The operation that a request was routed to. */
export const operationOf = (request: FastifyRequest): Served | null => request.routeOptions.config?.operation ?? null;

/** The value of a header that is sent once and is not empty. */
export const oneHeader = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header : null;

import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { stopwatch } from '../../core/base/time.ts';
import type { AnyOperation, BuyerFacts, Owner } from '../../core/kernel/declare/operation.ts';
import type { Mode, Workspace } from '../../core/kernel/workspace.ts';
import type { SandboxOperation } from '../control/operation.ts';
import type { RequestsInProgress } from '../requests/in-progress.ts';
import type { AnswerWriter } from './answers.ts';
import type { Headers } from './replies.ts';
import type { RateState } from './surfaces/rate-limits.ts';

/** An operation of any surface. Those of slices are units of work; those on the sandbox itself may wait. */
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
  /** The caller's credential; null: the operation needs no key. */
  readonly key: Credential | null;
}

/** The facts of one request while it is answered; the request log keeps some of them. */
export interface Call {
  readonly id: string;
  readonly operation: Served | null;
  caller: Caller | null;
  /** What the headers of a client API call say; null for other calls. */
  readonly client: BuyerFacts | null;
  /** When it arrived, in emulated milliseconds. */
  at: number;
  /** The body for the log, with sensitive fields already replaced. */
  body: string | null;
  redacted: boolean;
  /** The names of fields and headers that nothing reads. */
  unknown: readonly string[];
  /** Whether it was refused because of them. */
  refusesUnknown: boolean;
  /** The injected fault that acts on it; null: none. */
  fault: string | null;
  /** The adversity of the audit that injected the fault or that calls the control API; null: none. */
  audit: string | null;
  /** The rate limit in the headers of the answer; null: nothing is counted. */
  rate: RateState | null;
  /** The seconds that a refusal asks the caller to wait; null: none. */
  retryAfter: number | null;
  /** Further headers of the answer; null: none. */
  headers: Readonly<Headers> | null;
  /** The operation's result, and the writer that can write it again; null: there is none. */
  answer: unknown;
  writer: AnswerWriter | null;
  /** The stopwatch at its arrival. */
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

/** The facts of a request when it arrives. */
export const beginCall = (
  id: string,
  operation: Served | null,
  client: BuyerFacts | null,
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
  refusesUnknown: false,
  fault: null,
  audit: null,
  rate: null,
  retryAfter: null,
  headers: null,
  answer: null,
  writer: null,
  begun: stopwatch(),
});

/** Counts a request as in progress until it is answered, or its caller hangs up; not one that waits for something. */
export function trackProgress(inProgress: RequestsInProgress, call: Call, answer: ServerResponse): void {
  const { operation } = call;
  if (operation === null || ('waits' in operation && operation.waits === true)) return;
  inProgress.begin(call);
  answer.on('close', () => inProgress.end(call));
}

/** The workspace and mode of a request without a key; null: it belongs to nobody. */
export const callerWithoutKey = (owner: Owner | null | undefined): Caller | null =>
  owner ? { ...owner, key: null } : null;

/** The operation that a request was routed to. */
export const operationOf = (request: FastifyRequest): Served | null => request.routeOptions.config?.operation ?? null;

/** The value of a header that was sent exactly once and is not empty. */
export const oneHeader = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header : null;

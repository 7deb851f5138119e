import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { stopwatch } from '../../core/base/time.ts';
import type { AnyOperation, BuyerFacts, Owner } from '../../core/kernel/declare/operation.ts';
import type { ControlToken, Mode, Workspace } from '../../core/kernel/workspace.ts';
import type { SandboxOperation } from '../control/operation.ts';
import type { RequestsInProgress } from '../requests/in-progress.ts';
import type { AnswerWriter } from './answers.ts';
import type { Headers } from './replies.ts';
import type { LoggedBody } from './requests/redaction.ts';
import type { RateState } from './surfaces/rate-limits.ts';

/**
 * An operation of any surface. An operation of a slice is a unit of work. An operation on the sandbox itself can
 * wait.
 */
export type ServedOperation = AnyOperation | SandboxOperation;

/** The credential of a caller: a merchant's key or an app's access token. */
export interface Credential {
  readonly id: string;
  readonly mode: Mode;
  readonly kind: 'secret' | 'publishable' | 'app';
  readonly scopes: readonly string[] | null;
  /** The client id of the app that owns the access token. */
  readonly client_id?: string;
}

/** The workspace and mode of a request, and its credential. */
export interface Caller {
  readonly workspace: Workspace;
  readonly mode: Mode;
  /** The caller's credential; null if the operation needs no key. */
  readonly key: Credential | null;
}

/** The data of one request while it is processed. The request log keeps some of it. */
export interface Call {
  readonly id: string;
  readonly operation: ServedOperation | null;
  caller: Caller | null;
  /** The workspace token that a control API call uses; null for other calls, and for other credentials. */
  token: ControlToken | null;
  /** The data in the headers of a client API call; null for other calls. */
  readonly client: BuyerFacts | null;
  /** When the request arrived, in emulated milliseconds. */
  at: number;
  /** The body for the log; null if there is none. */
  body: LoggedBody | null;
  /** The names of fields and headers that no operation reads. */
  unknown: readonly string[];
  /** Whether the request was rejected because of its unknown fields. */
  refusesUnknown: boolean;
  /** The injected fault that affects the request; null if there is none. */
  fault: string | null;
  /** The adversity of the audit that injected the fault or calls the control API; null if there is none. */
  audit: string | null;
  /** The rate limit in the headers of the response; null if the call is not counted. */
  rate: RateState | null;
  /** How many seconds an error response asks the caller to wait; null if it does not ask for a wait. */
  retryAfter: number | null;
  /** Additional headers of the response; null if there are none. */
  headers: Readonly<Headers> | null;
  /** The operation's result, and the writer that can write it again; null if the call has no result. */
  answer: unknown;
  writer: AnswerWriter | null;
  /** The stopwatch reading when the request arrived. */
  readonly begun: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null;
    /** The operation that the request was routed to; null if it has none. */
    operation: ServedOperation | null;
  }
  interface FastifyContextConfig {
    /** Whether the route serves all operations of a surface, so that a request without an operation has no route. */
    isOfOperations?: boolean;
  }
}

const none: readonly string[] = [];

/** The data of a request when it arrives. */
export const beginCall = (
  id: string,
  operation: ServedOperation | null,
  client: BuyerFacts | null,
  unknown: readonly string[] = none,
): Call => ({
  id,
  operation,
  caller: null,
  token: null,
  client,
  at: 0,
  body: null,
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

/**
 * Counts a request as in progress until it is answered, or until its caller disconnects. Requests that wait for a
 * message do not count.
 */
export function trackProgress(inProgress: RequestsInProgress, call: Call, answer: ServerResponse): void {
  const { operation } = call;
  if (operation === null || ('waits' in operation && operation.waits === true)) return;
  inProgress.begin(call);
  answer.on('close', () => inProgress.end(call));
}

/** The workspace and mode of a request without a key; null if the request belongs to no workspace. */
export const callerWithoutKey = (owner: Owner | null | undefined): Caller | null =>
  owner ? { ...owner, key: null } : null;

/** Whether no route accepts the method and path of a request. */
export const isUnrouted = (request: FastifyRequest): boolean =>
  request.operation === null && (request.is404 || request.routeOptions.config.isOfOperations === true);

/** The value of a header that was sent exactly once and is not empty. */
export const oneHeader = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header : null;

import type { FastifyRequest } from 'fastify';
import type { AnyClientOperation, Owner } from '../engine/client-operation.ts';
import { stopwatch } from '../engine/clock.ts';
import type { AnyOperation } from '../engine/operation.ts';
import type { Principal } from './authenticate.ts';

/** What is known of one request of the merchant or client API while it is answered; the request log keeps a part of it. */
export interface Call {
  readonly id: string;
  readonly operation: AnyOperation | null;
  principal: Principal | null;
  /** A call that takes no key; null for those of the merchant API. */
  readonly client: ClientCall | null;
  /** The emulated time of its arrival in milliseconds. */
  at: number;
  /** The body for the log, sensitive fields already replaced. */
  body: string | null;
  redacted: boolean;
  unknown: readonly string[];
  /** Writes the body of the answer once more, where an operation made it. */
  answered: (() => string) | null;
  /** A reading of the stopwatch at its arrival. */
  readonly begun: number;
}

/** What is known of a call that takes no key. */
export interface ClientCall {
  readonly operation: AnyClientOperation;
  /** Whose data it is about, once that is known. */
  owner: Owner | null;
  readonly sdk: string | null;
  readonly idempotencyKey: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null;
  }
  interface FastifyContextConfig {
    operation?: AnyOperation;
    clientOperation?: AnyClientOperation;
  }
}

const none: readonly string[] = [];

/** A request as it is when it arrives. */
export const beginCall = (id: string, operation: AnyOperation | null, client: ClientCall | null): Call => ({
  id,
  operation,
  client,
  principal: null,
  at: 0,
  body: null,
  redacted: false,
  unknown: none,
  answered: null,
  begun: stopwatch(),
});

/** The operation that a request was routed to. */
export const operationOf = (request: FastifyRequest): AnyOperation | null =>
  request.routeOptions.config?.operation ?? null;

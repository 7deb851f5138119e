import type { FastifyRequest } from 'fastify';
import type { AnyOperation } from '../engine/operation.ts';
import type { Principal } from './authenticate.ts';

/** What is known of one request of the merchant API while it is answered; the request log keeps a part of it. */
export interface Call {
  readonly id: string;
  readonly operation: AnyOperation | null;
  principal: Principal | null;
  /** The emulated time of its arrival in milliseconds. */
  at: number;
  /** The body for the log, sensitive fields already replaced. */
  body: string | null;
  redacted: boolean;
  unknown: readonly string[];
  /** A reading of the stopwatch at its arrival. */
  readonly begun: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null;
  }
  interface FastifyContextConfig {
    operation?: AnyOperation;
  }
}

/** The operation that a request was routed to. */
export const operationOf = (request: FastifyRequest): AnyOperation | null =>
  request.routeOptions.config?.operation ?? null;

import type { FastifyRequest } from 'fastify';
import type { ServiceError } from '../engine/errors.ts';
import type { AnyOperation } from '../engine/operation.ts';
import type { OutcomeEffect } from '../engine/outcomes.ts';

/** What an injected fault does to one request. */
export interface RouteFault {
  refusal?: ServiceError;
  /** For operations that ask the simulated network: what it says. */
  outcome?: OutcomeEffect;
  /** The connection is cut without an answer. */
  drop?: boolean;
  /** How long the answer is held back, in real milliseconds. */
  ms?: number;
}

export interface RouteFaults {
  take(request: FastifyRequest, operation: AnyOperation): RouteFault | null;
}

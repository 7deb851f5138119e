import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallFacts } from '../../../core/kernel/change.ts';
import type { AnyOperation, LookupResult, Surface } from '../../../core/kernel/declare/operation.ts';
import type { Refusal, ServiceError } from '../../../core/kernel/errors.ts';
import type { Cause } from '../../../core/kernel/events.ts';
import type { KeyedRequest } from '../../../core/kernel/idempotency.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Call, ServedOperation } from '../call.ts';
import type { ShownRefusal } from '../replies.ts';
import type { CheckedInput } from '../requests/input.ts';

/** The differences between the surfaces: how they identify callers, limit rates, and format errors. */
export interface Policy {
  readonly surface: Surface;
  /** The prefix of the surface's paths, such as `/api/v1`. */
  readonly prefix: string;
  readonly operations: readonly ServedOperation[];
  /** Whether the request log keeps the calls of the surface. */
  readonly isLogged: boolean;
  /** Whether unknown fields are rejected. */
  readonly isStrict: () => boolean;
  /** Reads the caller's data from the headers. */
  readonly begin: (operation: ServedOperation | null, request: FastifyRequest) => Call;
  /**
   * Identifies the caller, checks permission and applies limits, before the body is read.
   * @throws the error response
   */
  readonly admit: (call: Call, request: FastifyRequest) => void;
  /** The query without the parameters of the surface itself. */
  readonly queryOf?: (query: unknown) => unknown;
  /** Additional data for the handler, besides the input. */
  readonly factsOf?: (call: Call, request: FastifyRequest) => object | undefined;
  /**
   * Finds the owner of the data if only the whole request identifies the owner.
   * @throws the error response
   */
  readonly locate?: (call: Call, operation: AnyOperation, input: HandlerInput) => void;
  /** The data of the call for the unit of work. */
  readonly callFacts?: (call: Call, request: FastifyRequest) => CallFacts;
  /**
   * Identifies repeats of the same attempt; null if the request is not such an attempt.
   * @throws 400 for a malformed `Idempotency-Key`
   */
  readonly attemptOf?: (call: Call, input: HandlerInput, request: FastifyRequest) => Attempt | null;
  readonly causeOf: (call: Call, operation: ServedOperation) => Cause;
  /** The profile that the surface follows; null if it follows the emulator's assumptions. */
  readonly profile: Profile | null;
  /** The status and body of an error. */
  readonly refusalOf: (error: ServiceError, operation: ServedOperation | null) => ShownRefusal;
  readonly sendError: (reply: FastifyReply, error: ServiceError) => void;
}

/** The checked input of a handler, with the result of its lookup. */
export type HandlerInput = CheckedInput & { found?: LookupResult };

/** Requests with the same `Idempotency-Key` are one attempt. */
export interface Attempt {
  /** Identifies the attempt while its first response is delayed. */
  readonly id: string;
  /** The error for repeats while the first response is delayed. */
  readonly inFlight: Refusal;
  /** The key under which the response is stored; null if the operation itself stores it. */
  readonly keyed: KeyedRequest | null;
}

/** The errors of a surface: how they are shown, and how they are sent. */
export function refusalsBy(
  profile: Profile | null,
  plain: (error: ServiceError) => ShownRefusal,
  send: (reply: FastifyReply, error: ServiceError, shown: ShownRefusal) => void,
): Pick<Policy, 'refusalOf' | 'sendError'> {
  const refusalOf: Policy['refusalOf'] = (error, operation) =>
    profile === null ? plain(error) : profile.refusal(plain(error), operation);
  return {
    refusalOf,
    sendError: (reply, error) => send(reply, error, refusalOf(error, reply.request.call?.operation ?? null)),
  };
}

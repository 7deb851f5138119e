import type { FaultKind } from '../kernel/faults/fault-kinds.ts';
import type { Mode } from '../kernel/workspace.ts';

/* What calls of the control API take, as clients write it. */

export interface EndpointRequest {
  url?: string;
  secret?: string;
  events?: string[];
  mode?: Mode;
  enabled?: boolean;
}

/** A fault: which of its fields a kind takes, `GET /faults/kinds` tells. */
export interface FaultRequest {
  /** `charges.create` (or `POST /charges`), or `delivery`. */
  on: string;
  kind: FaultKind;
  /** How often; default: until it is removed. */
  times?: number;
  /** The status of `status`. */
  status?: number;
  /** Of `latency` (real) and `delay` (emulated): milliseconds, or a duration such as `2s`. */
  ms?: number | string;
  /** Whether the copy of `duplicate` is sent without waiting for the first. */
  at_once?: boolean;
  /** Whether `before_answer` also settles what was done. */
  settled?: boolean;
  /** Only deliveries of events of this type. */
  event?: string;
  /** Only the attempt of a delivery that has this number. */
  attempt?: number;
  /** Only calls about the object of an event that is being delivered. */
  handling?: boolean;
  /** How many that fit are left alone first. */
  skip?: number;
  /** Only the first of each so many that fit. */
  every?: number;
  /** How an unknown outcome ends. */
  resolve?: 'approved' | 'failed';
  /** Emulated milliseconds, or a duration, until it is known. */
  after?: number | string;
}

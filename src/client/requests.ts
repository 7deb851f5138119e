import type { FaultKind } from '../core/kernel/faults/fault-kinds.ts';
import type { Mode } from '../core/kernel/workspace.ts';

/* The requests of the control API, as clients write them. */

export interface EndpointRequest {
  url?: string;
  secret?: string;
  events?: string[];
  mode?: Mode;
  enabled?: boolean;
}

/** A fault; `GET /faults/kinds` tells the fields of each kind. */
export interface FaultRequest {
  /** `charges.create` (or `POST /charges`), or `delivery`. */
  on: string;
  kind: FaultKind;
  /** How often the fault acts; default: until it is removed. */
  times?: number;
  /** The status of a `status` fault. */
  status?: number;
  /** The answer of a `status` fault on a call: JSON, or a text. */
  body?: string | object;
  /** The duration of `latency` (real) and `delay` (emulated): milliseconds, or a text such as `2s`. */
  ms?: number | string;
  /** Whether `duplicate` sends the copy without waiting for the first delivery. */
  at_once?: boolean;
  /** Whether `before_answer` also settles the result. */
  settled?: boolean;
  /** Only deliveries of events of this type. */
  event?: string;
  /** Only this attempt of a delivery, by its number. */
  attempt?: number;
  /** Only deliveries to this webhook endpoint, by its id or its URL. */
  endpoint?: string;
  /** Only calls about the object of an event whose delivery is under way. */
  handling?: boolean;
  /** How many matching calls or deliveries pass first. */
  skip?: number;
  /** Acts only on the first of this many matching calls or deliveries. */
  every?: number;
  /** The share of calls or deliveries that the fault affects, drawn from the seed: 0.1. */
  probability?: number;
  /** How an unknown outcome is resolved. */
  resolve?: 'approved' | 'failed';
  /** When the outcome is resolved: emulated milliseconds, or a duration. */
  after?: number | string;
}

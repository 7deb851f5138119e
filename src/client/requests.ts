import type { FaultKind } from '../core/kernel/faults/fault-kinds.ts';

/* The requests of the control API, as clients write them. */

/** A fault. `GET /faults/kinds` lists the fields of each kind. */
export interface FaultRequest {
  /** `charges.create` (or `POST /charges`), or `delivery`. */
  on: string;
  kind: FaultKind;
  /** How often the fault happens; by default, until you remove it. */
  times?: number;
  /** The HTTP status that a `status` fault returns. */
  status?: number;
  /** The response body of a `status` fault on a call: JSON or text. */
  body?: string | object;
  /** The duration of `latency` (real time) or `delay` (emulated time): milliseconds, or a text such as `2s`. */
  ms?: number | string;
  /** Whether `duplicate` sends the copy without waiting for the first delivery. */
  at_once?: boolean;
  /** Whether `before_answer` also settles the result of the call. */
  settled?: boolean;
  /** Only deliveries of events of this type. */
  event?: string;
  /** Only the delivery attempt with this number. */
  attempt?: number;
  /** Only deliveries to this webhook endpoint, by its id or its URL. */
  endpoint?: string;
  /** Only calls about the object of an event that is being delivered. */
  handling?: boolean;
  /** How many matching calls or deliveries to skip first. */
  skip?: number;
  /** Affects only the first of each group of this many matching calls or deliveries. */
  every?: number;
  /** The share of calls or deliveries that the fault affects, such as 0.1. The seed determines which ones. */
  probability?: number;
  /** How an unknown outcome ends. */
  resolve?: 'approved' | 'failed';
  /** When the unknown outcome ends: emulated milliseconds, or a duration. */
  after?: number | string;
}

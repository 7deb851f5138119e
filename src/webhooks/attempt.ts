import { realNow, toIso, unixSeconds } from '../engine/clock.ts';
import type { DeliveryFaultKind } from '../engine/faults.ts';
import type { Workspace } from '../engine/workspace.ts';
import { type Attempt, type Delivery, isSuccess, nextNumber } from './deliveries.ts';
import type { Item, Lane } from './lane.ts';
import type { Answer } from './sender.ts';
import { signatureOf } from './signature.ts';

/** How old the fault `old_timestamp` makes a signature, in seconds. */
const oldAge = 3_600;

/** One turn of a delivery: what is sent, where, and which fault happens to it. */
export interface Turn {
  readonly lane: Lane;
  readonly item: Item;
  readonly workspace: Workspace;
  /** The record as it was when the turn began. */
  readonly delivery: Delivery;
  readonly url: string;
  /** The emulated instant of the attempt, in milliseconds. */
  readonly at: number;
  readonly fault: { kind: DeliveryFaultKind; status: number | null; ms: number | null } | null;
}

/** What is sent beside the body: the headers, names and values in turn, and the signature among them. */
export interface Signed {
  readonly headers: string[];
  readonly signature: string;
}

/** Signs a delivery (specification, "Authentication" 8), with a fresh `t`. */
export function sign(
  { at, fault }: Turn,
  type: string,
  secret: string,
  body: Uint8Array,
  { signatureTime, version }: { signatureTime: 'real' | 'emulated'; version: string },
): Signed {
  const now = unixSeconds(signatureTime === 'emulated' ? at : realNow());
  const t = fault?.kind === 'old_timestamp' ? now - oldAge : now;
  const key = fault?.kind === 'bad_signature' ? `${secret}.not` : secret;
  const signature = signatureOf(key, t, body);
  const headers = [
    'Content-Type',
    'application/json',
    'User-Agent',
    `payments-emulator/${version}`,
    'Service-Event',
    type,
    'Service-Signature',
    signature,
  ];
  return { headers, signature };
}

/** What is recorded where nothing was sent. */
export const unsent = (error: string): Answer => ({ status: null, latency_ms: 0, headers: {}, body: '', error });

/** The record of an attempt. It has failed where the answer is not 2xx (specification, "Delivery" 1). */
export function attemptOf(
  { delivery, at }: Turn,
  answer: Answer,
  fault: DeliveryFaultKind | null,
  signature: string | null = null,
): Attempt {
  const { status, latency_ms, headers, body } = answer;
  const error = answer.error ?? (isSuccess(status) ? null : refusalOf(status, headers));
  return { number: nextNumber(delivery), at: toIso(at), signature, status, latency_ms, headers, body, error, fault };
}

function refusalOf(status: number | null, headers: Answer['headers']): string {
  if (status === null || status < 300 || status >= 400) return `answered ${status}`;
  const to = headers.location === undefined ? '' : ` to ${headers.location}`;
  return `answered ${status}, a redirect${to}, which is not followed`;
}

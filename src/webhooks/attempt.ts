import { realNow, toIso, unixSeconds } from '../engine/clock.ts';
import type { EventRecord } from '../engine/events.ts';
import type { DeliveryFaultKind } from '../engine/faults.ts';
import type { Workspace } from '../engine/workspace.ts';
import { type Attempt, type Delivery, isSuccess, nextNumber } from './deliveries.ts';
import type { WebhookEndpoint } from './endpoints.ts';
import type { EndpointQueue, QueueItem } from './queue.ts';
import type { Answer } from './sender.ts';
import { signatureOf } from './signature.ts';

/** How old the fault `old_timestamp` makes a signature, in seconds. */
const oldAge = 3_600;

/** A delivery that was taken from its queue. */
export interface Dequeued {
  readonly queue: EndpointQueue;
  readonly item: QueueItem;
  readonly workspace: Workspace;
  /** The record as it was when its turn came. */
  readonly delivery: Delivery;
}

/** An attempt that has no result yet. */
export interface PendingAttempt extends Dequeued {
  readonly event: EventRecord;
  /** Null where it goes to an address that is no endpoint. */
  readonly endpoint: WebhookEndpoint | null;
  readonly url: string;
  /** The emulated instant of the attempt, in milliseconds. */
  readonly at: number;
  readonly fault: { kind: DeliveryFaultKind; status: number | null; ms: number | null } | null;
}

/** Signs an attempt (specification, "Authentication" 8), with a fresh `t`. Headers are names and values in turn. */
export function sign(
  { at, event, endpoint, workspace, fault }: PendingAttempt,
  body: Uint8Array,
  { signatureTime, version }: { signatureTime: 'real' | 'emulated'; version: string },
): { headers: string[]; signature: string } {
  const now = unixSeconds(signatureTime === 'emulated' ? at : realNow());
  const t = fault?.kind === 'old_timestamp' ? now - oldAge : now;
  const secret = endpoint?.secret ?? workspace.webhook_secret;
  const signature = signatureOf(fault?.kind === 'bad_signature' ? `${secret}.not` : secret, t, body);
  const headers = [
    'Content-Type',
    'application/json',
    'User-Agent',
    `payments-emulator/${version}`,
    'Service-Event',
    event.type,
    'Service-Signature',
    signature,
  ];
  return { headers, signature };
}

/** What is recorded where nothing was sent. */
export const unsent = (error: string): Answer => ({ status: null, latency_ms: 0, headers: {}, body: '', error });

/** The record of an attempt. It has failed where the answer is not 2xx (specification, "Delivery" 1). */
export function attemptOf(
  { delivery, at }: PendingAttempt,
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

import { toIso, unixSeconds } from '../../core/base/instants.ts';
import { realAt, realNow, stopwatch } from '../../core/base/time.ts';
import { envelopeOf, type StoredEvent } from '../../core/kernel/events.ts';
import type { DeliveryFaultKind } from '../../core/kernel/faults/fault-kinds.ts';
import {
  addition,
  type Fault,
  type Forgery,
  forgeries,
  padding,
  unknownType,
} from '../../core/kernel/faults/faults.ts';
import type { DataSet } from '../../core/kernel/state.ts';
import type { Mode, Workspace } from '../../core/kernel/workspace.ts';
import { traceparentOf } from '../platform/trace.ts';
import { type Attempt, type Delivery, isSuccess, nextNumber } from './deliveries.ts';
import { secretsAt, subscribesTo, type WebhookEndpoint } from './endpoints.ts';
import type { EndpointQueue, QueueItem } from './queue.ts';
import type { Answer } from './sender.ts';
import { signatureOf } from './signature.ts';
import { type UnknownMetadata, unknownData, unknownId } from './unknown-objects.ts';

/** The offset of timestamps in `old_timestamp` and in `forged` copies from the current time, in seconds. */
const hour = 3_600;

/** A delivery that has left its queue. */
export interface DequeuedDelivery {
  readonly queue: EndpointQueue;
  readonly item: QueueItem;
  readonly workspace: Workspace;
  /** The delivery's record at the time when the delivery left the queue. */
  readonly delivery: Delivery;
  /** The delivery's data set at that time. Restoring a snapshot can replace the data set. */
  readonly set: DataSet;
}

/** An attempt that has been stored. */
export interface StoredAttempt {
  readonly workspaceId: string;
  readonly mode: Mode;
  /** The delivery after the attempt. */
  readonly delivery: Delivery;
  readonly attempt: Attempt;
  /** The endpoint; null if the target URL does not belong to an endpoint. */
  readonly endpoint: WebhookEndpoint | null;
}

/** An attempt without a result. */
export interface PendingAttempt extends DequeuedDelivery {
  readonly event: StoredEvent;
  /** The endpoint; null if the target URL does not belong to an endpoint. */
  readonly endpoint: WebhookEndpoint | null;
  readonly url: string;
  /** The emulated instant of the attempt, in milliseconds. */
  readonly at: number;
  readonly fault:
    | (Pick<Fault, 'status' | 'ms' | 'audit'> &
        Partial<Pick<Fault, 'at_once' | 'event'>> & { readonly kind: DeliveryFaultKind })
    | null;
}

/** One request of an attempt. Nearly every attempt has only one request. */
export interface AttemptRequest {
  readonly body: Uint8Array;
  /** The fault that created or changed the copy. */
  readonly fault: DeliveryFaultKind | null;
  readonly forgery: Forgery | null;
  /** Whether the copy contains an event other than the delivery's event. The response to such a copy does not count. */
  readonly isBeside?: true;
}

/**
 * The requests of an attempt: the event, and the requests that a fault sends in addition to the event or instead of
 * it.
 */
export function copiesOf({ event, endpoint, fault }: PendingAttempt): AttemptRequest[] {
  const body = Buffer.from(envelopeOf(event));
  const plain: AttemptRequest = { body, fault: null, forgery: null };
  if (fault === null) return [plain];
  switch (fault.kind) {
    case 'duplicate':
      return [plain, { ...plain, fault: 'duplicate' }];
    case 'forged':
      return [
        plain,
        ...forgeries.map(
          (forgery): AttemptRequest => ({
            body: forgery === 'altered' ? alteredBody(event) : body,
            fault: 'forged',
            forgery,
          }),
        ),
      ];
    case 'grown':
      return [{ ...plain, body: grownBody(event, padding), fault: 'grown' }];
    case 'unknown_type':
      return [
        { ...plain, body: grownBody(event), fault: 'unknown_type' },
        // An endpoint gets no event of a type that it does not subscribe to.
        ...(endpoint === null || subscribesTo(endpoint, unknownType)
          ? [{ ...plain, body: unknownBody(event), fault: 'unknown_type', isBeside: true } as const]
          : []),
      ];
    case 'unknown_object': {
      const bodies = (['other metadata', 'no metadata'] as const).map((how) => unknownObjectBody(event, how));
      return [
        plain,
        ...bodies.map((each) => ({ ...plain, body: each, fault: 'unknown_object', isBeside: true }) as const),
      ];
    }
    case 'odd_bytes':
      return [{ ...plain, body: Buffer.from(oddSpelling(JSON.parse(envelopeOf(event)))), fault: 'odd_bytes' }];
    default:
      return [{ ...plain, fault: fault.kind }];
  }
}

/** Makes a change that an attacker could make: a higher amount. */
function alteredBody({ id, type, created, data }: StoredEvent): Uint8Array {
  const amount = typeof data.amount === 'number' ? data.amount + 100_000 : 100_000;
  return Buffer.from(JSON.stringify({ id, type, created, data: { ...data, amount } }));
}

const grownBody = ({ id, type, created, data }: StoredEvent, more: object = {}): Uint8Array =>
  Buffer.from(JSON.stringify({ id, type, created, data: { ...data, ...addition, ...more }, ...addition }));

/** An event of an unknown type, such as a later version of the API could send. */
const unknownBody = ({ id, created, data }: StoredEvent): Uint8Array =>
  Buffer.from(JSON.stringify({ id: `${id}x`, type: unknownType, created, data: { ...data, ...addition } }));

const unknownObjectBody = ({ id, type, created, data }: StoredEvent, how: UnknownMetadata): Uint8Array =>
  Buffer.from(JSON.stringify({ id: unknownId(id, how), type, created, data: unknownData(data, how) }));

/** The same JSON in different bytes: with additional spaces and unnecessary escapes. */
export function oddSpelling(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value)
      .replaceAll('/', '\\/')
      .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  }
  if (Array.isArray(value)) return `[ ${value.map(oddSpelling).join(' , ')} ]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, held]) => `${JSON.stringify(name)} : ${oddSpelling(held)}`);
  return `{ ${fields.join(' , ')} }`;
}

/** The headers of a delivery before it is signed, as alternating names and values. */
export const headersOf = (type: string, version: string, traceparent: string): string[] => [
  'Content-Type',
  'application/json',
  'User-Agent',
  `payments-emulator/${version}`,
  'Service-Event',
  type,
  'Traceparent',
  traceparent,
];

/**
 * Signs a copy (specification, "Authentication" 8) with the current time as `t`. The headers are alternating names
 * and values. If the signature is null, the copy is sent unsigned.
 */
export function sign(
  { at, event, endpoint, workspace, fault, delivery }: PendingAttempt,
  { body, forgery, isBeside, fault: added }: AttemptRequest,
  { signatureTime, version }: { signatureTime: 'real' | 'emulated'; version: string },
): { headers: string[]; signature: string | null } {
  const now = unixSeconds(signatureTime === 'emulated' ? at : realNow());
  const isOld = fault?.kind === 'old_timestamp' || forgery === 'stale';
  const t = isOld ? now - hour : forgery === 'future' ? now + hour : now;
  const secrets = endpoint === null ? [workspace.webhook_secret] : secretsAt(endpoint, at);
  const isWrong = fault?.kind === 'bad_signature' || forgery === 'wrong_signature';
  const signed = forgery === 'altered' ? Buffer.from(envelopeOf(event)) : body;
  const headers = headersOf(
    isBeside === true && added === 'unknown_type' ? unknownType : event.type,
    version,
    traceparentOf(delivery.id, nextNumber(delivery)),
  );
  if (forgery === 'unsigned') return { headers, signature: null };
  const signature = signatureOf(isWrong ? secrets.map((secret) => `${secret}.not`) : secrets, t, signed);
  headers.push('Service-Signature', signature);
  return { headers, signature };
}

/** The record of an attempt without a request. */
export const unsent = (error: string): Answer => ({
  status: null,
  sent: realAt(stopwatch()),
  latency_ms: 0,
  headers: {},
  body: '',
  error,
});

/** The record of an attempt. Any response except 2xx is a failure (specification, "Delivery" 1). */
export function attemptOf(
  { delivery, at, fault: injected }: PendingAttempt,
  answer: Answer,
  { fault, forgery, isBeside }: Pick<AttemptRequest, 'fault' | 'forgery' | 'isBeside'>,
  signature: string | null = null,
): Attempt {
  const { status, sent, latency_ms, headers, body } = answer;
  // The status determines the result, even if reading the body fails later. In this case, the record contains both the
  // status and the error.
  const error = answer.error ?? (isSuccess(status) ? null : refusalOf(status, headers));
  const number = nextNumber(delivery);
  const marked = fault === null || injected?.audit === undefined ? {} : { audit: injected.audit };
  const made = { number, at: toIso(at), sent, signature, status, latency_ms, headers, body, error, fault, ...marked };
  if (isBeside === true) return { ...made, beside: true };
  return forgery === null ? made : { ...made, forgery };
}

function refusalOf(status: number | null, headers: Answer['headers']): string {
  if (status === null || status < 300 || status >= 400) return `answered ${status}`;
  const to = headers.location === undefined ? '' : ` to ${headers.location}`;
  return `answered ${status}, a redirect${to} that the emulator does not follow`;
}

import { toIso } from '../../core/base/instants.ts';
import type { Context, Kernel } from '../../core/kernel/context.ts';
import { job } from '../../core/kernel/declare/declarations.ts';
import { nullable, OneOf, T, Timestamp } from '../../core/kernel/declare/schema.ts';
import { slice } from '../../core/kernel/declare/slice.ts';
import type { StoredEvent, UnsentReason } from '../../core/kernel/events.ts';
import { deliveryFaultKinds } from '../../core/kernel/faults/fault-kinds.ts';
import { type Fault, forgeries } from '../../core/kernel/faults/faults.ts';
import { collection } from '../../core/store/collection.ts';
import { endpoints, endpointsOf, subscribesTo, type WebhookEndpoint } from './endpoints.ts';
import type { ShownEvents } from './sending-options.ts';

const AttemptModel = T.Object({
  /**
   * The number of the attempt, counted from 1. A duplicate that a fault created has the same number as the original
   * attempt.
   */
  number: T.Integer({ minimum: 1 }),
  at: Timestamp(),
  /** When the request was sent, in real milliseconds. */
  sent: T.Optional(T.Number()),
  /** The `Service-Signature` header; null if the attempt sent no request. */
  signature: nullable(T.String()),
  /** The HTTP status; null if the receiver did not respond. */
  status: nullable(T.Integer()),
  /** The latency in real milliseconds. */
  latency_ms: T.Number(),
  headers: T.Unsafe<Readonly<Record<string, string>>>(T.Record(T.String())),
  /** The first 16 KB of the response. */
  body: T.String(),
  /** The reason why the attempt failed; null if it succeeded. */
  error: nullable(T.String()),
  fault: nullable(OneOf(deliveryFaultKinds)),
  /** The audit's adversity that injected the fault. */
  audit: T.Optional(T.String()),
  /** The forged part of a copy that the fault `forged` sent in addition to the genuine request. */
  forgery: T.Optional(OneOf(forgeries)),
  /**
   * Whether the request contained another event, which the fault `unknown_type` or `unknown_object` sent in addition to
   * the genuine event.
   */
  beside: T.Optional(T.Boolean()),
});
/** A request to a receiver, with the response. */
export type Attempt = Readonly<T.Static<typeof AttemptModel>>;

const DeliveryModel = T.Object({
  id: T.String(),
  event_id: T.String(),
  event_type: T.String(),
  /** The endpoint's id; null if a developer sent the event to a URL that is not an endpoint. */
  endpoint_id: nullable(T.String()),
  url: T.String(),
  status: OneOf(['pending', 'delivered', 'failed']),
  /** Whether an attempt can start now. A pending delivery that is not due waits for its job. */
  due: T.Boolean(),
  attempts: T.Unsafe<readonly Attempt[]>(T.Array(AttemptModel)),
  /** The next attempt on the emulated clock; null after the end of the delivery. */
  next_attempt_at: nullable(Timestamp()),
  /** Whether a developer resent the event (`events resend`). Such a delivery has only one attempt. */
  manual: T.Boolean(),
  /** The reason why the delivery failed before all its attempts were made. */
  error: nullable(T.String()),
  /** The resent delivery that brought the event to the endpoint after this delivery had failed to. */
  delivered_by: T.Optional(T.String()),
  /** The fault to apply to the next attempt. */
  fault: nullable(OneOf(deliveryFaultKinds)),
  /** The audit's adversity that injected the fault. */
  fault_audit: T.Optional(T.String()),
  created_at: Timestamp(),
});
/** The delivery of an event to one receiver. */
export type Delivery = Readonly<T.Static<typeof DeliveryModel>>;

export const deliveries = collection('delivery', {
  model: DeliveryModel,
  prefix: 'del',
  indexes: [['event_id'], ['endpoint_id'], ['status'], ['endpoint_id', 'status']],
});

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** Whether an attempt sent the event itself, and not a copy that a fault added. */
export const isUnaltered = ({ forgery, beside }: Pick<Attempt, 'forgery' | 'beside'>): boolean =>
  forgery === undefined && beside !== true;

export const nextNumber = (delivery: Delivery): number => (delivery.attempts.at(-1)?.number ?? 0) + 1;

/**
 * Creates a delivery for each endpoint that subscribes to the event, in the unit of work that sends the event.
 * @param names the event types with which an endpoint may have subscribed to it
 * @returns the reason if no delivery was created although the workspace has endpoints
 */
export function stageDeliveries(
  ctx: Context,
  event: StoredEvent,
  names: readonly string[] = [event.type],
): UnsentReason | undefined {
  const { root } = ctx.kernel.state;
  if (root.of(endpoints).size === 0) return undefined;
  let unsent: UnsentReason | undefined;
  let isSent = false;
  for (const endpoint of endpointsOf(root, ctx.workspace.id, ctx.mode)) {
    if (!names.some((name) => subscribesTo(endpoint, name))) unsent ??= 'not_subscribed';
    else if (!endpoint.enabled) unsent = 'disabled';
    else {
      createDelivery(ctx, event, endpoint, false);
      isSent = true;
    }
  }
  return isSent ? undefined : unsent;
}

/** Creates the deliveries of an event for each type under which it is sent; see `stageDeliveries`. */
export const stageShown =
  (shown: ShownEvents) =>
  (ctx: Context, event: StoredEvent): UnsentReason | undefined => {
    const [first, ...beside] = shown.typesOf(event.type);
    const reasons = [
      // An endpoint can also subscribe to a renamed event by its emulator name.
      first === undefined ? ('profile' as const) : stageDeliveries(ctx, { ...event, type: first }, [first, event.type]),
      ...beside.map((type) => stageDeliveries(ctx, { ...event, type })),
    ];
    return reasons.includes(undefined) ? undefined : reasons[0];
  };

/** Creates a delivery that is due immediately. */
export function createDelivery(
  ctx: Context,
  event: StoredEvent,
  to: Pick<WebhookEndpoint, 'url'> & { id: string | null },
  manual: boolean,
): Delivery {
  return ctx.add(deliveries, {
    id: ctx.newId(deliveries.prefix),
    event_id: event.id,
    event_type: event.type,
    endpoint_id: to.id,
    url: to.url,
    status: 'pending',
    due: true,
    attempts: [],
    next_attempt_at: ctx.at,
    manual,
    error: null,
    fault: null,
    created_at: ctx.at,
  });
}

/** The reason why a delivery can no longer be sent; null if it can be sent. */
export function undeliverableReason(kernel: Pick<Kernel, 'state'>, delivery: Delivery): string | null {
  if (delivery.endpoint_id === null) return null;
  const endpoint = kernel.state.root.of(endpoints).get(delivery.endpoint_id);
  if (endpoint === undefined) return `The endpoint ${delivery.endpoint_id} was removed.`;
  if (!endpoint.enabled && !delivery.manual) return `The endpoint ${delivery.endpoint_id} was disabled.`;
  return null;
}

/** Postpones an attempt because of a fault, by default `delay`. @param ms emulated milliseconds */
export const delayAttempt = (
  ctx: Context,
  delivery: Delivery,
  { ms, audit }: Pick<Fault, 'ms' | 'audit'>,
  fault: 'delay' | 'reorder' = 'delay',
): Delivery => postpone(ctx, { ...delivery, fault, ...markOf(audit) }, ctx.now + (ms ?? 0));

export const markOf = (audit: string | undefined) => (audit === undefined ? {} : { fault_audit: audit });

/** Makes a delivery due if it is still waiting. The dispatcher starts its attempt after the commit. */
export function makeDue(ctx: Context, id: string): void {
  const delivery = ctx.find(deliveries, id);
  if (delivery === undefined || delivery.status !== 'pending' || delivery.due) return;
  ctx.cancelJobs(id, attemptJob);
  ctx.put(deliveries, { ...delivery, due: true, next_attempt_at: ctx.at });
}

/** Ends a pending delivery that can no longer be sent, and cancels its job. */
export function failDelivery(ctx: Context, delivery: Delivery, error: string): Delivery {
  ctx.cancelJobs(delivery.id, attemptJob);
  return ctx.put(deliveries, { ...delivery, status: 'failed', due: false, next_attempt_at: null, error });
}

/**
 * Ends the earlier deliveries of an event to an endpoint that a resent delivery has reached: the event has arrived, so
 * it is neither lost nor sent once more.
 */
export function endEarlier(ctx: Context, { id, event_id, event_type, endpoint_id }: Delivery): void {
  for (const earlier of [...ctx.of(deliveries).newestFirst({ event_id: [event_id] })]) {
    const isSame = earlier.endpoint_id === endpoint_id && earlier.event_type === event_type;
    if (!isSame || earlier.due || earlier.status === 'delivered') continue;
    ctx.cancelJobs(earlier.id, attemptJob);
    ctx.put(deliveries, { ...earlier, status: 'delivered', next_attempt_at: null, error: null, delivered_by: id });
  }
}

export function postpone(ctx: Context, delivery: Delivery, at: number): Delivery {
  ctx.schedule(attemptJob, delivery.id, at - ctx.now);
  return ctx.put(deliveries, { ...delivery, due: false, next_attempt_at: toIso(at) });
}

/** Makes a waiting delivery due. The dispatcher starts its attempt after the commit. */
const attemptJob = job('webhook.attempt', {
  about: 'start the next delivery attempt of a webhook',
  noun: 'webhook delivery attempt',
  run: (ctx, id, _params, { due_at }) => {
    const delivery = ctx.find(deliveries, id);
    if (delivery === undefined || delivery.status !== 'pending' || delivery.due) return;
    const error = undeliverableReason(ctx.kernel, delivery);
    // If the clock was moved beyond the job's due time, the attempt still gets the due time of the job.
    const at = due_at === null || due_at > ctx.at ? ctx.at : due_at;
    if (error === null) ctx.put(deliveries, { ...delivery, due: true, next_attempt_at: at });
    else failDelivery(ctx, delivery, error);
  },
});

export const webhookSlice = slice('webhooks', { collections: [deliveries], jobs: [attemptJob] });

import type {
  ClientOperations,
  DeliveryFaults,
  EventChanges,
  EventPayloads,
  FurtherOperation,
  MerchantOperations,
  ObjectStates,
  RequestFaults,
  RuleEffects,
  TriggerRequests,
} from '../core/generated/declared.ts';
import type { OutcomeCondition } from '../payments/platform/outcome-rules.ts';
import type {
  Assertion as AnyAssertion,
  DeliveryView as AnyDelivery,
  EndpointView as AnyEndpoint,
  NewEndpoint as AnyEndpointAdded,
  EndpointRequest as AnyEndpointRequest,
  EventView as AnyEvent,
  EventDetails as AnyEventDetails,
  FaultView as AnyFault,
  RequestView as AnyRequest,
  RequestDetails as AnyRequestDetails,
} from '../sandbox/control/wire.ts';
import type { CalledTemplate } from './paths.ts';

/* All names in calls, and the types that belong to each. */

/** `payout.paid` */
export type EventType = keyof EventPayloads;
/** An event type, or a move of a resource: `payout.transit`. */
export type TriggerName = keyof TriggerRequests;
/** The options of a trigger, for an object by its `id` or for new objects. */
export type TriggerRequest<N extends TriggerName = TriggerName> = TriggerRequests[N];
/** `payout` */
export type ObjectName = keyof ObjectStates;
/** A state of an object, as named in the object's lifecycle. */
export type StateOf<O extends ObjectName> = ObjectStates[O]['state'];

type Operations = MerchantOperations & ClientOperations;
/** A method and a path with placeholders for ids: `POST /transactions/{id}/refund`. */
export type OperationRoute = keyof MerchantOperations | keyof ClientOperations;
/** `charges.create` */
export type OperationName = Operations[OperationRoute]['id'];
/** An operation of the merchant API or the client API, in the notation of rules and faults. */
export type OperationReference = OperationName | OperationRoute;

/** An event; `type` determines the type of `data`. */
export type EventView<E extends EventType = EventType> = { [T in E]: EventOf<T> }[E];
interface EventOf<E extends EventType> extends Omit<AnyEvent, 'type' | 'data' | 'change'> {
  type: E;
  data: EventPayloads[E];
  /** The state change that the event reports. */
  change: ChangeOf<E>;
}
type ChangeOf<E extends EventType> = EventChanges[E] & { id: string };

/** An event with its causes and effects. */
export type EventDetails = EventView &
  Omit<AnyEventDetails, keyof AnyEvent | 'request' | 'effects' | 'deliveries'> & {
    /** The request that caused the event, directly or through a job. Null if the log no longer contains the request. */
    request: RequestView | null;
    /** All events with the same cause in order, including this one, with their state changes. */
    effects: { [E in EventType]: { id: string; type: E; change: ChangeOf<E> } }[EventType][];
    deliveries: DeliveryView[];
  };

export interface DeliveryView extends Omit<AnyDelivery, 'event_type'> {
  event_type: EventType;
}

/** An event type to which an endpoint subscribes, or `*` for all. */
export type Subscription = EventType | '*';
/** The settings of an endpoint. */
export interface EndpointRequest extends Partial<Omit<AnyEndpointRequest, 'events' | 'again'>> {
  events?: Subscription[];
}
export interface EndpointView extends Omit<AnyEndpoint, 'events'> {
  events: Subscription[];
}
/** The added endpoint, or the changed endpoint if the address already had one. */
export interface NewEndpoint extends Omit<AnyEndpointAdded, 'events'> {
  events: Subscription[];
}

export interface RequestView extends Omit<AnyRequest, 'operation'> {
  /** The operation of the request; null if no operation matches the request's path. */
  operation: OperationName | null;
}
export interface RequestDetails extends Omit<AnyRequestDetails, 'operation' | 'events'> {
  operation: OperationName | null;
  /** The events that the request caused, oldest first. If a job caused an event later, `job` names that job. */
  events: ({ [E in EventType]: { type: E; change: ChangeOf<E> } }[EventType] & Omit<EventCaused, 'type' | 'change'>)[];
}
type EventCaused = AnyRequestDetails['events'][number];

/** The result of a trigger. */
export interface TriggerRan {
  /** The triggered objects; moved objects come first. */
  objects: { [O in ObjectName]: TriggeredObject<O> }[ObjectName][];
  events: { id: string; type: EventType }[];
}
interface TriggeredObject<O extends ObjectName> {
  id: string;
  object: O;
  status: ObjectStates[O]['status'] | null;
  /** The object's last move; null if the object was changed without a move. */
  moved: MovedBetween<ObjectStates[O]['move'], StateOf<O>> | null;
}
type MovedBetween<Move, State> = [Move] extends [never]
  ? never
  : { move: Move; from: State | null; to: State; code: string | null };

/** A fault for calls of an operation or for deliveries, with the fields of its kind. */
export type FaultRequest =
  | { [K in keyof RequestFaults]: FaultOn<OperationReference, K> & RequestFaults[K] }[keyof RequestFaults]
  | { [K in keyof DeliveryFaults]: FaultOn<'delivery', K> & DeliveryFaults[K] }[keyof DeliveryFaults];
type FaultOn<On, Kind> = { on: On; operation?: never; kind: Kind } | { operation: On; on?: never; kind: Kind };
export interface FaultView extends Omit<AnyFault, 'on'> {
  on: OperationName | 'delivery';
}

/** An outcome rule. */
export interface RuleRequest {
  /** The conditions. A condition that is absent matches everything. */
  when?: Omit<OutcomeCondition, 'operation'> & OperationOf<OperationReference | FurtherOperation>;
  /** The effect, with the fields of its kind. */
  then: { [K in keyof RuleEffects]: { kind: K } & RuleEffects[K] }[keyof RuleEffects];
}
type OperationOf<Operation> = { operation?: Operation; on?: never } | { on?: Operation; operation?: never };

/** A value with any of its properties omitted, at any depth. */
export type PartsOf<T> = T extends readonly (infer Item)[]
  ? PartsOf<Item>[]
  : T extends object
    ? { [K in keyof T]?: PartsOf<T[K]> }
    : T;

/** The operation of a call: its name, or its method and path. The path contains either placeholders or real ids. */
export type RequestNamed<N extends string> = [RouteNamed<N>] extends [never] ? OperationReference : N;
type RouteNamed<N extends string> = N extends OperationRoute
  ? N
  : N extends OperationName
    ? { [R in OperationRoute]: Operations[R]['id'] extends N ? R : never }[OperationRoute]
    : CalledTemplate<N, OperationRoute>;
/** A partial request body of the named operation. */
export type RequestParts<N extends string> = PartsOf<BodyOf<RouteNamed<N>>>;
type BodyOf<R extends OperationRoute> = Operations[R] extends { body?: infer Body } ? Body : Record<string, never>;

/** How many messages must exist, and how long to wait for them. */
interface AssertedOften {
  /** The exact number; if absent, at least one. */
  times?: number;
  /** How long to wait for the message, in real time, because it can still be in transit. */
  within?: NonNullable<AnyAssertion['within']>;
}
export interface RequestedOptions extends AssertedOften {
  /** The HTTP status of the response. */
  status?: number;
  id?: never;
}
interface AssertedAbout extends AssertedOften {
  /** An object that the event is about. */
  id?: string;
}
export interface EmittedOptions extends AssertedAbout {
  status?: never;
}
export interface DeliveredOptions extends AssertedAbout {
  /** The HTTP status that the receiver returned; if absent, any 2xx status. */
  status?: number;
}
/** Parts of a balance, in cents. `currency` is necessary if there are several currencies. */
export type BalanceParts = {
  available?: number;
  reserved?: number;
  held?: number;
  pending?: number;
  currency?: string;
};

/** Partial data of an event. */
export type EventParts<E extends EventType> = PartsOf<EventPayloads[E]>;

/** The possible assertions. */
export type Assertion<N extends string = OperationReference> =
  | ({ requested: RequestNamed<N>; with?: RequestParts<N> } & RequestedOptions)
  | { [E in EventType]: { emitted: E; with?: EventParts<E> } & EmittedOptions }[EventType]
  | { [E in EventType]: { delivered: E; with?: EventParts<E> } & DeliveredOptions }[EventType]
  | ({ balance: BalanceParts; with?: never; times?: never } & Pick<
      EmittedOptions & RequestedOptions,
      'within' | 'id' | 'status'
    >);

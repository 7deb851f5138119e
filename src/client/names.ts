import type {
  Assertion as AnyAssertion,
  DeliveryView as AnyDelivery,
  EndpointView as AnyEndpoint,
  EndpointAdded as AnyEndpointAdded,
  EventView as AnyEvent,
  EventDetails as AnyEventDetails,
  FaultView as AnyFault,
  RequestView as AnyRequest,
  RequestDetails as AnyRequestDetails,
} from '../control/wire.ts';
import type { Mode } from '../kernel/workspace.ts';
import type { OutcomeCondition } from '../platform/outcomes.ts';
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
} from './declared.ts';
import type { CalledTemplate } from './paths.ts';

/* Every name that something is asked for by, and what goes with each. */

/** `payout.paid` */
export type EventType = keyof EventPayloads;
/** An event type, or a move of a resource: `payout.transit`. */
export type TriggerName = keyof TriggerRequests;
/** What a trigger takes: on an object by its `id`, or on fresh ones. */
export type TriggerRequest<N extends TriggerName = TriggerName> = TriggerRequests[N];
/** `payout` */
export type ObjectName = keyof ObjectStates;
/** A state of an object, as its lifecycle names it. */
export type StateOf<O extends ObjectName> = ObjectStates[O]['state'];

type Operations = MerchantOperations & ClientOperations;
/** A method and a path with places for ids: `POST /transactions/{id}/refund`. */
export type OperationRoute = keyof MerchantOperations | keyof ClientOperations;
/** `charges.create` */
export type OperationName = Operations[OperationRoute]['id'];
/** An operation of the merchant API or of the client API, as rules and faults name it. */
export type OperationGiven = OperationName | OperationRoute;

/** An event; `type` tells what its `data` is. */
export type EventView<E extends EventType = EventType> = { [T in E]: EventOf<T> }[E];
interface EventOf<E extends EventType> extends Omit<AnyEvent, 'type' | 'data' | 'change'> {
  type: E;
  data: EventPayloads[E];
  /** The change of state that it tells of. */
  change: ChangeOf<E>;
}
type ChangeOf<E extends EventType> = EventChanges[E] & { id: string };

/** An event with all that led to it and came of it. */
export type EventDetails = EventView &
  Omit<AnyEventDetails, keyof AnyEvent | 'request' | 'effects' | 'deliveries'> & {
    /** The request that it leads back to, at once or through a job, where the log still has it. */
    request: RequestView | null;
    /** Every event of the same cause with its change of state, this one among them, in their order. */
    effects: { [E in EventType]: { id: string; type: E; change: ChangeOf<E> } }[EventType][];
    deliveries: DeliveryView[];
  };

export interface DeliveryView extends Omit<AnyDelivery, 'event_type'> {
  event_type: EventType;
}

/** What an endpoint is sent: events of these types, or of all. */
export type Subscription = EventType | '*';
export interface EndpointRequest {
  url?: string;
  secret?: string;
  events?: Subscription[];
  mode?: Mode;
  enabled?: boolean;
}
export interface EndpointView extends Omit<AnyEndpoint, 'events'> {
  events: Subscription[];
}
/** An endpoint that was added; one that was at the address already was changed instead. */
export interface EndpointAdded extends Omit<AnyEndpointAdded, 'events'> {
  events: Subscription[];
}

export interface RequestView extends Omit<AnyRequest, 'operation'> {
  /** Null where nothing answers at its path. */
  operation: OperationName | null;
}
export interface RequestDetails extends Omit<AnyRequestDetails, 'operation' | 'events'> {
  operation: OperationName | null;
  /** The events that came of it, oldest first; `job` names what the clock did, where that brought one about later. */
  events: ({ [E in EventType]: { type: E; change: ChangeOf<E> } }[EventType] & Omit<EventCaused, 'type' | 'change'>)[];
}
type EventCaused = AnyRequestDetails['events'][number];

/** What came of a trigger. */
export interface TriggerRan {
  /** Those that were moved stand first. */
  objects: { [O in ObjectName]: TriggeredObject<O> }[ObjectName][];
  events: { id: string; type: EventType }[];
}
interface TriggeredObject<O extends ObjectName> {
  id: string;
  object: O;
  status: ObjectStates[O]['status'] | null;
  /** What the last of its moves did; null: it was changed without a move. */
  moved: MovedBetween<ObjectStates[O]['move'], StateOf<O>> | null;
}
type MovedBetween<Move, State> = [Move] extends [never]
  ? never
  : { move: Move; from: State | null; to: State; code: string | null };

/** A fault, with what its kind takes: of calls of an operation, or of deliveries. */
export type FaultRequest =
  | { [K in keyof RequestFaults]: FaultOn<OperationGiven, K> & RequestFaults[K] }[keyof RequestFaults]
  | { [K in keyof DeliveryFaults]: FaultOn<'delivery', K> & DeliveryFaults[K] }[keyof DeliveryFaults];
type FaultOn<On, Kind> = { on: On; operation?: never; kind: Kind } | { operation: On; on?: never; kind: Kind };
export interface FaultView extends Omit<AnyFault, 'on'> {
  on: OperationName | 'delivery';
}

/** An outcome rule. */
export interface RuleRequest {
  /** Each condition as far as it matters. */
  when?: Omit<OutcomeCondition, 'operation'> & OperationOf<OperationGiven | FurtherOperation>;
  /** What is to happen, with what its kind takes. */
  then: { [K in keyof RuleEffects]: { kind: K } & RuleEffects[K] }[keyof RuleEffects];
}
type OperationOf<Operation> = { operation?: Operation; on?: never } | { on?: Operation; operation?: never };

/** Some of what something holds, at any depth. */
export type PartsOf<T> = T extends readonly (infer Item)[]
  ? PartsOf<Item>[]
  : T extends object
    ? { [K in keyof T]?: PartsOf<T[K]> }
    : T;

/** An operation that somebody asked for: by its name, or by its method and path, with places for ids or with ids. */
export type RequestNamed<N extends string> = [RouteNamed<N>] extends [never] ? OperationGiven : N;
type RouteNamed<N extends string> = N extends OperationRoute
  ? N
  : N extends OperationName
    ? { [R in OperationRoute]: Operations[R]['id'] extends N ? R : never }[OperationRoute]
    : CalledTemplate<N, OperationRoute>;
/** Some of the body of an operation that is named so. */
export type RequestParts<N extends string> = PartsOf<BodyOf<RouteNamed<N>>>;
type BodyOf<R extends OperationRoute> = Operations[R] extends { body?: infer Body } ? Body : Record<string, never>;

/** How often, and how long it may take. */
interface AssertedOften {
  /** Exactly how often; at least once where it is left out. */
  times?: number;
  /** How long to wait for it, in real time: it may still be on its way. */
  within?: NonNullable<AnyAssertion['within']>;
}
export interface RequestedOptions extends AssertedOften {
  /** What it was answered with. */
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
  /** What the receiver answered; 2xx where it is left out. */
  status?: number;
}
/** Parts of a balance, in cents; `currency` where there are several. */
export type BalanceParts = {
  available?: number;
  reserved?: number;
  held?: number;
  pending?: number;
  currency?: string;
};

/** Some of the data of an event. */
export type EventParts<E extends EventType> = PartsOf<EventPayloads[E]>;

/** What can be asserted. */
export type Assertion<N extends string = OperationGiven> =
  | ({ requested: RequestNamed<N>; with?: RequestParts<N> } & RequestedOptions)
  | { [E in EventType]: { emitted: E; with?: EventParts<E> } & EmittedOptions }[EventType]
  | { [E in EventType]: { delivered: E; with?: EventParts<E> } & DeliveredOptions }[EventType]
  | ({ balance: BalanceParts; with?: never; times?: never } & Pick<
      EmittedOptions & RequestedOptions,
      'within' | 'id' | 'status'
    >);

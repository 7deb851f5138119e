import { LengthOfTime } from '../declare/length-of-time.ts';
import type { AnyOperation } from '../declare/operation.ts';
import { about, nullable, OneOf, T, Text } from '../declare/schema.ts';
import { deliveryFaultKinds, type FaultKind, type FaultTarget, requestFaultKinds } from './fault-kinds.ts';
import { OwnBody } from './own-answer.ts';

/** The maximum delay of a fault, in milliseconds. */
export const longestDelay = 30 * 86_400_000;

export const allFaultKinds = [...new Set<FaultKind>([...requestFaultKinds, ...deliveryFaultKinds])];

const Milliseconds = () => T.Integer({ minimum: 0, maximum: longestDelay });

/** What a condition can ask about an API call. */
export interface CallFacts {
  /** The checked body of the call. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether the handler of a delivery makes the call. */
  readonly isHandling: () => boolean;
}

/** What a condition can ask about a delivery attempt. */
export interface DeliveryFacts {
  /** The type of the event. */
  readonly event: string;
  /** The number of the attempt, counted from 1. */
  readonly attempt: number;
  /** Whether an endpoint, identified by its id or its URL, receives it. */
  readonly isTo: (endpoint: string) => boolean;
}

interface FactsOf {
  readonly request: CallFacts;
  readonly delivery: DeliveryFacts;
}

/** The operations on which a field has an effect. */
interface Operations {
  /** The operations in words, for the refusal of others. */
  readonly about: string;
  readonly includes: (operation: AnyOperation) => boolean;
}

/** The faults that accept a field. What is not set does not matter. */
interface Takers {
  readonly kinds?: readonly FaultKind[];
  readonly on?: FaultTarget;
  readonly operations?: Operations;
}

/** A field that a caller can set, in the form that is sent, stored and shown. */
interface Field<Sent extends T.TSchema, Kept extends T.TSchema, Unset> {
  readonly sent: Sent;
  readonly kept: Kept;
  /** The value that is shown if the field is not set. */
  readonly unset: Unset;
  readonly takers: Takers;
  /** For a condition: whether a call or a delivery meets it. */
  readonly matches?: (value: never, facts: never) => boolean;
}

type Unset = number | boolean | null;

/** A field that decides what a fault of some kinds does. The code of these kinds reads it. */
const effect = <S extends T.TSchema, const U extends Unset = null>(
  description: string,
  schema: S,
  { unset = null as U, ...takers }: Takers & { readonly kinds: readonly FaultKind[]; readonly unset?: U },
): Field<S, S, U> => ({ sent: about(schema, description), kept: schema, unset, takers });

/** An effect that is stored in another form than callers send it. */
const converted = <S extends T.TSchema, K extends T.TSchema>(
  description: string,
  { sent, kept }: { readonly sent: S; readonly kept: K },
  takers: Takers & { readonly kinds: readonly FaultKind[] },
): Field<S, K, null> => ({ sent: about(sent, description), kept, unset: null, takers });

/** A field that decides which calls or deliveries a fault affects. */
const condition = <S extends T.TSchema, On extends FaultTarget, const U extends Unset = null>(
  description: string,
  schema: S,
  {
    unset = null as U,
    matches,
    ...takers
  }: Omit<Takers, 'on'> & {
    readonly on: On;
    readonly unset?: U;
    readonly matches: (value: T.Static<S>, facts: FactsOf[On]) => boolean;
  },
): Field<S, S, U> => ({ sent: about(schema, description), kept: schema, unset, takers, matches });

/** A field that decides which of the matches a fault affects. `faults.ts` counts them. */
const counted = <S extends T.TSchema, const U extends Unset>(
  description: string,
  schema: S,
  unset: U,
): Field<S, S, U> => ({ sent: about(schema, description), kept: schema, unset, takers: {} });

const duration = { sent: LengthOfTime(), kept: Milliseconds() };

const askingTheNetwork: Operations = {
  about: 'operations that ask the card or bank network',
  includes: ({ effects }) => effects?.includes('asks_network') === true,
};

/**
 * The fields that decide what a fault does, when, and which faults accept them. The control API, the typed client, the
 * options and lists of the command, the tools for agents, forms, fixtures and the manual follow from this list.
 */
const faultFields = {
  status: effect('the HTTP status, from 200 to 599', T.Integer({ minimum: 200, maximum: 599 }), { kinds: ['status'] }),
  body: converted(
    'the body of a custom response: JSON or a text of at most 64 KB, with a status from 400',
    { sent: OwnBody(), kept: T.String() },
    { kinds: ['status'], on: 'request' },
  ),
  /** Real time for `latency`, emulated time for `delay`. */
  ms: converted('the delay, as a duration or in milliseconds', duration, { kinds: ['latency', 'delay', 'duplicate'] }),
  times: counted(
    'how many times the fault happens; by default, until you remove the fault',
    T.Integer({ minimum: 1, maximum: 1_000_000 }),
    null,
  ),
  at_once: effect('whether both deliveries are sent at the same time', T.Boolean(), {
    unset: false,
    kinds: ['duplicate', 'reorder'],
  }),
  settled: effect('whether the result of the call also settles before the response', T.Boolean(), {
    unset: false,
    kinds: ['before_answer'],
  }),
  event: condition('only deliveries of events of this type', Text(100), {
    on: 'delivery',
    matches: (type, { event }) => event === type,
  }),
  attempt: condition('only the delivery attempt with this number', T.Integer({ minimum: 1, maximum: 100 }), {
    on: 'delivery',
    matches: (number, { attempt }) => attempt === number,
  }),
  endpoint: condition('only deliveries to this webhook endpoint, by its id (whe_…) or its URL', Text(2048), {
    on: 'delivery',
    matches: (endpoint, { isTo }) => isTo(endpoint),
  }),
  handling: condition('only calls about an object whose event is being delivered', T.Boolean(), {
    unset: false,
    on: 'request',
    matches: (isRequired, { isHandling }) => !isRequired || isHandling(),
  }),
  skip: counted('how many matches to skip first', T.Integer({ minimum: 0, maximum: 1_000_000 }), 0),
  every: counted(
    'only the first match in each group of this size: with 3, the first, fourth and seventh',
    T.Integer({ minimum: 1, maximum: 1_000_000 }),
    1,
  ),
  probability: counted(
    'only this fraction of the matches, such as 0.1; the seed determines which ones',
    T.Number({ exclusiveMinimum: 0, maximum: 1 }),
    1,
  ),
  resolve: effect('how the unknown outcome is resolved', OneOf(['approved', 'failed']), {
    kinds: ['unavailable'],
    operations: askingTheNetwork,
  }),
  /** Emulated time. */
  after: converted('the time until the unknown outcome is known', duration, {
    kinds: ['unavailable'],
    operations: askingTheNetwork,
  }),
};
type FaultFields = typeof faultFields;
type FieldName = keyof FaultFields;
export const fieldNames = Object.keys(faultFields) as FieldName[];

const optional = <S extends T.TSchema>(schema: S) => T.Optional(nullable(schema));

/** The fields of an object schema, each made from a field of a fault. */
const eachField = <F extends Record<string, T.TSchema>>(make: (field: FaultFields[FieldName]) => T.TSchema): F =>
  Object.fromEntries(fieldNames.map((name) => [name, make(faultFields[name])])) as F;
type SentFields = { [N in FieldName]: ReturnType<typeof optional<FaultFields[N]['sent']>> };
export type KeptFields = { [N in FieldName]: T.TUnsafe<T.Static<FaultFields[N]['kept']> | null> };
type ShownFields = {
  [N in FieldName]: T.TUnsafe<T.Static<FaultFields[N]['kept']> | (FaultFields[N]['unset'] extends null ? null : never)>;
};

/** The fields of a fault that a caller can set. */
export const FaultInput = T.Object({
  on: optional(about(Text(200), 'an operation name, a method and path, or delivery')),
  operation: optional(about(Text(200), 'an alias for on; outcome rules use this name')),
  kind: OneOf(allFaultKinds),
  ...eachField<SentFields>(({ sent }) => optional(sent)),
});
export type FaultInput = T.Static<typeof FaultInput>;

/** The fields as they are stored. */
export const keptFields = eachField<KeptFields>(({ kept }) => nullable(kept));
/** The fields as the control API shows them. */
export const shownFields = eachField<ShownFields>(({ kept, unset }) => (unset === null ? nullable(kept) : kept));

/** The values of the fields as the control API shows them. */
export const shownValues = (fault: T.Static<T.TObject<KeptFields>>): T.Static<T.TObject<ShownFields>> =>
  Object.fromEntries(fieldNames.map((name) => [name, fault[name] ?? faultFields[name].unset])) as T.Static<
    T.TObject<ShownFields>
  >;

/** The fields that are set, in words: `event payout.paid, attempt 2`. `times` is left out, because lists show it. */
export const fieldsInWords = (fault: T.Static<T.TObject<KeptFields>>): string =>
  fieldNames
    .filter((name) => name !== 'times' && fault[name] != null && fault[name] !== faultFields[name].unset)
    .map((name) => `${name.replaceAll('_', ' ')}${fault[name] === true ? '' : ` ${fault[name]}`}`)
    .join(', ');

const anyField: Readonly<Record<string, Field<T.TSchema, T.TSchema, unknown>>> = faultFields;
const conditions = fieldNames.filter((name) => anyField[name]?.matches !== undefined);

/**
 * Whether a call or a delivery meets all conditions of a fault.
 * @param facts what the fault's target can answer; `checkFault` refuses conditions for the other target
 */
export const meetsConditions = (fault: T.Static<T.TObject<KeptFields>>, facts: FactsOf[FaultTarget]): boolean =>
  conditions.every((name) => fault[name] == null || anyField[name]!.matches!(fault[name] as never, facts as never));

/** The faults that accept a field of `FaultInput`. */
export const takersOf = (name: string): Takers => anyField[name]?.takers ?? {};

/** Whether a fault accepts a field, judged by the fault's kind and target only. */
export function takesField(kind: FaultKind, target: FaultTarget, name: string): boolean {
  const { kinds, on } = takersOf(name);
  return (kinds === undefined || kinds.includes(kind)) && (on === undefined || on === target);
}

import { LengthOfTime } from '../declare/length-of-time.ts';
import { about, nullable, OneOf, T, Text } from '../declare/schema.ts';
import { deliveryFaultKinds, type FaultKind, type FaultTarget, requestFaultKinds } from './fault-kinds.ts';
import { OwnBody } from './own-answer.ts';

/** The maximum delay of a fault, in milliseconds. */
export const longestDelay = 30 * 86_400_000;

export const allFaultKinds = [...new Set<FaultKind>([...requestFaultKinds, ...deliveryFaultKinds])];

const Milliseconds = () => T.Integer({ minimum: 0, maximum: longestDelay });

/** The faults that accept a field: some kinds, or all faults with one target. If neither is set, every fault does. */
interface Takers {
  readonly kinds?: readonly FaultKind[];
  readonly on?: FaultTarget;
}

/** A field that a caller can set, in the form that is sent, stored and shown. */
interface Field<Sent extends T.TSchema, Kept extends T.TSchema, Unset> {
  readonly sent: Sent;
  readonly kept: Kept;
  /** The value that is shown if the field is not set. */
  readonly unset: Unset;
  readonly takers: Takers;
}

/** @param unset the value that is shown if the field is not set */
function field<S extends T.TSchema, const U extends number | boolean | null = null>(
  description: string,
  schema: S,
  { unset = null as U, ...takers }: Takers & { readonly unset?: U } = {},
): Field<S, S, U> {
  return { sent: about(schema, description), kept: schema, unset, takers };
}

/** A field that is stored in another form than callers send it. */
const converted = <S extends T.TSchema, K extends T.TSchema>(
  description: string,
  { sent, kept }: { readonly sent: S; readonly kept: K },
  takers: Takers,
): Field<S, K, null> => ({ sent: about(sent, description), kept, unset: null, takers });

const duration = { sent: LengthOfTime(), kept: Milliseconds() };

/**
 * The fields that decide what a fault does, when, and which faults accept them. The control API, the typed client, the
 * options of the command, the tools for agents, forms and fixtures follow from this list.
 */
const faultFields = {
  status: field('the HTTP status', T.Integer({ minimum: 200, maximum: 599 }), { kinds: ['status'] }),
  body: converted(
    'the body of a custom response, as JSON or text',
    { sent: OwnBody(), kept: T.String() },
    { kinds: ['status'], on: 'request' },
  ),
  /** Real time for `latency`, emulated time for `delay`. */
  ms: converted('the delay, as a duration or in milliseconds', duration, { kinds: ['latency', 'delay', 'duplicate'] }),
  times: field(
    'how many times the fault happens; by default, until you remove the fault',
    T.Integer({ minimum: 1, maximum: 1_000_000 }),
  ),
  at_once: field('whether both deliveries are sent at the same time', T.Boolean(), {
    unset: false,
    kinds: ['duplicate', 'reorder'],
  }),
  settled: field('whether the result of the call also settles before the response', T.Boolean(), {
    unset: false,
    kinds: ['before_answer'],
  }),
  event: field('only deliveries of events of this type', Text(100), { on: 'delivery' }),
  attempt: field('only the delivery attempt with this number', T.Integer({ minimum: 1, maximum: 100 }), {
    on: 'delivery',
  }),
  endpoint: field('only deliveries to this webhook endpoint (id or URL)', Text(2048), { on: 'delivery' }),
  handling: field('only calls about an object whose event is being delivered', T.Boolean(), {
    unset: false,
    on: 'request',
  }),
  skip: field('how many matches to skip first', T.Integer({ minimum: 0, maximum: 1_000_000 }), { unset: 0 }),
  every: field('only the first match in each group of this size', T.Integer({ minimum: 1, maximum: 1_000_000 }), {
    unset: 1,
  }),
  probability: field(
    'only this fraction of the matches, such as 0.1; the seed determines which ones',
    T.Number({ exclusiveMinimum: 0, maximum: 1 }),
    { unset: 1 },
  ),
  resolve: field('how the unknown outcome is resolved', OneOf(['approved', 'failed']), { kinds: ['unavailable'] }),
  /** Emulated time. */
  after: converted('the time until the unknown outcome is known', duration, { kinds: ['unavailable'] }),
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

/** The faults that accept a field of `FaultInput`. */
export const takersOf = (name: string): Takers =>
  (faultFields as Readonly<Record<string, Field<T.TSchema, T.TSchema, unknown>>>)[name]?.takers ?? {};

/** Whether a fault accepts a field, judged by the fault's kind and target only. */
export function takesField(kind: FaultKind, target: FaultTarget, name: string): boolean {
  const { kinds, on } = takersOf(name);
  return (kinds === undefined || kinds.includes(kind)) && (on === undefined || on === target);
}

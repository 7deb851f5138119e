import { collection } from '../store/collection.ts';
import { Anything, nullable, OneOf, T, Timestamp } from './declare/schema.ts';

const text = T.String();

/** The adversity of an audit that brought it about, and `settle` where the audit only let time go on; absent for all else. */
const audit = T.Optional(text);

const request = T.Object({ type: OneOf(['request']), id: text, method: text, path: text, audit });
const trigger = T.Object({ type: OneOf(['trigger']), id: text, name: text, audit });
const control = T.Object({ type: OneOf(['control']), id: text, name: text, audit });
const OriginModel = T.Union([request, trigger, control]);
/** A call from outside: the root of everything that comes of it, at once or later. */
export type Origin = T.Static<typeof OriginModel>;

const CauseModel = T.Union([
  request,
  T.Object({
    type: OneOf(['job']),
    id: text,
    kind: text,
    due_at: nullable(Timestamp()),
    audit,
    origin: T.Optional(OriginModel),
  }),
  trigger,
  control,
]);
/** What brought a change about. A job leads back to the call that booked it, or that booked the job which did. */
export type Cause = T.Static<typeof CauseModel>;

/** A cause with the mark of an audit, where there is one; so is the call that it leads back to, and with it what comes later. */
export function markedBy<C extends Cause>(cause: C, audit: string | undefined): C {
  if (audit === undefined) return cause;
  return cause.type === 'job' && cause.origin !== undefined
    ? { ...cause, audit, origin: { ...cause.origin, audit } }
    : { ...cause, audit };
}

/** What a stored record says of the call that it leads back to. */
export const origin = T.Optional(OriginModel);

/** The call that a cause leads back to; undefined where it is not known. */
export const originOf = (cause: Cause): Origin | undefined => (cause.type === 'job' ? cause.origin : cause);

const unsentReasons = ['history', 'disabled', 'not_subscribed'] as const;
/** Why an event was sent to nobody, where there is more to say than that no endpoint is there. */
export type Unsent = (typeof unsentReasons)[number];

const ChangeModel = T.Object({ object: text, id: text, verb: text, from: nullable(text), to: text });
/** A change of state, as the causal tree and the stream show it. */
export type StateChange = Readonly<T.Static<typeof ChangeModel>>;

const scalar = T.Union([T.String(), T.Number(), T.Boolean(), T.Null()]);
type Scalar = T.Static<typeof scalar>;
/** A value before a move and after it. */
const pair = T.Unsafe<readonly [from: Scalar, to: Scalar]>(T.Array(scalar, { minItems: 2, maxItems: 2 }));
/** What a move set beside the state: of each field what it was, and what it became. */
export type FieldChanges = Readonly<Record<string, T.Static<typeof pair>>>;

/** Where a move leads, and what it sets beside the state. */
export type Moved = Pick<StateChange, 'from' | 'to'> & { readonly fields?: FieldChanges | undefined };

/** The last second that has a year of four digits. */
const lastSecond = 253_402_300_799;

const EventModel = T.Object({
  id: text,
  type: text,
  /** Unix seconds on the emulated clock. */
  created: T.Integer({ minimum: 0, maximum: lastSecond }),
  /** The payload, which its type says. */
  data: T.Unsafe<Readonly<Record<string, unknown>>>(Anything()),
  /** The id of the object it tells of. */
  subject: text,
  change: ChangeModel,
  /** Absent where the move set nothing but the state, made the object, or was none. Lists and objects are left out. */
  fields: T.Optional(T.Record(pair)),
  cause: CauseModel,
  /** Absent where it was sent, or where the workspace has no endpoint in this mode. */
  unsent: T.Optional(OneOf(unsentReasons)),
});
/** An event: the envelope that receivers get (specification, "Events"), and where it came from. */
export type EventRecord = Readonly<T.Static<typeof EventModel>>;

export const events = collection('event', { model: EventModel, prefix: 'evt', indexes: [['type'], ['subject']] });

/** The bytes that are signed and sent, the same on every attempt. */
export const envelopeOf = (event: EventRecord): string =>
  JSON.stringify({ id: event.id, type: event.type, created: event.created, data: event.data });

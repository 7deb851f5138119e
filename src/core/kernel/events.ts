import { collection } from '../store/collection.ts';
import { Anything, nullable, OneOf, T, Timestamp } from './declare/schema.ts';

const text = T.String();

/**
 * The adversity of an audit that caused the call; `settle` if the audit only let time pass; absent: no audit caused it.
 */
const audit = T.Optional(text);

const request = T.Object({ type: OneOf(['request']), id: text, method: text, path: text, audit });
const trigger = T.Object({ type: OneOf(['trigger']), id: text, name: text, audit });
const control = T.Object({ type: OneOf(['control']), id: text, name: text, audit });
const OriginModel = T.Union([request, trigger, control]);
/** A call from outside: the root of all its consequences, immediate or later. */
export type EventOrigin = T.Static<typeof OriginModel>;

export const CauseModel = T.Union([
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
/** The cause of a change. A job leads back to the call that booked it, directly or through the job before. */
export type Cause = T.Static<typeof CauseModel>;

/** Adds the mark of an audit, if any, to a cause and to its root call, so that later consequences carry it too. */
export function attributedTo<C extends Cause>(cause: C, audit: string | undefined): C {
  if (audit === undefined) return cause;
  return cause.type === 'job' && cause.origin !== undefined
    ? { ...cause, audit, origin: { ...cause.origin, audit } }
    : { ...cause, audit };
}

/** The root call of a stored record. */
export const origin = T.Optional(OriginModel);

/** The root call of a cause; undefined if unknown. */
export const originOf = (cause: Cause): EventOrigin | undefined => (cause.type === 'job' ? cause.origin : cause);

const unsentReasons = ['history', 'disabled', 'not_subscribed', 'profile'] as const;
/** Why an event was sent to no endpoint; the absence of endpoints is no such reason. */
export type UnsentReason = (typeof unsentReasons)[number];

export const ChangeModel = T.Object({
  object: text,
  id: text,
  verb: text,
  from: nullable(text),
  to: text,
  /** The paths of the fields that a developer edited; absent: a move was made. */
  edited: T.Optional(T.Array(text)),
});
/** A change of state, or an edit, as the causal tree and the stream show it. */
export type StateChange = Readonly<T.Static<typeof ChangeModel>>;

const scalar = T.Union([T.String(), T.Number(), T.Boolean(), T.Null()]);
type Scalar = T.Static<typeof scalar>;
/** The values before and after a move. */
const pair = T.Unsafe<readonly [from: Scalar, to: Scalar]>(T.Array(scalar, { minItems: 2, maxItems: 2 }));
/** The fields that a move set beside the state: for each its value before and after. */
export type FieldChanges = Readonly<Record<string, T.Static<typeof pair>>>;

/** The state after a move, and the fields that it set. */
export type MoveResult = Pick<StateChange, 'from' | 'to'> & { readonly fields?: FieldChanges | undefined };

/** The last second that has a year of four digits. */
const lastSecond = 253_402_300_799;

const EventModel = T.Object({
  id: text,
  type: text,
  /** Unix seconds on the emulated clock. */
  created: T.Integer({ minimum: 0, maximum: lastSecond }),
  /** The payload; the event's type decides its schema. */
  data: T.Unsafe<Readonly<Record<string, unknown>>>(Anything()),
  /** The id of the event's object. */
  subject: text,
  change: ChangeModel,
  /**
   * The changed fields, without lists and objects. Absent if the move changed only the state, or created the object, or
   * if no move was made.
   */
  fields: T.Optional(T.Record(pair)),
  cause: CauseModel,
  /** Absent if the event was sent, or if the workspace has no endpoint in this mode. */
  unsent: T.Optional(OneOf(unsentReasons)),
});
/** An event: the envelope that receivers get (specification, "Events"), and its cause. */
export type StoredEvent = Readonly<T.Static<typeof EventModel>>;

export const events = collection('event', { model: EventModel, prefix: 'evt', indexes: [['type'], ['subject']] });

/** The bytes that are signed and sent, the same on every attempt. */
export const envelopeOf = (event: StoredEvent): string =>
  JSON.stringify({ id: event.id, type: event.type, created: event.created, data: event.data });

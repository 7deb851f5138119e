import { collection } from '../store/collection.ts';
import { Anything, nullable, OneOf, T, Timestamp } from './declare/schema.ts';

const text = T.String();

/**
 * The adversity of the audit that caused the call, or `settle` if the audit only let time pass. Absent if no audit
 * caused the call.
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
/** The cause of a change. A job refers to the call that scheduled it, directly or through the previous job. */
export type Cause = T.Static<typeof CauseModel>;

/** Adds the mark of an audit, if any, to a cause and to its root call, so that later consequences have it too. */
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
/** Why an event was not sent to any endpoint. It is absent if there are no endpoints. */
export type UnsentReason = (typeof unsentReasons)[number];

export const ChangeModel = T.Object({
  object: text,
  id: text,
  verb: text,
  from: nullable(text),
  to: text,
  /** The paths of the fields that a developer edited; absent if a move was made. */
  edited: T.Optional(T.Array(text)),
});
/** A state change or an edit, in the form that the causal tree and the stream show. */
export type StateChange = Readonly<T.Static<typeof ChangeModel>>;

const scalar = T.Union([T.String(), T.Number(), T.Boolean(), T.Null()]);
type Scalar = T.Static<typeof scalar>;
/** The values before and after a change. */
const pair = T.Unsafe<readonly [from: Scalar, to: Scalar]>(T.Array(scalar, { minItems: 2, maxItems: 2 }));
/** The fields that a move set in addition to the state, each with its old and new value. */
export type FieldChanges = Readonly<Record<string, T.Static<typeof pair>>>;

/** The word of an event's type that says what happened: `merged` in `customer.merged`. */
export const wordOfEvent = (type: string): string => type.slice(type.lastIndexOf('.') + 1);

/** The state after a move, and the fields that it set. */
export type MoveResult = Pick<StateChange, 'from' | 'to'> & { readonly fields?: FieldChanges | undefined };

/** The last second of the last year with four digits. */
const lastSecond = 253_402_300_799;

const EventModel = T.Object({
  id: text,
  type: text,
  /** Unix seconds, according to the emulated clock. */
  created: T.Integer({ minimum: 0, maximum: lastSecond }),
  /** The payload. The event's type determines its schema. */
  data: T.Unsafe<Readonly<Record<string, unknown>>>(Anything()),
  /** The id of the event's object. */
  subject: text,
  change: ChangeModel,
  /**
   * The changed fields, without lists and objects. Absent if the move changed only the state or created the object, or
   * if there was no move.
   */
  fields: T.Optional(T.Record(pair)),
  cause: CauseModel,
  /** Absent if the event was sent, or if the workspace has no endpoint in this mode. */
  unsent: T.Optional(OneOf(unsentReasons)),
});
/** An event: the envelope that receivers get (specification, "Events"), and the event's cause. */
export type StoredEvent = Readonly<T.Static<typeof EventModel>>;

export const events = collection('event', { model: EventModel, prefix: 'evt', indexes: [['type'], ['subject']] });

/** Returns the bytes to sign and send, which are the same for every attempt. */
export const envelopeOf = (event: StoredEvent): string =>
  JSON.stringify({ id: event.id, type: event.type, created: event.created, data: event.data });

import { collection } from './collection.ts';
import { Anything, nullable, OneOf, T, Timestamp } from './schema.ts';

const text = T.String();
const CauseModel = T.Union([
  T.Object({ type: OneOf(['request']), id: text, method: text, path: text }),
  T.Object({ type: OneOf(['job']), id: text, kind: text, due_at: nullable(Timestamp()) }),
  T.Object({ type: OneOf(['trigger']), id: text, name: text }),
  T.Object({ type: OneOf(['control']), id: text, name: text }),
]);
/** What brought a change about: the root of the causal tree. */
export type Cause = T.Static<typeof CauseModel>;

const ChangeModel = T.Object({ object: text, id: text, verb: text, from: nullable(text), to: text });
/** A change of state, as the causal tree and the stream show it. */
export type StateChange = Readonly<T.Static<typeof ChangeModel>>;

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
  cause: CauseModel,
});
/** An event: the envelope that receivers get (specification, "Events"), and where it came from. */
export type EventRecord = Readonly<T.Static<typeof EventModel>>;

export const events = collection('event', { model: EventModel, prefix: 'evt', indexes: [['type'], ['subject']] });

/** The bytes that are signed and sent, the same on every attempt. */
export const envelopeOf = (event: EventRecord): string =>
  JSON.stringify({ id: event.id, type: event.type, created: event.created, data: event.data });

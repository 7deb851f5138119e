import type { InputField, TriggerView } from '../../../sandbox/control/wire.ts';

/** The role of a move. The lifecycle of each kind of object has its own name for the move. */
export type MoveRole = NonNullable<TriggerView['moves'][number]['role']>;

/** A move of an object, as its lifecycle declares it. */
export interface Move {
  /** The name of its trigger, such as `payout.return`. */
  readonly name: string;
  readonly kind: string;
  readonly verb: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly about: string;
  /** The form fields for the options of the move. */
  readonly fields: readonly InputField[];
  readonly role: MoveRole | null;
  readonly harmless: boolean;
}

interface Known {
  readonly moves: readonly Move[];
  /** The first event that each move emits. */
  readonly events: ReadonlyMap<string, string>;
}

/** Caches the moves of an emulator's triggers, because every object of a list needs them. */
const known = new WeakMap<readonly TriggerView[], Known>();

function knownOf(triggers: readonly TriggerView[]): Known {
  const before = known.get(triggers);
  if (before !== undefined) return before;
  const told = triggers.filter(({ kind }) => kind === 'event');
  const pairs = told.flatMap(({ name, moves }) => moves.map(({ move }) => [move, name] as const));
  const made = { moves: triggers.flatMap(moveOf), events: new Map(pairs.toReversed()) };
  known.set(triggers, made);
  return made;
}

/** Every move that can be triggered. The moves of a lifecycle are in the order of their declaration. */
export const movesOf = (triggers: readonly TriggerView[]): readonly Move[] => knownOf(triggers).moves;

/** The event that a move emits; undefined if the move does not emit an event. */
export const emittedEvent = (triggers: readonly TriggerView[], { name }: Move): string | undefined =>
  knownOf(triggers).events.get(name);

function moveOf({ name, moves, about, fields }: TriggerView): Move[] {
  const [only] = moves;
  if (moves.length !== 1 || only === undefined || only.move !== name) return [];
  const [kind = '', verb = ''] = name.split('.');
  return [{ ...only, name, kind, verb, about, fields }];
}

/** The move for a role: the first legal move with that role. */
export const moveFor = (wanted: MoveRole, legal: readonly Move[]): Move | null =>
  legal.find(({ role }) => role === wanted) ?? null;

export const needsConfirmation = ({ harmless, fields }: Move): boolean => !harmless || fields.length > 0;

import type { TriggerView } from '../../control/wire.ts';

/** A move of an object, as its lifecycle declares it. */
export interface Move {
  /** The name of its trigger: `payout.return`. */
  readonly name: string;
  readonly kind: string;
  readonly verb: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly about: string;
  /** The options that it takes: `amount`, `code`. */
  readonly options: readonly string[];
  readonly key: MoveCommand | null;
  readonly harmless: boolean;
}

interface Known {
  readonly moves: readonly Move[];
  /** The first event that each move emits. */
  readonly events: ReadonlyMap<string, string>;
}

/** Caches what is derived from an emulator's triggers, because every object of a list needs it. */
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

/** Every move that can be triggered; those of one lifecycle in the order of its declaration. */
export const movesOf = (triggers: readonly TriggerView[]): readonly Move[] => knownOf(triggers).moves;

/** The event that a move emits; undefined: none. */
export const eventTold = (triggers: readonly TriggerView[], { name }: Move): string | undefined =>
  knownOf(triggers).events.get(name);

function moveOf({ name, moves, about, options }: TriggerView): Move[] {
  const [only] = moves;
  if (moves.length !== 1 || only === undefined || only.move !== name) return [];
  const [kind = '', verb = ''] = name.split('.');
  return [{ ...only, name, kind, verb, about, options }];
}

/** The keys of moves, in the order of the hints. */
export const moveCommands = ['settle', 'fail', 'dispute', 'return', 'void', 'refund'] as const;
export type MoveCommand = (typeof moveCommands)[number];

export const isMoveCommand = (command: string): command is MoveCommand => moveCommands.some((each) => each === command);

/** The move of a key: the first legal move that declares it. */
export const moveFor = (command: MoveCommand, legal: readonly Move[]): Move | null =>
  legal.find(({ key }) => key === command) ?? null;

export const needsConfirmation = ({ harmless, options }: Move): boolean => !harmless || options.length > 0;

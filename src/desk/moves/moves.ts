import type { TriggerView } from '../../control/wire.ts';

/** A move of an object, as its lifecycle declares it. */
export interface Move {
  /** `payout.return`: what is triggered. */
  readonly name: string;
  readonly kind: string;
  readonly verb: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly about: string;
  /** Options that it takes: `amount`, `code`. */
  readonly options: readonly string[];
  readonly key: MoveCommand | null;
  readonly harmless: boolean;
}

interface Known {
  readonly moves: readonly Move[];
  /** The first event that tells of each move. */
  readonly events: ReadonlyMap<string, string>;
}

/** What the triggers of an emulator say: it is asked for with every object of a list. */
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

/** Every move that can be triggered, those of a lifecycle in the order in which it declares them. */
export const movesOf = (triggers: readonly TriggerView[]): readonly Move[] => knownOf(triggers).moves;

/** The event that tells of a move; undefined where none does. */
export const eventTold = (triggers: readonly TriggerView[], { name }: Move): string | undefined =>
  knownOf(triggers).events.get(name);

function moveOf({ name, moves, about, options }: TriggerView): Move[] {
  const [only] = moves;
  if (moves.length !== 1 || only === undefined || only.move !== name) return [];
  const [kind = '', verb = ''] = name.split('.');
  return [{ ...only, name, kind, verb, about, options }];
}

/** The keys that stand for moves, in the order in which they are hinted at. */
export const moveCommands = ['settle', 'fail', 'dispute', 'return', 'void', 'refund'] as const;
export type MoveCommand = (typeof moveCommands)[number];

export const isMoveCommand = (command: string): command is MoveCommand => moveCommands.some((each) => each === command);

/** The move that a key stands for: the first of the legal ones that declares it. */
export const moveFor = (command: MoveCommand, legal: readonly Move[]): Move | null =>
  legal.find(({ key }) => key === command) ?? null;

export const needsConfirmation = ({ harmless, options }: Move): boolean => !harmless || options.length > 0;

import type { TUnsafe } from '../../base/typebox.ts';
import { conflictingState, errorOf, invalidState, type ServiceError } from '../errors.ts';
import { DeclarationError } from './declaration-error.ts';
import { about, OneOf } from './schema.ts';

/**
 * Who makes a move: an API caller, the simulated network, the clock, only the developer who uses the sandbox, or only
 * a move of another object (`reaction`), which no caller can request by name.
 */
type Actor = 'api' | 'network' | 'clock' | 'developer' | 'reaction';

/**
 * The meaning of a move for its object, regardless of the move's name in the resource: the object succeeds, fails, is
 * disputed, returned, voided or refunded.
 */
export const moveRoles = ['settle', 'fail', 'dispute', 'return', 'void', 'refund'] as const;
type MoveRole = (typeof moveRoles)[number];

declare const told: unique symbol;
/** The type of the details that a move passes to its events and reactions. It has no value at runtime. */
export interface Details<D> {
  readonly [told]?: D;
}
export const details = <D>(): Details<D> => ({});

/** A move in a lifecycle, with its target state and its events. */
export interface Move<State extends string = string> {
  /** The states from which the move is possible; null if the move creates the object. */
  readonly from: State | readonly State[] | null;
  readonly to: State;
  /** The usual source state if there are several. A new object makes the move from this state. */
  readonly usually?: State;
  /**
   * Returns the reason, as a sentence, why an object in an allowed state still cannot make the move; null if it can.
   */
  // biome-ignore lint/suspicious/noExplicitAny: only its lifecycle knows the record type
  readonly unless?: (record: any) => string | null;
  readonly by: Actor;
  /** The types of the events that the move sends, in this order. */
  readonly emits?: readonly string[];
  /** The details that the caller of the move must pass. Events and reactions receive them. */
  readonly tells?: Details<unknown>;
  readonly about: string;
  /** The HTTP status of a refusal. Some of the specification's tables require 409; the default is 400. */
  readonly refusal?: 409;
  /**
   * The meaning of the move for the object. If several moves have the same role, the first one that the state allows is
   * made.
   */
  readonly role?: MoveRole;
  /** Whether the move transfers no money and can be reversed, so that the dashboard does not ask for confirmation. */
  readonly harmless?: boolean;
}

/**
 * A state that shares its status with another state, with a function that checks whether a record is in this state.
 */
export interface Substate<Status extends string, Seen> {
  readonly shownAs: Status;
  readonly when: (record: Seen) => boolean;
}

/** Declares a substate, which is more specific than the API's status: a payout in transit is `pending`. */
export const shownAs = <const Status extends string, Seen>(
  status: Status,
  when: (record: Seen) => boolean,
): Substate<Status, Seen> => ({ shownAs: status, when });

// biome-ignore lint/suspicious/noExplicitAny: only its lifecycle knows what a substate looks at
type AnySubstate = Substate<string, any>;
/** The states: a list if each state is also the API's status, or a map from each state to its status. */
type States = readonly string[] | Readonly<Record<string, string | AnySubstate>>;

type StateIn<D> = D extends readonly (infer S extends string)[] ? S : keyof D & string;
type StatusIn<D> = D extends readonly (infer S extends string)[]
  ? S
  : { [K in keyof D]: D[K] extends Substate<infer S, infer _Seen> ? S : D[K] & string }[keyof D];
type Both<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void ? I : never;
type SeenIn<D> = D extends readonly string[]
  ? unknown
  : Both<{ [K in keyof D]: D[K] extends Substate<string, infer Seen> ? Seen : unknown }[keyof D]>;

/** The states and moves of one resource, in accordance with the state table in the specification. */
export interface Lifecycle<
  State extends string = string,
  Status extends string = string,
  // biome-ignore lint/suspicious/noExplicitAny: only its lifecycle knows what a substate looks at
  Seen = any,
  Moves extends Readonly<Record<string, Move>> = Readonly<Record<string, Move>>,
> {
  /** The resource's name in `trigger` and messages: `payout`. */
  readonly noun: string;
  readonly states: readonly State[];
  /** The schema of the `status` field, for the model. */
  readonly status: TUnsafe<Status>;
  /** The API's status of each state. */
  readonly statusOf: Readonly<Record<State, Status>>;
  readonly stateOf: (record: { readonly status: Status } & Seen) => State;
  readonly moves: Moves;
}

export type AnyLifecycle = Lifecycle;
export type StateOf<L> = L extends { readonly states: readonly (infer S)[] } ? S : never;
export type MoveOf<L> = L extends { readonly moves: infer M } ? keyof M & string : never;
/** All event types that a lifecycle emits. */
export type EmittedBy<L> = L extends { readonly moves: infer M }
  ? { [K in keyof M]: M[K] extends { readonly emits: readonly (infer E extends string)[] } ? E : never }[keyof M]
  : never;
type MoveDetails<M> = M extends { readonly tells: Details<infer D> } ? D : never;
/** The details that a move passes to its reactions; empty if the move declares none. */
export type DetailsOf<L, N> = L extends { readonly moves: infer M }
  ? N extends keyof M
    ? [MoveDetails<M[N]>] extends [never]
      ? Record<never, never>
      : MoveDetails<M[N]>
    : never
  : never;
/** The details that all moves with this event have in common. */
export type DetailsOfEvent<L, E> = L extends { readonly moves: infer M }
  ? {
      [K in keyof M]: M[K] extends { readonly emits: readonly (infer T)[] }
        ? E extends T
          ? DetailsOf<L, K>
          : never
        : never;
    }[keyof M]
  : never;
/** The moves that create an object. */
export type OpeningOf<L> = L extends { readonly moves: infer M }
  ? { [K in keyof M]: M[K] extends { readonly from: null } ? K : never }[keyof M] & string
  : never;
/** The moves of an existing object. */
export type TransitionOf<L> = Exclude<MoveOf<L>, OpeningOf<L>>;
/** The moves that a developer can request. */
export type AskableOf<L> = L extends { readonly moves: infer M }
  ? {
      [K in keyof M]: M[K] extends { readonly from: null } | { readonly by: 'reaction' } ? never : K;
    }[keyof M] &
      string
  : never;

/**
 * Declares the states and moves of a resource.
 * @throws Error with a list of the problems in the table: an unknown state, or a state that no move leads to
 */
export function lifecycle<const D extends States, const M extends Readonly<Record<string, Move<StateIn<D>>>>>(
  noun: string,
  { states, assumed = [], moves }: { states: D; assumed?: readonly StatusIn<D>[]; moves: M },
): Lifecycle<StateIn<D>, StatusIn<D>, SeenIn<D>, M> {
  type State = StateIn<D>;
  type Status = StatusIn<D>;
  const declared: readonly (readonly [string, string | AnySubstate])[] = isList(states)
    ? states.map((state) => [state, state])
    : Object.entries(states);
  const plain = new Map<string, string>();
  const substates: { state: string; of: AnySubstate }[] = [];
  const statusOf: Record<string, string> = {};
  for (const [state, shown] of declared) {
    if (typeof shown === 'string') plain.set(shown, state);
    else substates.push({ state, of: shown });
    statusOf[state] = typeof shown === 'string' ? shown : shown.shownAs;
  }
  const stateOf = (record: { readonly status: Status }): State => {
    for (const { state, of } of substates) if (of.shownAs === record.status && of.when(record)) return state as State;
    return (plain.get(record.status) ?? record.status) as State;
  };
  const made = {
    noun,
    states: declared.map(([state]) => state as State),
    status: about(
      OneOf([...new Set(Object.values(statusOf))] as Status[], assumed),
      `The current state of the ${noun.replaceAll('_', ' ')}.`,
    ),
    statusOf: statusOf as Record<State, Status>,
    stateOf,
    moves,
  };
  const problems = problemsOf(made);
  if (problems.length > 0)
    throw new DeclarationError(`The lifecycle of ${noun} is inconsistent: ${problems.join('; ')}.`);
  return made;
}

const isList = (states: States): states is readonly string[] => Array.isArray(states);

const none: readonly never[] = [];

/** The states from which a move is possible. */
export const sourcesOf = <State extends string>({ from }: Move<State>): readonly State[] =>
  from === null ? none : typeof from === 'string' ? [from] : from;

/** Whether a move is possible from a state. */
export const leavesFrom = ({ from }: Move, state: string): boolean =>
  from === state || (typeof from === 'object' && from !== null && from.includes(state));

/** Whether an object can make a move now. */
export function may<L extends AnyLifecycle>(of: L, record: Parameters<L['stateOf']>[0], move: MoveOf<L>): boolean {
  return leavesFrom(of.moves[move]!, of.stateOf(record)) && barOf(of, record, move) === null;
}

/**
 * Returns the reason why an object cannot make a move although its state allows the move. Null if the object can make
 * the move, or if its state does not allow the move.
 */
export function barOf<L extends AnyLifecycle>(
  of: L,
  record: Parameters<L['stateOf']>[0],
  move: MoveOf<L>,
): string | null {
  const declared = of.moves[move]!;
  return leavesFrom(declared, of.stateOf(record)) ? (declared.unless?.(record) ?? null) : null;
}

/** The API's status of a state, with the name of a substate in parentheses: `paid`, `pending (in_transit)`. */
export function shownState({ statusOf }: Pick<AnyLifecycle, 'statusOf'>, state: string): string {
  const status = (statusOf as Readonly<Record<string, string>>)[state];
  return status === undefined || status === state ? state : `${status} (${state})`;
}

/** The states from which a move is possible, in the form that the API shows. A status includes its substates. */
export function shownSources(of: AnyLifecycle, move: string): string[] {
  const sources = sourcesOf(of.moves[move]!);
  const statusOf: Readonly<Record<string, string>> = of.statusOf;
  const isCovered = (state: string) => statusOf[state] !== state && sources.includes(statusOf[state] ?? '');
  return sources.filter((state) => !isCovered(state)).map((state) => shownState(of, state));
}

/** The display name of a resource: `payout link`. */
export const wordsOf = (noun: string): string => noun.replaceAll('_', ' ');

/**
 * Creates the refusal of a move that the object cannot make. The message names the states from which the move is
 * possible.
 */
export function moveRefused<L extends AnyLifecycle>(
  of: L,
  record: Parameters<L['stateOf']>[0] & { readonly id: string },
  move: MoveOf<L>,
): ServiceError {
  const { noun, moves, stateOf } = of;
  const { refusal } = moves[move]!;
  const state = stateOf(record);
  // The object's status would allow the move, but its substate does not.
  const isTooFine = leavesFrom(moves[move]!, of.statusOf[state]!);
  const needs = `${shownSources(of, move).join(' or ')}${isTooFine ? ` (not ${state})` : ''}`;
  const subject = wordsOf(noun).replace(/^./, (first) => first.toUpperCase());
  const text =
    barOf(of, record, move) ??
    `${subject} ${record.id} is ${shownState(of, state)}; ${move} requires the state ${needs}.`;
  return errorOf(refusal === 409 ? conflictingState : invalidState, text);
}

/**
 * The shortest sequence of moves from a state to a state from which the move `goal` is possible; null if there is
 * none.
 */
export function pathTo({ moves }: AnyLifecycle, from: string, goal: string): string[] | null {
  const ordinary = (move: Move) => (move.usually === undefined ? sourcesOf(move) : [move.usually]);
  const targets = ordinary(moves[goal]!);
  const reached = new Map<string, string[]>([[from, []]]);
  const queue = [from];
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    const path = reached.get(state)!;
    if (targets.includes(state)) return path;
    for (const [name, move] of Object.entries(moves)) {
      if (!ordinary(move).includes(state) || reached.has(move.to)) continue;
      reached.set(move.to, [...path, name]);
      queue.push(move.to);
    }
  }
  return null;
}

/** The problems of a lifecycle table as sentences; an empty list if there are none. */
function problemsOf({ states, moves }: Pick<AnyLifecycle, 'states' | 'moves'>): string[] {
  const problems: string[] = [];
  for (const [name, move] of Object.entries(moves)) {
    for (const state of [...sourcesOf(move), move.to]) {
      if (!states.includes(state)) problems.push(`${name} uses the unknown state ${state}`);
    }
  }
  const reachable = new Set<string>();
  const visit = (state: string): void => {
    if (reachable.has(state)) return;
    reachable.add(state);
    for (const move of Object.values(moves)) if (leavesFrom(move, state)) visit(move.to);
  };
  for (const move of Object.values(moves)) if (move.from === null) visit(move.to);
  for (const state of states) if (!reachable.has(state)) problems.push(`the state ${state} is unreachable`);
  return problems;
}

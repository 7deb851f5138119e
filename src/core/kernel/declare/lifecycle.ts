import type { TUnsafe } from '../../base/typebox.ts';
import { conflictingState, errorOf, invalidState, type ServiceError } from '../errors.ts';
import { about, OneOf } from './schema.ts';

/**
 * Who makes a move: a caller of the API, the simulated network, the clock, only the developer of the sandbox, or only
 * another object's move (`reaction`), which no caller can request by name.
 */
export type Actor = 'api' | 'network' | 'clock' | 'developer' | 'reaction';

/**
 * The meaning of a move for its object, whatever name the resource gives the move: the object succeeds, fails, is
 * disputed, is returned, is voided, or is refunded.
 */
export const moveRoles = ['settle', 'fail', 'dispute', 'return', 'void', 'refund'] as const;
export type MoveRole = (typeof moveRoles)[number];

declare const told: unique symbol;
/** The type of the details that a move gives to its events and reactions; it has no value at runtime. */
export interface Details<D> {
  readonly [told]?: D;
}
export const details = <D>(): Details<D> => ({});

/** One move of a lifecycle: its destination, and its events. */
export interface Move<State extends string = string> {
  /** The states that the move leaves from; null: the move creates the object. */
  readonly from: State | readonly State[] | null;
  readonly to: State;
  /** The usual one of several states that the move leaves from: a fresh object makes the move from this state. */
  readonly usually?: State;
  /** The reason, as a sentence, why an object in such a state still cannot make the move; null if the object can. */
  // biome-ignore lint/suspicious/noExplicitAny: only its lifecycle knows the record type
  readonly unless?: (record: any) => string | null;
  readonly by: Actor;
  /** Event types, in the order in which they are sent. */
  readonly emits?: readonly string[];
  /** The details that the caller of the move must give; events and reactions receive them. */
  readonly tells?: Details<unknown>;
  readonly about: string;
  /** The status of a refusal; the specification's tables say 409 for some. Default 400. */
  readonly refusal?: 409;
  /** The meaning of the move for the object; of several moves with one role, the first legal move is made. */
  readonly role?: MoveRole;
  /** Whether the move transfers no money and can be reversed, so that the dashboard asks for no confirmation. */
  readonly harmless?: boolean;
}

/** A state that shares its status with another state, and the test whether a record is in the state. */
export interface Substate<Status extends string, Seen> {
  readonly shownAs: Status;
  readonly when: (record: Seen) => boolean;
}

/** Declares a state that is finer than the API's status: a payout in transit is `pending`. */
export const shownAs = <const Status extends string, Seen>(
  status: Status,
  when: (record: Seen) => boolean,
): Substate<Status, Seen> => ({ shownAs: status, when });

// biome-ignore lint/suspicious/noExplicitAny: only its lifecycle knows what a substate looks at
type AnySubstate = Substate<string, any>;
/** The states: a list if each state is also the API's status, else a map from each state to its status. */
type States = readonly string[] | Readonly<Record<string, string | AnySubstate>>;

type StateIn<D> = D extends readonly (infer S extends string)[] ? S : keyof D & string;
type StatusIn<D> = D extends readonly (infer S extends string)[]
  ? S
  : { [K in keyof D]: D[K] extends Substate<infer S, infer _Seen> ? S : D[K] & string }[keyof D];
type Both<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void ? I : never;
type SeenIn<D> = D extends readonly string[]
  ? unknown
  : Both<{ [K in keyof D]: D[K] extends Substate<string, infer Seen> ? Seen : unknown }[keyof D]>;

/** The states and moves of one resource, as the state table of the specification lists them. */
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
  /** The schema of the field `status`, for the model. */
  readonly status: TUnsafe<Status>;
  /** The API's status of each state. */
  readonly statusOf: Readonly<Record<State, Status>>;
  readonly stateOf: (record: { readonly status: Status } & Seen) => State;
  readonly moves: Moves;
}

export type AnyLifecycle = Lifecycle;
export type StateOf<L> = L extends { readonly states: readonly (infer S)[] } ? S : never;
/** The statuses that the API shows: `StatusOf<typeof payoutLifecycle>`. */
export type StatusOf<L> = L extends { readonly status: TUnsafe<infer S> } ? S : never;
export type MoveOf<L> = L extends { readonly moves: infer M } ? keyof M & string : never;
/** Every event type that a lifecycle emits. */
export type EmittedBy<L> = L extends { readonly moves: infer M }
  ? { [K in keyof M]: M[K] extends { readonly emits: readonly (infer E extends string)[] } ? E : never }[keyof M]
  : never;
type ToldBy<M> = M extends { readonly tells: Details<infer D> } ? D : never;
/** The details that a move gives to its reactions; empty if the move declares no details. */
export type DetailsOf<L, N> = L extends { readonly moves: infer M }
  ? N extends keyof M
    ? [ToldBy<M[N]>] extends [never]
      ? Record<never, never>
      : ToldBy<M[N]>
    : never
  : never;
/** The details common to all moves that send an event. */
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
/** The moves that a developer may ask for. */
export type AskableOf<L> = L extends { readonly moves: infer M }
  ? {
      [K in keyof M]: M[K] extends { readonly from: null } | { readonly by: 'reaction' } ? never : K;
    }[keyof M] &
      string
  : never;

/**
 * Declares the states and moves of a resource.
 * @throws Error that lists the faults of the table: an unknown state, or a state that no move leads to
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
      `The state that the ${noun.replaceAll('_', ' ')} is in.`,
    ),
    statusOf: statusOf as Record<State, Status>,
    stateOf,
    moves,
  };
  const faults = faultsOf(made);
  if (faults.length > 0) throw new Error(`The lifecycle of ${noun} does not hold together: ${faults.join('; ')}.`);
  return made;
}

const isList = (states: States): states is readonly string[] => Array.isArray(states);

const none: readonly never[] = [];

/** The states that a move leaves from. */
export const sourcesOf = <State extends string>({ from }: Move<State>): readonly State[] =>
  from === null ? none : typeof from === 'string' ? [from] : from;

/** Whether a move leaves from a state. */
export const leavesFrom = ({ from }: Move, state: string): boolean =>
  from === state || (typeof from === 'object' && from !== null && from.includes(state));

/** Whether an object may make a move now. */
export function may<L extends AnyLifecycle>(of: L, record: Parameters<L['stateOf']>[0], move: MoveOf<L>): boolean {
  return leavesFrom(of.moves[move]!, of.stateOf(record)) && barOf(of, record, move) === null;
}

/**
 * Why an object may not make a move although its state allows the move; null: the object may make it, or its state
 * forbids it.
 */
export function barOf<L extends AnyLifecycle>(
  of: L,
  record: Parameters<L['stateOf']>[0],
  move: MoveOf<L>,
): string | null {
  const declared = of.moves[move]!;
  return leavesFrom(declared, of.stateOf(record)) ? (declared.unless?.(record) ?? null) : null;
}

/** The API's status of a state, with the name of a finer state in brackets: `paid`, `pending (in_transit)`. */
export function shownState({ statusOf }: Pick<AnyLifecycle, 'statusOf'>, state: string): string {
  const status = (statusOf as Readonly<Record<string, string>>)[state];
  return status === undefined || status === state ? state : `${status} (${state})`;
}

/** The states that a move leaves from, as the API shows them; a status covers its finer states. */
export function shownSources(of: AnyLifecycle, move: string): string[] {
  const sources = sourcesOf(of.moves[move]!);
  const statusOf: Readonly<Record<string, string>> = of.statusOf;
  const isCovered = (state: string) => statusOf[state] !== state && sources.includes(statusOf[state] ?? '');
  return sources.filter((state) => !isCovered(state)).map((state) => shownState(of, state));
}

/** The name of a resource in messages: `payout link`. */
export const wordsOf = (noun: string): string => noun.replaceAll('_', ' ');

/** The refusal of a move that the object may not make; the message names the states that the move needs. */
export function moveRefused<L extends AnyLifecycle>(
  of: L,
  record: Parameters<L['stateOf']>[0] & { readonly id: string },
  move: MoveOf<L>,
): ServiceError {
  const { noun, moves, stateOf } = of;
  const { refusal } = moves[move]!;
  const state = stateOf(record);
  // The object's status would allow the move, but its finer state does not.
  const isTooFine = leavesFrom(moves[move]!, of.statusOf[state]!);
  const needs = `${shownSources(of, move).join(' or ')}${isTooFine ? ` (not ${state})` : ''}`;
  const subject = wordsOf(noun).replace(/^./, (first) => first.toUpperCase());
  const text =
    barOf(of, record, move) ?? `${subject} ${record.id} is ${shownState(of, state)}; ${move} needs ${needs}.`;
  return errorOf(refusal === 409 ? conflictingState : invalidState, text);
}

/** The shortest chain of moves from a state to a state that the move `goal` leaves from; null if no chain exists. */
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

/** The faults of a table, in words; an empty list if the table has no faults. */
function faultsOf({ states, moves }: Pick<AnyLifecycle, 'states' | 'moves'>): string[] {
  const faults: string[] = [];
  for (const [name, move] of Object.entries(moves)) {
    for (const state of [...sourcesOf(move), move.to]) {
      if (!states.includes(state)) faults.push(`${name} names the unknown state ${state}`);
    }
  }
  const reachable = new Set<string>();
  const visit = (state: string): void => {
    if (reachable.has(state)) return;
    reachable.add(state);
    for (const move of Object.values(moves)) if (leavesFrom(move, state)) visit(move.to);
  };
  for (const move of Object.values(moves)) if (move.from === null) visit(move.to);
  for (const state of states) if (!reachable.has(state)) faults.push(`no move leads to ${state}`);
  return faults;
}

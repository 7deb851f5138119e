import type { CollectionDef, Stored } from './collection.ts';
import { type ServiceError, wrongState } from './errors.ts';

/**
 * Who makes a move: a caller of the API, the simulated network, the clock, only the developer at the sandbox, or
 * another object's move alone (`reaction`), which nobody can ask for by name.
 */
export type Actor = 'api' | 'network' | 'clock' | 'developer' | 'reaction';

/** One move of a lifecycle: one destination, and the events that tell of it. */
export interface Verb<State extends string> {
  /** The states it leaves from; null: it makes the object. */
  readonly from: State | readonly State[] | null;
  readonly to: State;
  /** The one of several states that it leaves from in the ordinary course: the way that a fresh object takes. */
  readonly usually?: State;
  readonly by: Actor;
  /** Event types, in the order in which they are sent. */
  readonly emits?: readonly string[];
  readonly about: string;
  /** The status of a refusal; the specification's tables say 409 for some. Default 400. */
  readonly refusal?: 400 | 409;
}

export interface StatefulRecord extends Stored {
  readonly status: string;
}

/**
 * The states and moves of one resource: a state table of the specification as it stands there. A state may be finer
 * than the status that the API shows (a payout in transit is `pending`); `stateOf` tells them apart.
 */
export interface Lifecycle<
  R extends StatefulRecord = StatefulRecord,
  State extends string = string,
  Name extends string = string,
> {
  readonly of: CollectionDef<R>;
  /** The resource's name in `trigger` and messages: `payout`. */
  readonly noun: string;
  /** Each state and the status it is shown as. */
  readonly states: Readonly<Record<State, R['status']>>;
  readonly stateOf: (record: R) => State;
  readonly verbs: Readonly<Record<Name, Verb<State>>>;
}

export function defineLifecycle<R extends StatefulRecord, const State extends string, const Name extends string>(
  lifecycle: Lifecycle<R, State, Name>,
): Lifecycle<R, State, Name> {
  return lifecycle;
}

/** The states that a move leaves from. */
export const sourcesOf = <State extends string>(verb: Verb<State>): readonly State[] =>
  verb.from === null ? [] : typeof verb.from === 'string' ? [verb.from] : verb.from;

/** Whether the object may make that move now. */
export function may<R extends StatefulRecord, S extends string, N extends string>(
  lifecycle: Lifecycle<R, S, N>,
  record: R,
  name: N,
): boolean {
  return sourcesOf(lifecycle.verbs[name]).includes(lifecycle.stateOf(record));
}

/** The refusal of a move that the object's state does not allow; it names what the move needs. */
export function refusalOf<R extends StatefulRecord, S extends string, N extends string>(
  lifecycle: Lifecycle<R, S, N>,
  record: R,
  name: N,
): ServiceError {
  const verb = lifecycle.verbs[name];
  const needs = sourcesOf(verb).join(' or ');
  const noun = lifecycle.noun.replaceAll('_', ' ');
  const subject = noun.charAt(0).toUpperCase() + noun.slice(1);
  return wrongState(`${subject} ${record.id} is ${lifecycle.stateOf(record)}; ${name} needs ${needs}.`, verb.refusal);
}

/** The shortest chain of moves that brings an object from a state to one that `goal` may leave from. */
export function pathTo(lifecycle: Lifecycle, from: string, goal: string): string[] | null {
  const ordinary = (verb: Verb<string>) => (verb.usually === undefined ? sourcesOf(verb) : [verb.usually]);
  const targets = ordinary(lifecycle.verbs[goal]!);
  const reached = new Map<string, string[]>([[from, []]]);
  const queue = [from];
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    const path = reached.get(state)!;
    if (targets.includes(state)) return path;
    for (const [name, verb] of Object.entries(lifecycle.verbs)) {
      if (!ordinary(verb).includes(state) || reached.has(verb.to)) continue;
      reached.set(verb.to, [...path, name]);
      queue.push(verb.to);
    }
  }
  return null;
}

/** What is wrong with a table, in words; an empty list where nothing is. Asked once, when the declarations load. */
export function faultsOf(lifecycle: Lifecycle): string[] {
  const faults: string[] = [];
  const states = Object.keys(lifecycle.states);
  const say = (text: string) => faults.push(`${lifecycle.noun}: ${text}`);
  for (const [name, verb] of Object.entries(lifecycle.verbs)) {
    for (const state of [...sourcesOf(verb), verb.to]) {
      if (!states.includes(state)) say(`${name} names the unknown state ${state}`);
    }
  }
  const reachable = new Set<string>();
  const visit = (state: string): void => {
    if (reachable.has(state)) return;
    reachable.add(state);
    for (const verb of Object.values(lifecycle.verbs)) if (sourcesOf(verb).includes(state)) visit(verb.to);
  };
  for (const verb of Object.values(lifecycle.verbs)) if (verb.from === null) visit(verb.to);
  for (const state of states) if (!reachable.has(state)) say(`no move leads to ${state}`);
  return faults;
}

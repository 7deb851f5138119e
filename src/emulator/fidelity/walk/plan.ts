import { secondMs } from '../../../core/base/instants.ts';
import { type AnyLifecycle, leavesFrom, pathTo, wordsOf } from '../../../core/kernel/declare/lifecycle.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { Slice } from '../../../core/kernel/declare/slice.ts';
import { type Alternative, alternativesTo } from './alternatives.ts';
import { isOfAccount, keyOf, needsOf, type Origin, originsOf } from './origins.ts';
import {
  again,
  keyedRequests,
  referenceRequests,
  serverRequests,
  type Variation,
  wrongRequests,
} from './variations.ts';

/** One request in a walk, or the same request repeated until an object's status has changed. */
export interface WalkStep {
  readonly operation: AnyOperation;
  /** Null if the operation's example is sent as declared. */
  readonly variation: Variation | null;
  /** The response statuses that the declarations allow. */
  readonly statuses: readonly number[];
  /** The values in the example that the walk replaces with values from earlier responses. */
  readonly needs: readonly string[];
  /** What the response provides, by the example value that represents it. */
  readonly gives: ReadonlyMap<string, Origin>;
  /** Whether the request is repeated until the object's status changes. */
  readonly untilMoved: boolean;
  /** The other forms of the request, which the walk tries if the service rejects it and other steps need it. */
  readonly alternatives: readonly Alternative[];
}

/** The plan of a walk. */
export interface WalkPlan {
  readonly steps: readonly WalkStep[];
  /** The maximum number of calls that the walk makes, without those that the service asks to repeat later. */
  readonly calls: number;
  /** The maximum number of objects of each kind that remain: `{ customer: 3 }`. */
  readonly leaves: Readonly<Record<string, number>>;
  /** How often the walk moves money at most. */
  readonly payments: number;
  /** How long the walk usually takes at least and at most, in milliseconds, if the service does not limit the rate. */
  readonly duration: { readonly least: number; readonly most: number };
  /** The settings that the walk sends again with their present values: `/account`. */
  readonly rewrites: readonly string[];
  /** The operations that the walk does not call. */
  readonly left: readonly LeftOut[];
}

export interface LeftOut {
  readonly operation: string;
  /** A clause. */
  readonly why: string;
}

/** How often a walk checks whether an object's status has changed, and the time between two checks in milliseconds. */
export const mostPolls = 12;
export const pollEvery = 2_500;
/** How long one call to a service takes, in milliseconds. */
const usualCall = { least: 0.1 * secondMs, most: 0.6 * secondMs };

/**
 * Plans a walk over all operations of the merchant API and of the public client API that need no person. The walk
 * sends each operation's example once there is an object in a suitable state, and causes every error that a request
 * alone can cause. It changes only objects that it created.
 */
export const planWalk = (declarations: Registry): WalkPlan => new Planner(declarations).plan();

class Planner {
  readonly #slices: readonly Slice[];
  readonly #operations: readonly AnyOperation[];
  readonly #origins: ReadonlyMap<string, Origin>;
  readonly #steps: WalkStep[] = [];
  readonly #left: LeftOut[] = [];
  readonly #shown = new Set<AnyOperation>();
  readonly #keyedSurfaces = new Set<string>();
  /** The example values that the walk can already replace. */
  readonly #given = new Set<string>();
  /** The states of the newest objects, by the example values that represent them. */
  readonly #states = new Map<string, string>();

  constructor({ slices }: Registry) {
    this.#slices = slices;
    const all = slices.flatMap(({ operations }) => operations.filter(({ surface }) => surface !== 'control'));
    // Lists and sums are read when they have content, and deletions come last.
    const rankOf = ({ method, path }: AnyOperation) =>
      method === 'DELETE' ? 2 : method === 'GET' && !path.includes('{') ? 1 : 0;
    this.#operations = all.toSorted((one, other) => rankOf(one) - rankOf(other));
    this.#origins = originsOf(slices);
  }

  plan(): WalkPlan {
    const methods = new Set<string>();
    for (const operation of this.#operations) {
      this.#visit(operation);
      const { surface, access, method } = operation;
      if (surface !== 'merchant' || access === 'public' || methods.has(method)) continue;
      methods.add(method);
      for (const variation of serverRequests(operation)) this.#add(operation, variation);
    }
    const polls = this.#steps.filter(({ untilMoved }) => untilMoved).length;
    // An operation's alternatives are tried once.
    const forms = new Set(this.#steps.filter(({ gives }) => gives.size > 0).map(({ operation }) => operation));
    const retries = [...forms].reduce((sum, each) => sum + alternativesTo(each, this.#slices).length, 0);
    const calls = this.#steps.length + polls * (mostPolls - 1) + retries;
    const duration = {
      least: this.#steps.length * usualCall.least + polls * pollEvery,
      most: this.#steps.length * usualCall.most + polls * mostPolls * pollEvery,
    };
    const payments = this.#steps.filter(
      ({ operation: { effects, status }, statuses }) => effects?.includes('moves_money') && statuses.includes(status),
    ).length;
    const rewrites = this.#operations.filter(isOfAccount).map(({ path }) => path);
    return { steps: this.#steps, calls, leaves: this.#leaves(), payments, duration, rewrites, left: this.#left };
  }

  /** Plans the requests of an operation, after the requests that provide what the operation needs. */
  #visit(operation: AnyOperation): void {
    const isClaim = operation.surface === 'client' && operation.effects?.includes('pays_out') === true;
    const why = isClaim ? 'only the recipient of the money can call it' : this.#prepare(operation);
    if (why !== null) {
      this.#left.push({ operation: operation.id, why });
      return;
    }
    const variations = [
      ...wrongRequests(operation, isOfAccount(operation), (value) => this.#origins.has(keyOf(value))),
      ...this.#keyed(operation),
      ...referenceRequests(operation),
    ];
    for (const variation of variations) this.#add(operation, variation);
    if (!this.#shown.has(operation)) this.#show(operation);
  }

  /**
   * Plans the example of an operation on an object in a suitable state, and the same request again if it is then
   * rejected.
   */
  #show(operation: AnyOperation): void {
    const { surface, method, effects, refuses, example } = operation;
    const subject = keyOf(Object.values(example?.params ?? {}).at(-1) ?? '');
    const move = this.#moveOf(operation);
    const uses = method === 'DELETE' || (surface === 'client' && effects?.includes('moves_money') === true);
    if (uses && this.#origins.has(subject)) this.#make(subject);
    if (move !== null) this.#bring(move.lifecycle, move.name, subject);
    this.#add(operation, null);
    const refused = method === 'DELETE' ? refuses : refuses.filter(({ code }) => code?.startsWith('already_'));
    if (refused.length > 0) this.#add(operation, again(refused.map(({ status }) => status)));
    if (move !== null) {
      const made = move.lifecycle.moves[`${move.name}_part`] ?? move.lifecycle.moves[move.name]!;
      const { refusal = 400, to } = made;
      const isListed = refuses.some(({ code, status }) => code === 'invalid_state' && status === refusal);
      if (isListed && !leavesFrom(made, to)) this.#add(operation, again([refusal]));
    }
    if (!uses && move === null) return;
    // The next operation that needs such an object gets a new one, with everything from the same response.
    const origin = this.#origins.get(subject);
    for (const [name, each] of this.#origins) if (isSame(each, origin)) this.#given.delete(name);
  }

  /**
   * Plans the requests that provide what an operation needs.
   * @returns why that is not possible; null if everything is provided
   */
  #prepare(operation: AnyOperation): string | null {
    for (const need of needsOf(operation, this.#origins)) {
      const why = this.#given.has(need) ? null : this.#make(need);
      if (why !== null) return why;
    }
    return null;
  }

  /**
   * Plans the request whose response contains what a value represents.
   * @returns the same as `#prepare`
   */
  #make(need: string): string | null {
    const origin = this.#origins.get(need);
    if (origin === undefined) return `no response of the API contains what '${need}' represents`;
    const { by, variation } = origin;
    const why = this.#prepare(by);
    if (why !== null) return why;
    const given = [...this.#origins].filter(
      ([name, each]) => name === need || (isSame(each, origin) && !this.#given.has(name)),
    );
    this.#add(by, variation, { gives: new Map(given) });
    const opening = Object.values(this.#sliceOf(by).lifecycle?.moves ?? {}).find(
      (move) => move.from === null && move.by === 'api',
    );
    for (const [name] of given) {
      this.#given.add(name);
      if (opening !== undefined) this.#states.set(name, opening.to);
    }
    return null;
  }

  /**
   * Plans the moves that bring the newest object into a state for a move. If that is not possible, plans a new object.
   */
  #bring(lifecycle: AnyLifecycle, name: string, subject: string): void {
    const wayFrom = (state = ''): string[] | null =>
      leavesFrom(lifecycle.moves[name]!, state) ? [] : pathTo(lifecycle, state, name);
    let way = wayFrom(this.#states.get(subject));
    if (way === null) {
      this.#make(subject);
      way = wayFrom(this.#states.get(subject)) ?? [];
    }
    const isOn = ({ example }: AnyOperation) => keyOf(example?.params?.id ?? '') === subject;
    for (const step of way) {
      const mover = this.#operations.find((each) => isOn(each) && this.#moveOf(each)?.name === step);
      const reader = this.#operations.find((each) => isOn(each) && each.method === 'GET');
      if (mover !== undefined) this.#add(mover, null);
      else if (reader !== undefined) this.#add(reader, null, { untilMoved: true });
    }
  }

  #add(
    operation: AnyOperation,
    variation: Variation | null,
    { gives = new Map(), untilMoved = false }: Partial<Pick<WalkStep, 'gives' | 'untilMoved'>> = {},
  ): void {
    const statuses = variation?.statuses ?? [operation.status];
    const needs = needsOf(operation, this.#origins);
    const alternatives = gives.size > 0 ? alternativesTo(operation, this.#slices) : [];
    this.#steps.push({ operation, variation, statuses, needs, gives, untilMoved, alternatives });
    if (variation === null) this.#shown.add(operation);
  }

  /** Repeats of one request with one Idempotency-Key, for the first operation of each API that accepts a key. */
  #keyed(operation: AnyOperation): Variation[] {
    const { surface, access, method, body, refuses } = operation;
    const takesKey =
      surface === 'client'
        ? refuses.some(({ status }) => status === 422)
        : method === 'POST' && access === 'secret' && body?.properties.metadata !== undefined;
    if (!takesKey || this.#keyedSurfaces.has(surface)) return [];
    this.#keyedSurfaces.add(surface);
    return keyedRequests(operation);
  }

  /** The move that an operation makes. The last part of its path is the name of the move. */
  #moveOf(operation: AnyOperation): { lifecycle: AnyLifecycle; name: string } | null {
    const { lifecycle } = this.#sliceOf(operation);
    const name = operation.surface === 'merchant' ? (/\{id\}\/(\w+)$/.exec(operation.path)?.[1] ?? '') : '';
    return lifecycle !== undefined && name in lifecycle.moves ? { lifecycle, name } : null;
  }

  #sliceOf(operation: AnyOperation): Slice {
    return this.#slices.find(({ operations }) => operations.includes(operation))!;
  }

  #leaves(): Record<string, number> {
    const kinds = this.#slices.flatMap(({ collections }) => collections);
    const leaves: Record<string, number> = {};
    const count = (what: string) => {
      leaves[what] = (leaves[what] ?? 0) + 1;
    };
    for (const { operation, statuses } of this.#steps) {
      if (operation.method !== 'POST' || !statuses.includes(operation.status)) continue;
      const made = kinds.find(({ prefix }) => this.#origins.get(`${prefix}_1`)?.by === operation);
      if (made !== undefined) count(wordsOf(made.name));
    }
    return leaves;
  }
}

/** Whether one response provides both. */
const isSame = (one: Origin, other: Origin | undefined): boolean =>
  one.by === other?.by && one.variation === other.variation;

import { leavesFrom, type Move, pathTo, wordsOf } from '../../../core/kernel/declare/lifecycle.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { Slice } from '../../../core/kernel/declare/slice.ts';
import { isOfAccount, needsOf, type Origin, originsOf } from './origins.ts';
import { keyedRequests, referenceRequests, serverRequests, type Variation, wrongRequests } from './wrong-requests.ts';

/** One request of a walk, or several until an object has changed. */
export interface WalkStep {
  readonly operation: AnyOperation;
  /** Null: the example of the operation as it is declared. */
  readonly variation: Variation | null;
  /** The statuses that the declarations allow the answer. */
  readonly statuses: readonly number[];
  /** The values of the example in whose place the walk sends what earlier answers named. */
  readonly needs: readonly string[];
  /** What the answer names, by the value that stands for it in examples. */
  readonly gives: Readonly<Record<string, Origin>>;
  /** Whether the request is repeated until the object's status is another. */
  readonly untilMoved: boolean;
}

/** What a walk will do. */
export interface WalkPlan {
  readonly steps: readonly WalkStep[];
  /** How many calls the walk makes at most, without those that the service asks to repeat later. */
  readonly calls: number;
  /** How many objects of a kind stay behind at most: `{ customer: 3 }`. */
  readonly leaves: Readonly<Record<string, number>>;
  /** The operations that no walk calls, each with the reason as a clause. */
  readonly left: readonly LeftOut[];
}

export interface LeftOut {
  readonly operation: string;
  readonly why: string;
}

/** How often a walk asks whether an object has moved. */
export const mostPolls = 12;

/** Operations for which a person is needed, by their ids or the first part of their ids. */
const byPeople: Readonly<Record<string, string>> = {
  'payout_links.claim': 'a recipient claims the money',
  portal: 'the address of a portal is in e-mails alone',
};

/**
 * Plans a walk over all operations of the merchant API and of the public client API that need no person: each by its
 * example, once each object is in a state that the operation takes, and with every refusal that a request alone can
 * provoke. Only objects that the walk itself makes are changed.
 */
export const planWalk = (declarations: Registry): WalkPlan => new Planner(declarations).plan();

class Planner {
  readonly #slices: readonly Slice[];
  readonly #operations: ReadonlyMap<string, AnyOperation>;
  readonly #origins: ReadonlyMap<string, Origin>;
  readonly #nouns: ReadonlyMap<string, string>;
  readonly #steps: WalkStep[] = [];
  readonly #left: LeftOut[] = [];
  readonly #shown = new Set<AnyOperation>();
  /** The values of examples whose place is taken by something that an answer named. */
  readonly #given = new Set<string>();
  readonly #keyedSurfaces = new Set<string>();
  /** The states of the newest objects, by the value that stands for them. */
  readonly #states = new Map<string, string>();

  constructor({ slices }: Registry) {
    this.#slices = slices;
    const operations = slices.flatMap((slice) => slice.operations.filter(({ surface }) => surface !== 'control'));
    this.#operations = new Map(operations.map((operation) => [operation.id, operation]));
    this.#origins = originsOf(slices);
    const kinds = slices.flatMap(({ collections }) => collections);
    this.#nouns = new Map(
      kinds.flatMap(({ name, prefix }) => {
        const by = this.#origins.get(`${prefix}_1`)?.by;
        return by === undefined ? [] : [[by, wordsOf(name)] as const];
      }),
    );
  }

  plan(): WalkPlan {
    const all = [...this.#operations.values()];
    const isLast = ({ method }: AnyOperation) => method === 'DELETE';
    const methods = new Set<string>();
    for (const operation of [...all.filter((each) => !isLast(each)), ...all.filter(isLast)]) {
      this.#visit(operation);
      const isFirst =
        operation.surface === 'merchant' && operation.access !== 'public' && !methods.has(operation.method);
      if (!isFirst) continue;
      methods.add(operation.method);
      for (const variation of serverRequests(operation)) this.#add(operation, variation);
    }
    const polls = this.#steps.filter(({ untilMoved }) => untilMoved).length;
    return {
      steps: this.#steps,
      calls: this.#steps.length + polls * (mostPolls - 1),
      leaves: this.#leaves(),
      left: this.#left,
    };
  }

  /** Plans the requests of an operation, after those of the operations that give what the operation needs. */
  #visit(operation: AnyOperation): void {
    const why = byPeople[operation.id] ?? byPeople[operation.id.split('.')[0]!] ?? this.#prepare(operation);
    if (why !== null) {
      this.#left.push({ operation: operation.id, why });
      return;
    }
    const isGlobal = isOfAccount(operation);
    for (const variation of wrongRequests(operation, isGlobal)) this.#add(operation, variation);
    for (const variation of [...this.#keyed(operation), ...referenceRequests(operation)])
      this.#add(operation, variation);
    if (!this.#shown.has(operation)) this.#show(operation);
  }

  /** Plans the example of an operation on an object that is in a state for the operation. */
  #show(operation: AnyOperation): void {
    const moved = this.#moveOf(operation);
    const isDeletion = operation.method === 'DELETE';
    const isPaid = operation.surface === 'client' && operation.effects?.includes('moves_money') === true;
    const subject = Object.values(operation.example?.params ?? {}).at(-1) ?? '';
    if ((isDeletion || isPaid) && this.#origins.has(subject)) this.#make(subject);
    if (moved !== null) this.#bring(moved.lifecycle, moved.name, moved.standIn);
    this.#add(operation, null);
    if (moved !== null) {
      const { lifecycle, name, standIn } = moved;
      const move: Move = lifecycle.moves[`${name}_part`] ?? lifecycle.moves[name]!;
      this.#states.set(standIn, move.to);
      const { refusal = 400 } = move;
      const isRefused = operation.refuses.some(({ code, status }) => code === 'invalid_state' && status === refusal);
      if (isRefused && !leavesFrom(move, move.to)) this.#add(operation, again([refusal]));
    }
    if (isDeletion) this.#add(operation, again(operation.refuses.map(({ status }) => status)));
    if (operation.refuses.some(({ code }) => code?.startsWith('already_') === true)) this.#add(operation, again([400]));
    // The next operation that needs such an object gets a fresh one.
    if (moved !== null || isDeletion || isPaid) this.#forget(subject);
  }

  /** Plans what gives all that an operation needs. @returns why nothing can; null: everything is given */
  #prepare(operation: AnyOperation): string | null {
    for (const need of needsOf(operation, this.#origins)) {
      if (this.#given.has(need)) continue;
      const why = this.#make(need);
      if (why !== null) return why;
    }
    return null;
  }

  #make(need: string): string | null {
    const origin = this.#origins.get(need);
    const operation = origin === undefined ? undefined : this.#operations.get(origin.by);
    if (origin === undefined || operation === undefined) return `no answer of the API names what '${need}' stands for`;
    const why = this.#prepare(operation);
    if (why !== null) return why;
    const { by, variation = null } = origin;
    const isSame = (each: Origin) => each.by === by && each.variation === origin.variation;
    const gives = [...this.#origins].filter(
      ([name, each]) => name === need || (isSame(each) && !this.#given.has(name)),
    );
    this.#add(operation, variation, { gives: Object.fromEntries(gives) });
    const { lifecycle } = this.#sliceOf(operation);
    const opening = Object.values(lifecycle?.moves ?? {}).find((move) => move.from === null && move.by === 'api');
    for (const [name] of gives) {
      this.#given.add(name);
      if (opening !== undefined) this.#states.set(name, opening.to);
    }
    return null;
  }

  /** Plans the moves that bring the newest object, or else a fresh one, into a state for a move. */
  #bring(lifecycle: NonNullable<Slice['lifecycle']>, name: string, standIn: string): void {
    const wayFrom = (state = ''): string[] | null =>
      leavesFrom(lifecycle.moves[name]!, state) ? [] : pathTo(lifecycle, state, name);
    let way = wayFrom(this.#states.get(standIn));
    if (way === null) {
      this.#make(standIn);
      way = wayFrom(this.#states.get(standIn));
    }
    for (const step of way ?? []) {
      const own = [...this.#operations.values()].filter((each) => this.#moveOf(each)?.lifecycle === lifecycle);
      const mover = own.find((each) => this.#moveOf(each)?.name === step);
      const reader = [...this.#operations.values()].find(
        (each) => each.method === 'GET' && each.example?.params?.id === standIn,
      );
      if (mover !== undefined) this.#add(mover, null);
      else if (reader !== undefined) this.#add(reader, null, { untilMoved: true });
      this.#states.set(standIn, lifecycle.moves[step]!.to);
    }
  }

  #add(
    operation: AnyOperation,
    variation: Variation | null,
    { gives = {}, untilMoved = false }: Partial<Pick<WalkStep, 'gives' | 'untilMoved'>> = {},
  ): void {
    const statuses = variation?.statuses ?? [operation.status];
    const needs = needsOf(operation, this.#origins);
    this.#steps.push({ operation, variation, statuses, needs, gives, untilMoved });
    if (variation === null) this.#shown.add(operation);
  }

  /** Takes back everything that the same answer gave. */
  #forget(name: string): void {
    const origin = this.#origins.get(name);
    for (const [each, { by, variation }] of this.#origins) {
      if (by === origin?.by && variation === origin.variation) this.#given.delete(each);
    }
  }

  /** Repeats of one request under one Idempotency-Key, for the first operation of each API that takes a key. */
  #keyed(operation: AnyOperation): Variation[] {
    const { surface, access, method, body } = operation;
    const takesKey =
      surface === 'client'
        ? operation.refuses.some(({ status }) => status === 422)
        : method === 'POST' && access === 'secret' && body?.properties.metadata !== undefined;
    if (!takesKey || this.#keyedSurfaces.has(surface)) return [];
    this.#keyedSurfaces.add(surface);
    return keyedRequests(operation);
  }

  /** The move that an operation makes: the last part of its path names the move. */
  #moveOf(
    operation: AnyOperation,
  ): { lifecycle: NonNullable<Slice['lifecycle']>; name: string; standIn: string } | null {
    const { lifecycle } = this.#sliceOf(operation);
    const name = /\{id\}\/(\w+)$/.exec(operation.path)?.[1];
    const standIn = operation.example?.params?.id;
    if (lifecycle === undefined || name === undefined || standIn === undefined || operation.surface !== 'merchant')
      return null;
    return name in lifecycle.moves ? { lifecycle, name, standIn } : null;
  }

  #sliceOf(operation: AnyOperation): Slice {
    return this.#slices.find(({ operations }) => operations.includes(operation))!;
  }

  #leaves(): Record<string, number> {
    const leaves: Record<string, number> = {};
    for (const { operation, statuses } of this.#steps) {
      if (operation.method !== 'POST' || !statuses.includes(operation.status)) continue;
      const { effects = [] } = operation;
      const nouns = [this.#nouns.get(operation.id), effects.includes('asks_network') ? 'transaction' : undefined];
      if (effects.includes('pays_out')) nouns.push('payout');
      for (const noun of new Set(nouns)) if (noun !== undefined) leaves[noun] = (leaves[noun] ?? 0) + 1;
    }
    return leaves;
  }
}

const again = (statuses: readonly number[]): Variation => ({ name: 'again', statuses, change: (draft) => draft });

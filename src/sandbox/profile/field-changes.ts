import { isObject } from '../../core/base/json-values.ts';
import { getOrMake } from '../../core/base/maps.ts';
import type { Change, ChangeOf } from './model.ts';

export type Json = Record<string, unknown>;

type FieldChange = Extract<Change, { field: string }>;

/** A change, with the path to the objects that have its field, and the field's name there. */
interface Step<C extends FieldChange = FieldChange> {
  readonly change: C;
  readonly parents: readonly string[];
  readonly name: string;
}

/** The values of a field that have different names in the service. */
interface Values extends Omit<Step, 'change'> {
  readonly shown: ReadonlyMap<unknown, unknown>;
  readonly accepted: ReadonlyMap<unknown, unknown>;
}

/** The changes to the fields of one kind of object, in the order in which they are applied. */
export class FieldChanges {
  readonly #values: readonly Values[];
  readonly #steps: readonly Step[];
  readonly #renames: readonly Step<ChangeOf<'rename'>>[];

  /** @param isOurs whether the emulator also has a value with that name in the field, but with another meaning */
  constructor(changes: readonly FieldChange[], isOurs: (field: string, value: unknown) => boolean) {
    const steps = changes.map((change): Step => {
      const parts = change.field.split('.');
      return { change, parents: parts.slice(0, -1), name: parts.at(-1)! };
    });
    const isRename = (step: Step): step is Step<ChangeOf<'rename'>> => step.change.change === 'rename';
    const fields = new Map<string, Values & { shown: Map<unknown, unknown>; accepted: Map<unknown, unknown> }>();
    for (const { change, parents, name } of steps) {
      if (change.change !== 'value') continue;
      const { field, from, to } = change;
      const values = getOrMake(fields, field, () => ({ parents, name, shown: new Map(), accepted: new Map() }));
      values.shown.set(from, to);
      if (isOurs(field, to)) continue;
      // A query contains only texts.
      for (const text of new Set([to, String(to)])) if (!values.accepted.has(text)) values.accepted.set(text, from);
    }
    this.#values = [...fields.values()];
    const order = ['null', 'add', 'remove'];
    const rank = ({ change }: Step) => order.indexOf(change.change);
    this.#steps = steps.filter((step) => rank(step) !== -1).sort((a, b) => rank(a) - rank(b));
    // Inner fields come first, because their paths contain the names before the change.
    this.#renames = steps.filter(isRename).sort((a, b) => b.parents.length - a.parents.length);
  }

  /** Changes an object of a response in place to the form of the service. */
  show(object: Json): void {
    for (const { parents, name, shown } of this.#values) replaceIn(object, parents, name, shown);
    for (const { change, parents, name } of this.#steps) {
      for (const parent of objectsAt(object, parents)) showIn(parent, name, change);
    }
    this.showNames(object);
  }

  /** Renames the fields of an object in place, without any other change. */
  showNames(object: Json): void {
    rename(
      object,
      this.#renames.map(({ change, parents, name }) => ({ parents, from: name, to: change.to })),
    );
  }

  /**
   * Changes an object of a request in place to the emulator's names. Names and values that are not in the profile stay
   * unchanged.
   */
  accept(object: Json): void {
    const back = this.#renames.toReversed();
    rename(
      object,
      back.map(({ change, parents, name }) => ({ parents, from: change.to, to: name })),
    );
    for (const { parents, name, accepted } of this.#values) replaceIn(object, parents, name, accepted);
  }

  /** The name of a field in the service, based on the last part of its path. */
  nameOf(field: string): string | undefined {
    return this.#renames.find(({ name }) => name === field)?.change.to;
  }
}

function replaceIn(object: Json, parents: readonly string[], name: string, by: ReadonlyMap<unknown, unknown>): void {
  const replaced = (value: unknown): unknown => (by.has(value) ? by.get(value) : value);
  for (const parent of objectsAt(object, parents)) {
    const value = parent[name];
    if (Object.hasOwn(parent, name)) parent[name] = Array.isArray(value) ? value.map(replaced) : replaced(value);
  }
}

function showIn(parent: Json, name: string, change: FieldChange): void {
  switch (change.change) {
    case 'null':
      if (change.as === 'null') parent[name] ??= null;
      else if (parent[name] === null && change.as === 'empty') parent[name] = '';
      else if (parent[name] === null) delete parent[name];
      return;
    case 'add':
      parent[name] = structuredClone(change.copy === undefined ? change.constant : (parent[change.copy] ?? null));
      return;
    case 'remove':
      delete parent[name];
  }
}

interface Renaming {
  readonly parents: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Renames fields. All fields of an object are renamed together, so that two fields can swap their names. */
function rename(object: Json, renamings: readonly Renaming[]): void {
  for (const parents of new Set(renamings.map((each) => each.parents.join('.')))) {
    const own = renamings.filter((each) => each.parents.join('.') === parents);
    for (const parent of objectsAt(object, parents === '' ? [] : parents.split('.'))) {
      const moved = own
        .filter(({ from }) => Object.hasOwn(parent, from))
        .map(({ from, to }) => ({ from, to, value: parent[from] }));
      for (const { from } of moved) delete parent[from];
      for (const { to, value } of moved) parent[to] = value;
    }
  }
}

/** The objects at a path. Lists count as their items. */
function* objectsAt(value: unknown, path: readonly string[]): Generator<Json> {
  if (Array.isArray(value)) for (const item of value) yield* objectsAt(item, path);
  else if (!isObject(value)) return;
  else if (path.length === 0) yield value;
  else yield* objectsAt(value[path[0]!], path.slice(1));
}

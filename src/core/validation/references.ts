import { getOrMake } from '../base/maps.ts';
import type { Registry } from '../kernel/declare/registry.ts';
import type { DataSet, State } from '../kernel/state.ts';
import type { AnyCollectionDef, Stored } from '../store/collection.ts';

/**
 * A field that refers to another record: its path (`*` represents each item of a list), and the kind of that record.
 */
interface Reference {
  readonly path: readonly string[];
  readonly to: AnyCollectionDef;
}

/** A reference to a record that does not exist. */
export interface BrokenReference {
  /** `line_items.*.product_id` */
  readonly param: string;
  readonly noun: string;
  readonly id: string;
}

/** The parts of a schema that contain other schemas. */
interface Parts {
  readonly properties?: Readonly<Record<string, object>>;
  readonly items?: object;
  readonly anyOf?: readonly object[];
}

/** References between records: a field with the name `customer_id` refers to a customer. */
export class References {
  readonly #registry: Registry;
  readonly #isOfRemovable: boolean;
  readonly #known = new Map<string, readonly Reference[]>();

  /** @param isOfRemovable whether to include references to removable records; by default, these can be broken */
  constructor(registry: Registry, isOfRemovable = false) {
    this.#registry = registry;
    this.#isOfRemovable = isOfRemovable;
  }

  /** The references of a record to records that do not exist. */
  *brokenIn(state: State, set: DataSet, def: AnyCollectionDef, record: Stored): Generator<BrokenReference> {
    const references = getOrMake(this.#known, def.name, () => [...this.#referencesIn(def.model, [])]);
    for (const { path, to } of references) {
      for (const id of textsAt(record, path)) {
        if (set.of<Stored>(to).get(id) !== undefined || state.root.of<Stored>(to).get(id) !== undefined) continue;
        yield { param: path.join('.'), noun: to.name, id };
      }
    }
  }

  *#referencesIn(schema: object, path: readonly string[]): Generator<Reference> {
    const { properties, items, anyOf } = schema as Parts;
    for (const [name, part] of Object.entries(properties ?? {})) {
      const to = name.endsWith('_id') ? this.#registry.collections.get(name.slice(0, -3)) : undefined;
      if (to === undefined) yield* this.#referencesIn(part, [...path, name]);
      else if (this.#isOfRemovable || to.removable !== true) yield { path: [...path, name], to };
    }
    if (items !== undefined) yield* this.#referencesIn(items, [...path, '*']);
    for (const form of anyOf ?? []) yield* this.#referencesIn(form, path);
  }
}

/** The texts at a path in a record. */
function* textsAt(value: unknown, path: readonly string[]): Generator<string> {
  const [name, ...rest] = path;
  if (name === undefined) {
    if (typeof value === 'string') yield value;
  } else if (typeof value === 'object' && value !== null) {
    const parts = name === '*' ? Object.values(value) : [(value as Readonly<Record<string, unknown>>)[name]];
    for (const part of parts) yield* textsAt(part, rest);
  }
}

import type { Collection, Stored } from '../engine/collection.ts';
import type { Registry } from '../engine/registry.ts';
import type { DataSet } from '../engine/state.ts';

/** A text that says what is wrong with what was read; whoever reads the file adds the place. */
export class Fault extends Error {}

/** The collection of a name in a data set. @throws Fault where no slice declares it. */
export function collectionOf(set: DataSet, name: string, registry: Registry): Collection<Stored> {
  const def = registry.collections.get(name);
  if (def === undefined) throw new Fault(`it holds records of the unknown kind ${JSON.stringify(name)}`);
  return set.of(def);
}

/** Takes a record over that was read. @throws Fault where it is none. */
export function loadRecord(collection: Collection<Stored>, record: unknown): void {
  if (!isStored(record)) throw new Fault(`a record of ${collection.def.name} has no id`);
  collection.load(Object.freeze(record));
}

const isStored = (value: unknown): value is Stored => isObject(value) && typeof value.id === 'string';

/** Whether a value that was read is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value that was read is an integer, 0 or more. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

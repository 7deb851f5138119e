import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { DataSet, State } from '../../../core/kernel/state.ts';
import type { Collection, Stored } from '../../../core/store/collection.ts';
import { collectionOf } from './line-reader.ts';

/** A commit in its stored form. The journal's checksum, or the reader of a record, has verified the structure. */
export interface StoredCommit {
  readonly seq: number;
  /** The data sets that the commit removed completely. */
  readonly drop?: readonly string[];
  readonly sets: Readonly<Record<string, StoredPart>>;
}

/** The changes of a commit to a data set. */
interface StoredPart {
  readonly count: number;
  readonly put?: Readonly<Record<string, readonly unknown[]>>;
  readonly del?: Readonly<Record<string, readonly string[]>>;
}

/** Loads records in their stored form. */
export type Load = (collection: Collection<Stored>, records: readonly unknown[]) => void;

/**
 * Applies a commit to a state.
 * @param replacements the data sets that replace data sets with the same key
 * @throws Fault for records of an unknown kind
 */
export function applyCommit(
  state: State,
  { seq, drop = [], sets }: StoredCommit,
  registry: Registry,
  load: Load,
  replacements: readonly DataSet[] = [],
): void {
  for (const key of drop) state.drop(key);
  for (const set of replacements) state.restore(set);
  for (const key in sets) applyPart(state.set(key), sets[key]!, registry, load);
  state.seq = seq;
}

/**
 * Applies the part of a commit for a data set.
 * @throws Fault for records of an unknown kind
 */
export function applyPart(set: DataSet, { count, put, del }: StoredPart, registry: Registry, load: Load): void {
  set.count = count;
  // A call can remove a record and create another record with the same id. The new record comes last.
  for (const name in del) {
    const collection = collectionOf(set, name, registry);
    for (const id of del[name]!) {
      const entry = collection.entry(id);
      if (entry !== undefined) collection.remove(entry);
    }
  }
  for (const name in put) load(collectionOf(set, name, registry), put[name]!);
}

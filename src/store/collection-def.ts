import type { Static, TObject } from '../base/typebox.ts';
import type { IndexFields } from './index-buckets.ts';

/** What every stored record has. */
export interface Stored {
  readonly id: string;
}

/** An index by texts that lie inside one field of a record, any number of them: the pairs of its `metadata`. */
export interface InnerIndex<T> {
  readonly field: keyof T & string;
  /** The texts, none of them twice. */
  readonly keysOf: (record: T) => readonly string[];
}

/** How records of one kind are kept. Declared once, by the slice that owns them. */
export interface CollectionDef<T extends Stored, L = unknown> {
  readonly name: string;
  /** What a record is: what is read from a file is held to it. */
  readonly model: TObject;
  /** The lifecycle that its records go through. */
  readonly lifecycle?: L;
  /** What the ids begin with, without the underscore. */
  readonly prefix: string;
  readonly indexes: readonly IndexFields<T>[];
  /** Whether its records may be removed, so that others may name one that is gone. */
  readonly removable?: boolean;
  readonly inside?: InnerIndex<T>;
  /** Ascending order by a text, for records that are taken in turn (jobs). Null leaves a record out. */
  readonly order?: (record: T) => string | null;
}

/** Declares records: what they are follows from their model. Filters that a list offers each need an index. */
export const collection = <M extends TObject, L = undefined>(
  name: string,
  def: Omit<CollectionDef<Static<M> & Stored, L>, 'name' | 'model'> & { readonly model: M },
): CollectionDef<Static<M> & Stored, L> => ({ name, ...def });

/** A definition whose record type is nobody's business where it is handled (the registry, storage). */
// biome-ignore lint/suspicious/noExplicitAny: record types are the slices' own
export type AnyCollectionDef = CollectionDef<any>;

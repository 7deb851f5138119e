import type { Static, TObject } from '../base/typebox.ts';
import type { IndexFields } from './index-buckets.ts';

/** The fields that every stored record has. */
export interface Stored {
  readonly id: string;
}

/** An index by the texts inside one field of a record, such as the pairs of its `metadata`: any number of texts. */
export interface InnerIndex<T> {
  readonly field: keyof T & string;
  /** The texts, without duplicates. */
  readonly keysOf: (record: T) => readonly string[];
}

/** How records of one kind are stored. The slice that owns them declares it once. */
export interface CollectionDef<T extends Stored, L = unknown> {
  readonly name: string;
  /** The model of a record; records that are read from a file are checked against it. */
  readonly model: TObject;
  /** The lifecycle of its records. */
  readonly lifecycle?: L;
  /** The prefix of its ids, without the underscore. */
  readonly prefix: string;
  readonly indexes: readonly IndexFields<T>[];
  /** Whether its records may be removed. References to such records may then lead nowhere. */
  readonly removable?: boolean;
  readonly inside?: InnerIndex<T>;
  /**
   * The fields by which a caller without a key reaches a record, each with the namespace of its values: one value of a
   * namespace belongs to one workspace. An index must cover each field other than `id`.
   */
  readonly addresses?: Readonly<Partial<Record<keyof T & string, string>>>;
  /** A text to sort by, ascending, for records that are processed in turn (jobs). Null leaves a record out. */
  readonly order?: (record: T) => string | null;
}

/** Declares a kind of records, whose type follows from the model. Each filter of a list needs an index. */
export const collection = <M extends TObject, L = undefined>(
  name: string,
  def: Omit<CollectionDef<Static<M> & Stored, L>, 'name' | 'model'> & { readonly model: M },
): CollectionDef<Static<M> & Stored, L> => ({ name, ...def });

/** A definition for code that does not care about the record type (the registry, storage). */
// biome-ignore lint/suspicious/noExplicitAny: record types are the slices' own
export type AnyCollectionDef = CollectionDef<any>;

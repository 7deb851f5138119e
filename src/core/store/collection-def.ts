import type { Static, TObject } from '../base/typebox.ts';
import type { IndexFields } from './index-buckets.ts';

/** The fields of every stored record. */
export interface Stored {
  readonly id: string;
}

/**
 * An index by the texts inside one field of a record, such as the pairs in its `metadata`. A record can have any
 * number of texts.
 */
interface InnerIndex<T> {
  readonly field: keyof T & string;
  /** The texts, without duplicates. */
  readonly keysOf: (record: T) => readonly string[];
}

/**
 * How records of one kind are stored. The slice that owns them contains the declaration.
 * @typeParam I the declared indexes
 */
export interface CollectionDef<T extends Stored, L = unknown, I extends IndexFields<T> = IndexFields<T>> {
  readonly name: string;
  /** The model of a record. Records from a file are checked against it. */
  readonly model: TObject;
  /** The lifecycle of the records. */
  readonly lifecycle?: L;
  /** The prefix of the ids, without the underscore. */
  readonly prefix: string;
  readonly indexes: readonly I[];
  /** Whether the records can be removed. References to such records can be broken. */
  readonly removable?: boolean;
  readonly inside?: InnerIndex<T>;
  /**
   * The fields by which a caller without a key can reach a record, each with the namespace of its values. In a
   * namespace, each value belongs to only one workspace. Every field except `id` must be covered by an index.
   */
  readonly addresses?: Readonly<Partial<Record<keyof T & string, string>>>;
  /**
   * A text to sort by in ascending order, for records that are processed in sequence (jobs). Null excludes a record.
   */
  readonly order?: (record: T) => string | null;
}

/**
 * Declares a kind of records. The type of the records is derived from the model. A filter that no index serves does not
 * compile.
 */
export const collection = <
  M extends TObject,
  L = undefined,
  const I extends IndexFields<Static<M> & Stored> = IndexFields<Static<M> & Stored>,
>(
  name: string,
  def: Omit<CollectionDef<Static<M> & Stored, L, I>, 'name' | 'model'> & { readonly model: M },
): CollectionDef<Static<M> & Stored, L, I> => ({ name, ...def });

/** A definition for code that does not depend on the record type (the registry, storage). */
// biome-ignore lint/suspicious/noExplicitAny: record types are the slices' own
export type AnyCollectionDef = CollectionDef<any, unknown, any>;

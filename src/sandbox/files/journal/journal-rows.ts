import { getOrMake } from '../../../core/base/maps.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { Collection, Stored } from '../../../core/store/collection.ts';
import { type Columns, type FromRow, layoutOf, rowReaderOf } from '../../../core/store/rows.ts';
import { Fault } from '../errors.ts';
import { isStored } from './line-reader.ts';

/** The columns in the rows of each kind of record, by the names of their collections. */
export type ColumnsByKind = Readonly<Record<string, Columns>>;

/** The columns in the rows that this emulator writes. */
export const columnsOf = (registry: Registry): ColumnsByKind =>
  Object.fromEntries(
    [...registry.collections].map(([name, { model }]) => {
      const { always, nullable, instants } = layoutOf(model);
      return [name, { always, nullable, instants }];
    }),
  );

/** Reads the rows of a journal with the columns that its head and notes declare. */
export class JournalRows {
  readonly registry: Registry;
  #columns: ColumnsByKind | null = null;
  readonly #readers = new Map<string, FromRow<Stored>>();

  constructor(registry: Registry) {
    this.registry = registry;
  }

  /** Whether this emulator writes rows with the columns that were declared last. */
  get areAsWritten(): boolean {
    return JSON.stringify(this.#columns) === JSON.stringify(columnsOf(this.registry));
  }

  /** Sets the columns of the following rows; undefined if they stay the same. */
  expect(columns: ColumnsByKind | undefined): void {
    if (columns === undefined) return;
    this.#columns = columns;
    this.#readers.clear();
  }

  /**
   * Loads the records in rows.
   * @throws Fault for a value that is not a row
   */
  load(collection: Collection<Stored>, rows: readonly unknown[]): void {
    const { name } = collection.def;
    const read = getOrMake(this.#readers, name, () => this.#readerOf(collection));
    for (const row of rows) {
      if (!Array.isArray(row)) throw new Fault(`a record of ${name} is not a row`);
      const record = read(row);
      if (!isStored(record)) throw new Fault(`a record of ${name} has no id`);
      collection.take(record);
    }
  }

  #readerOf({ def: { name, model } }: Collection<Stored>): FromRow<Stored> {
    // A journal without its head is repaired with the current columns.
    return rowReaderOf(model, (this.#columns ?? columnsOf(this.registry))[name] ?? layoutOf(model));
  }
}

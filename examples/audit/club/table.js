// Tables in one file: rows with an id, and as much of SQL as a club needs.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export class Tables {
  #file;
  #rows;

  constructor(file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    this.#rows = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  }

  select(table, where = () => true) {
    return Object.values(this.#rows[table] ?? {}).filter(where);
  }

  one(table, id) {
    return this.#rows[table]?.[id];
  }

  /** Puts a row in, or sets what is given of one that is there. */
  upsert(table, id, values) {
    this.#rows[table] ??= {};
    const before = this.#rows[table][id];
    const after = { ...before, ...values, id };
    if (JSON.stringify(before) === JSON.stringify(after)) return before;
    this.#rows[table][id] = after;
    writeFileSync(`${this.#file}~`, JSON.stringify(this.#rows));
    renameSync(`${this.#file}~`, this.#file);
    return after;
  }
}

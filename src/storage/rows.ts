import type { Stored } from '../engine/collection.ts';
import { hasFields } from '../engine/fields.ts';
import { isSame } from '../engine/saved-state.ts';
import { isObject } from './loading.ts';

/*
 * Records of one kind differ little from each other. A list of rows holds the first of them whole, and of each later
 * one what differs from the one before: `[place, value, place, value...]`, where a place counts the fields of the record
 * from 0; a place below 0 stands for field -1 - place, an object itself, and is followed by what differs in that.
 * A record with other fields than the one before is whole again. Reading rows is quicker than reading records, and texts
 * that many records have in common are one text in memory.
 */

export type Row = Readonly<Record<string, unknown>> | readonly unknown[];

/** Objects with fewer fields are written whole: naming what differs would be no shorter. */
const fewFields = 4;

/** Rows of records, for `JSON.stringify`. */
export function toRows(records: readonly Stored[]): Row[] {
  const rows: Row[] = [];
  let before: Record<string, unknown> | null = null;
  let fields: readonly string[] = [];
  for (const stored of records) {
    const record = stored as unknown as Record<string, unknown>;
    if (before !== null && hasFields(record, fields)) {
      rows.push(differences(before, record, fields));
      before = record;
    } else {
      fields = Object.keys(record);
      rows.push(record);
      // JSON leaves out what is undefined, and the places would be others.
      before = hasFields(record, fields) ? record : null;
    }
  }
  return rows;
}

function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): unknown[] {
  const row: unknown[] = [];
  for (let at = 0; at < fields.length; at++) {
    const [from, to] = [before[fields[at]!], after[fields[at]!]];
    if (from === to) continue;
    if (isObject(from) && isObject(to)) {
      const inner = Object.keys(from);
      if (inner.length >= fewFields && hasFields(from, inner) && hasFields(to, inner)) {
        const within = differences(from, to, inner);
        if (within.length > 0) row.push(-1 - at, within);
        continue;
      }
    }
    if (!isSame(from, to)) row.push(at, to);
  }
  return row;
}

/**
 * The records of rows, frozen.
 * @param known a record that the running state has under an id: where it is the same, it is taken in place of a second one
 * @throws Error where they are no rows
 */
export function fromRows(rows: readonly unknown[], known: (id: string) => Stored | undefined): Stored[] {
  const records: Stored[] = [];
  /** The record that was read last, to be turned into the next one; nobody else has it. */
  let current: Record<string, unknown> = {};
  let fields: readonly string[] = [];
  for (const row of rows) {
    if (Array.isArray(row)) {
      change(current, row, fields);
    } else if (isObject(row)) {
      current = row;
      fields = Object.keys(row);
    } else {
      throw new Error('a row is neither a record nor what differs in one');
    }
    if (!isStored(current)) throw new Error('a record has no id');
    const present = known(current.id);
    const isKnown = present !== undefined && holdsSame(present as unknown as Record<string, unknown>, current, fields);
    records.push(isKnown ? present : Object.freeze({ ...current }));
  }
  return records;
}

/** `isSame` for a record whose fields are at hand. */
function holdsSame(
  present: Readonly<Record<string, unknown>>,
  record: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): boolean {
  let at = 0;
  for (const field in present) {
    if (fields[at++] !== field) return false;
    const [one, other] = [present[field], record[field]];
    if (one !== other && !isSame(one, other)) return false;
  }
  return at === fields.length;
}

const isStored = (record: Record<string, unknown>): record is Record<string, unknown> & Stored =>
  typeof record.id === 'string';

/** Objects inside have been given out with the record before: they are never changed, but another put in their place. */
function change(object: Record<string, unknown>, row: readonly unknown[], fields: readonly string[]): void {
  for (let at = 0; at < row.length; at += 2) {
    const place = row[at] as number;
    const field = fields[place < 0 ? -1 - place : place];
    if (field === undefined) throw new Error('a row names a field that is not there');
    if (place >= 0) {
      object[field] = row[at + 1];
    } else {
      const inner = { ...(object[field] as Record<string, unknown>) };
      change(inner, row[at + 1] as readonly unknown[], Object.keys(inner));
      object[field] = inner;
    }
  }
}

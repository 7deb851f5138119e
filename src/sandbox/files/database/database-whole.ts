import { readFile } from 'node:fs/promises';
import { faultIn } from '../../../core/base/json-fault.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { damaged, Fault, type Place, startOfFile } from '../errors.ts';
import { collectionOf, isCount, isObject, isStored, textOf } from '../journal/line-reader.ts';
import { addRecord, type Check, countFrom, type ReadDatabase, stateOf } from './database-parts.ts';

/**
 * Reads a `db.json` in another layout than that of `writeDatabase`, all at once.
 * @throws StorageError if it is damaged, foreign or of a newer emulator
 */
export async function readWhole(path: string, registry: Registry, check: Check): Promise<ReadDatabase> {
  const bytes = await readFile(path);
  const decoded = textOf(bytes, 0, bytes.length);
  if (decoded === null) throw damaged(path, startOfFile, 'it is not UTF-8');
  const text = decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
  const shift = bytes.length - Buffer.byteLength(text);
  const placeAt = (index: number): Place => {
    const before = text.slice(0, Math.max(0, index));
    return { offset: shift + Buffer.byteLength(before), line: before.split('\n').length };
  };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    const index = faultIn(text);
    const isCut = index >= text.length;
    const reason = isCut ? 'the file ends too early' : `${JSON.stringify(text.charAt(index))} is not JSON there`;
    throw damaged(path, placeAt(index), reason + recordAround(text, index));
  }
  const state = stateOf(path, content);
  const sets = isObject(content) ? content.sets : null;
  if (!isObject(sets)) throw damaged(path, startOfFile, 'it has no data sets');
  /** The offset of a parsed value: for a record that of its collection, in which its id is then looked up. */
  const starts = new WeakMap<object, number>();
  const placeOf = (thing: object): Place => {
    const start = starts.get(thing);
    if (start === undefined) return startOfFile;
    return placeAt(isStored(thing) ? indexOfField(text, '"id"', JSON.stringify(thing.id), start) : start);
  };
  for (const [key, part] of Object.entries(sets)) {
    const index = indexOfField(text, JSON.stringify(key), '{', 0);
    if (!isObject(part) || !isCount(part.count) || !isObject(part.collections)) {
      throw damaged(path, placeAt(index), `the data set ${key} has no count or no collections`);
    }
    const set = state.set(key);
    starts.set(set, index);
    for (const [name, records] of Object.entries(part.collections)) {
      const start = indexOfField(text, JSON.stringify(name), '[', index);
      let current: object | null = null;
      try {
        set.count = countFrom(key, part.count);
        const collection = collectionOf(set, name, registry);
        if (!Array.isArray(records)) throw new Fault(`${name} is no list of records`);
        for (const record of records) {
          current = isObject(record) ? record : null;
          if (current !== null) starts.set(current, start);
          starts.set(addRecord(collection, record, check), start);
        }
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        throw damaged(path, current === null ? placeAt(start) : placeOf(current), error.message);
      }
    }
  }
  return { state, isAsWritten: false, placeOf };
}

/** The offset of a named field, in quotation marks, whose value starts with `value`; `from` if there is none. */
function indexOfField(text: string, name: string, value: string, from: number): number {
  const pattern = new RegExp(`${escaped(name)}\\s*:\\s*${escaped(value)}`, 'g');
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? from;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Names the record whose line holds an offset, if possible. */
function recordAround(text: string, index: number): string {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  const [, id] = /^\{"id":\s?"([^"]{1,80})"/.exec(text.slice(start, end === -1 ? undefined : end)) ?? [];
  return id === undefined ? '' : `, in the record ${id}`;
}

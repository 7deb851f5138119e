import type { Collection, Stored } from '../engine/collection.ts';
import { randomSeed } from '../engine/ids.ts';
import type { Registry } from '../engine/registry.ts';
import { type DataSet, State } from '../engine/state.ts';
import { StorageError } from './errors.ts';
import { applyCommit, contentOf, namesFiles, restoredFolder } from './journal-reader.ts';
import { readLines, textOf } from './lines.ts';
import { collectionOf, isCount, isObject, loadRecord } from './loading.ts';
import { RestoredReader } from './restored-reader.ts';
import { collectionLine, setLine, stateOf } from './snapshot-reader.ts';

/** Tells of what could not be saved: a line of a file, and what was lost with it. */
export type LeaveOut = (line: number, what: string) => void;

/** What of a damaged `db.json` can be read. */
export interface Salvaged {
  readonly state: State;
  /** Whether its first line, which holds the seed and the last commit, was. */
  readonly hasHead: boolean;
  readonly records: number;
}

const comma = 0x2c;

/**
 * Reads what can be read of a `db.json` that has a record a line, as the emulator writes it.
 * @throws StorageError where it is of a newer emulator
 */
export async function salvageSnapshot(path: string, registry: Registry, leaveOut: LeaveOut): Promise<Salvaged> {
  let state = new State(randomSeed());
  let hasHead = false;
  let set: DataSet | null = null;
  let collection: Collection<Stored> | null = null;
  let records = 0;
  const takeFrame = (text: string, line: number): boolean => {
    if (text.startsWith('{"format":')) {
      state = stateOf(path, JSON.parse(`${text}}`));
      hasHead = true;
    } else if (setLine.test(text)) {
      const [, key = '', count] = setLine.exec(text) ?? [];
      set = state.set(JSON.parse(key) as string);
      set.count = Number(count);
      collection = null;
    } else if (collectionLine.test(text) && set !== null) {
      const [, name = ''] = collectionLine.exec(text) ?? [];
      collection = collectionOf(set, JSON.parse(name) as string, registry);
    } else if (text === ']') {
      collection = null;
    } else if (text === '"sets":{' || text === '}}' || text.trim() === '') {
      return true;
    } else {
      return takeRecord(text, line);
    }
    return true;
  };
  const takeRecord = (text: string, line: number): boolean => {
    if (collection === null || !text.startsWith('{')) return false;
    const record: unknown = JSON.parse(text);
    if (isObject(record) && typeof record.id === 'string' && collection.get(record.id) !== undefined) {
      leaveOut(line, `a second ${collection.def.name} ${record.id}`);
      return true;
    }
    loadRecord(collection, record);
    records++;
    return true;
  };
  const take = (buffer: Buffer, from: number, end: number, line: number): void => {
    const text = textOf(buffer, from, buffer[end - 1] === comma ? end - 1 : end);
    try {
      if (text !== null && takeFrame(text, line)) return;
    } catch (error) {
      if (error instanceof StorageError && line === 1 && /newer emulator/.test(error.message)) throw error;
    }
    const [, id] = /"id":\s?"([^"]{1,80})"/.exec(text ?? '') ?? [];
    const of: Collection<Stored> | null = collection;
    const kind = of === null ? 'a line' : `a record of ${(of as Collection<Stored>).def.name}`;
    leaveOut(line, id === undefined ? kind : `${kind}, ${id}`);
  };
  const { tail, place } = await readLines(path, (buffer, from, end, at) => take(buffer, from, end, at.line));
  if (tail.length > 0) take(tail, 0, tail.length, place.line);
  return { state, hasHead, records };
}

/**
 * Puts on over a state what of a journal goes on from it without a gap. A commit behind one that is lost would stand
 * on what is not there, and is left out with it.
 * @param isWhole whether the state knows which commit was its last
 */
export async function salvageJournal(
  path: string,
  { state, hasHead }: Pick<Salvaged, 'state' | 'hasHead'>,
  registry: Registry,
  leaveOut: LeaveOut,
): Promise<{ state: State; commits: number }> {
  let current = state;
  let knows = hasHead;
  let commits = 0;
  let lost = 0;
  let restoring = 0;
  const restored = new RestoredReader(restoredFolder(path), registry, (file, fault) => {
    leaveOut(restoring, `restored/${file}, line ${fault.place.line}: ${fault.message}`);
  });
  const { tail, place } = await readLines(path, async (buffer, start, end, at) => {
    let content: Record<string, unknown>;
    try {
      content = contentOf(buffer, start, end);
    } catch (error) {
      leaveOut(at.line, error instanceof Error ? error.message : String(error));
      return;
    }
    const { journal, seed, starts, after, seq } = content;
    if (journal !== undefined) {
      if (!knows && isCount(seed) && isCount(after)) {
        current = withHead(current, seed, after);
        knows = true;
      }
      if (isCount(starts)) current.starts = Math.max(current.starts, starts);
    } else if (isCount(seq)) {
      if (!knows && seq === 1) knows = true;
      if (seq <= current.seq) return;
      if (!knows || seq !== current.seq + 1) {
        lost++;
        return;
      }
      let whole: DataSet[] = [];
      if (namesFiles(content)) {
        restoring = at.line;
        try {
          whole = await restored.setsOf(current, content);
        } catch (error) {
          leaveOut(at.line, error instanceof Error ? error.message : String(error));
          return;
        }
      }
      applyCommit(current, content, registry, whole);
      commits++;
    } else if (isCount(starts)) {
      current.starts = starts;
    }
  });
  if (lost > 0) leaveOut(place.line, `${lost} ${lost === 1 ? 'commit' : 'commits'} behind one that is lost`);
  if (tail.length > 0) leaveOut(place.line, `${tail.length} bytes of a line that was cut off`);
  return { state: current, commits };
}

/** The same records in a state that draws its ids from another seed. */
function withHead(from: State, seed: number, seq: number): State {
  const state = new State(seed);
  state.seq = seq;
  for (const set of from.sets()) {
    const target = state.set(set.key);
    target.count = set.count;
    for (const collection of set.collections()) {
      const own = target.of(collection.def);
      for (const record of collection.oldestFirst()) own.load(record);
    }
  }
  return state;
}

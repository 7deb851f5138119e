import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Seed } from '../../../core/kernel/ids.ts';
import type { State } from '../../../core/kernel/state.ts';
import type { AnyCollectionDef, Entry, Stored } from '../../../core/store/collection.ts';
import { withoutNulls } from '../../../core/store/nullable-fields.ts';
import { syncData } from '../../../core/system/file-replacement.ts';
import { hexOf } from '../journal/checksummed-lines.ts';

/** The format of `db.json`. */
export const databaseFormat = 1;

/** The part of the first line that shows which commits the file contains. An edit must not change this part. */
export interface DatabaseVersion {
  readonly seed: Seed;
  /** The last commit that the file contains. */
  readonly seq: number;
  readonly starts: number;
}

/** The checksum of the database version in the first line. */
export const standingSum = ({ seed, seq, starts }: DatabaseVersion): string => hexOf(crc32(`${seed} ${seq} ${starts}`));

/** The content of the next `db.json`, recorded while every commit was written. */
export interface Outline extends DatabaseVersion {
  readonly sets: readonly { key: string; count: number; kinds: readonly Kind[] }[];
}

interface Kind {
  readonly def: AnyCollectionDef;
  /** The entries. Later records belong to the journal, which keeps their order. */
  readonly entries: readonly Entry<Stored>[];
}

/** Records the current content of a state. */
export function outlineOf(state: State): Outline {
  const noted = [];
  for (const set of state.sets()) {
    const kinds: Kind[] = [];
    for (const collection of set.collections()) {
      if (collection.size > 0) kinds.push({ def: collection.def, entries: [...collection.chunks()].flat() });
    }
    if (set.count > 0 || kinds.length > 0) noted.push({ key: set.key, count: set.count, kinds });
  }
  return { seed: state.seed, seq: state.seq, starts: state.starts, sets: noted };
}

/** The number of records in the content of a file. */
export const recordsIn = ({ sets }: Outline): number =>
  sets.flatMap(({ kinds }) => kinds).reduce((sum, { entries }) => sum + entries.length, 0);

const pieceLength = 256 * 1024;
/**
 * The file is synced after this many bytes. On some file systems, one large sync would block the journal's writes.
 */
const bytesASync = 16 * 1024 * 1024;

/**
 * Writes `db.json`, one record per line, in pieces that take a millisecond or two, so that the event loop can run in
 * between. Each record is written in its current version. Some versions are later than the outline, and some records
 * were removed since. A reader must therefore replay the journal from `seq` on. The first line is written last. It
 * contains the checksum of all bytes after it, so that a reader can detect an edit.
 * @param proceed called before each piece; throws to give up
 */
export async function writeDatabase(
  file: FileHandle,
  outline: Outline,
  version: string,
  proceed: () => void,
): Promise<void> {
  const firstLine = (checksum: number): string => {
    const { seed, seq, starts } = outline;
    const standing = { seed, seq, starts, standing_checksum: standingSum(outline) };
    const head = { format: databaseFormat, emulator: version, ...standing, checksum: hexOf(checksum) };
    return `${JSON.stringify(head).slice(0, -1)},\n`;
  };
  await file.writeFile(firstLine(0));
  let sum = 0;
  let unsynced = 0;
  const write = async (text: string): Promise<void> => {
    proceed();
    const bytes = Buffer.from(text);
    sum = crc32(bytes, sum);
    await file.writeFile(bytes);
    unsynced += bytes.length;
    if (unsynced < bytesASync) return;
    unsynced = 0;
    await syncData(file.fd);
  };
  let text = '';
  for (const part of partsOf(outline)) {
    text += part;
    if (text.length < pieceLength) continue;
    await write(text);
    text = '';
  }
  await write(text);
  await file.write(firstLine(sum), 0);
}

/** The text after the first line, part by part. */
function* partsOf({ sets }: Outline): Generator<string> {
  yield '"sets":{';
  for (const [at, { key, count, kinds }] of sets.entries()) {
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(key)}:{"count":${count},"collections":{`;
    for (const [at, { def, entries }] of kinds.entries()) {
      yield `${at === 0 ? '' : ','}\n${JSON.stringify(def.name)}:[`;
      let before = '\n';
      for (const { record } of entries) {
        yield before + JSON.stringify(withoutNulls(def.model, record));
        before = ',\n';
      }
      yield '\n]';
    }
    yield '\n}}';
  }
  yield '\n}}\n';
}

import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SavedRecords, SavedState, Snapshot } from '../engine/saved-state.ts';
import { Turns } from '../engine/turns.ts';
import { modes } from '../engine/workspace.ts';
import { syncDirectory } from './files.ts';
import { addChecksum, encodeLines, hexOf } from './journal-format.ts';
import { toRows } from './rows.ts';
import { type ShelfEnd, type ShelfHead, shelfHead } from './shelf-format.ts';

const pieceLength = 256 * 1024;
const recordsALine = 200;

/**
 * Writes a snapshot, in slices; the file is there when it is whole and on the disk.
 * @param saved the real instant at which it is saved, in milliseconds; null: now
 * @returns the checksum of it
 */
export async function writeSaved(
  path: string,
  snapshot: Snapshot,
  state: SavedState,
  saved: number | null,
): Promise<string> {
  const aside = `${path}.new`;
  const { workspace, at: now, own, sets } = state;
  const counts = { test: sets.test.count, live: sets.live.count };
  const file = await open(aside, 'w', 0o600);
  let sum = 0;
  try {
    try {
      const turns = new Turns();
      let pieces: Buffer[] = [];
      let length = 0;
      let records = 0;
      const flush = async (): Promise<void> => {
        const bytes = Buffer.concat(pieces);
        pieces = [];
        length = 0;
        await file.writeFile(bytes);
      };
      const add = async (content: unknown): Promise<void> => {
        const line = encodeLines([JSON.stringify(content)]);
        sum = addChecksum(sum, line, 0);
        pieces.push(line);
        length += line.length;
        if (length >= pieceLength) await flush();
        if (turns.isDue) await turns.next();
      };
      const addKinds = async (part: string, kinds: readonly SavedRecords[]): Promise<void> => {
        for (const { def, records: all } of kinds) {
          for (let at = 0; at < all.length; at += recordsALine) {
            await add([`${part}/${def.name}`, ...toRows(all.slice(at, at + recordsALine))]);
          }
          records += all.length;
        }
      };
      const head: ShelfHead = { snapshot, saved: saved ?? (await file.stat()).mtimeMs, workspace, now, counts };
      await add(shelfHead(head));
      await addKinds('own', own);
      for (const mode of modes) await addKinds(mode, sets[mode].kinds);
      const end: ShelfEnd = { end: records, sum: hexOf(sum) };
      pieces.push(encodeLines([JSON.stringify(end)]));
      await flush();
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw error;
  }
  await syncDirectory(dirname(path));
  return hexOf(sum);
}

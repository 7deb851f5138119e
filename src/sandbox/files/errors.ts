import { reasonOf } from '../../core/base/system-errors.ts';
import { clean } from '../../core/base/terminal-text.ts';

/** A data folder that cannot be used. The message says in one line which file, where, why, and what to do. */
export class StorageError extends Error {
  readonly file: string | null;
  /** The byte at which the damage starts, from 0; null if no file is damaged. */
  readonly offset: number | null;

  constructor(message: string, file: string | null = null, offset: number | null = null) {
    super(clean(message));
    this.file = file;
    this.offset = offset;
  }
}

/** A file in a format that this emulator does not read. It is not damaged, and a repair must not change it. */
export class FormatError extends StorageError {}

/** @param version the version of the emulator that wrote the file, if the file names one */
export function otherFormat(file: string, format: number, version: unknown, known: number): FormatError {
  const writer = typeof version === 'string' ? ` (${version})` : '';
  const found = `${file} has format ${format} at byte 0, written by another emulator version${writer}; this emulator reads format ${known}.`;
  return new FormatError(
    `${found} No file was changed. Start that emulator version, or choose another --data-dir.`,
    file,
    0,
  );
}

/** An error in the content of a file. The reader of the file adds the place. */
export class Fault extends Error {}

/** A place in a file: a byte, counted from 0, and a line, counted from 1. */
export interface FilePosition {
  readonly offset: number;
  readonly line: number;
}

export const startOfFile: FilePosition = { offset: 0, line: 1 };

/** Called for each loss of a repair, with the line in the file and the loss in words. */
export type ReportLoss = (line: number, what: string) => void;

/**
 * The error for a file whose content differs from what was written.
 * @param place null for a compressed file, which a user cannot correct
 */
export const damaged = (file: string, place: FilePosition | null, reason: string): StorageError => {
  const at = place === null ? '' : ` at byte ${place.offset} (line ${place.line})`;
  const remedy = 'No file was changed. Correct the file, restore a good copy of it, or choose another --data-dir.';
  return new StorageError(`${file} is damaged${at}: ${reason}. ${remedy}`, file, place?.offset ?? null);
};

/**
 * The error of a stop that finds its journal changed by another process.
 * @param fault how the journal changed, in words
 * @param isSaved whether `db.json` has all records
 */
export const changedMeanwhile = (fault: string, isSaved: boolean): StorageError =>
  new StorageError(
    isSaved
      ? `${fault}. db.json contains all acknowledged changes; if the next start rejects the journal, delete it.`
      : `${fault}, and db.json does not contain the latest writes. Put the journal back before the next start.`,
  );

/** The error for a folder that the emulator cannot create, read or write. */
export const unusable = (directory: string, error: unknown): StorageError =>
  new StorageError(
    `The data folder ${directory} cannot be used: ${reasonOf(error)}. Choose another --data-dir, or run with --ephemeral.`,
  );

import { reasonOf } from '../../core/base/system-errors.ts';
import { clean } from '../../core/base/terminal-text.ts';

/** A data folder that cannot be used. The message tells in one line which file, where, why, and what to do. */
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

/** A file in a format that this emulator does not read. It is not damaged, and a repair must not touch it. */
export class FormatError extends StorageError {}

export function newerFormat(file: string, format: number, version: unknown, known: number): FormatError {
  const writer = typeof version === 'string' ? ` (emulator ${version})` : '';
  const found = `${file} has format ${format} from byte 0 on, of a newer emulator${writer}; this one knows ${known}.`;
  return new FormatError(`${found} Nothing was changed. Update the emulator, or choose another --data-dir.`, file, 0);
}

/** A snapshot in an earlier format that the journal needs. */
export const earlierFormat = (file: string): FormatError =>
  new FormatError(
    `${file}, which the journal needs, has a format of an earlier emulator. Nothing was changed. ` +
      'Start and stop that emulator on the folder, so that db.json has all of it, or choose another --data-dir.',
    file,
    0,
  );

/** An error in something that was read; the reader of the file adds the place. */
export class Fault extends Error {}

/** A place in a file: a byte from 0, a line from 1. */
export interface Place {
  readonly offset: number;
  readonly line: number;
}

export const startOfFile: Place = { offset: 0, line: 1 };

/** Called with what a repair leaves out: the line of a file, and the loss. */
export type LeaveOut = (line: number, what: string) => void;

/** A file whose content is not as it was written. A compressed file has no lines to count. */
export const damaged = (file: string, { offset, line }: { offset: number; line?: number }, reason: string) => {
  const place = line === undefined ? `byte ${offset}` : `byte ${offset} (line ${line})`;
  const remedy = 'Nothing was changed. Correct it, put a good copy of the file back, or choose another --data-dir.';
  return new StorageError(`${file} is damaged at ${place}: ${reason}. ${remedy}`, file, offset);
};

/**
 * The error of a stop that finds its journal changed by somebody else.
 * @param fault what happened to the journal
 * @param isSaved whether `db.json` has everything
 */
export const changedMeanwhile = (fault: string, isSaved: boolean): StorageError =>
  new StorageError(
    isSaved
      ? `${fault}. db.json has everything that was acknowledged: delete the journal if the next start refuses it.`
      : `${fault}, and db.json lacks what was acknowledged last. Put the journal back before the next start.`,
  );

/** A folder that the system does not let us make, read or write. */
export const unusable = (directory: string, error: unknown): StorageError =>
  new StorageError(
    `The data folder ${directory} cannot be used: ${reasonOf(error)}. Choose another --data-dir, or run with --ephemeral.`,
  );

/** A data folder that cannot be used: one line that says which file, where in it, why, and what to do. */
export class StorageError extends Error {
  readonly file: string | null;
  /** The byte at which the damage begins, from 0; null where no file is damaged. */
  readonly offset: number | null;

  constructor(message: string, file: string | null = null, offset: number | null = null) {
    super(message);
    this.file = file;
    this.offset = offset;
  }
}

/** Where in a file something is: a byte from 0, a line from 1. */
export interface Place {
  readonly offset: number;
  readonly line: number;
}

const wayOut = 'Nothing was changed. Put a good copy of the file back, or choose another --data-dir.';

/** A file that holds something else than what was written to it (specification of the refusal: never silently fresh). */
export const damaged = (file: string, { offset, line }: Place, reason: string): StorageError =>
  new StorageError(`${file} is damaged at byte ${offset} (line ${line}): ${reason}. ${wayOut}`, file, offset);

/** A file of a later emulator, which this one must not touch. */
export const tooNew = (file: string, format: number, version: unknown, known: number): StorageError => {
  const writer = typeof version === 'string' ? ` (emulator ${version})` : '';
  const message = `${file} has format ${format} from byte 0 on, of a newer emulator${writer}; this one knows ${known}.`;
  return new StorageError(
    `${message} Nothing was changed. Update the emulator, or choose another --data-dir.`,
    file,
    0,
  );
};

/** A folder that the system refuses to make, read or write. */
export const unusable = (directory: string, error: unknown): StorageError =>
  new StorageError(
    `The data folder ${directory} cannot be used: ${reasonOf(error)}. Choose another --data-dir, or run with --ephemeral.`,
  );

/** The format that `db.json` is written in. */
export const fileFormat = 1;

/** What an error says, in one line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ');

/** The system's name of an error (`ENOENT`), if it has one. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

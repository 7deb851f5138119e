import { type OutputKind, type OutputOptions, OutputRefused, writeOutput } from '../../core/system/output-file.ts';
import { pageOpening } from '../page-elements.ts';

export const recordKind: OutputKind = {
  noun: 'run record',
  example: 'run.html',
  isOwn: (beginning) => beginning.startsWith(pageOpening),
};

/**
 * Writes a record completely or not at all. It replaces only another record, or any file if `force` is set.
 * @throws Error with a one-line message if the file cannot be written
 */
export async function writeRecordFile(file: string, page: string, { force }: OutputOptions = {}): Promise<void> {
  try {
    await writeOutput(file, page, recordKind, { force, mode: 0o666 });
  } catch (error) {
    if (error instanceof OutputRefused) throw new Error(`The record was not written: ${error.message}`);
    throw new Error(`The record was not written to ${file}: ${(error as Error).message}`);
  }
}

import type { Registry } from '../../core/kernel/declare/registry.ts';
import { IdStream, randomSeed } from '../../core/kernel/ids.ts';
import { NotRegular, readTextFile } from '../../core/system/regular-file.ts';
import { RecordError } from '../errors.ts';
import type { RunRecord } from '../format.ts';
import { linesIn } from '../write/content.ts';
import { withFreshSecrets } from '../write/disguise.ts';
import { largestRecord } from './limits.ts';
import { LineChecks } from './line-checks.ts';
import { type RecordedRuns, runsOf } from './runs.ts';

/**
 * Reads a record.
 * @param registry the declarations by which its objects are checked
 * @throws RecordError that says in one line why the file is not a record, or why the record cannot be used
 */
export const readRuns = (file: string, registry: Registry): Promise<RecordedRuns> =>
  runsOf(linesIn(pageIn(file), file), file, { check: new LineChecks(registry) });

/** The only run of a record, or the first of several. @throws as `readRuns` */
export const readRecord = async (file: string, registry: Registry): Promise<RunRecord> =>
  (await readRuns(file, registry)).runs[0].record;

/**
 * Reads a page to resume its run: with fresh keys and secrets in place of the hidden ones.
 * @param name the name of the page in messages
 * @throws as `readRuns`
 */
export function runsToGoOn(page: string, name: string, registry: Registry): Promise<RecordedRuns> {
  const fresh = new IdStream(randomSeed(), 'hidden secrets');
  const reveal = (text: string): string => withFreshSecrets(text, (number) => fresh.at(number));
  return runsOf(linesIn(page, name), name, { check: new LineChecks(registry), reveal });
}

/** The text of a record's file. @throws RecordError if the file cannot be read */
export function pageIn(file: string): string {
  try {
    return readTextFile(file, largestRecord);
  } catch (error) {
    if (error instanceof NotRegular) throw new RecordError(`${error.message}.`);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new RecordError(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}.`);
  }
}

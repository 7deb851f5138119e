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
 * @param registry the declarations against which its objects are checked
 * @throws RecordError with one line that says why the file is not a record, or why the record cannot be used
 */
export const readRuns = (file: string, registry: Registry): Promise<RecordedRuns> =>
  runsOf(linesIn(pageIn(file), file), file, { check: new LineChecks(registry) });

/** The only run of a record, or the first of several. @throws the same errors as `readRuns` */
export const readRecord = async (file: string, registry: Registry): Promise<RunRecord> =>
  (await readRuns(file, registry)).runs[0].record;

/**
 * Reads a page to resume its run. Hidden keys and secrets are replaced with new ones.
 * @param name the name of the page in error messages
 * @throws the same errors as `readRuns`
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
    throw new RecordError(
      code === 'ENOENT' ? `The file ${file} does not exist.` : `${file} cannot be read: ${message}.`,
    );
  }
}

import { gunzipSync } from 'node:zlib';
import { IdStream, randomSeed } from '../kernel/ids.ts';
import { NotRegular, readRegularFile } from '../regular-file.ts';
import { withFreshSecrets } from './disguise.ts';
import { RecordError } from './errors.ts';
import type { RunRecord } from './format.ts';
import { largestRecord } from './limits.ts';
import { dataClosing, dataOpening, pageClosing, pageOpening } from './marks.ts';
import { cut, garbled } from './parse.ts';
import { type RecordedRuns, runsOf } from './runs.ts';

/** How many bytes a record may have unpacked. */
const mostUnpacked = 1024 * 1024 * 1024;

/**
 * Reads a record.
 * @throws RecordError that says in one line why the file is none, or cannot be used
 */
export const readRuns = (file: string): RecordedRuns => runsOf(chunksIn(pageIn(file), file), file);

/** The only run of a record, or the first of several. @throws as `readRuns` */
export const readRecord = (file: string): RunRecord => readRuns(file).runs[0].record;

/**
 * Reads a page to go on from it: with fresh keys and secrets in the place of those that the record hides.
 * @param name what the messages call it
 * @throws as `readRuns`
 */
export function runsToGoOn(page: string, name: string): RecordedRuns {
  const fresh = new IdStream(randomSeed(), 'hidden secrets');
  const revealed = (text: string): string => withFreshSecrets(text, (number) => fresh.at(number));
  return runsOf(chunksIn(page, name), name, revealed);
}

/** The same of the only run, or the first of several. @throws as `readRuns` */
export const readToGoOn = (page: string, name: string): RunRecord => runsToGoOn(page, name).runs[0].record;

/** The content in the text of a page. */
function chunksIn(page: string, name: string): string[] {
  if (!page.startsWith(pageOpening)) {
    if (page.trim() === '') throw new RecordError(`${name} is empty. A record is written by 'emulator exec --record'.`);
    throw new RecordError(
      `${name} is no record. One is written by 'emulator exec --record' or 'emulator record save'.`,
    );
  }
  if (!page.trimEnd().endsWith(pageClosing)) throw cut(name);
  const start = page.indexOf(dataOpening);
  const end = start === -1 ? -1 : page.indexOf(dataClosing, start);
  if (end === -1) throw cut(name);
  return unpacked(page.slice(start + dataOpening.length, end), name)
    .trimEnd()
    .split('\n');
}

/** The text of a record's file. @throws RecordError where it cannot be read */
export function pageIn(file: string): string {
  try {
    return readRegularFile(file, largestRecord).toString('utf8');
  } catch (error) {
    if (error instanceof NotRegular) throw new RecordError(`${error.message}.`);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new RecordError(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}.`);
  }
}

function unpacked(data: string, name: string): string {
  try {
    return gunzipSync(Buffer.from(data, 'base64'), { maxOutputLength: mostUnpacked }).toString('utf8');
  } catch {
    throw garbled(name);
  }
}

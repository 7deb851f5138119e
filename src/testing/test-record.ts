import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { readRecord } from '../record/read/read.ts';
import { ownWayBack } from '../record/resume/resume-command.ts';
import { summaryOf } from '../record/summary.ts';
import { declarations } from '../sandbox/declarations.ts';
import type { Emulator } from './types.ts';

/**
 * The folder for records of failed tests, unless an option specifies another folder. It does not contain files of the
 * project itself.
 */
const usualFolder = 'node_modules/.cache/payments-emulator';

/** Writes records of failed tests: one file for each test file, rewritten with each failure. */
export class TestRecords {
  readonly #place: string;
  #latest: Promise<unknown> = Promise.resolve();

  /** @param place a folder, or a file that ends with `.html` */
  constructor(place: string = usualFolder) {
    this.#place = place;
  }

  /**
   * Writes the run of an emulator up to the failure of a test. If the record cannot be written, only the test's own
   * error is reported.
   * @param test the name of the test, as in its mark in the log
   * @param testFile the path of the test's file
   * @returns the sentence about the record's file, and the command that resumes just before the test
   */
  leave(emulator: Emulator, test: string, testFile: string): Promise<string> {
    // Tests that run at the same time can fail at the same time.
    const leaving = this.#latest.then(() => this.#write(emulator, test, testFile));
    this.#latest = leaving;
    return leaving;
  }

  async #write(emulator: Emulator, test: string, testFile: string): Promise<string> {
    const file = this.#fileOf(testFile);
    try {
      await mkdir(dirname(resolve(file)), { recursive: true });
      await emulator.record(file);
      const { failures } = summaryOf(await readRecord(file, declarations()));
      return recordSentence(file, failures.find(({ kind, text }) => kind === 'test' && text === test)?.place ?? test);
    } catch (error) {
      return `The record of the emulator could not be written: ${(error as Error).message}`;
    }
  }

  #fileOf(testFile: string): string {
    if (this.#place.endsWith('.html')) return this.#place;
    const path = relative(process.cwd(), testFile);
    return join(this.#place, `${path.startsWith('..') ? basename(path) : path}.html`);
  }
}

/** The sentence about the file of a test's record, and the command that resumes at a place in the record. */
export const recordSentence = (file: string, place: string): string =>
  `The record of the emulator is in ${file}\nTo resume just before this test: ${ownWayBack(file, place)}`;

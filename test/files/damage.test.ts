import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standingSum } from '../../src/sandbox/files/database/database-writer.ts';
import { StorageError } from '../../src/sandbox/files/errors.ts';
import { encodeLines } from '../../src/sandbox/files/journal/checksummed-lines.ts';
import { headOf } from '../../src/sandbox/files/journal/journal-file.ts';
import { whenCounted } from './counted.ts';
import { contentOf, crash, filesOf, makeDirectory, open, putThing, removeDirectories, thing } from './things.ts';

/** A folder with five commits in db.json and five behind them in the journal. */
let whole: string;
let content: unknown;

beforeAll(async () => {
  whole = makeDirectory();
  const opened = await open(whole, { seed: 42 });
  for (let at = 0; at < 5; at++) putThing(opened.engine, thing(`t${at}`, at, 'Grüße'));
  await opened.engine.kept();
  await opened.folder.compact();
  for (let at = 5; at < 10; at++) putThing(opened.engine, thing(`t${at}`, at, 'Grüße'));
  await opened.engine.kept();
  content = contentOf(opened.folder.state);
  await whenCounted(whole);
  crash(opened);
});

afterAll(removeDirectories);

type Change = (path: (name: string) => string) => void;

const journal = 'journal.ndjson';

const edit =
  (name: string, change: (bytes: Buffer) => Buffer): Change =>
  (path) =>
    writeFileSync(path(name), change(readFileSync(path(name))));

const editText = (name: string, change: (text: string) => string): Change =>
  edit(name, (bytes) => Buffer.from(change(bytes.toString())));

const editLines = (name: string, change: (lines: string[]) => string[]): Change =>
  editText(name, (text) => `${change(text.split('\n').slice(0, -1)).join('\n')}\n`);

const startOfLine = (name: string, line: number): number =>
  Buffer.byteLength(
    readFileSync(join(whole, name), 'utf8')
      .split('\n')
      .slice(0, line - 1)
      .map((text) => `${text}\n`)
      .join(''),
  );

const lineOf = (value: unknown): string =>
  encodeLines([JSON.stringify(value)])
    .toString()
    .trimEnd();
const flip = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at]! ^= 1;
  return changed;
};

/** What is done to the folder, the file that the refusal names, the line in it, and what it says. */
const damages: [name: string, change: Change, file: string, line: number, says: RegExp][] = [
  ['an empty journal', edit(journal, () => Buffer.alloc(0)), journal, 1, /empty/],
  ['an empty db.json', edit('db.json', () => Buffer.alloc(0)), 'db.json', 1, /empty/],
  ['a foreign journal', editText(journal, () => 'dear diary\n'), journal, 1, /format of a journal line/],
  [
    'another NDJSON file',
    editText(journal, () => `${lineOf({ log: 1 })}\n`),
    journal,
    1,
    /is not a journal of the emulator/,
  ],
  [
    'a foreign db.json',
    editText('db.json', () => '{"posts":[]}\n'),
    'db.json',
    1,
    /is not a data file of the emulator/,
  ],
  [
    'a db.json that is not an object',
    editText('db.json', () => '[1]'),
    'db.json',
    1,
    /is not a data file of the emulator/,
  ],
  ['a db.json of zeros', edit('db.json', (bytes) => Buffer.alloc(bytes.length)), 'db.json', 1, /is not valid JSON/],
  [
    'a flipped bit in a commit',
    edit(journal, (bytes) => flip(bytes, startOfLine(journal, 4) + 60)),
    journal,
    4,
    /checksum/,
  ],
  [
    'a flipped bit in a checksum',
    edit(journal, (bytes) => flip(bytes, startOfLine(journal, 3) + 4)),
    journal,
    3,
    /checksum/,
  ],
  ['a flipped bit in the head', edit(journal, (bytes) => flip(bytes, 30)), journal, 1, /checksum/],
  ['a flipped newline', edit(journal, (bytes) => flip(bytes, startOfLine(journal, 3) - 1)), journal, 2, /checksum/],
  [
    'zeros in the middle',
    edit(journal, (bytes) => Buffer.from(bytes).fill(0, startOfLine(journal, 3), startOfLine(journal, 4) - 1)),
    journal,
    3,
    /format of a journal line/,
  ],
  ['an empty line', editLines(journal, (lines) => lines.toSpliced(2, 0, '')), journal, 3, /format of a journal line/],
  [
    'a missing commit',
    editLines(journal, (lines) => lines.toSpliced(3, 1)),
    journal,
    4,
    /commit 8 was expected here, not 9/,
  ],
  [
    'a commit twice',
    editLines(journal, (lines) => lines.toSpliced(3, 0, lines[2]!)),
    journal,
    4,
    /commit 8 was expected here, not 7/,
  ],
  [
    'commits that changed places',
    editLines(journal, (lines) => [lines[0]!, lines[2]!, lines[1]!]),
    journal,
    2,
    /commit 6 was expected here, not 7/,
  ],
  ['a missing head', editLines(journal, (lines) => lines.slice(1)), journal, 1, /is not a journal of the emulator/],
  [
    'a head that is cut off',
    editText(journal, (text) => text.slice(0, 40)),
    journal,
    1,
    /its first line is incomplete/,
  ],
  [
    'a second head',
    editLines(journal, (lines) => lines.toSpliced(2, 0, lines[0]!)),
    journal,
    3,
    /commit 7 was expected here/,
  ],
  [
    'an unknown kind of record in the journal',
    editLines(journal, (lines) => [
      ...lines,
      lineOf({ seq: 11, sets: { root: { count: 0, put: { ghost: [{ id: 'a' }] } } } }),
    ]),
    journal,
    7,
    /unknown kind "ghost"/,
  ],
  [
    'sound lines of nonsense',
    editLines(journal, (lines) => [...lines, lineOf({ seq: 11, sets: { root: 7, other: null } })]),
    journal,
    7,
    /cannot be read/,
  ],
  [
    'a checksummed line that is not valid JSON',
    (path) => appendFileSync(path(journal), encodeLines(['{"seq":11,'])),
    journal,
    7,
    /cannot be read/,
  ],
  [
    'a journal in another format',
    editLines(journal, ([, ...lines]) => [
      lineOf({ ...headOf({ emulator: '9.9.9', seed: 42, starts: 1, after: 5 }), format: 3 }),
      ...lines,
    ]),
    journal,
    1,
    /format 3.*another emulator version \(9\.9\.9\).*this emulator reads format 2/,
  ],
  [
    'a db.json in another format',
    editText('db.json', (text) => text.replace('{"format":1,"emulator":"0.1.0"', '{"format":7,"emulator":"9.9.9"')),
    'db.json',
    1,
    /format 7.*another emulator version \(9\.9\.9\)/,
  ],
  [
    'a db.json in another format and layout',
    editText('db.json', (text) => JSON.stringify({ ...JSON.parse(text), format: 3 }, null, 1)),
    'db.json',
    1,
    /format 3/,
  ],
  [
    'a missing db.json',
    (path) => rmSync(path('db.json')),
    journal,
    1,
    /continues from commit 5, but db\.json.* is missing/,
  ],
  [
    'an edited number of the last commit',
    editText('db.json', (text) => text.replace('"seq":5', '"seq":7')),
    'db.json',
    1,
    /its seed, seq or starts was changed/,
  ],
  [
    'a db.json from before the journal',
    editText('db.json', (text) =>
      text
        .replace('"seq":5', '"seq":4')
        .replace(/"standing_checksum":"\w+"/, `"standing_checksum":"${standingSum({ seed: 42, seq: 4, starts: 1 })}"`),
    ),
    journal,
    1,
    /from commit 5, but db\.json ends with commit 4/,
  ],
  [
    'the journal of another folder',
    editLines(journal, ([, ...lines]) => [
      lineOf(headOf({ emulator: '0.1.0', seed: 43, starts: 1, after: 5 })),
      ...lines,
    ]),
    journal,
    1,
    /another db\.json/,
  ],
  [
    'a db.json that ends too early',
    edit('db.json', (bytes) => bytes.subarray(0, bytes.length - 40)),
    'db.json',
    9,
    /the file ends unexpectedly/,
  ],
  [
    'a db.json with a stray sign',
    editText('db.json', (text) => text.replace('"value":2', '"value":?2')),
    'db.json',
    7,
    /"\?" is not valid JSON here/,
  ],
  [
    'a db.json that is not UTF-8',
    edit('db.json', (bytes) => {
      const changed = Buffer.from(bytes);
      changed[bytes.indexOf('ü')] = 0xff;
      return changed;
    }),
    'db.json',
    5,
    /not UTF-8/,
  ],
  [
    'an unknown kind of record in db.json',
    editText('db.json', (text) => text.replace('"thing":[', '"ghost":[')),
    'db.json',
    4,
    /unknown kind "ghost"/,
  ],
  [
    'an unknown kind in another layout',
    editText('db.json', (text) => JSON.stringify(JSON.parse(text.replace('"thing":[', '"ghost":[')), null, 1)),
    'db.json',
    13,
    /unknown kind "ghost"/,
  ],
  [
    'a record without an id',
    editText('db.json', (text) => text.replace('"id":"t2"', '"ID":"t2"')),
    'db.json',
    7,
    /a record of thing has no id/,
  ],
  [
    'two records of one id',
    editText('db.json', (text) => text.replace('"id":"t2"', '"id":"t1"')),
    'db.json',
    7,
    /two records of thing have the id "t1"/,
  ],
  [
    'a db.json without a number of commits',
    editText('db.json', (text) => text.replace('"seq":5,', '')),
    'db.json',
    1,
    /seed, seq and starts/,
  ],
  [
    'a db.json without data sets',
    editText('db.json', (text) => `${text.split('\n')[0]!.slice(0, -1)}}`),
    'db.json',
    1,
    /no data sets/,
  ],
];

describe('a data folder that is damaged', () => {
  it.each(damages)('is refused and left alone: %s', async (_, change, file, line, says) => {
    const directory = makeDirectory();
    cpSync(whole, directory, { recursive: true });
    change((name) => join(directory, name));
    const before = filesOf(directory);

    const refusal = await open(directory).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(StorageError);
    const { message, offset } = refusal as StorageError;
    expect(message).toMatch(says);
    expect(message).not.toContain('\n');
    expect(message).toContain(`${join(directory, file)} `);
    expect(message).toContain(`byte ${offset}`);
    if (!message.includes('another emulator')) expect(message).toContain(`(line ${line})`);
    expect(message).toContain('--data-dir');
    expect(filesOf(directory)).toEqual(before);
  });

  it('is named by the byte at which the damage begins', async () => {
    const offsetOf = async (change: Change): Promise<number | null> => {
      const directory = makeDirectory();
      cpSync(whole, directory, { recursive: true });
      change((name) => join(directory, name));
      const refusal = await open(directory).catch((error: StorageError) => error);
      return refusal instanceof StorageError ? refusal.offset : null;
    };
    expect(await offsetOf(edit(journal, (bytes) => flip(bytes, startOfLine(journal, 4) + 60)))).toBe(
      startOfLine(journal, 4),
    );
    const stray = readFileSync(join(whole, 'db.json')).indexOf('"value":3') + 8;
    expect(await offsetOf(editText('db.json', (text) => text.replace('"value":3', '"value":?3')))).toBe(stray);
  });

  it('is refused for any bit of the journal that flips', async () => {
    const bytes = readFileSync(join(whole, journal));
    const directory = makeDirectory();
    cpSync(whole, directory, { recursive: true });
    for (let at = 0; at < bytes.length - 1; at += 17) {
      writeFileSync(join(directory, journal), flip(bytes, at));
      await expect(open(directory), `byte ${at}`).rejects.toThrow(/journal\.ndjson is damaged at byte/);
    }
  });
});

describe('a journal whose last line is torn', () => {
  it('loses that line alone, with a warning that says how many bytes, wherever it was cut', async () => {
    const bytes = readFileSync(join(whole, journal));
    const last = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
    for (let cut = last + 1; cut < bytes.length; cut += 11) {
      const directory = makeDirectory();
      cpSync(whole, directory, { recursive: true });
      writeFileSync(join(directory, journal), bytes.subarray(0, cut));
      const opened = await open(directory);
      expect(opened.folder.state.seq).toBe(9);
      // The torn commit was complete once, as the folder's counts say.
      expect(opened.warnings).toEqual([
        expect.stringMatching(/1 commit could not be found/),
        expect.stringMatching(new RegExp(`${journal} ended with ${cut - last} bytes`)),
      ]);
      putThing(opened.engine, thing('t9', 9, 'Grüße'));
      await opened.engine.kept();
      crash(opened);
      const again = await open(directory);
      expect(again.warnings).toEqual([]);
      expect(contentOf(again.folder.state)).toEqual(content);
      crash(again);
    }
  });

  it('loses zeros that a loss of power left behind it', async () => {
    const directory = makeDirectory();
    cpSync(whole, directory, { recursive: true });
    appendFileSync(join(directory, journal), Buffer.alloc(5000));
    const opened = await open(directory);
    expect(opened.warnings.join()).toMatch(/5000 bytes/);
    expect(contentOf(opened.folder.state)).toEqual(content);
    crash(opened);
  });

  it('is left as it is where something else is damaged', async () => {
    const directory = makeDirectory();
    cpSync(whole, directory, { recursive: true });
    const bytes = readFileSync(join(whole, journal));
    writeFileSync(join(directory, journal), flip(bytes, startOfLine(journal, 3) + 40).subarray(0, bytes.length - 20));
    const before = filesOf(directory);
    await expect(open(directory)).rejects.toThrow(/\(line 3\)/);
    expect(filesOf(directory)).toEqual(before);
  });
});

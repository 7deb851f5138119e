import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { RunView } from '../../src/sandbox/control/wire.ts';
import { changed, withChanges } from './changes.ts';
import { folderOfRuns, isKeeping, readViews } from './kept-runs.ts';

const names = readdirSync(folderOfRuns).map((file) => basename(file, '.json'));

/** The size of all kept runs together, in bytes. */
const mostKept = 5_500_000;

// They are older than what is performed meanwhile.
describe.skipIf(isKeeping)('the kept runs', () => {
  const isOfToday = new Ajv({ strict: false, validateFormats: false }).compile(RunView);

  it.each(names)('of %s have the form of what the emulator records today (otherwise: npm run audit:runs)', (name) => {
    for (const view of readViews(name)) {
      isOfToday(view);
      expect(isOfToday.errors).toBeNull();
    }
  });

  it('are small, and each file is of tests that there are', () => {
    const sizes = names.map((name) => statSync(join(folderOfRuns, `${name}.json`)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostKept);
    for (const name of names) expect(existsSync(join(import.meta.dirname, `${name}.test.ts`)), name).toBe(true);
  });
});

describe('what a run has other than the one before', () => {
  it.each([
    [
      { id: 'req_1', body: null, at: 'now' },
      { id: 'req_1', body: '{"a":1}', at: 'later' },
    ],
    [{ response: '{"data":{"id":"txn_1","amount":1}}' }, { response: '{"data":{"id":"txn_1","amount":2}}' }],
    [{ response: '{"b":1,"a":1}' }, { response: '{"a":1,"b":2}' }],
    [{ attempts: [{ number: 1 }], error: 'x' }, { attempts: [{ number: 1, status: 200 }, { number: 2 }] }],
    [
      { data: null, list: [1, 2, 3] },
      { data: { '~': 1, '=': 2 }, list: [1] },
    ],
  ])('makes of %j the other again', (before, after) => {
    const changes = JSON.parse(JSON.stringify(changed(before, after)));
    expect(withChanges(before, changes)).toEqual(after);
    expect(JSON.stringify(withChanges(before, changes))).toBe(JSON.stringify(after));
  });
});

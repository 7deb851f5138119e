import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ObservedRun } from '../../src/audit/observed/observed-run.ts';
import { nextRun } from '../../src/audit/planner/planner.ts';
import { judgeLog } from '../../src/audit/trial/judge-log.ts';
import { type PlannedRun, type TrialLog, withRun } from '../../src/audit/trial/trial-log.ts';
import { readKeptLog, writeKeptLog } from '../../src/cli/record/kept-log.ts';
import { readViews } from './kept-runs.ts';
import { plain, plainOptions } from './plain-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'emulator-kept-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

const mebibyte = 1024 * 1024;
const mostKept = 64 * mebibyte;

describe('a log that is too large to keep', () => {
  /** Two control runs, whose last request each time has a response of 40 MiB. */
  const large = (): TrialLog => {
    const [view] = readViews('parallel');
    const [first, ...others] = view!.requests;
    const record = new ObservedRun({
      ...view!,
      requests: [...others, { ...first!, response: `{"data":"${'x'.repeat(40 * mebibyte)}"}` }],
    });
    return [1, 2].reduce<TrialLog>(
      (log, number) => {
        const next = nextRun(log) as PlannedRun;
        return withRun(log, { ...next, run: { ...plain(number), record }, endedAfter: number });
      },
      { options: plainOptions, runs: [] },
    );
  };

  it('leaves out the ends of its longest texts, and is judged with a report that says so', async () => {
    const file = join(folder, 'audit.log');
    const said = await writeKeptLog(file, large(), {});
    const cut =
      'The log leaves out the ends of texts with more than 65536 characters, because it would be larger than 64 MiB.';
    expect(said).toContain(cut);
    expect(statSync(file).size).toBeLessThan(mostKept);
    const log = readKeptLog(file);
    expect(judgeLog(log).weak.map(({ message }) => message)).toContain(cut);
    const [kept] = log.runs;
    expect(kept!.run.record.requests.at(-1)!.view.response).toMatch(/^\{"data":"x{1000,}…$/);
    // A short text is never cut.
    const [shown] = readViews('parallel')[0]!.requests.slice(1);
    expect(kept!.run.record.requests[0]!.view.response).toBe(shown!.response);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4);
  });
});

describe('a log of an earlier build', () => {
  it('is read with the names that its options had', async () => {
    const file = join(folder, 'earlier.log');
    const next = nextRun({ options: plainOptions, runs: [] }) as PlannedRun;
    const options = { ...plainOptions, stateNextStep: 'look' };
    await writeKeptLog(file, withRun({ options, runs: [] }, { ...next, run: plain(1), endedAfter: 1 }), {});
    writeFileSync(file, readFileSync(file, 'utf8').replace('"stateNextStep"', '"stateLets"'));
    expect(readKeptLog(file).options).toEqual(options);
  });
});

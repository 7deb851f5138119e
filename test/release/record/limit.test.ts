import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRequest, type RunRecord } from '../../../src/record/format.ts';
import { readRecord } from '../../../src/record/read/read.ts';
import { writeRecord } from '../../../src/record/write/write.ts';
import { declarations } from '../../../src/sandbox/declarations.ts';
import { ensureBuilt } from '../../support/build.ts';
import { Random } from '../../support/random.ts';
import { createTestSandbox, type TestSandbox } from '../../support/sandbox.ts';

/** Calls of a section; each sends some text that cannot be compressed. */
const calls = 150;

describe('a record that would be larger than it may', () => {
  let folder: string;
  let run: TestSandbox;
  let whole: number;
  beforeAll(async () => {
    ensureBuilt();
    folder = mkdtempSync(join(tmpdir(), 'emulator-record-'));
    run = await createTestSandbox({ recordsAll: true });
    const random = new Random(3);
    const noise = (): string => Array.from({ length: 3_000 }, () => random.below(36).toString(36)).join('');
    const section = async (text: string, fails: boolean): Promise<void> => {
      await run.control.post('/markers', { text });
      for (let made = 0; made < calls; made++) {
        await run.api.post('/customers', { email: `${made}@example.com`, of: text, unknown: noise() });
      }
      if (fails) await run.api.get('/customers/cus_none');
    };
    await section('first', false);
    await section('fails', true);
    await section('last', false);
    whole = (await written(1e9)).length;
  }, 120_000);
  afterAll(async () => {
    await run.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const written = async (limit: number): Promise<string> =>
    (await writeRecord(run.sandbox, run.recorder!, { limit, run: null })).page;

  async function recordWithin(limit: number): Promise<RunRecord> {
    const page = await written(limit);
    expect(page.length).toBeLessThanOrEqual(limit);
    const file = join(folder, 'run.html');
    writeFileSync(file, page);
    return readRecord(file, declarations());
  }

  /** How many requests of a section there are, and how many of them have their bodies. */
  const kept = ({ steps }: RunRecord, of: string) => {
    const own = steps.filter(isRequest).filter(({ request }) => request.path.endsWith('/customers'));
    const begins = steps.findIndex((step) => 'mark' in step && step.mark.text === of);
    const ends = steps.findIndex((step, at) => at > begins && 'mark' in step && step.mark.kind === 'marker');
    const inside = steps.slice(begins, ends === -1 ? undefined : ends).filter(isRequest);
    const posts = inside.filter((step) => own.includes(step));
    return { requests: posts.length, bodies: posts.filter(({ request }) => request.body !== null).length };
  };

  it('has all of what failed, and first leaves out the bodies of the rest', async () => {
    const record = await recordWithin(whole - 300_000);
    expect(kept(record, 'fails')).toEqual({ requests: calls, bodies: calls });
    expect(kept(record, 'first')).toEqual({ requests: calls, bodies: 0 });
    expect(kept(record, 'last')).toEqual({ requests: calls, bodies: 0 });
    expect(record.head.missing).toEqual({ requests: 0, bodies: 2 * calls });
  });

  it('then leaves out their requests, and says how many', async () => {
    const bodiless = (await written(whole - 300_000)).length;
    // The time of the end is in it: a record that is written later may be a few bytes smaller.
    const record = await recordWithin(bodiless - 200);
    expect(kept(record, 'fails')).toEqual({ requests: calls, bodies: calls });
    expect(kept(record, 'last').requests).toBe(0);
    expect(record.head.missing).toEqual({ requests: 2 * calls, bodies: 0 });
  });

  it('never leaves out what failed, even where it is larger so', async () => {
    writeFileSync(join(folder, 'run.html'), await written(1));
    const record = await readRecord(join(folder, 'run.html'), declarations());
    expect(kept(record, 'fails')).toEqual({ requests: calls, bodies: calls });
  });
});

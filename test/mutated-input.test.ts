import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { State } from '../src/core/kernel/state.ts';
import type { Stored } from '../src/core/store/collection.ts';
import { tryFixture } from '../src/emulator/try-fixture.ts';
import { openRecord } from '../src/record/answers/recorded-client.ts';
import { RecordError } from '../src/record/errors.ts';
import { LineChecks } from '../src/record/read/line-checks.ts';
import { runsOf } from '../src/record/read/runs.ts';
import { placeIn } from '../src/record/record-moments.ts';
import { momentToGoOn } from '../src/record/resume/start-point.ts';
import { summaryOf } from '../src/record/summary.ts';
import { declarations } from '../src/sandbox/declarations.ts';
import { readDatabase } from '../src/sandbox/files/database/database-reader.ts';
import { RecordChecks } from '../src/sandbox/files/database/record-checks.ts';
import { StorageError } from '../src/sandbox/files/errors.ts';
import { checkEdit } from '../src/sandbox/files/folder-reader.ts';
import { readSnapshot, SnapshotFault } from '../src/sandbox/files/snapshots/snapshot-file.ts';
import { examineFixture } from '../src/sandbox/fixtures/check.ts';
import { problemLine } from '../src/sandbox/fixtures/problems.ts';
import { mutated, mutatedBytes } from './support/mutations.ts';
import { Random } from './support/random.ts';
import { startReceiver } from './support/receiver.ts';
import { contentOf, contentWith, linesOf, pageOf, type Taken } from './support/record-page.ts';
import { createTestSandbox } from './support/sandbox.ts';

/** How many inputs of each kind are tried; `MUTATIONS=20000` tries as many. */
const inputs = Number(process.env.MUTATIONS ?? 300);
const from = Number(process.env.MUTATIONS_FROM ?? 1);
const seeds = Array.from({ length: inputs }, (_, at) => from + at);
/** All of them are one test: each takes a few milliseconds. */
const patience = { timeout: 60_000 + inputs * 500 };

const registry = declarations();
let folder: string;
let taken: Taken;
let snapshot: Buffer;
let database: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-mutated-'));
  const receiver = await startReceiver({ status: 500, body: 'no' });
  const dataDir = join(folder, 'data');
  const run = await createTestSandbox({ recordsAll: true, forwardTo: receiver.url, dataDir });
  await run.control.post('/markers', { text: 'pays' });
  await run.control.post('/triggers/payment.completed', { count: 2 });
  await run.control.post('/triggers/payout.returned', {});
  await run.api.post('/charges', { amount: -1 });
  await run.control.post('/snapshots', { name: 'paid' });
  await run.control.post('/clock', { advance: '1h' });
  await run.sandbox.webhooks.allEnded('ws_demo', 20_000);
  taken = linesOf(contentOf(await pageOf(run)));
  await run.stop();
  await receiver.close();
  const [name] = readdirSync(join(dataDir, 'snapshots'));
  snapshot = readFileSync(join(dataDir, 'snapshots', name!));
  database = readFileSync(join(dataDir, 'db.json'), 'utf8');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isOneLine = (error: unknown, kind: new (...args: never[]) => Error, seed: number): void => {
  if (!(error instanceof kind)) throw new Error(`input ${seed}: ${(error as Error).stack}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
  expect(error.message, `input ${seed}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
};

/** Each object of a state is as its schema says. */
function isBySchema(state: State, seed: number): void {
  const checks = new RecordChecks(registry);
  for (const set of state.sets()) {
    for (const { def } of set.collections()) {
      for (const record of set.of<Stored>(def).oldestFirst()) {
        const fault = checks.faultOf(def, record);
        if (fault !== null) throw new Error(`input ${seed}: ${fault}`);
      }
    }
  }
}

describe(`${inputs} mutated inputs end each in what its schema says, or in one line`, () => {
  it('records', patience, async () => {
    const ended = { state: 0, refusal: 0 };
    const reading = { check: new LineChecks(registry) };
    for (const seed of seeds) {
      const { head, lines } = mutated(taken, new Random(seed));
      const changed = { head, lines: Array.isArray(lines) ? lines : [] };
      try {
        const [{ record }] = (await runsOf(contentWith(changed).split('\n').slice(0, -1), 'x.html', reading)).runs;
        summaryOf(record);
        const { moment } = await momentToGoOn(record, placeIn(record, undefined, 'x.html'), {
          registry,
          name: 'x.html',
        });
        isBySchema(moment.state, seed);
        await everyView(record);
        ended.state++;
      } catch (error) {
        isOneLine(error, RecordError, seed);
        ended.refusal++;
      }
    }
    expect(ended.refusal).toBeGreaterThan(inputs / 4);
    expect(ended.state).toBeGreaterThan(0);
  });

  it('fixtures', patience, async () => {
    const source = JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/default.json'), 'utf8'));
    let sound = 0;
    for (const seed of seeds) {
      const text = JSON.stringify(mutated(source, new Random(seed)));
      const { problems } = await examineFixture(text, 'x.json', null, { trial: tryFixture });
      for (const problem of problems) isOneLine(new Error(problemLine(problem)), Error, seed);
      if (problems.length === 0) sound++;
    }
    expect(sound).toBeGreaterThan(0);
    expect(sound).toBeLessThan(inputs);
  });

  it('snapshots', patience, async () => {
    const path = join(folder, 'x.snapshot');
    for (const seed of seeds) {
      writeFileSync(path, mutatedBytes(snapshot, new Random(seed)));
      try {
        await readSnapshot(path, { registry });
      } catch (error) {
        isOneLine(error, SnapshotFault, seed);
      }
    }
  });

  it('db.json', patience, async () => {
    const path = join(folder, 'db.json');
    const ended = { state: 0, refusal: 0 };
    for (const seed of seeds) {
      const random = new Random(seed);
      const isText = random.below(4) === 0;
      writeFileSync(
        path,
        isText ? mutatedBytes(Buffer.from(database), random) : JSON.stringify(mutated(JSON.parse(database), random)),
      );
      try {
        const read = await readDatabase(path, registry);
        await checkEdit(folder, read, read.state, { registry });
        isBySchema(read.state, seed);
        ended.state++;
      } catch (error) {
        isOneLine(error, StorageError, seed);
        ended.refusal++;
      }
    }
    expect(ended.refusal).toBeGreaterThan(inputs / 4);
    expect(ended.state).toBeGreaterThan(0);
  });
});

/** What the viewer and an agent ask a record. */
async function everyView(record: Parameters<typeof openRecord>[0]): Promise<void> {
  const { transport, messages } = openRecord(record, registry);
  const workspace = record.head.workspace;
  messages({ workspace, mode: 'test' });
  for (const path of [
    '/workspaces',
    '/events',
    '/requests',
    '/webhook-endpoints',
    '/deliveries',
    '/record',
    '/status',
  ]) {
    const { status } = await transport.send({
      method: 'GET',
      path: `/_emulator${path}?workspace=${encodeURIComponent(workspace)}`,
    } as never);
    // A record may begin in a workspace that ended in the run.
    if (status !== 200 && status !== 404) throw new Error(`${path} was answered ${status}`);
  }
}

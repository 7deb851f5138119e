import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRecordSchema } from '../../src/record/read/schema.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { command, emulator, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { RandomRun } from '../support/random-run.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestSandbox } from '../support/sandbox.ts';

const folder = temporaryFolder();
const file = join(folder.path, 'run.html');
let published: Record<string, unknown>;
let fits: ValidateFunction;

beforeAll(async () => {
  await ensureBuilt();
  published = JSON.parse(readFileSync(join(projectFolder, 'run-record.schema.json'), 'utf8'));
  fits = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(published);
  writeFileSync(file, await richPage());
}, 240_000);
afterAll(() => folder.remove());

/** A run in which everything happened that a record holds. */
async function richPage(): Promise<string> {
  const receiver = await startReceiver({ status: 500, body: 'no plan' });
  const run = await createTestSandbox({ seed: 5, forwardTo: receiver.url, recordsAll: true, rateLimit: true });
  try {
    const random = new RandomRun(run, 3);
    for (let step = 0; step < 60; step++) {
      if (step % 10 === 0) await random.ask('control', '/markers', { text: `step ${step}` });
      await random.next();
    }
    await random.ask('control', '/markers', { text: 'step 10', failed: true });
    const answer = await fetch(`${run.url}/_emulator/record`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    return await answer.text();
  } finally {
    await run.stop();
    await receiver.close();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a document in which single fields are read and written
const shown = async (name = file): Promise<any> =>
  JSON.parse((await command(['--json', 'record', 'show', name])).stdout);

describe('the published schema of run records', () => {
  it('is what the declarations say', () => {
    expect(published).toEqual(JSON.parse(JSON.stringify(runRecordSchema(declarations()))));
  });

  it('takes what `record show --json` prints of a run in which everything happened', async () => {
    const document = await shown();
    fits(document);
    expect(fits.errors).toBeNull();
    const kinds = new Set(document.steps.map((step: object) => Object.keys(step)[0]));
    expect([...kinds].toSorted()).toEqual(['commit', 'counted', 'mark', 'request']);
    expect(document.summary.failures.length).toBeGreaterThan(0);
  });

  it('takes that of a command with its output', async () => {
    await emulator(['exec', '--record', 'exec.html', '--', 'node', '-p', '"out"'], { cwd: folder.path });
    const document = await shown(join(folder.path, 'exec.html'));
    expect(document.end.run).toEqual({ command: ['node', '-p', '"out"'], status: 0, output: 'out\n' });
    fits(document);
    expect(fits.errors).toBeNull();
  });

  it('finds a field that it does not know, wherever it stands', async () => {
    const document = await shown();
    const first = (name: string) => document.steps.find((step: object) => name in step);
    const [commit, request, mark] = [first('commit'), first('request').request, first('mark').mark];
    const [records] = Object.values(commit.sets as Record<string, { put: Record<string, object[]> }>).flatMap(
      ({ put = {} }) => Object.values(put),
    );
    const places = [document, document.head, document.summary.failures[0], commit, commit.cause, records![0]!];
    for (const place of [...places, request, mark, document.sets[0].kinds[0].records[0]]) {
      place.unknown_field = 1;
      expect(fits(document), Object.keys(place).join()).toBe(false);
      delete place.unknown_field;
    }
    expect(fits(document)).toBe(true);
  });
});

it('a record of a newer version is refused by its name', async () => {
  const newer = join(folder.path, 'newer.html');
  const [before, data, after] = readFileSync(file, 'utf8').split(/(?<=<script id="run"[^>]*>)([^<]*)/) as string[];
  const [head, ...lines] = gunzipSync(Buffer.from(data!, 'base64')).toString('utf8').split('\n');
  const raised = JSON.stringify({ ...JSON.parse(head!), record: 99, emulator: '9.1.0' });
  writeFileSync(newer, before + gzipSync([raised, ...lines].join('\n')).toString('base64') + after);
  const { exitCode, stderr } = await command(['record', 'show', newer]);
  expect(exitCode).not.toBe(0);
  expect(stderr).toMatch(
    /newer\.html was written by emulator 9\.1\.0 in format 99, but this emulator supports formats up to \d+\. Update the emulator\.$/,
  );
});

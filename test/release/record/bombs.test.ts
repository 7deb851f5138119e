import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emulator, type RunningProcess, startProcess, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt } from '../../support/build.ts';
import { contentOf, contentWith, holding, linesOf, pageOf } from '../../support/record-page.ts';
import { createTestSandbox } from '../../support/sandbox.ts';

const megabyte = 1024 * 1024;
/** What a process that refuses a record may take, in MB. */
const mostMemory = 300;
/** More than a refusal needs, and less than what the records would make. */
const heap = { NODE_OPTIONS: '--max-old-space-size=120' };

const folder = temporaryFolder();
let page: string;
let head: string;
beforeAll(async () => {
  await ensureBuilt();
  const run = await createTestSandbox({ recordsAll: true });
  await run.control.post('/triggers/payment.completed', {});
  page = await pageOf(run);
  await run.stop();
  head = contentOf(page).split('\n', 1)[0]!;
}, 120_000);
afterAll(() => folder.remove());

/** The commit of the run that stored events, with another list of attempts in a delivery. */
function withAttempts(attempts: unknown): string {
  const taken = linesOf(contentOf(page));
  const commit = taken.lines.find(({ commit }) => commit !== undefined);
  const set = Object.values<{ put: Record<string, object[]> }>(commit.sets)[0]!;
  set.put = { delivery: [{ id: 'del_1', attempts }] };
  return contentWith(taken);
}

/** A line with the same signs for many megabytes, compressed: what is compressed piece by piece is unpacked as one. */
function repeated(before: string, signs: string, megabytes: number, after: string): Buffer {
  const piece = gzipSync(Buffer.alloc(10 * megabyte, signs));
  const pieces = Array.from({ length: megabytes / 10 }, () => piece);
  return Buffer.concat([gzipSync(`${head}\n${before}`), ...pieces, gzipSync(`${after}\n`)]);
}

const bombs: Record<string, { content: () => string | Buffer; refusal: RegExp }> = {
  'lists that are as long as they say': {
    content: () => `${head}\n[[6,33554432,6,33554432],[]]\n`,
    refusal: /is a record with damaged content/,
  },
  'an object that has as many keys as it says': {
    content: () => `${head}\n[[7,33554432],[],[]]\n`,
    refusal: /is a record with damaged content/,
  },
  'a text that fills the memory': {
    content: () => repeated('[["', 'a\n', 700, '"]]'),
    refusal: /contains more than 256 MB, which exceeds the limit for records/,
  },
  'a line that is one long text': {
    content: () => repeated('[["', 'a', 200, '"]]'),
    refusal: /contains a line of more than 32 MB, which exceeds the limit for records/,
  },
  'a line that is as long as one may be': {
    content: () => repeated('[["', 'é', 30, '"]]'),
    refusal: /is a record with damaged content/,
  },
  'values that fill the memory': {
    content: () => repeated('[[', '0,', 60, '0]]'),
    refusal: /contains more than 5000000 values, which exceeds the limit for records/,
  },
  'lists in lists': {
    content: () => `${head}\n${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}\n`,
    refusal: /contains more than 64 levels, which exceeds the limit for records/,
  },
  'a text of JSON that is a text of JSON that is one': {
    content: () => `${head}\n[[9,["end"]],[${'5,'.repeat(62)}5],${'[5],'.repeat(62)}["\\"\\"\\"\\""]]\n`,
    refusal: /is a record with damaged content/,
  },
  'one text that stands in a text again and again': {
    // A list in a text of JSON: the same text of a megabyte 2,000 times.
    content: () => `${head}\n[[9,["end"]],["${'a'.repeat(megabyte)}",5],[6,2000],[${'4,1,'.repeat(1_999)}4,1]]\n`,
    refusal: /is a record with (damaged|invalid) content/,
  },
  'a million faults in one object': {
    content: () => withAttempts(Array.from({ length: 1_000_000 }, () => 1)),
    refusal: /is a record with invalid content: delivery del_1/,
  },
};

const write = (name: string): string => {
  const file = join(folder.path, 'bomb.html');
  writeFileSync(file, holding(page, bombs[name]!.content()));
  return file;
};

describe('a record whose content is beyond all bounds is refused in a line, at little cost', () => {
  it.each(Object.keys(bombs))('by `record show`: %s', async (name) => {
    const file = write(name);
    const peak = join(folder.path, 'peak');
    const preload = `--require ${join(import.meta.dirname, 'peak-memory.cjs')}`;
    const { exitCode, stdout, stderr } = await emulator(['record', 'show', file], {
      env: { NODE_OPTIONS: `${heap.NODE_OPTIONS} ${preload}`, PEAK_MEMORY_FILE: peak },
    });
    expect(stderr).toMatch(bombs[name]!.refusal);
    expect({ exitCode, stdout, lines: stderr.split('\n').length }).toEqual({ exitCode: 1, stdout: '', lines: 1 });
    expect(Number(readFileSync(peak, 'utf8'))).toBeLessThan(mostMemory);
  });

  describe('by a running emulator, which goes on', () => {
    let running: RunningProcess;
    beforeAll(async () => {
      running = await startProcess(['--ephemeral'], { env: heap });
    });
    afterAll(() => running.stop());

    it.each(Object.keys(bombs))('%s', async (name) => {
      const answer = await fetch(`${running.url}/_emulator/record/start`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ page: holding(page, bombs[name]!.content()) }),
      });
      const body = (await answer.json()) as { error: string };
      expect({ status: answer.status, lines: body.error.split('\n').length }).toEqual({ status: 400, lines: 1 });
      expect(body.error).toMatch(bombs[name]!.refusal);
      expect((await running.run('status')).exitCode).toBe(0);
    });
  });
});

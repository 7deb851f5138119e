import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command, emulator, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { Random } from '../support/random.ts';
import { createTestSandbox } from '../support/sandbox.ts';

let folder: ReturnType<typeof temporaryFolder>;
const file = (name = 'run.html') => join(folder.path, name);

/** A call, and then what a test says. */
const program = (then: string) => `
const { EMULATOR_URL: url, EMULATOR_SECRET_KEY: key } = process.env;
await fetch(url + '/api/v1/balance', { headers: { authorization: 'Bearer ' + key } });
console.log('called');
${then}
`;

beforeAll(ensureBuilt);

describe('a run record that does not end well', () => {
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const shown = async () => (await command(['record', 'show', 'run.html'], { cwd: folder.path })).stdout;

  it('is written whole where the command is killed', async () => {
    writeFileSync(file('run.mjs'), program(`process.kill(process.pid, 'SIGKILL');`));
    const { exitCode } = await emulator(['exec', '--record', 'run.html', '--', 'node', 'run.mjs'], {
      cwd: folder.path,
    });
    expect(exitCode).toBe(137);
    const summary = await shown();
    expect(summary).toMatch(/^node run\.mjs\nended with status 137 \(SIGKILL\)\n1 request /);
    expect(summary).toContain(
      'Last output of the command:\n  called\n\nWhat went wrong:\n  command   ended with status 137 (SIGKILL)\n',
    );
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('is written whole where exec is asked to end by %s', async (signal) => {
    writeFileSync(file('run.mjs'), program('setInterval(() => {}, 1_000);'));
    const words = ['bin/emulator.js', 'exec', '--record', file(), '--', 'node', file('run.mjs')];
    const running = execa(process.execPath, words, { cwd: projectFolder, reject: false, stdin: 'ignore' });
    for await (const line of running.iterable()) {
      if (line !== 'called') continue;
      // Whoever waits for the record may ask again.
      running.kill(signal);
      running.kill(signal);
    }
    const { exitCode } = await running;
    expect(exitCode).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(await shown()).toMatch(/\nended with status 1(30 \(SIGINT|43 \(SIGTERM)\)\n1 request /);
    expect(readdirSync(folder.path).sort()).toEqual(['run.html', 'run.mjs']);
  });

  it('is written where the command cannot be started', async () => {
    const { exitCode } = await emulator(['exec', '--record', 'run.html', '--', 'no-such-command'], {
      cwd: folder.path,
    });
    expect(exitCode).toBe(127);
    expect(await shown()).toMatch(/^no-such-command\nended with status 127\n/);
  });

  it.each([
    [
      '/dev/null',
      /^emulator: --record \/dev\/null is not a regular file. Specify a regular file, such as run\.html\.$/,
    ],
    [
      `${'n'.repeat(250)}.html`,
      /^emulator: --record n+\.html cannot be written \(ENAMETOOLONG\)\. Check the permissions of its folder\.$/,
    ],
    ['.', /^emulator: --record \. is a folder. Specify a file in the folder, such as run\.html$/],
  ])('is refused before the command runs where it could not be written: %s', async (path, message) => {
    writeFileSync(file('run.mjs'), program(''));
    const ran = await emulator(['exec', '--record', path, '--', 'node', 'run.mjs'], { cwd: folder.path });
    expect({ exitCode: ran.exitCode, stdout: ran.stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toMatch(message);
  });
});

describe('a file that is not a whole record', () => {
  let page: string;
  /** Where the run stands in the page. */
  let data: { from: number; to: number };
  beforeAll(async () => {
    folder = temporaryFolder();
    const run = await createTestSandbox({ recordsAll: true });
    await run.control.post('/triggers/payment.completed', {});
    const headers = { 'content-type': 'application/json' };
    page = await (await fetch(`${run.url}/_emulator/record`, { method: 'POST', headers, body: '{}' })).text();
    await run.stop();
    const from = page.indexOf('id="run"') + 'id="run" type="application/gzip">'.length;
    data = { from, to: page.indexOf('</script>', from) };
  });
  afterAll(() => folder.remove());

  /** The page with another run in it. */
  const holding = (content: string): string =>
    page.slice(0, data.from) + gzipSync(content).toString('base64') + page.slice(data.to);

  it('is refused wherever it was cut or changed, in one line', async () => {
    const random = new Random(7);
    for (let time = 0; time < 60; time++) {
      const at = random.below(page.length - 10);
      writeFileSync(file('cut.html'), page.slice(0, at));
      await expect(createTestSandbox({ from: file('cut.html') }), `cut at ${at}`).rejects.toThrow(
        /^.*(is empty|is not a record|is an incomplete record)[^\n]*$/,
      );
      const changed = data.from + random.below(data.to - data.from - 8);
      const sign = page[changed] === 'A' ? 'B' : 'A';
      writeFileSync(file('changed.html'), page.slice(0, changed) + sign + page.slice(changed + 1));
      await expect(createTestSandbox({ from: file('changed.html') }), `changed at ${changed}`).rejects.toThrow(
        /^.* is a record with damaged content\.[^\n]*$/,
      );
    }
  });

  it.each([
    [
      'of a newer version',
      () => writeFileSync(file('x.html'), holding('{"record":99,"emulator":"7.1.0"}\n[]\n')),
      /was written by emulator 7\.1\.0 in format 99, but this emulator supports formats up to 1\. Update the emulator\./,
    ],
    [
      'whose content is made up',
      () => writeFileSync(file('x.html'), holding('{"record":1}\n[[9,["end"]],[6,4]]\n')),
      /is a record with invalid content: emulator is required\. The record was not used\./,
    ],
    [
      'whose content ends early',
      () => {
        const [head, ...chunks] = gunzipSync(Buffer.from(page.slice(data.from, data.to), 'base64'))
          .toString('utf8')
          .split('\n');
        expect(chunks.length).toBeGreaterThan(0);
        writeFileSync(file('x.html'), holding(`${head}\n`));
      },
      /is an incomplete record/,
    ],
    [
      'that is another page',
      () => writeFileSync(file('x.html'), '<!doctype html>\n<title>x</title>\n</html>\n'),
      /is not a record\./,
    ],
    ['that is a folder', () => mkdirSync(file('x.html')), /is not a regular file\./],
    ['that is a pipe', () => execFileSync('mkfifo', [file('x.html')]), /is not a regular file\./],
  ])('is refused in one line by each command: one %s', async (_, make, message) => {
    make();
    for (const words of [
      ['record', 'show', 'x.html'],
      ['record', 'resend', 'x.html', '--forward-to', 'http://127.0.0.1:9/'],
      ['start', '--ephemeral', '--port', '0', '--from', 'x.html'],
    ]) {
      const { exitCode, stdout, stderr } = await command(words, { cwd: folder.path });
      expect({ stdout, lines: stderr.split('\n').length }, words.join(' ')).toEqual({ stdout: '', lines: 1 });
      expect(exitCode).toBeGreaterThan(0);
      expect(stderr).toMatch(message);
    }
    execFileSync('rm', ['-r', file('x.html')]);
  });
});

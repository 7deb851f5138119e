import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { startProcess, temporaryFolder } from './emulator.ts';

const folder = temporaryFolder();
let cwd: string;
let made = 0;
const at = (name: string) => join(cwd, name);
beforeAll(ensureBuilt);
beforeEach(() => {
  cwd = join(folder.path, String(made++));
  mkdirSync(cwd);
});
afterAll(() => folder.remove());

/** What `emulator ARGS` says on stderr before it ends by itself; one that waits for ever is killed, and says nothing. */
async function saidBy(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const bin = join(projectFolder, 'bin/emulator.js');
  const { stderr } = await execa(process.execPath, [bin, ...args], {
    cwd,
    env,
    stdin: 'ignore',
    reject: false,
    timeout: 80_000,
    killSignal: 'SIGKILL',
  });
  return stderr;
}

const start = ['start', '--no-tui', '--port', '0'];

describe.each([
  ['a pipe that nobody writes to', (path: string) => execa('mkfifo', [path])],
  ['a device that never ends', async (path: string) => symlinkSync('/dev/zero', path)],
])('where %s stands in the place of a file', (_, put) => {
  it.each([
    ['the configuration', 'emulator.config.json', ['status'], {}],
    ['a certificate', 'cert.pem', [...start, '--ephemeral', '--tls-cert', 'cert.pem', '--tls-key', 'cert.pem'], {}],
    ['the authority of webhooks', 'ca.pem', [...start, '--ephemeral', '--webhook-ca', 'ca.pem'], {}],
    ['the font of PDFs', 'font.ttf', [...start, '--ephemeral', '--pdf-font', 'font.ttf'], {}],
    [
      'the authority of the emulator',
      'ca.pem',
      ['status', '--url', 'https://127.0.0.1:1'],
      { EMULATOR_CA: 'ca.pem' } as Record<string, string>,
    ],
  ])('a command says so at once, and reads nothing: %s', async (_what, name, args, env) => {
    await put(at(name));
    expect(await saidBy(args, env)).toMatch(new RegExp(`^emulator: .*${name} is not a regular file\\.$`));
  });

  it.each(['db.json', 'journal.ndjson', 'lock'])('a start and a look at the folder do: %s', async (name) => {
    mkdirSync(at('data'));
    await put(join(at('data'), name));
    const says = `${join(at('data'), name)} is not a regular file.`;
    expect(await saidBy([...start, '--data-dir', 'data'])).toContain(says);
    expect(await saidBy(['doctor', '--repair', '--data-dir', 'data'])).toContain(says);
  });

  it('a list of snapshots leaves it alone and says so', async () => {
    mkdirSync(at('data/snapshots'), { recursive: true });
    await put(at('data/snapshots/odd'));
    const running = await startProcess(['--data-dir', 'data'], { cwd });
    const { stdout } = await running.run('snapshot', 'list');
    expect(stdout).toMatch(/No snapshots/);
    expect(running.errors.join('\n')).toMatch(
      /odd is not a snapshot that this emulator can read, and was not changed: it is not a regular file/,
    );
    await running.stop();
  });
});

describe('a body of the command line', () => {
  it('has at most 16 MB: a device that never ends is given up', async () => {
    expect(await saidBy(['post', '/customers', '-d', '@/dev/zero'])).toBe(
      'emulator: /dev/zero exceeds the maximum of 16777216 bytes (16 MB).',
    );
  });

  it('may come from a pipe, as a shell gives the output of a command', async () => {
    const running = await startProcess(['--ephemeral'], { cwd });
    await execa('mkfifo', [at('pipe')]);
    const writing = execa('sh', ['-c', 'echo \'{"email":"piped@example.com"}\' > pipe'], { cwd });
    const { stdout } = await running.run('post', '/customers', '-d', `@${at('pipe')}`);
    await writing;
    expect(JSON.parse(stdout).data.email).toBe('piped@example.com');
    await running.stop();
  });
});

describe('a fixture that a call names by a link', () => {
  it('is refused alike, whether there is something at its end or not', async () => {
    writeFileSync(join(folder.path, 'outside.json'), '{}');
    symlinkSync(join(folder.path, 'outside.json'), at('there.json'));
    symlinkSync(join(folder.path, 'gone.json'), at('gone.json'));
    const running = await startProcess(['--ephemeral'], { cwd });
    const answers = await Promise.all(
      ['there.json', 'gone.json'].map(async (fixture) => {
        const answer = await fetch(`${running.url}/_emulator/fixtures`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ fixture }),
        });
        return { status: answer.status, body: await answer.json() };
      }),
    );
    await running.stop();
    expect(answers[0]!.status).toBe(400);
    expect(answers[1]).toEqual(answers[0]);
  });
});

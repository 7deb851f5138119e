import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { command, temporaryFolder } from './emulator.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(ensureBuilt);
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());
const write = (name: string, bytes: string | Buffer): void => writeFileSync(join(folder.path, name), bytes);
const inFolder = (...args: string[]) => command(args, { cwd: folder.path });
/** What `>` writes in Windows PowerShell 5. */
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

const readers: [string, string, string[]][] = [
  ['a fixture', 'mine.json', ['fixture', 'check', 'mine.json']],
  ['the body of a request', 'body.json', ['post', '/customers', '-d', '@body.json']],
  ['a profile', 'profile.json', ['start', '--ephemeral', '--port', '0', '--no-tui', '--profile', 'profile.json']],
  ['a capture', 'capture.har', ['compare', 'capture.har']],
  ['a record', 'run.html', ['record', 'show', 'run.html']],
  ['a certificate', 'own.pem', ['start', '--ephemeral', '--tls-cert', 'own.pem', '--tls-key', 'own.pem']],
  ['package.json', 'package.json', ['init', '--yes']],
  ['the configuration', 'emulator.config.json', ['start', '--ephemeral', '--port', '0', '--no-tui']],
];

describe('a text in UTF-16', () => {
  it.each(readers)('is refused as %s', async (_, name, args) => {
    write(name, utf16('{}'));
    const { stderr, exitCode } = await inFolder(...args);
    expect({ stderr, isRefused: exitCode !== 0 }).toEqual({
      stderr: expect.stringContaining(`${name} is encoded in UTF-16; save it as UTF-8`),
      isRefused: true,
    });
  });

  it.each([
    ['whose bytes are the other way round', utf16('{}').swap16()],
    ['without a mark', Buffer.from('{}', 'utf16le')],
  ])('is refused %s', async (_, bytes) => {
    write('mine.json', bytes);
    expect((await inFolder('fixture', 'check', 'mine.json')).stderr).toContain('mine.json is encoded in UTF-16');
  });
});

it('a mark before a text in UTF-8 changes nothing', async () => {
  write('emulator.config.json', '{}');
  write('mine.json', `\ufeff${readFileSync(join(projectFolder, 'fixtures/default.json'), 'utf8')}`);
  expect(await inFolder('fixture', 'check', 'mine.json')).toMatchObject({ stderr: '', exitCode: 0 });
});

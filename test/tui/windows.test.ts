import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/emulator.ts';
import { terminalOfEachTest } from './harness.ts';

/* The dashboard believes that it runs on Windows, whose programs are scripts here that keep what they get. */

const shown = terminalOfEachTest();
const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
const shell = process.env.comspec;
let folder: ReturnType<typeof temporaryFolder>;
const inFolder = (name: string) => join(folder.path, name);

beforeEach(() => {
  folder = temporaryFolder();
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
});
afterEach(() => {
  Object.defineProperty(process, 'platform', platform);
  if (shell === undefined) delete process.env.comspec;
  else process.env.comspec = shell;
  folder.remove();
});

const script = (name: string, text: string): void =>
  writeFileSync(inFolder(name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });

test('the clipboard gets UTF-16 with its mark, which is all that clip reads besides the code page', async () => {
  script('clip', `cat > '${inFolder('copied')}'`);
  const { id } = await shown.demo.charged({ metadata: { note: 'Grüße' } });
  const other = shown.another({ env: { PATH: `${folder.path}:${process.env.PATH}` } });
  await other.press('2');
  await other.until(/▌ .*txn_/);
  await other.press('Y');
  await other.until('was copied to the clipboard');
  const bytes = readFileSync(inFolder('copied'));
  expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xfe]);
  expect(JSON.parse(bytes.subarray(2).toString('utf16le'))).toMatchObject({ id, metadata: { note: 'Grüße' } });
});

test('the pager that nobody named reads UTF-8, and leaves the code page as it was', async () => {
  script('cmd.exe', `printf '%s ' "$@" > '${inFolder('command')}'; cat > '${inFolder('paged')}'`);
  process.env.comspec = inFolder('cmd.exe');
  const { id } = await shown.demo.charged({ metadata: { note: 'Grüße' } });
  const other = shown.another({ env: { PAGER: '' } });
  await other.press('2');
  await other.until(/▌ .*txn_/);
  await other.press('o');
  await expect.poll(() => readFileSync(inFolder('paged'), { encoding: 'utf8', flag: 'a+' })).toMatch(/\}$/);
  expect(JSON.parse(readFileSync(inFolder('paged'), 'utf8'))).toMatchObject({ id, metadata: { note: 'Grüße' } });
  expect(readFileSync(inFolder('command'), 'utf8')).toMatch(/c .*chcp 65001 >nul & more & chcp %p/);
});

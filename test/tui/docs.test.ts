import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type KeyHelp, keyTable } from '../../src/desk/terminal/keys/keys.ts';
import { projectFolder } from '../support/build.ts';
import { code, grid } from '../support/markdown.ts';

test('the manual names every key as the help does', async () => {
  const rows = Object.values(keyTable).map(({ shown, about }: KeyHelp) => [code(shown), about]);
  const table = grid(['key', 'what it does'], rows).join('\n');
  const file = join(projectFolder, 'docs/dashboard.md');
  const manual = readFileSync(file, 'utf8');
  const written = /<!-- keys -->\n(.*?)\n?<!-- \/keys -->/s.exec(manual)?.[1];
  expect(written).toBe(table);
});

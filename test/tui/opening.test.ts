import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../cli/emulator.ts';
import { terminalOfEachTest } from './harness.ts';

const shown = terminalOfEachTest();

/** A folder of the test's own. */
function ownFolder(): string {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
}

describe('the browser', () => {
  test('is the program that the environment names, and is given the address', async () => {
    const opened = join(ownFolder(), 'opened');
    await shown.demo.trigger('payout.created');
    const other = shown.another({ env: { BROWSER: `printf %s > '${opened}'` } });
    await other.press('3');
    await other.until(/▌ .*po_/);
    await other.press('O');
    await other.until(/Opened\s+http\S+\/inspector/);
    expect(readFileSync(opened, 'utf8')).toMatch(/\/inspector#\/object\/po_\w{20}\?workspace=\w+&mode=test$/);
  });

  test('that is not there leaves the address on the clipboard', async () => {
    await shown.demo.trigger('payout.created');
    await shown.press('3');
    await shown.until(/▌ .*po_/);
    await shown.press('O');
    await shown.until(/No browser is available; http\S+\/inspector/);
    expect(shown.copied()).toEqual([expect.stringMatching(/\/inspector#\/object\/po_/)]);
  });
});

describe('the editor', () => {
  test('is given the JSON as a file of its own, and the dashboard comes back', async () => {
    const { objects } = await shown.demo.trigger('payout.created');
    const { id } = objects.find(({ object }) => object === 'payout')!;
    const edited = join(ownFolder(), 'edited');
    const program = `ls -l > '${edited}.mode' "$1"; cat > '${edited}' "$1"`;
    const other = shown.another({ env: { VISUAL: `sh -c '${program.replaceAll("'", `'\\''`)}' sh` } });
    await other.press('3');
    await other.until(/▌ .*po_/);
    const before = other.written().length;
    await other.press('e');
    await other.until(() => other.written().slice(before).includes('\u001b[?1049h'));
    expect(JSON.parse(readFileSync(edited, 'utf8'))).toMatchObject({ id, object: 'payout' });
    expect(readFileSync(`${edited}.mode`, 'utf8')).toMatch(new RegExp(`^-r--------.*/${id}\\.json\\n$`));
    await other.press('enter');
    await other.until(' Summary');
  });

  test('that nobody has set is asked for', async () => {
    await shown.demo.trigger('payout.created');
    await shown.press('3');
    await shown.until(/▌ .*po_/);
    await shown.press('e');
    await shown.until('Set VISUAL or EDITOR to your editor, such as EDITOR=vi.');
  });
});

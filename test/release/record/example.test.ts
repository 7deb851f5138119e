import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emulator, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';
import { readBlocks } from '../../support/docs.ts';
import { freePort } from '../../support/free-port.ts';
import { environmentIn } from '../../support/project.ts';

/** The record that the manual shows, which `npm run record` makes. */
const file = join(projectFolder, 'docs/record-of-refunds.html');

const folder = temporaryFolder();
beforeAll(ensureBuilt);
afterAll(() => folder.remove());

const read = async (path: string) => JSON.parse((await emulator(['--json', 'record', 'show', path])).stdout);

describe('the record in the manual', () => {
  it('is of this version, small, and names no folder of whoever made it', async () => {
    const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
    const { head, end } = await read(file);
    expect(head.emulator).toBe(version);
    expect(statSync(file).size).toBeLessThan(1_500_000);
    expect(end.run.output).not.toContain(projectFolder);
  });

  it('tells what the run tells today: else make it anew by npm run record', async () => {
    const port = String(await freePort());
    const made = join(folder.path, 'run.html');
    await execa(process.execPath, ['scripts/record-example.js', made], {
      cwd: projectFolder,
      env: { ...environmentIn(folder.path), PORT: port },
      extendEnv: false,
    });
    const { summary } = await read(made);
    expect((await read(file)).summary).toEqual(JSON.parse(JSON.stringify(summary).replaceAll(`:${port}/`, ':3001/')));
  });

  it('is of the code that the manual shows', () => {
    const shown = readBlocks(join(projectFolder, 'docs/record.md')).find(
      ({ mark }) => mark?.do === 'file' && mark.name === 'sold-out.js',
    );
    expect(readFileSync(join(projectFolder, 'examples/refunds/sold-out.js'), 'utf8').trim()).toBe(shown?.text);
  });
});

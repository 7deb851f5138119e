import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { topics } from '../../bench/goals.js';
import { speedTables } from '../../bench/page.js';
import beside from '../../bench/peer.json' with { type: 'json' };
import results from '../../bench/results.json' with { type: 'json' };
import { ensureBuilt, projectFolder } from '../support/build.ts';

beforeAll(ensureBuilt);

const bench = (...flags: string[]) =>
  execa(process.execPath, [join(projectFolder, 'bench', 'run.js'), ...flags], { reject: false });

/** The name of a figure whatever the size of the run. */
const sizeless = (name: string): string => name.replace(/\d[\d,]*/g, '#');

describe('the benchmark', () => {
  it('fills an emulator, starts it again, and keeps what it measured with the goals', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const run = await bench('--scale', '0.0002', '--only', 'soak', '--keep', folder);
    expect(run.stderr).toContain('storing 200 charges');
    expect(run.stdout).toMatch(/^slowest answer while 200 charges go in +[\d.,]+ ms$/m);
    expect(run.stdout).toMatch(/^journal of a charge +[\d.,]+ bytes +≤ 1,400 bytes +(ok|MISS)$/m);
    const kept = JSON.parse(readFileSync(join(folder, 'bench', 'results.json'), 'utf8'));
    expect(kept.stolen).toBeGreaterThanOrEqual(0);
    expect(kept.stolen).toBeLessThan(1);
    expect(kept.figures.soak).toContainEqual(
      expect.objectContaining({ name: 'journal of a charge', unit: 'bytes', at_most: 1_400 }),
    );
    expect(readFileSync(join(folder, 'docs', 'speed.md'), 'utf8')).toMatch(
      /^\| journal of a charge \| .*≤ 1,400 bytes \|$/m,
    );
  });

  it('says whether others used the machine meanwhile, and for how much of the time', () => {
    const about = (of: object) => speedTables({ ...results, cores: 2, scale: 1, ...of }, beside).speed[0];
    expect(about({ other_work: 0.1, stolen: 0.002 })).toMatch(/on 2 cores \(.+\)\.$/);
    expect(about({ other_work: 1, stolen: 0 })).toMatch(/, which others used as well\.$/);
    expect(about({ other_work: 0.1, stolen: 0.044 })).toMatch(/, which others used as well, for 4 % of the time\.$/);
  });

  it('measures every figure that has a goal', () => {
    const measured = Object.values(results.figures).flatMap((figures) => figures.map(({ name }) => sizeless(name)));
    const wanted = Object.values(topics).flatMap((goals) => Object.keys(goals));
    expect(wanted.filter((name) => !measured.includes(sizeless(name)))).toEqual([]);
  });

  it('measures two builds alternately', async () => {
    const run = await bench('--against', join(projectFolder, 'bin', 'emulator.js'), '--scale', '0.001');
    expect(run.stderr).toContain('processor for a charge with its settlement, 20 connections');
    for (const name of ['start to ready', 'write, 1 connection', 'read, 50 connections'])
      expect(run.stdout).toMatch(new RegExp(`^\\| ${name} \\| [\\d.,]+ \\S+ \\| [\\d.,]+ \\S+ \\| [\\d.,]+ \\|`, 'm'));
  });

  it('refuses a group that there is not, and a size beyond the full one', async () => {
    const [group, size] = await Promise.all([bench('--only', 'soaks'), bench('--scale', '2')]);
    expect(group).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('not soaks') });
    expect(size).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('not 2') });
  });
});

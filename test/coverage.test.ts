import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaptersOf, gapsIn, strays, unsectioned } from './support/coverage-page/chapters.ts';
import { renderPage } from './support/coverage-page/page.ts';
import type { Chapter } from './support/coverage-page/table.ts';
import { type Observation, observe } from './support/observation.ts';
import { createTestSandbox, type TestSandbox } from './support/sandbox.ts';
import { expectFile } from './support/written-pages.ts';

/** Rows that have something missing, but are known to: `row: what is missing`. */
const knownGaps: readonly string[] = [];

let sandbox: TestSandbox;
let observation: Observation;
let chapters: readonly Chapter[];
beforeAll(async () => {
  sandbox = await createTestSandbox();
  observation = await observe(sandbox);
  chapters = chaptersOf(observation);
});
afterAll(() => sandbox?.stop());

describe('the coverage of the specification', () => {
  it('has something behind every row, but for the gaps that are known', () => {
    expect(gapsIn(chapters)).toEqual(knownGaps);
  });

  it('is all that the emulator has, but for what is marked as assumed', () => {
    expect(strays()).toEqual([]);
    expect(unsectioned()).toEqual([]);
  });

  it('counts the rows of the specification that there are', () => {
    const rowsOf = (title: string) => chapters.find((each) => each.title === title)?.tables.flatMap(({ rows }) => rows);
    expect(rowsOf('Operations')).toHaveLength(68);
    expect(rowsOf('Events')).toHaveLength(23);
  });

  it('can be brought about by its triggers, each in one of the workspaces at least', () => {
    const idle = [...observation.triggered].filter(([, workspaces]) => workspaces.length === 0);
    expect(idle.map(([name]) => name)).toEqual([]);
  });

  it('is shown on docs/internals/coverage.md as it is', async () => {
    await expectFile('docs/internals/coverage.md', renderPage(chapters));
  });
});

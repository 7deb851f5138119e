import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundledFixtures } from '../../src/sandbox/fixtures/load.ts';
import { projectFolder } from '../support/build.ts';

const text = readFileSync(join(projectFolder, 'docs/fixtures.md'), 'utf8');
const namedIn = (part: string): string[] => [...part.matchAll(/^\| `([\w-]+)` \|/gm)].map((match) => match[1]!);

it('the manual of fixtures names every bundled fixture, and no other', () => {
  expect(namedIn(text.split('## A first fixture')[0]!).sort()).toEqual([...bundledFixtures().keys()]);
});

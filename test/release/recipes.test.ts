import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentIn } from '../support/project.ts';
import { ProjectCopy } from '../support/project-copy.ts';

let copy: ProjectCopy;
let changed: readonly string[];
beforeAll(() => {
  copy = new ProjectCopy();
  changed = copy.follow('CONTRIBUTING.md');
});
afterAll(() => copy.remove());

it('the recipes of CONTRIBUTING compile, and are formatted', async () => {
  expect(await copy.compile()).toEqual([]);
  copy.take('biome.json', '.gitignore');
  await execa('biome', ['check', '--error-on-warnings', ...changed], within());
});

it('the recipes of CONTRIBUTING do what they say', async () => {
  copy.take('test', 'bench', 'docs', 'examples', 'vitest.config.ts', 'dist/browser');
  copy.write('test/support/recipes.test.ts', copy.read('test/support/recipe-checks.ts'));
  // No later run has this folder's compiled sources.
  const uncached = '--experimental.fsModuleCache=false';
  await execa('vitest', ['run', '--project=main', uncached, 'test/support/recipes.test.ts'], within());
});

const within = () => ({ cwd: copy.folder, env: environmentIn(copy.folder), extendEnv: false, all: true }) as const;

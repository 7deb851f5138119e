import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentIn } from '../support/project.ts';
import { ProjectCopy } from '../support/project-copy.ts';

/** The tests that go through everything that the slices declare. */
const testsOfAll = [
  'contract',
  'contract-answers',
  'coverage',
  'interface-words',
  'lifecycles',
  'manual',
  'resources/bad-input',
];

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

it('the recipes of CONTRIBUTING do what they say, and no test asks for more than what -u writes', async () => {
  copy.take('test', 'bench', 'docs', 'examples', 'README.md', 'CONTRIBUTING.md', 'vitest.config.ts', 'dist/browser');
  copy.take('fixture.schema.json', 'emulator.config.schema.json');
  copy.write('test/support/recipes.test.ts', copy.read('test/support/recipe-checks.ts'));
  // A test of this tier has more time, and so has what it runs.
  copy.write('vitest.config.ts', copy.read('vitest.config.ts').replaceAll('imeout: 30_000', 'imeout: 120_000'));
  const tests = ['support/recipes', ...testsOfAll].map((name) => `test/${name}.test.ts`);
  // No later run has this folder's compiled sources.
  const uncached = '--experimental.fsModuleCache=false';
  await execa('vitest', ['run', '-u', '--project=main', '--maxWorkers=1', uncached, ...tests], within());
});

const within = () => ({ cwd: copy.folder, env: environmentIn(copy.folder), extendEnv: false, all: true }) as const;

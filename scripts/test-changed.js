// `npm run test:changed`, between two saves: the tests nearest to what is not committed, the checks of all declarations,
// and the types. `vitest --changed` would run nearly all: each test with a sandbox imports each file of `src/`.
//
// - a slice: the tests in `test/resources/` that carry its name, and of those that carry no slice's the ones that call it
// - another file of `src/`: the tests that carry its name or import it, else those of its room: `test/http/` of `src/sandbox/http/`
// - a test: itself; a helper of tests: the tests that import it
//
// The tests further away, the linter, and what needs a build are for `npm test`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { execa } from 'execa';
import { runTests } from './run-tests.js';

/** The quick tests that go through all declarations. */
const ofDeclarations = ['architecture', 'contract', 'interface-words', 'lifecycles'].map(
  (name) => `test/${name}.test.ts`,
);
const isTest = (path) => /\.test\.tsx?$/.test(path);

const { stdout } = await execa('git', ['status', '--porcelain', '--untracked-files=all', '--no-renames', '-z']);
const changed = stdout.split('\0').flatMap((line) => (line === '' ? [] : line.slice(3)));

const tests = readdirSync('test', { recursive: true, withFileTypes: true })
  .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
  .filter((path) => isTest(path) && !/^test\/(browser|release)\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** The tests that import a file, by its path from the project. */
const importing = (file) =>
  tests.filter(({ path, text }) => {
    const from = relative(dirname(path), file).replaceAll('\\', '/');
    return text.includes(`from '${from.startsWith('.') ? from : `./${from}`}'`);
  });
const isNamed = (path, name) => basename(path) === `${name}.test.ts` || basename(path).startsWith(`${name}-`);

/** The slices, long names first: `payout-link-fee.test.ts` carries the name of the payout link, not of the payout. */
const slices = readdirSync('src/payments/resources').sort((a, b) => b.length - a.length);
const ofSlices = tests
  .filter(({ path }) => path.startsWith('test/resources/'))
  .map((test) => ({ ...test, slice: slices.find((name) => isNamed(test.path, name)) }));

/** What calls the operations of a slice looks like: `'/charges'`. */
function pathsOf(slice) {
  const folder = `src/payments/resources/${slice}`;
  const sources = existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) : [];
  const routes = [...sources.join('').matchAll(/'(?:POST|PATCH|DELETE) (\/[\w-]+)/g)].map(([, path]) => path);
  return routes.length === 0 ? /$^/ : new RegExp(`['\`](${routes.join('|')})['\`/]`);
}

/** The folders of tests that have another name than their room. */
const folderOfTests = { model: 'desk', terminal: 'tui' };

function nearestTo(path) {
  if (isTest(path)) return tests.filter((test) => test.path === path);
  if (path.startsWith('test/')) return importing(path);
  const slice = /^src\/payments\/resources\/([\w-]+)\//.exec(path)?.[1];
  if (slice !== undefined) {
    const called = pathsOf(slice);
    return ofSlices.filter((test) => test.slice === slice || (test.slice === undefined && called.test(test.text)));
  }
  if (!/^src\/.*\.tsx?$/.test(path)) return [];
  const name = basename(path).replace(/\.tsx?$/, '');
  const near = [...tests.filter((test) => isNamed(test.path, name)), ...importing(path)];
  const [, entry, room] = path.split('/');
  const isNear = (test) => [entry, room, folderOfTests[room]].some((name) => test.path.startsWith(`test/${name}/`));
  return near.length > 0 ? near : tests.filter(isNear);
}

const nearest = changed.flatMap(nearestTo).map(({ path }) => path);
if (changed.some((path) => path.startsWith('src/'))) nearest.push(...ofDeclarations);
if (nearest.length > 0) await runTests([...new Set(nearest)], ['types']);
else console.log('No test is near to what changed; npm test runs them all.');

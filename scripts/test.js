// `npm test`: the linter and the compiler run beside the tests of the main tier, and their outputs come after those of
// the tests, where the last line names what failed. Arguments go to vitest: `npm test -- test/resources`.
import { execa } from 'execa';

const options = { preferLocal: true, reject: false };
const checks = ['lint', 'types'].map(async (name) => ({
  name,
  ...(await execa('npm', ['run', '--silent', name], { ...options, all: true })),
}));
const tests = execa('vitest', ['run', '--project=main', ...process.argv.slice(2)], { ...options, stdio: 'inherit' });

const failed = (await tests).exitCode === 0 ? [] : ['tests'];
for (const { name, exitCode, all } of await Promise.all(checks)) {
  if (exitCode === 0) continue;
  console.error(`\n${name}:\n${all}`);
  failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

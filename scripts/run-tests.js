import { execa } from 'execa';

/**
 * Runs tests of the main tier, and beside them scripts of `package.json`, such as `types`. Their outputs come after
 * those of the tests, where the last line names what failed; the exit status is 1 then.
 * @param filters what vitest takes: files and options
 */
export async function runTests(filters, scripts) {
  const options = { preferLocal: true, reject: false };
  const beside = scripts.map(async (name) => ({
    name,
    ...(await execa('npm', ['run', '--silent', name], { ...options, all: true })),
  }));
  const tests = await execa('vitest', ['run', '--project=main', ...filters], { ...options, stdio: 'inherit' });

  const failed = tests.exitCode === 0 ? [] : ['tests'];
  for (const { name, exitCode, all } of await Promise.all(beside)) {
    if (exitCode === 0) continue;
    console.error(`\n${name}:\n${all}`);
    failed.push(name);
  }
  if (failed.length === 0) return;
  console.error(`\nFailed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

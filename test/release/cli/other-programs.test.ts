import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';
import { isInstalled } from '../../support/follow-documents.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
const script = (name: string, text: string): void => writeFileSync(at(name), text);

const call = `const call = (path, body) => fetch(process.env.EMULATOR_API_BASE + path, {
  method: body ? 'POST' : 'GET',
  headers: { authorization: 'Bearer ' + process.env.EMULATOR_SECRET_KEY, 'content-type': 'application/json' },
  body: body && JSON.stringify(body),
}).then(async (answer) => ({ status: answer.status, body: await answer.json() }));
`;

beforeAll(async () => {
  await ensureBuilt();
  mkdirSync(at('node_modules/.bin'), { recursive: true });
  symlinkSync(join(projectFolder, 'bin/emulator.js'), at('node_modules/.bin/emulator'));
});
afterAll(() => folder.remove());

describe('under other programs', () => {
  const test = `${call}process.exit((await call('/balance')).status === 200 ? 4 : 1);`;
  const through = (program: string, args: string[]) => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(EMULATOR_|npm_|CI$)/.test(name)));
    return execa(program, args, { cwd: folder.path, env, extendEnv: false, reject: false, stdin: 'ignore' });
  };

  it('npm run passes the status on', async () => {
    script('test.mjs', test);
    script(
      'package.json',
      JSON.stringify({ name: 'app', scripts: { test: 'emulator exec --freeze -- node test.mjs' } }),
    );
    expect((await through('npm', ['run', 'test'])).exitCode).toBe(4);
  });

  it('npx keeps the two dashes', async () => {
    script('test.mjs', test);
    expect((await through('npx', ['emulator', 'exec', '--freeze', '--', 'node', 'test.mjs'])).exitCode).toBe(4);
  });

  it.each([
    ['npx', ['emulator', 'start', '--ephemeral', '--port', '0', '--no-tui']],
    ['npm', ['run', 'emulator']],
  ])('a kill of the %s that started it ends it', async (program, args) => {
    const scripts = { emulator: 'emulator start --ephemeral --port 0 --no-tui' };
    script('package.json', JSON.stringify({ name: 'app', scripts }));
    const launcher = through(program, args);
    const url = await new Promise<string>((resolve) => {
      let printed = '';
      launcher.stdout.on('data', (chunk) => {
        printed += chunk;
        const [, ready] = /^ready (\S+)$/m.exec(printed) ?? [];
        if (ready !== undefined) resolve(ready);
      });
    });
    launcher.kill('SIGTERM');
    const answers = () =>
      fetch(`${url}/_emulator/health`).then(
        () => true,
        () => false,
      );
    await expect.poll(answers).toBe(false);
    await launcher;
  });

  it.skipIf(!isInstalled('make'))('make takes it as a recipe', async () => {
    script('test.mjs', test);
    script('Makefile', 'check:\n\t@node_modules/.bin/emulator exec --freeze -- node test.mjs\n');
    const { exitCode, stderr } = await through('make', ['check']);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Error 4') });
  });
});

it('npx finds it in a clone by both names, offline, and builds nothing anew', async () => {
  await execa('node', ['scripts/build.js', '--unless-fresh'], { cwd: projectFolder });
  const built = () => statSync(join(projectFolder, 'dist/cli.js')).mtimeMs;
  const before = built();
  const env = { npm_config_cache: join(folder.path, 'cache'), npm_config_offline: 'true' };
  for (const name of ['payments-emulator', 'emulator']) {
    const { stdout } = await execa('npx', [name, '--version'], { cwd: projectFolder, env, stdin: 'ignore' });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+$/);
  }
  expect(built()).toBe(before);
  const { stdout } = await execa('npm', ['start', '--', '--help'], { cwd: projectFolder, stdin: 'ignore' });
  expect(stdout).toContain('Usage: npx payments-emulator start');
});

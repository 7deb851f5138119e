import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execa, type ResultPromise } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { freePort } from '../support/free-port.ts';

/*
 * No daemon that builds images is needed to know that the Dockerfile works: the instructions of its last stage are done as
 * they stand, below a folder of their own and by the user who runs the tests, but that nothing listens beyond loopback.
 */

type Instruction = readonly [name: string, text: string];
interface Service {
  environment: Record<string, string>;
  command?: string;
  depends_on?: Record<string, { condition: string }>;
}

const root = temporaryFolder();
const stages = readFileSync(join(projectFolder, 'Dockerfile'), 'utf8').split(/^(?=FROM )/m);
const last: Instruction[] = stages
  .at(-1)!
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => [line.split(' ')[0]!, line.slice(line.indexOf(' ') + 1)]);
const textsOf = (name: string): string[] => last.filter(([each]) => each === name).map(([, text]) => text);
const words = (name: string): string[] => JSON.parse(/\[.*\]$/.exec(textsOf(name)[0]!)![0]) as string[];
const { services } = parse(readFileSync(join(projectFolder, 'compose.yaml'), 'utf8')) as {
  services: { emulator: Service; app: Service };
};

/** A path of the image, below the folder. */
const placed = (text: string): string => text.replaceAll(/(?<![\w.])\/(opt|data)\b/g, `${root.path}/$1`);

let started: ResultPromise | null = null;
let app: ResultPromise | null = null;
const env: Record<string, string> = {
  npm_config_prefix: root.path,
  PATH: `${join(root.path, 'bin')}:${process.env.PATH}`,
};
const entry = (args: readonly string[]) =>
  execa(words('ENTRYPOINT')[0]!, args, { env, reject: false, cwd: join(root.path, 'data'), buffer: false });

beforeAll(async () => {
  await ensureBuilt();
  mkdirSync(join(root.path, 'opt'));
  const [copied] = textsOf('COPY') as [string];
  expect(copied).toMatch(/^--from=build \/payments-emulator-\*\.tgz \/opt\/$/);
  await execa('npm', ['pack', '--ignore-scripts', '--pack-destination', join(root.path, 'opt')], {
    cwd: projectFolder,
  });
  for (const command of textsOf('RUN')) {
    await execa('sh', ['-ec', placed(command).replace(/chown \S+ /, 'test -d ')], { env });
  }
  for (const [, name, value] of textsOf('ENV').map((text) => /^(\w+)=(.*)$/.exec(text)!)) env[name!] = placed(value!);
}, 240_000);
afterAll(async () => {
  for (const each of [started, app]) {
    each?.kill('SIGKILL');
    await each;
  }
  root.remove();
});

it('holds what it needs to run, in less than 60 MB', () => {
  const sizeOf = (path: string): number =>
    readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((each) => each.isFile())
      .reduce((sum, each) => sum + statSync(join(each.parentPath, each.name)).size, 0);
  expect(sizeOf(join(root.path, 'lib/node_modules')) / 1_000_000).toBeLessThan(60);
  expect(readdirSync(join(root.path, 'opt'))).toEqual([]);
});

it('runs as somebody without rights, and keeps its data in a volume', () => {
  expect(textsOf('USER')).toEqual(['node']);
  expect(textsOf('VOLUME')).toEqual(textsOf('ENV').map((text) => text.split('=')[1]));
  expect(textsOf('EXPOSE')).toEqual(['4747']);
});

it('is healthy, takes a payment of the application beside it, and ends with the state on disk', async () => {
  const [port, appPort] = [await freePort(), await freePort()];
  const emulator = `http://127.0.0.1:${port}`;
  const here = (text: string) =>
    text.replace('http://emulator:4747', emulator).replace('http://app:3000', `http://127.0.0.1:${appPort}`);
  for (const [name, value] of Object.entries(services.emulator.environment)) env[name] = here(value);
  env.EMULATOR_PORT = String(port);
  started = entry(words('CMD').map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word)));
  const [shell, ...check] = words('HEALTHCHECK');
  const health = async () => (await execa(shell!, check, { env, reject: false })).exitCode;
  await expect.poll(health, { timeout: 30_000 }).toBe(0);
  expect(services.app.depends_on).toEqual({ emulator: { condition: 'service_healthy' } });

  const [program, ...args] = services.app.command!.split(' ') as [string, ...string[]];
  const appEnv = Object.fromEntries(
    Object.entries(services.app.environment).map(([name, value]) => [name, here(value)]),
  );
  app = execa(program, args, {
    cwd: join(projectFolder, 'examples/container'),
    env: { ...appEnv, PORT: String(appPort) },
    reject: false,
    buffer: false,
  });
  const orders = async (method: string) => {
    const answer = await fetch(`http://127.0.0.1:${appPort}/orders`, { method }).catch(() => null);
    return answer === null ? null : ((await answer.json()) as { status: string }[]);
  };
  await expect.poll(() => orders('GET')).toEqual([]);
  expect(await orders('POST')).toMatchObject({ status: 'pending' });
  await expect.poll(async () => (await orders('GET'))![0]).toMatchObject({ status: 'paid' });

  const since = performance.now();
  started.kill('SIGTERM');
  expect((await started).exitCode).toBe(0);
  // A container that has not stopped after ten seconds is killed.
  expect(performance.now() - since).toBeLessThan(10_000);
  expect(readdirSync(join(root.path, 'data'))).toContain('db.json');
});

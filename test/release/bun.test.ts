import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { environmentIn, installInto } from '../support/project.ts';

/** The version of Bun that is fetched for this test: it has 100 MB, which an install of the project need not have. */
const version = '1.4.5';
const cache = join(projectFolder, 'node_modules/.cache/bun');
const folder = temporaryFolder();

/** The program of Bun; null where the registry cannot be reached. */
async function findBun(): Promise<string | null> {
  const builds = join(cache, version, 'node_modules/@oven');
  const found = () => {
    const [build] = existsSync(builds) ? readdirSync(builds) : [];
    return build === undefined ? null : join(builds, build, 'bin/bun');
  };
  if (found() !== null) return found();
  mkdirSync(join(cache, version), { recursive: true });
  writeFileSync(join(cache, version, 'package.json'), '{ "private": true }');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', `bun@${version}`];
  await execa('npm', install, { cwd: join(cache, version), stdin: 'ignore', reject: false, timeout: 120_000 });
  return found();
}

describe('Bun', () => {
  let bun: string | null;
  beforeAll(async () => {
    await ensureBuilt();
    bun = await findBun();
    installInto(folder.path);
  }, 240_000);
  afterAll(folder.remove);

  const run = (...args: string[]) =>
    execa(bun!, args, {
      cwd: folder.path,
      env: environmentIn(folder.path),
      extendEnv: false,
      stdin: 'ignore',
      all: true,
    });

  it('starts an emulator in its process, and gets its webhooks', async ({ skip }) => {
    skip(bun === null && process.env.CI === undefined, 'the registry cannot be reached');
    writeFileSync(
      join(folder.path, 'play.mjs'),
      `import { startEmulator } from 'payments-emulator';
const bodies = [];
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: async (request) => {
  bodies.push(await request.json());
  return new Response();
} });
const emulator = await startEmulator({ forwardTo: \`http://127.0.0.1:\${server.port}/hook\` });
const { objects } = await emulator.trigger('payment.completed');
await emulator.idle();
console.log(bodies.map(({ type }) => type).join(), objects.length > 0);
await emulator.stop();
server.stop();
`,
    );
    expect((await run('play.mjs')).stdout).toBe('payment.completed true');
  });

  it('runs the command line, with the state in files', async ({ skip }) => {
    skip(bun === null && process.env.CI === undefined, 'the registry cannot be reached');
    const program = join(projectFolder, 'bin/emulator.js');
    const running = run(program, 'start', '--no-tui', '--port', '0', '--data-dir', 'data');
    for await (const line of running.iterable()) {
      const url = /^ready (http:\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      await run(program, 'trigger', 'payout.paid', '--url', url);
      expect((await run(program, 'snapshot', 'save', 'calm', '--url', url)).stdout).toMatch(/Saved calm/);
      await run(program, 'stop', '--url', url);
    }
    expect((await running).exitCode).toBe(0);
    expect(existsSync(join(folder.path, 'data/db.json'))).toBe(true);
  });
});

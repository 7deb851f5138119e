import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { command, startEmulator, temporaryFolder } from './emulator.ts';

beforeAll(ensureBuilt, 120_000);

const page = readFileSync(join(projectFolder, 'docs/team.md'), 'utf8');

/** The options of the unit file, with another data folder, and without the address of nginx, which the ready line has. */
function unitOptions(dataDir: string): string[] {
  const [line = ''] = /(?<=^ExecStart=.* start )(?:\\\n|.)*/m.exec(page) ?? [];
  const words = line.replaceAll('\\\n', ' ').replaceAll("'", '').split(/\s+/);
  words.splice(words.indexOf('--public-url'), 2);
  return words.map((word, at) => (words[at - 1] === '--data-dir' ? dataDir : word));
}

/** The arguments of the commands of the page that begin like this. */
const commandsOf = (beginning: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith(`npx payments-emulator ${beginning}`))
    .map((line) => line.replace('npx payments-emulator ', '').split(' '));

/** The lines of the page from one that begins like this to the end of its code. */
function codeFrom(beginning: string): string {
  const from = page.indexOf(`\n${beginning}`) + 1;
  return page.slice(from, page.indexOf('```', from));
}

it('the service of the page for teams accepts no key that the docs contain, and a team makes its first charge', async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const token = 'emu_for_this_test_only';
  const options = { cwd: folder.path, env: { EMULATOR_TOKEN: token } };
  const running = await startEmulator(unitOptions(join(folder.path, 'data')), options);
  onTestFinished(() => running.stop());
  const client = createClient({ url: running.url, token });
  const statusWith = async (key: string) => (await client.api('GET', '/customers', key)).status;
  const keys = ['sk_test_demo', 'pk_test_demo', 'sk_live_demo', 'pk_live_demo'];
  expect(await Promise.all(keys.map(statusWith))).toEqual([200, 200, 200, 200]);
  const revocations = commandsOf('keys revoke');
  expect(revocations).toHaveLength(keys.length);
  for (const args of revocations) {
    const env = { EMULATOR_URL: running.url, EMULATOR_TOKEN: token };
    expect(await command(args, { env })).toMatchObject({ exitCode: 0 });
  }
  expect(await Promise.all(keys.map(statusWith))).toEqual([401, 401, 401, 401]);
  expect((await client.call('workspaces.list')).data.map(({ id }) => id)).toEqual(['ws_demo']);
  expect((await client.call('api_keys.list')).data).toEqual([]);

  // The first charge of a team.
  for (const args of commandsOf('workspaces add --id ws_shop')) {
    const words = args
      .join(' ')
      .replace(/ --name "[^"]*"/, '')
      .split(' ');
    expect(await command(words, { env: { EMULATOR_URL: running.url, EMULATOR_TOKEN: token } })).toMatchObject({
      exitCode: 0,
    });
  }
  const team = await createClient({ url: running.url, token, workspace: 'ws_shop' }).call('control_tokens.create');
  const npx = `npx() { shift; "${process.execPath}" "${join(projectFolder, 'bin/emulator.js')}" "$@"; }`;
  const { stdout } = await execa('bash', ['-c', `${npx}\n${codeFrom('card=')}`], {
    env: { EMULATOR_URL: running.url, EMULATOR_TOKEN: team.token },
  });
  expect(stdout).toMatch(/"amount": 4200/);
});

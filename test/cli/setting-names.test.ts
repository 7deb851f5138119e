import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator as startInProcess } from '../../src/index.ts';
import { ensureBuilt } from '../support/build.ts';
import { command, startEmulator, temporaryFolder } from './emulator.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeAll(ensureBuilt);
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const configure = (settings: object): void =>
  writeFileSync(join(folder.path, 'emulator.config.json'), JSON.stringify(settings));

const run = (args: string[], env: Record<string, string> = {}) => command(args, { cwd: folder.path, env });

/** A setting with a fault of its own, the beginning of the complaint, and what must also be set. */
const faulty: [string, unknown, RegExp, object][] = [
  ['port', 99_999, /must be a whole number from 0 to 65535/, {}],
  ['host', '0.0.0.0', /makes the emulator reachable from other machines/, {}],
  [
    'publicUrl',
    'https://pay.test/shop',
    /https:\/\/pay\.test\/shop must contain only a scheme, a host and a port\. /,
    {},
  ],
  ['tlsCert', 'no.pem', /requires --tls-key/, {}],
  ['tlsKey', 'no.pem', /no\.pem cannot be read/, { tlsCert: import.meta.filename }],
  ['webhookCa', 'no.pem', /no\.pem cannot be read/, {}],
  ['at', 'start', /requires a record\. Specify the record with --from/, {}],
  ['run', 'first', /requires a record\. Specify the record with --from/, {}],
  ['webhooks', 'keep', /applies to the webhooks of a record/, {}],
  ['fixture', 'no.yaml', /: There is no fixture file at no\.yaml/, {}],
  ['profile', 'no.json', /.*no\.json cannot be read/, {}],
  ['assumptions', 'no.json', /.*no\.json cannot be read/, {}],
  ['comparison', 'no.json', /.*no\.json cannot be read/, {}],
  ['pdfFont', 'no.ttf', /no\.ttf cannot be read/, {}],
  ['forwardTo', 'http://example.com/', /: example\.com is not this machine/, {}],
  ['smtp', 'smtp://mail.example.com:25', /: The emulator cannot deliver email to smtp:/, {}],
];

const flagOf = (key: string): string => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const variables: Readonly<Record<string, string>> = {
  port: 'EMULATOR_PORT',
  fixture: 'EMULATOR_FIXTURE',
  publicUrl: 'EMULATOR_PUBLIC_URL',
  webhookCa: 'EMULATOR_WEBHOOK_CA',
  profile: 'EMULATOR_PROFILE',
  assumptions: 'EMULATOR_ASSUMPTIONS',
  forwardTo: 'EMULATOR_FORWARD_TO',
};

describe('a complaint about a setting begins with what set it', () => {
  test.each(faulty)('%s', async (key, value, complaint, others) => {
    const start = ['start', '--ephemeral', ...(key === 'port' ? [] : ['--port', '0'])];
    const refusedFor = async (name: string, args: string[], env: Record<string, string>, settings: object) => {
      configure({ ...others, ...settings });
      const { exitCode, stderr } = await run([...start, ...args], env);
      expect({ exitCode, isNamed: stderr.startsWith(`emulator: ${name}`), stderr }).toMatchObject({
        exitCode: 2,
        isNamed: true,
      });
      expect(stderr.slice(`emulator: ${name}`.length)).toMatch(new RegExp(`^ ?${complaint.source}`));
    };
    await refusedFor(`${key} in emulator.config.json`, [], {}, { [key]: value });
    await refusedFor(flagOf(key), [flagOf(key), String(value)], {}, {});
    const variable = variables[key];
    if (variable !== undefined) await refusedFor(variable, [], { [variable]: String(value) }, {});
  });

  test('in exec and audit too', async () => {
    configure({ forwardTo: 'http://example.com/' });
    for (const words of [['exec'], ['audit']]) {
      expect(await run([...words, '--', 'node', '--version'])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(
          /^emulator: forwardTo in emulator\.config\.json: example\.com is not this machine/m,
        ),
      });
    }
  });

  test('in a program it is the property', async () => {
    const refused = (options: object) => startInProcess(options).catch((error: Error) => error.message);
    expect(await refused({ webhookCa: 'no.pem' })).toMatch(/^webhookCa no\.pem cannot be read/);
    expect(await refused({ profile: 'no.json' })).toMatch(/^profile .*no\.json cannot be read/);
    expect(await refused({ forwardTo: 'http://example.com/' })).toMatch(/^forwardTo: example\.com/);
  });
});

test('the remark that a fixture was not loaded names who asked for it, and what was loaded instead', async () => {
  const record = join(folder.path, 'run.html');
  const made = await run(['exec', '--record', record, '--', process.execPath, '--version']);
  expect(made.exitCode).toBe(0);
  configure({ fixture: 'shop' });
  const said = async (args: string[], env: Record<string, string> = {}) => {
    const { errors, stop } = await startEmulator(['--ephemeral', ...args], { cwd: folder.path, env });
    await expect.poll(() => errors.length).toBeGreaterThan(1);
    await stop();
    return errors.join('\n');
  };
  const why = 'was not loaded: the emulator starts from the record in --from. Use only one of the two options.';
  expect(await said(['--from', record])).toContain(`fixture in emulator.config.json ${why}`);
  expect(await said(['--from', record, '--fixture', 'shop'])).toContain(`--fixture ${why}`);
  expect(await said(['--from', record], { EMULATOR_FIXTURE: 'shop' })).toContain(`EMULATOR_FIXTURE ${why}`);
});

test('a command that finds no emulator, or no workspace, names the setting that led it there', async () => {
  configure({ port: 1 });
  const at = 'No emulator is running at http://127.0.0.1:1';
  expect((await run(['status'])).stderr).toContain(`${at} (port in emulator.config.json).`);
  expect((await run(['status'], { EMULATOR_PORT: '1' })).stderr).toContain(`${at} (EMULATOR_PORT).`);
  expect((await run(['status'], { EMULATOR_URL: 'http://127.0.0.1:1' })).stderr).toContain(`${at} (EMULATOR_URL).`);
  expect((await run(['status', '--url', 'http://127.0.0.1:1'])).stderr).toContain(`${at}.`);
  const { url, stop } = await startEmulator();
  try {
    configure({ workspace: 'ws_none' });
    const inFile = await run(['objects', 'list'], { EMULATOR_URL: url });
    expect(inFile.stderr).toMatch(/^emulator: workspace in emulator\.config\.json: No such workspace: 'ws_none'\./);
    const byVariable = await run(['objects', 'list'], { EMULATOR_URL: url, EMULATOR_WORKSPACE: 'ws_other' });
    expect(byVariable.stderr).toMatch(/^emulator: EMULATOR_WORKSPACE: No such workspace: 'ws_other'\./);
    expect(byVariable.exitCode).toBe(1);
  } finally {
    await stop();
  }
});

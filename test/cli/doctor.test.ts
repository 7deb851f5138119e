import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.ts';
import { startReceiver } from '../support/receiver.ts';
import { command, type RunOptions, startEmulator, startProcess, temporaryFolder } from './emulator.ts';

const folder = temporaryFolder();
let cwd: string;
let made = 0;
beforeAll(ensureBuilt, 60_000);
beforeEach(() => {
  cwd = join(folder.path, String(made++));
  mkdirSync(cwd);
});
afterAll(() => folder.remove());

interface Found {
  ok: boolean;
  checks: { name: string; status: string; says: string; advice: string | null }[];
  settings: { key: string; value: unknown; from: string }[];
}

/** What the doctor finds, by the name of the check; with its exit status. */
async function diagnose(options: RunOptions = {}, ...args: string[]) {
  const { stdout, stderr, exitCode } = await command(['--json', 'doctor', ...args], { cwd, ...options });
  if (stdout === '') throw new Error(stderr);
  const found = JSON.parse(stdout) as Found;
  const check = (name: string) => found.checks.find((each) => each.name.startsWith(name));
  return { ...found, check, exitCode };
}

const free = { EMULATOR_PORT: '0' };

/** Starts on the data folder, does some work, stops. */
async function usedFolder(): Promise<string> {
  const running = await startEmulator(['--data-dir', '.emulator'], { cwd });
  await running.run('trigger', 'payout.paid');
  await running.stop();
  return join(cwd, '.emulator');
}

describe('emulator doctor', () => {
  it('finds a machine in order where nothing is set up yet', async () => {
    const { ok, exitCode, check } = await diagnose({ env: free });
    expect({ ok, exitCode }).toEqual({ ok: true, exitCode: 0 });
    expect(check('node')).toMatchObject({ status: 'ok', says: expect.stringContaining(process.versions.node) });
    expect(check('data folder')?.says).toMatch(/is empty/);
    expect(existsSync(join(cwd, '.emulator'))).toBe(false);
  });

  it('says it in plain words', async () => {
    const { stdout } = await command(['doctor'], { cwd, env: free });
    expect(stdout).toMatch(/^ok {7}node: Node /m);
    expect(stdout).toMatch(/^dataDir +\.emulator +default$/m);
  });

  it('shows each setting with where it comes from: flag over environment over file over default', async () => {
    writeFileSync(
      join(cwd, 'emulator.config.json'),
      JSON.stringify({ port: 5001, fixture: 'shop', settle: 'manual', dataDir: 'from-file', workspace: 'ws_file' }),
    );
    const { settings } = await diagnose(
      { env: { EMULATOR_FIXTURE: 'ci', EMULATOR_DATA_DIR: 'from-env', EMULATOR_WORKSPACE: 'ws_env' } },
      '--data-dir',
      'from-flag',
    );
    const by = Object.fromEntries(settings.map(({ key, value, from }) => [key, [value, from]]));
    expect(by).toMatchObject({
      dataDir: ['from-flag', '--data-dir'],
      fixture: ['ci', 'EMULATOR_FIXTURE'],
      workspace: ['ws_env', 'EMULATOR_WORKSPACE'],
      port: [5001, 'emulator.config.json'],
      url: ['http://127.0.0.1:5001', 'emulator.config.json'],
      settle: ['manual', 'emulator.config.json'],
      host: ['127.0.0.1', 'default'],
    });
  });

  it('finds a configuration file that is wrong, as every command does', async () => {
    writeFileSync(join(cwd, 'emulator.config.json'), '{"prot": 1}');
    const { stderr, exitCode } = await command(['doctor'], { cwd });
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining("Did you mean 'port'?"), exitCode: 2 });
  });

  it('finds the running emulator, its clock, the folder that it uses, and its receivers', async () => {
    const receiver = await startReceiver();
    const running = await startEmulator(
      ['--data-dir', '.emulator', '--freeze', '--forward-to', `${receiver.url}/hook`],
      { cwd },
    );
    try {
      const { check, exitCode } = await diagnose({ env: { EMULATOR_URL: running.url } });
      expect(exitCode).toBe(0);
      expect(check('emulator')?.says).toContain(running.url);
      expect(check('clock')).toMatchObject({ status: 'warning', says: expect.stringMatching(/is frozen/) });
      expect(check('data folder')?.says).toMatch(/in use by pid \d+/);
      expect(check('webhooks')).toMatchObject({
        status: 'ok',
        says: expect.stringContaining('/hook responds to HEAD requests with 200'),
      });
      expect(receiver.requests.map(({ method }) => method)).toEqual(['HEAD']);
      await receiver.close();
      const second = await diagnose({ env: { EMULATOR_URL: running.url } });
      expect(second.exitCode).toBe(1);
      expect(second.check('webhooks')).toMatchObject({
        status: 'problem',
        says: expect.stringMatching(/no program is listening at this address/),
      });
    } finally {
      await running.stop();
    }
  });

  it('is not content with an endpoint that answers and takes nothing of what it is sent', async () => {
    const receiver = await startReceiver();
    const running = await startEmulator(['--ephemeral', '--forward-to', `${receiver.url}/hook`], { cwd });
    const checked = async () => {
      const { check, exitCode } = await diagnose({ env: { EMULATOR_URL: running.url } });
      return { ...check('webhooks'), exitCode };
    };
    try {
      receiver.answer({ status: 401 });
      await running.run('trigger', 'payment.completed', '--wait');
      expect(await checked()).toMatchObject({
        status: 'problem',
        says: expect.stringMatching(
          /responds to HEAD requests with 401, but 1 of 1 latest attempt failed; last error: .*401/,
        ),
        advice: expect.stringContaining('emulator webhooks deliveries --endpoint whe_'),
        exitCode: 1,
      });
      receiver.answer({});
      await running.run('trigger', 'payment.completed', '--wait');
      expect(await checked()).toMatchObject({ status: 'ok', exitCode: 0 });
      receiver.answer({ status: 500 });
      await running.run('trigger', 'payment.completed', '--wait');
      expect(await checked()).toMatchObject({
        status: 'warning',
        says: expect.stringContaining('2 of 3 latest attempts failed'),
        exitCode: 0,
      });
    } finally {
      await running.stop();
      await receiver.close();
    }
  });

  it('finds variables that contradict each other, that nobody reads, and proxies that would catch its calls', async () => {
    const { checks, ok } = await diagnose({
      env: {
        EMULATOR_URL: 'http://127.0.0.1:5001',
        EMULATOR_PORT: '0',
        EMULATOR_API_BASE: 'http://127.0.0.1:5002/api/v1',
        EMULATOR_DATADIR: 'data',
        HTTP_PROXY: 'http://proxy.example:3128',
        NO_PROXY: 'example.com',
      },
    });
    expect(ok).toBe(true);
    expect(checks.filter(({ status }) => status === 'warning')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          says: 'the emulator does not read EMULATOR_DATADIR',
          advice: 'Is EMULATOR_DATA_DIR meant?',
        }),
        expect.objectContaining({ says: expect.stringContaining('EMULATOR_API_BASE points to http://127.0.0.1:5002') }),
        expect.objectContaining({ name: 'proxy', says: expect.stringContaining('127.0.0.1 and localhost') }),
      ]),
    );
    const another = await diagnose({ env: { EMULATOR_URL: 'http://127.0.0.1:5001', EMULATOR_PORT: '5002' } });
    expect(another.check('variables')?.says).toBe('EMULATOR_URL uses port 5001, but EMULATOR_PORT is 5002');
    const spared = await diagnose({
      env: { ...free, http_proxy: 'http://p.example', no_proxy: 'localhost, 127.0.0.1' },
    });
    expect(spared.check('proxy')?.status).toBe('ok');
  });

  it('finds a secret that differs from the running emulator', async () => {
    const running = await startEmulator(['--ephemeral'], { cwd });
    try {
      const env = { EMULATOR_URL: running.url, EMULATOR_WEBHOOK_SECRET: 'whsec_of_last_week' };
      const { check, exitCode } = await diagnose({ env });
      expect([check('secret'), exitCode]).toMatchObject([
        { status: 'warning', says: "EMULATOR_WEBHOOK_SECRET differs from the running emulator's value" },
        0,
      ]);
      const { webhook_secret } = await running.json('keys');
      const right = await diagnose({ env: { ...env, EMULATOR_WEBHOOK_SECRET: webhook_secret } });
      expect(right.check('secret')).toBeUndefined();
    } finally {
      await running.stop();
    }
  });

  it('finds a certificate that is damaged, not there yet or not trusted, by its files and by who answers', async () => {
    const usesTls = (at: string) => writeFileSync(join(at, 'emulator.config.json'), '{"tls": true}');
    usesTls(cwd);
    const other = join(cwd, 'other');
    mkdirSync(other);
    usesTls(other);
    const running = await startEmulator(['--data-dir', '.emulator'], { cwd });
    const kept = join(cwd, '.emulator/tls/cert.pem');
    try {
      const secure = { ...free, EMULATOR_URL: running.url };
      expect((await diagnose({ env: secure })).check('certificate')).toMatchObject({
        status: 'warning',
        advice: expect.stringContaining(`NODE_EXTRA_CA_CERTS=${kept}`),
      });
      const trusting = await diagnose({ env: { ...secure, NODE_EXTRA_CA_CERTS: kept } });
      expect(trusting.check('certificate')?.status).toBe('ok');
      const stranger = await diagnose({ env: secure, cwd: other });
      expect(stranger.check('emulator')).toMatchObject({
        status: 'problem',
        advice: expect.stringMatching(/EMULATOR_CA/),
      });
    } finally {
      await running.stop();
    }
    writeFileSync(kept, 'no certificate');
    expect((await diagnose({ env: free })).check('certificate')).toMatchObject({
      status: 'problem',
      says: `${kept} is damaged`,
    });
    expect((await diagnose({ env: free, cwd: other })).check('certificate')?.says).toMatch(/next start creates/);
  });

  it('finds a port that something else has', async () => {
    const other = createServer((_request, response) => response.writeHead(404).end('no'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    try {
      const { check, exitCode } = await diagnose({ env: { EMULATOR_PORT: String(port) } });
      expect(exitCode).toBe(1);
      expect(check('emulator')).toMatchObject({
        status: 'problem',
        says: expect.stringMatching(/^another program is running at http/),
      });
    } finally {
      other.close();
    }
  });

  it('finds a sound data folder, and a damaged one without touching it', async () => {
    const data = await usedFolder();
    expect((await diagnose({ env: free })).check('data folder')?.says).toMatch(/is intact and not in use: \d+ commits/);
    const ours = readFileSync(join(data, 'db.json'), 'utf8');
    writeFileSync(join(data, 'db.json'), ours.replace('"smart_routing":false', '"smart_routing":true'));
    expect((await diagnose({ env: free })).check('data folder')?.says).toMatch(
      /db\.json was edited; the next start uses/,
    );
    const text = ours.replace('"object":"payout"', '"object:payout"');
    writeFileSync(join(data, 'db.json'), text);
    const before = readdirSync(data);
    const { check, exitCode } = await diagnose({ env: free });
    expect(exitCode).toBe(1);
    expect(check('data folder')).toMatchObject({
      status: 'problem',
      says: expect.stringMatching(/db\.json is damaged at byte \d+ \(line \d+\)/),
      advice: expect.stringContaining('--repair'),
    });
    expect(readdirSync(data)).toEqual(before);
    const start = await command(['start', '--port', '0', '--data-dir', data], { cwd });
    expect(start).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/is damaged at byte .* For details, run 'npx payments-emulator doctor'\.$/),
    });
  });
});

it('says of the data folder of another version how to take its state along, and neither starts nor repairs it', async () => {
  const data = await usedFolder();
  const text = readFileSync(join(data, 'db.json'), 'utf8').replace('{"format":1,', '{"format":2,');
  writeFileSync(join(data, 'db.json'), text);
  const { check, exitCode } = await diagnose({ env: free });
  expect([exitCode, check('data folder')]).toMatchObject([
    1,
    {
      says: expect.stringContaining('has format 2'),
      advice: expect.stringContaining("'fixture save' with the version"),
    },
  ]);
  const others = [
    ['start', '--port', '0', '--data-dir', data],
    ['doctor', '--repair', '--data-dir', data],
  ];
  for (const args of others) {
    const { exitCode, stderr, stdout } = await command(args, { cwd, env: free });
    expect([exitCode, `${stdout}${stderr}`]).toEqual([
      1,
      expect.stringMatching(/has format 2 .*; this emulator reads format 1\. /),
    ]);
  }
  expect(readFileSync(join(data, 'db.json'), 'utf8')).toBe(text);
  expect(readdirSync(data).filter((name) => name.includes('damaged'))).toEqual([]);
});

describe('emulator doctor --repair', () => {
  const repair = (...args: string[]) => command([...args, 'doctor', '--repair'], { cwd });

  it('leaves out what cannot be read, says so, keeps the damaged file, and lets the emulator start', async () => {
    const data = await usedFolder();
    const damagedText = readFileSync(join(data, 'db.json'), 'utf8').replace(
      /^(\{"id":"po_\w+","object":"payout")/m,
      '$1x',
    );
    writeFileSync(join(data, 'db.json'), damagedText);
    const line = damagedText.split('\n').findIndex((each) => each.includes('"payout"x')) + 1;
    const { stdout, exitCode } = await repair();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(new RegExp(`db\\.json, line ${line}: a record of payout, po_\\w{20}`));
    const kept = readdirSync(data).find((name) => name.startsWith('db.json.damaged-'));
    expect(stdout).toContain(kept);
    expect(readFileSync(join(data, kept!), 'utf8')).toBe(damagedText);
    const running = await startEmulator(['--data-dir', '.emulator'], { cwd });
    expect((await running.json('get', '/payouts')).data).toEqual([]);
    expect((await running.json('get', '/customers')).data.length).toBe(1);
    await running.stop();
  });

  it('keeps everything up to the damage of a journal, and nothing that stood on it', async () => {
    const running = await startProcess(['--data-dir', '.emulator', '--freeze'], { cwd });
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      ids.push((await running.json('post', '/customers', '-d', `email=${name}@example.com`)).data.id);
    }
    running.child.kill('SIGKILL');
    await running.child.catch(() => {});
    const journal = join(cwd, '.emulator', 'journal.ndjson');
    const lines = readFileSync(journal, 'utf8').split('\n');
    const damaged = lines.findIndex((each) => each.includes(ids[2]!));
    lines[damaged] = lines[damaged]!.replace('@example.com', '@exomple.com');
    writeFileSync(journal, lines.join('\n'));
    const { stdout, exitCode } = await repair();
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`journal.ndjson, line ${damaged + 1}: the checksum of the line does not match`);
    expect(stdout).toMatch(/1 commit after a lost commit/);
    const again = await startEmulator(['--data-dir', '.emulator'], { cwd });
    const found = (await again.json('get', '/customers')).data.map(({ id }: { id: string }) => id);
    expect(found).toEqual([ids[1], ids[0]]);
    await again.stop();
  });

  it('changes nothing where nothing is wrong', async () => {
    const data = await usedFolder();
    const before = readFileSync(join(data, 'db.json'), 'utf8');
    expect((await repair()).stdout).toMatch(/is not damaged, so it was not changed/);
    expect(readFileSync(join(data, 'db.json'), 'utf8')).toBe(before);
  });

  it('refuses where nothing can be saved, where another emulator wrote, and while one runs', async () => {
    const data = await usedFolder();
    writeFileSync(join(data, 'db.json'), 'not ours');
    writeFileSync(join(data, 'journal.ndjson'), 'nor this\n');
    const before = readdirSync(data);
    expect(await repair()).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/No data could be recovered/) });
    expect(readdirSync(data)).toEqual(before);
    writeFileSync(
      join(data, 'db.json'),
      '{"format":99,"emulator":"9.9.9","seed":1,"seq":1,"starts":1,\n"sets":{\n}}\n',
    );
    expect(await repair()).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/another emulator/) });
    cwd = join(cwd, 'running');
    mkdirSync(cwd);
    const running = await startEmulator(['--data-dir', '.emulator'], { cwd });
    expect(await repair()).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/is using .*; stop it with/) });
    await running.stop();
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { call } from '../support/call.ts';
import { startReceiver } from '../support/receiver.ts';
import {
  command,
  type Running,
  type RunningProcess,
  startEmulator,
  startProcess,
  temporaryFolder,
} from './emulator.ts';

let folder: ReturnType<typeof temporaryFolder>;
const running: Running[] = [];

beforeAll(ensureBuilt);
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
  folder.remove();
});

async function start(args: string[] = ['--ephemeral'], env: Record<string, string> = {}): Promise<Running> {
  const started = await startEmulator(args, { cwd: folder.path, env });
  running.push(started);
  return started;
}

/** Also in a process of its own: for how it starts and ends. */
async function startAlone(args: string[] = ['--ephemeral']): Promise<RunningProcess> {
  const started = await startProcess(args, { cwd: folder.path });
  running.push(started);
  return started;
}

const eventually = async (holds: () => boolean): Promise<void> => {
  await expect.poll(holds, { interval: 10 }).toBe(true);
};

describe('the ready line', () => {
  test('is the first line of stdout, and the emulator answers when it is there', async () => {
    const { lines, url } = await startAlone();
    expect(lines[0]).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${url}/_emulator/health`)).json()).toEqual({ status: 'ok' });
  });

  test('is JSON with --json, and so is every line of the log after it', async () => {
    const { lines, json } = await start(['--ephemeral', '--json']);
    const { url } = JSON.parse(lines[0]!) as { url: string };
    expect(JSON.parse(lines[0]!)).toEqual({ type: 'ready', url });
    await json('post', '/customers', '-d', 'email=a@b.co');
    await json('trigger', 'payment.completed');
    await eventually(() => lines.some((line) => line.includes('payment.completed')));
    const messages = lines.map((line) => JSON.parse(line) as { type: string });
    expect(messages.filter(({ type }) => type === 'ready')).toHaveLength(1);
    expect(messages.map(({ type }) => type)).toEqual(expect.arrayContaining(['request', 'event']));
  });

  test('is all of stdout with --quiet', async () => {
    const emulated = await start(['--ephemeral', '--quiet']);
    await emulated.json('trigger', 'payment.completed');
    await emulated.stop();
    expect(emulated.lines).toEqual([`ready ${emulated.url}`]);
    expect(emulated.errors).toEqual([]);
  });
});

describe('the log', () => {
  test('has a line a request, an event and a delivery attempt', async () => {
    const receiver = await startReceiver();
    try {
      const { lines, json } = await start(['--ephemeral', '--forward-to', receiver.url]);
      await json('post', '/customers', '-d', 'email=a@b.co');
      await json('trigger', 'payment.completed', '--wait');
      await eventually(() => lines.some((line) => line.includes(receiver.url)));
      const log = lines.slice(1).join('\n');
      expect(log).toMatch(/POST \/api\/v1\/customers {2}201 {2}\d+ ms {2}req_\w+/);
      expect(log).toMatch(/payment\.completed {2}evt_\w+ {2}txn_\w+/);
      expect(log).toMatch(/ {2}--> payment\.completed {2}evt_\w+ {2}txn_\w+/);
      expect(log).toMatch(/ {2}<-- 200 {2}\d+ ms {2}http:\S+ {2}payment\.completed {2}evt_\w+ {2}attempt 1/);
    } finally {
      await receiver.close();
    }
  });

  test('says refused of unknown fields, not ignored, where the emulator is strict', async () => {
    const { lines, url } = await start(['--ephemeral', '--strict']);
    const headers = { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'a@b.co', emial: 1 });
    const answer = await fetch(`${url}/api/v1/customers`, { method: 'POST', headers, body });
    expect([answer.status, answer.headers.get('x-emulator-refused')]).toEqual([400, 'emial']);
    await eventually(() => lines.some((line) => line.includes('refused: emial')));
    const list = await command(['requests', 'list', '--url', url], { cwd: folder.path });
    expect(list.stdout).toMatch(/refused: emial$/m);
    const { data } = (await (await fetch(`${url}/_emulator/requests`)).json()) as { data: { id: string }[] };
    const shown = await command(['requests', 'show', data[0]!.id, '--url', url], { cwd: folder.path });
    expect(shown.stdout).toContain('refused: emial');
    expect([...lines, list.stdout, shown.stdout].join('\n')).not.toContain('ignored');
  });

  test('shows no escape sequence that a caller sent', async () => {
    const { lines, url } = await start();
    await fetch(`${url}/api/v1/charges/%1b]0;owned%07`, { headers: { authorization: 'Bearer sk_test_demo' } });
    await fetch(`${url}/api/v1/customers?expand=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json', 'x-idempotency-key': 'x' },
      body: '{"email":"a@b.co","\\u001b[2Jfield":1}',
    });
    await eventually(() => lines.some((line) => line.includes('ignored: x-idempotency-key, expand, ')));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(lines.join('\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
  });
});

describe('ending', () => {
  test('SIGTERM ends it with 0', async () => {
    const { child } = await startAlone();
    child.kill('SIGTERM');
    expect((await child).exitCode).toBe(0);
  });

  test('Ctrl-C ends it with 130', async () => {
    const { child } = await startAlone();
    child.kill('SIGINT');
    expect((await child).exitCode).toBe(130);
  });

  test('a second Ctrl-C ends it at once, a repetition within 100 ms does not', async () => {
    const { child, url } = await startAlone(['--data-dir', 'data']);
    const half = connect(Number(new URL(url).port), '127.0.0.1');
    half.on('error', () => {});
    half.write('POST /api/v1/charges HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{');
    await new Promise((resolve) => half.once('connect', resolve));
    // Answered, so that the request above has reached the server.
    await fetch(`${url}/_emulator/health`);
    child.kill('SIGINT');
    child.kill('SIGINT');
    // Nobody is let in any more once it has heard of them.
    await expect
      .poll(() =>
        fetch(`${url}/_emulator/health`)
          .then(() => 'in')
          .catch(() => 'out'),
      )
      .toBe('out');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(child.exitCode).toBeNull();
    child.kill('SIGINT');
    expect((await child).exitCode).toBe(130);
    // It did not wait for the request above, after which it would have given the folder up.
    expect(existsSync(join(folder.path, 'data/lock'))).toBe(true);
    half.destroy();
  });

  test('`stop` ends it and waits until it is gone', async () => {
    const { run, child, url } = await startAlone();
    const stopped = await run('stop');
    expect(stopped).toMatchObject({ exitCode: 0, stdout: `Stopped the emulator at ${url}.`, stderr: '' });
    expect((await child).exitCode).toBe(0);
    expect((await run('status')).exitCode).toBe(3);
  });

  test('`stop` waits until the data folder is free too, which may be later', async () => {
    // A mail that a catcher takes and never answers keeps the emulator after it has closed its port.
    const catcher = createTcpServer(() => {}).listen(0, '127.0.0.1');
    await once(catcher, 'listening');
    const smtp = `smtp://127.0.0.1:${(catcher.address() as AddressInfo).port}`;
    try {
      const { run } = await startAlone(['--data-dir', 'data', '--smtp', smtp]);
      await run('trigger', 'invoice.send');
      expect(existsSync(join(folder.path, 'data/lock'))).toBe(true);
      expect(await run('stop')).toMatchObject({ exitCode: 0, stderr: '' });
      expect(existsSync(join(folder.path, 'data/lock'))).toBe(false);
    } finally {
      catcher.close();
    }
  });
});

describe('the data folder', () => {
  test('keeps the state from one start to the next', async () => {
    const first = await start(['--data-dir', 'data']);
    const { objects } = await first.json('trigger', 'payment.completed');
    await first.stop();
    const second = await start(['--data-dir', 'data']);
    const { data } = await second.json('get', `/transactions/${objects[0].id}`);
    expect(data.status).toBe('settled');
    expect(existsSync(join(folder.path, 'data'))).toBe(true);
  });

  test('is `.emulator` where nobody says otherwise, and nothing at all with --ephemeral', async () => {
    await start(['--ephemeral']);
    expect(existsSync(join(folder.path, '.emulator'))).toBe(false);
    await start([]);
    expect(existsSync(join(folder.path, '.emulator'))).toBe(true);
  });

  test('that is in use refuses a second emulator in one line, with status 1', async () => {
    const { url } = await start(['--data-dir', 'data']);
    const second = await command(['start', '--port', '0', '--data-dir', 'data'], { cwd: folder.path });
    expect(second).toMatchObject({ exitCode: 1, stdout: '' });
    expect(second.stderr.split('\n')).toHaveLength(1);
    expect(second.stderr).toContain(url);
  });

  test('that is damaged refuses the start in one line that names the file', async () => {
    const { stop } = await start(['--data-dir', 'data']);
    await stop();
    writeFileSync(join(folder.path, 'data/db.json'), '{"not ours": ');
    const refused = await command(['start', '--port', '0', '--data-dir', 'data'], { cwd: folder.path });
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^emulator: .*db\.json.*$/);
  });

  test('that holds a state says that --fixture was not loaded', async () => {
    const { stop } = await start(['--data-dir', 'data']);
    await stop();
    writeFileSync(join(folder.path, 'f.json'), '{"workspaces":[{"id":"ws_demo","settings":{}}]}');
    const { errors } = await start(['--data-dir', 'data', '--fixture', 'f.json']);
    await eventually(() => errors.some((line) => line.includes('--fixture was not loaded')));
  });
});

describe('what cannot be started', () => {
  test('a port in use: status 1 and what to do', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const refused = await command(['start', '--ephemeral', '--port', String(port)]);
    server.close();
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(new RegExp(`^emulator: 127\\.0\\.0\\.1:${port} is in use\\..*--port.*$`));
  });

  test.each([
    ['--port', '99999', '--port must be a whole number from 0 to 65535'],
    ['--port', 'abc', "not 'abc'"],
    ['--host', '0.0.0.0', '--allow-remote'],
    ['--settle', 'sometimes', '--settle must be one of auto, manual'],
    ['--clock', 'tomorrow', 'ISO 8601'],
    ['--forward-to', 'nowhere', '--forward-to must be an http or https address, such as http://127.0.0.1:4747'],
    ['--forward-to', 'http://example.com/', '--allow-remote-webhooks'],
    ['--forward-to', 'http://169.254.169.254/', '169.254.169.254'],
    ['--fixture', 'nope', 'nope'],
    ['--seed', '-1', '--seed must be a whole number'],
    ['--prot', '1', 'Did you mean --port'],
  ])('%s %s: wrong usage', async (flag, value, says) => {
    const refused = await command(['start', '--port', '0', '--ephemeral', flag, value], { cwd: folder.path });
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^emulator: .*[.?]$/);
    expect(refused.stderr).toContain(says);
  });

  test('a fixture that is not valid JSON: one line that names the file', async () => {
    writeFileSync(join(folder.path, 'bad.json'), '{"workspaces": [');
    const refused = await command(['start', '--port', '0', '--ephemeral', '--fixture', 'bad.json'], {
      cwd: folder.path,
    });
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^emulator: .*bad\.json.*$/);
  });
});

describe('options', () => {
  test('the same seed and clock give the same ids and times', async () => {
    const args = ['--ephemeral', '--seed', '7', '--clock', '2026-03-01T09:00:00Z', '--freeze'];
    const [first, second] = await Promise.all([start(args), start(args)]);
    const answers = await Promise.all([first, second].map(({ json }) => json('trigger', 'payment.disputed')));
    expect(answers[0]).toEqual(answers[1]);
    const clock = await first!.json('clock');
    expect(clock).toMatchObject({ now: '2026-03-01T09:00:00.000Z', mode: 'frozen' });
  });

  test('a seed is said to be for tests alone, also of a folder that has one; without one nothing is said', async () => {
    const warning =
      'The emulator has a seed (--seed), so its ids, tokens and page addresses are predictable. Use this emulator only for tests.';
    const saidBy = async (...args: string[]) => {
      const { errors, stop } = await startEmulator(args, { cwd: folder.path });
      await stop();
      return errors.slice(1);
    };
    expect(await saidBy('--data-dir', 'seeded', '--seed', '7')).toEqual([warning]);
    expect(await saidBy('--data-dir', 'seeded')).toEqual([warning]);
    expect(await saidBy('--ephemeral', '--seed', '7', '--quiet')).toEqual([]);
    expect(await saidBy('--ephemeral')).toEqual([]);
  });

  test('--settle manual leaves every settlement to `settle`', async () => {
    const { json } = await start(['--ephemeral', '--settle', 'manual']);
    const { objects } = await json('trigger', 'transaction.accept');
    await json('clock', 'advance', '30d');
    expect((await json('get', `/transactions/${objects[0].id}`)).data.status).toBe('pending_settlement');
    const settled = await json('settle');
    expect(settled.ran.map((ran: { job: { kind: string } }) => ran.job.kind)).toContain('transaction.settle');
    expect((await json('get', `/transactions/${objects[0].id}`)).data.status).toBe('settled');
  });

  test('--allow-remote takes its token from EMULATOR_TOKEN, so that other machines know it beforehand', async () => {
    const env = { EMULATOR_TOKEN: 'emu_of_the_whole_team' };
    const { url, errors, run } = await start(['--ephemeral', '--allow-remote'], env);
    expect((await run('status')).exitCode).toBe(0);
    expect(errors.join('\n')).not.toContain('emu_of_the_whole_team');
    expect((await command(['status'], { env: { EMULATOR_URL: url } })).exitCode).toBe(1);
    const refused = await command(['start', '--port', '0', '--ephemeral'], { env: { EMULATOR_TOKEN: 'short' } });
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr:
        'emulator: EMULATOR_TOKEN must be 16 to 200 letters, digits or any of . _ ~ + / = -, such as emu_0123456789abcdef.',
    });
    // A file from Windows may have left its line end.
    const odd = await command(['status'], { env: { EMULATOR_URL: url, EMULATOR_TOKEN: 'emu_of_the_whole_team\r\n' } });
    expect(odd).toMatchObject({ exitCode: 2, stderr: refused.stderr });
    const diagnosed = await command(['doctor', '--json'], { env: { EMULATOR_URL: url, ...env } });
    expect(diagnosed.stdout).toContain('"EMULATOR_TOKEN"');
    expect(diagnosed.stdout).not.toContain('emu_of_the_whole_team');
  });

  test('--public-url is the address in every link that is given out, and answered to', async () => {
    const { url, json, lines } = await start(['--ephemeral', '--public-url', 'https://Pay.test:8443/'], {
      EMULATOR_TOKEN: 'emu_of_the_whole_team',
    });
    expect(lines.slice(0, 2)).toEqual([`ready ${url}`, 'public https://pay.test:8443']);
    const session = await json('post', '/checkout-sessions', '-d', 'amount=4200', '-d', 'success_url=https://a.test/');
    expect(session.data.url).toMatch(/^https:\/\/pay\.test:8443\/pay\//);
    expect((await json('keys')).api_base).toBe('https://pay.test:8443/api/v1');
    const statusAs = async (host: string, path: string) =>
      (await call(`${url}${path}`, { headers: { Host: host } })).status;
    expect(await statusAs('pay.test:8443', new URL(session.data.url).pathname)).toBe(200);
    expect(await statusAs('other.test', '/docs')).toBe(403);
    // The proxy in front speaks https, and passes on the host without its port.
    const described = await call(`${url}/openapi.json`, { headers: { Host: 'pay.test' } });
    expect(JSON.parse(described.text).servers[0].url).toBe('https://pay.test:8443/api/v1');
    const refused = await command(['start', '--port', '0', '--ephemeral', '--public-url', 'https://pay.test/shop']);
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--public-url https://pay.test/shop'),
    });
  });
});

describe('https', () => {
  const inData = (name: string) => join(folder.path, '.emulator/tls', name);

  test('--tls keeps a certificate that the command line trusts, and --webhook-ca verifies receivers by it', async () => {
    const first = await start(['--tls']);
    expect(first.lines[0]).toMatch(/^ready https:/);
    expect(await first.json('status')).toMatchObject({ url: first.url });
    const session = await first.json(
      'post',
      '/checkout-sessions',
      '-d',
      'amount=1',
      '-d',
      'success_url=https://a.test/',
    );
    expect(session.data.url.startsWith(`${first.url}/`)).toBe(true);
    expect(statSync(inData('key.pem')).mode & 0o777).toBe(0o600);
    const kept = readFileSync(inData('cert.pem'), 'utf8');
    const paths: string[] = [];
    const receiver = createSecureServer({ key: readFileSync(inData('key.pem')), cert: kept }, (request, response) => {
      paths.push(request.url!);
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    try {
      await first.json('webhooks', 'add', `https://localhost:${(receiver.address() as AddressInfo).port}/hook`);
      await first.json('trigger', 'payment.completed');
      await eventually(() => first.lines.some((line) => line.includes('self-signed certificate')));
      expect(paths).toEqual([]);
      await first.stop();
      const second = await start(['--tls', '--webhook-ca', inData('cert.pem')]);
      expect(readFileSync(inData('cert.pem'), 'utf8')).toBe(kept);
      await second.json('trigger', 'payment.completed');
      await eventually(() => paths.includes('/hook'));
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  });

  test('--tls-cert and --tls-key are read at the start, and EMULATOR_CA is trusted', async () => {
    const first = await start(['--tls']);
    await first.stop();
    const [cert, key, other, none] = [inData('cert.pem'), inData('key.pem'), inData('other.pem'), inData('none.pem')];
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(other, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const damaged = inData('damaged.pem');
    const further = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    writeFileSync(damaged, `${readFileSync(cert, 'utf8')}${further}`);
    const given = await start(['--ephemeral', '--tls-cert', cert, '--tls-key', key]);
    const status = (env: Record<string, string>) => command(['status'], { env: { EMULATOR_URL: given.url, ...env } });
    expect(await status({ EMULATOR_CA: cert })).toMatchObject({ exitCode: 0 });
    expect(await status({ NODE_EXTRA_CA_CERTS: cert })).toMatchObject({ exitCode: 0 });
    expect(await status({})).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('EMULATOR_CA') });
    const refused: [string[], string][] = [
      [['--tls-cert', cert], '--tls-cert requires --tls-key'],
      [['--tls-cert', none, '--tls-key', key], `--tls-cert ${none} cannot be read: ENOENT`],
      [['--tls-cert', key, '--tls-key', key], `--tls-cert ${key} contains no PEM certificate`],
      [['--tls-cert', cert, '--tls-key', cert], `--tls-key ${cert} must contain a PEM private key`],
      [
        ['--tls-cert', cert, '--tls-key', other],
        `--tls-key ${other} does not match the certificate in --tls-cert ${cert}.`,
      ],
      [['--tls-cert', damaged, '--tls-key', key], `--tls-cert ${damaged} and its key cannot be used for HTTPS: `],
      [['--webhook-ca', key], `--webhook-ca ${key} contains no PEM certificate`],
    ];
    for (const [args, why] of refused) {
      const { exitCode, stderr } = await command(['start', '--port', '0', '--ephemeral', ...args]);
      expect({ exitCode, lines: stderr.split('\n').length }).toEqual({ exitCode: 2, lines: 1 });
      expect(stderr).toContain(why);
    }
  });
});

test('--pdf-font is read at the start, and a file that no PDF can use is refused in one line', async () => {
  const noto = join(projectFolder, 'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf');
  const [none, text] = [join(folder.path, 'none.ttf'), join(folder.path, 'text.ttf')];
  writeFileSync(text, 'no font');
  for (const [font, why] of [
    [none, `--pdf-font ${none} cannot be read: ENOENT`],
    [text, `--pdf-font ${text} is not a font that a PDF can use (TTF or OTF): Unknown font format.`],
    [
      noto,
      `--pdf-font ${noto} is Noto Sans, which PDFs already use. Choose a font that contains additional characters.`,
    ],
  ] as const) {
    const { exitCode, stderr } = await command(['start', '--port', '0', '--ephemeral', '--pdf-font', font]);
    expect({ exitCode, lines: stderr.split('\n').length }).toEqual({ exitCode: 2, lines: 1 });
    expect(stderr).toContain(why);
  }
});

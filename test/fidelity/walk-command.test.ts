import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendByFetch } from '../../src/emulator/fidelity/walk/send.ts';
import { command, emulator, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { freePort } from '../support/free-port.ts';

const folder = temporaryFolder();
beforeAll(ensureBuilt);
afterAll(() => folder.remove());
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const originOf = (port: number): string => `http://127.0.0.1:${port}`;

/** Starts a service. @returns its origin */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return originOf((server.address() as AddressInfo).port);
}

const key = { SERVICE_KEY: 'sk_test_1' };
const walkOf = (origin: string, ...more: string[]) =>
  command(['compare', '--against', `${origin}/api/v1`, '--key-env', 'SERVICE_KEY', '--yes', ...more], {
    env: key,
    cwd: folder.path,
  });

/** A file with the capture of a service. */
function captureOf(name: string, comment: string): string {
  const file = join(folder.path, name);
  const log = { version: '1.2', creator: { name: 'payments-emulator', version: '0' }, comment, entries: [] };
  writeFileSync(file, JSON.stringify({ log }, null, 1));
  return file;
}

describe('a walk of a service that cannot be reached', () => {
  test('stops at the first call, with the reason', async () => {
    const origin = originOf(await freePort());
    const { stdout, stderr, exitCode } = await walkOf(origin);
    expect(stderr).toMatch(/^emulator: GET \/account got no response: connection refused\.$/m);
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect(JSON.parse(readFileSync(join(folder.path, 'walk.har'), 'utf8')).log.entries).toHaveLength(1);
  });

  test('stops where the service no longer responds', async () => {
    let calls = 0;
    const origin = await serving((request, response) => {
      if (++calls > 5) request.socket.destroy();
      else response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":"No."}');
    });
    const { stderr, exitCode } = await walkOf(origin, '--out', join(folder.path, 'stops.har'));
    expect(stderr).toMatch(/^emulator: 3 calls in a row got no response, the last of them \w+ \/[^:]+: .+\.$/m);
    expect([exitCode, calls]).toEqual([2, 8]);
  });

  test('waits only so long for a response', async () => {
    const origin = await serving(() => {});
    const request = { method: 'GET', url: `${origin}/api/v1/account`, headers: {}, body: undefined };
    await expect(sendByFetch(request, 50)).rejects.toThrow('no complete response within 0.05 s');
    const cut = await serving((_, response) => void response.writeHead(200).write('{'));
    await expect(sendByFetch({ ...request, url: cut }, 50)).rejects.toThrow('no complete response within 0.05 s');
  });
});

describe('the file of a walk', () => {
  test.each([
    ['a walk through another service', 'Walk through https://sandbox.example.com'],
    ["an application's capture", 'Capture of ORIGIN'],
  ])('does not replace %s without --force', async (_name, comment) => {
    let calls = 0;
    const origin = await serving((_request, response) => {
      calls++;
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{}');
    });
    const file = captureOf('other.har', comment.replace('ORIGIN', origin));
    const before = readFileSync(file, 'utf8');
    const { stderr, exitCode } = await walkOf(origin, '--out', file);
    expect(stderr).toContain(
      `already exists and is not a capture of a walk through ${origin} written by the emulator.`,
    );
    expect([exitCode, calls, readFileSync(file, 'utf8')]).toEqual([2, 0, before]);
    await walkOf(origin, '--out', file, '--force');
    expect(JSON.parse(readFileSync(file, 'utf8')).log).toMatchObject({ comment: `Walk through ${origin}` });
    // The walk of the next night replaces this one.
    expect((await walkOf(origin, '--out', file)).stderr).toContain('The service rejects the key');
  });

  test('is not the default file of a capture', async () => {
    const origin = await serving((_request, response) => void response.writeHead(401).end());
    const file = captureOf('service.har', `Capture of ${origin}`);
    await walkOf(origin, '--force');
    expect(JSON.parse(readFileSync(file, 'utf8')).log.entries).toEqual([]);
    expect(existsSync(join(folder.path, 'walk.har'))).toBe(true);
  });
});

test('a capture never replaces the capture of another service', async () => {
  const file = captureOf('mine.har', 'Capture of https://sandbox.example.com');
  const args = ['capture', '--from', 'https://other.example.com/api/v1', '--out', file, '--', 'true'];
  const { stderr, exitCode } = await command(args);
  expect(stderr).toContain('not a capture of https://other.example.com');
  expect(exitCode).toBe(2);
});

/** A capture with one call. */
function oneCall(): string {
  const file = captureOf('one-call.har', 'Capture of https://sandbox.example.com');
  const har = JSON.parse(readFileSync(file, 'utf8'));
  const request = { method: 'GET', url: 'https://sandbox.example.com/api/v1/balance', headers: [] };
  const response = { status: 200, headers: [], content: { text: '{"data":{"object":"balance"}}' } };
  har.log.entries.push({ startedDateTime: '2026-05-04T09:00:00Z', time: 5, request, response });
  writeFileSync(file, JSON.stringify(har));
  return file;
}

/** Makes a function of Node throw within the program, as a bug would. */
const broken = `import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
fs.writeFile = () => { throw new TypeError('x is not a function.'); };
syncBuiltinESMExports();`;

test.each([
  [
    'a bug',
    'NODE_OPTIONS',
    `--import data:text/javascript,${encodeURIComponent(broken)}`,
    70,
    /because of a bug: x is/,
  ],
  ['a system without a temporary folder', 'TMPDIR', '/nowhere', 2, /The temporary folder \/nowhere cannot be used/],
] as const)('%s has an exit status that does not mean findings', async (_name, variable, value, status, message) => {
  const { stdout, stderr, exitCode } = await emulator(['compare', oneCall()], { env: { [variable]: value } });
  expect([exitCode, stdout]).toEqual([status, '']);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('..');
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

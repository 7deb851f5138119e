import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { connectEmulator, type Emulator, EmulatorError, startEmulator } from '../../src/index.ts';
import { makeCertificate } from '../../src/sandbox/tls/certificate.ts';
import { temporaryFolder } from '../cli/emulator.ts';
import { rawRequest, sendRaw } from '../support/raw-http.ts';

const folder = temporaryFolder();
const certificateIn = (dataDir: string) => join(dataDir, 'tls/cert.pem');
const certFile = certificateIn(folder.path);
const started: Emulator[] = [];
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  for (const emulator of started.splice(0)) await emulator.stop();
});
afterAll(() => folder.remove());

/** @returns the emulator, what it warned of, and the certificate that its data folder keeps */
async function startSecurely(dataDir = folder.path) {
  const warnings: string[] = [];
  const onWarning = (message: string) => void warnings.push(message);
  const emulator = await startEmulator({ tls: true, dataDir, onWarning });
  started.push(emulator);
  return { emulator, warnings, certificate: readFileSync(certificateIn(dataDir), 'utf8') };
}

describe('an emulator at https', () => {
  it('says to who calls it by http that it speaks https, and goes on', async () => {
    const { emulator } = await startSecurely();
    const { port } = new URL(emulator.url);
    const plain = `http://127.0.0.1:${port}`;
    const refused = await sendRaw(plain, rawRequest('GET /api/v1/balance HTTP/1.1', {}));
    expect(refused).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/json; charset=utf-8', 'request-id': expect.stringMatching(/^req_/) },
      json: { error: `This emulator requires HTTPS. Use ${emulator.url}.` },
    });
    await expect(sendRaw(plain, 'no request of any kind\r\n\r\n')).rejects.toThrow();
    expect((await emulator.trigger('payment.completed')).events.length).toBeGreaterThan(0);
  });

  it('is connected to by its certificate: as a file, as text, or by EMULATOR_CA', async () => {
    const { emulator, certificate } = await startSecurely();
    for (const ca of [certFile, certificate]) {
      const connected = await connectEmulator(emulator.url, { ca });
      const heard = connected.events.waitFor('payout.paid');
      await connected.trigger('payout.paid');
      expect((await heard).type).toBe('payout.paid');
      await connected.stop();
    }
    vi.stubEnv('EMULATOR_CA', certFile);
    await (await connectEmulator(emulator.url)).stop();
    vi.stubEnv('EMULATOR_CA', '');
    const refusalOf = (ca?: string) => connectEmulator(emulator.url, { ca }).catch((error: unknown) => error);
    const [untrusted, missing, other] = [await refusalOf(), await refusalOf('none.pem'), await refusalOf(__filename)];
    for (const refusal of [untrusted, missing, other]) expect(refusal).toBeInstanceOf(EmulatorError);
    expect(untrusted).toMatchObject({ code: 'not_running', message: expect.stringContaining('EMULATOR_CA') });
    expect(missing).toMatchObject({ code: 'wrong_option', message: expect.stringContaining('ENOENT') });
    expect(other).toMatchObject({
      code: 'wrong_option',
      message: expect.stringContaining('does not contain a PEM certificate'),
    });
  });

  it('answers agents too', async () => {
    const { emulator, certificate } = await startSecurely();
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const answer = await new Promise<string>((resolve, reject) => {
      const call = request(`${emulator.url}/_emulator/mcp`, { method: 'POST', ca: certificate, headers });
      call.on('response', (response) => resolve(text(response))).on('error', reject);
      const params = { name: 'status', arguments: {} };
      call.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
    });
    expect(answer).toContain(emulator.url);
  });
});

describe('a certificate that the data folder keeps', () => {
  it('is replaced where it is over or damaged, which a warning says, and is kept else', async () => {
    const dataDir = join(folder.path, 'kept');
    const file = certificateIn(dataDir);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01') });
    const outdated = await makeCertificate(['localhost', '127.0.0.1', '::1']);
    vi.useRealTimers();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, outdated.cert);
    writeFileSync(join(dirname(file), 'key.pem'), outdated.key);
    const second = await startSecurely(dataDir);
    expect(second.warnings).toEqual([
      expect.stringMatching(/tls ended .*2022.*so a new one was created\. Trust the new certificate/),
    ]);
    expect(second.certificate).not.toBe(outdated.cert);
    await second.emulator.stop();

    const kept = await startSecurely(dataDir);
    expect({ ...kept, emulator: null }).toEqual({ emulator: null, warnings: [], certificate: second.certificate });
    await kept.emulator.stop();

    // Its end is lost; then it is whole, and the key is another one's.
    for (const damaged of [kept.certificate.slice(0, 300), outdated.cert]) {
      writeFileSync(file, damaged);
      const mended = await startSecurely(dataDir);
      expect(mended.warnings).toEqual([expect.stringMatching(/tls is damaged, so a new one was created/)]);
      expect(mended.certificate).not.toBe(damaged);
      await (await connectEmulator(mended.emulator.url, { ca: file })).stop();
      await mended.emulator.stop();
    }
  });
});

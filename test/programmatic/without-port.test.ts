import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../src/index.ts';
import { startReceiver } from '../support/receiver.ts';

describe('an emulator without a port', () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator({ listen: false });
  });
  afterEach(() => emulator.stop());

  const headers = () => ({ authorization: `Bearer ${emulator.secretKey}`, 'content-type': 'application/json' });

  it('answers requests of fetch, whatever their host', async () => {
    const body = JSON.stringify({ email: 'ada@example.com' });
    const made = await emulator.fetch('/api/v1/customers', { method: 'POST', headers: headers(), body });
    expect(made.status).toBe(201);
    const { data } = (await made.json()) as { data: { id: string } };
    const request = new Request(`https://sandbox.example.com/api/v1/customers/${data.id}`, { headers: headers() });
    expect(await (await emulator.fetch(request)).json()).toEqual({ data });
    const head = await emulator.fetch(new Request(request, { method: 'HEAD' }));
    expect([head.status, head.headers.get('request-id'), await head.text()]).toEqual([
      200,
      expect.stringMatching(/^req_/),
      '',
    ]);
  });

  it('gives the same calls as one that listens, events among them', async () => {
    const receiver = await startReceiver();
    try {
      await emulator.webhooks.add({ url: receiver.url });
      const paid = emulator.events.waitFor('payout.paid', { delivered: true });
      await emulator.trigger('payout.paid');
      expect((await paid).type).toBe('payout.paid');
      const { id } = await emulator.workspaces.create();
      expect((await emulator.workspaces.list()).map((each) => each.id)).toContain(id);
    } finally {
      await receiver.close();
    }
  });

  it('answers with pages, bytes and a stream as long as somebody reads it', async () => {
    const page = await emulator.fetch('/docs');
    expect(page.headers.get('content-type')).toMatch('text/html');
    const picture = await emulator.fetch('/favicon.ico');
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(0);
    const reader = (await emulator.fetch('/_emulator/stream')).body!.getReader();
    await emulator.trigger('payout.paid');
    let text = '';
    while (!text.includes('payout')) text += new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    await emulator.trigger('payout.paid');
  });

  it('refuses as the service does, and shows no web page the control API', async () => {
    const unknown = await emulator.fetch('/api/v1/custmers', { headers: headers() });
    expect([unknown.status, ((await unknown.json()) as { type: string }).type]).toEqual([404, 'not_found_error']);
    const foreign = await emulator.fetch('/_emulator/status', { headers: { origin: 'https://example.com' } });
    expect(foreign.status).toBe(403);
  });

  /** A body that never ends, and how many bytes of it were read. */
  function endlessBody(piece: Uint8Array) {
    const read = { bytes: 0, pieces: 0, isCancelled: false };
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        read.bytes += piece.byteLength;
        read.pieces++;
        controller.enqueue(piece);
      },
      cancel: () => {
        read.isCancelled = true;
      },
    });
    return { read, body };
  }

  it.each([
    ['/api/v1/customers', () => headers()],
    ['/_emulator/fixtures', () => ({ 'content-type': 'application/json' })],
  ])('refuses a body without an end, and reads no more of it than an operation may take: %s', async (path, own) => {
    const { read, body } = endlessBody(new Uint8Array(65_536).fill(32));
    const init = { method: 'POST', headers: own(), body, duplex: 'half' } as RequestInit;
    const refused = await emulator.fetch(path, init);
    expect([refused.status, await refused.json()]).toEqual([413, expect.objectContaining({ code: 'body_too_large' })]);
    expect(read.isCancelled).toBe(true);
    expect(read.bytes).toBeLessThan(20 * 1024 * 1024);
  });

  it('ends by its signal while it reads a body that never says anything, or nothing for ever', async () => {
    const silent = new ReadableStream<Uint8Array>({});
    const { body: empty } = endlessBody(new Uint8Array(0));
    for (const body of [silent, empty]) {
      const init = { method: 'POST', headers: headers(), body, duplex: 'half', signal: AbortSignal.timeout(100) };
      await expect(emulator.fetch('/api/v1/customers', init as RequestInit)).rejects.toThrow(/abort|timeout/i);
    }
    expect((await emulator.fetch('/api/v1/balance', { headers: headers() })).status).toBe(200);
  });

  it('ends as fetch does: by its signal, and not after a stop', async () => {
    const wait = '/_emulator/events/wait?type=payout.paid&timeout=20s';
    await expect(emulator.fetch(wait, { signal: AbortSignal.timeout(100) })).rejects.toThrow(/abort|timeout/i);
    await emulator.stop();
    await expect(emulator.fetch('/api/v1/balance')).rejects.toMatchObject({ code: 'stopped' });
  });

  it('listens nowhere', async () => {
    await expect(fetch(emulator.url)).rejects.toThrow();
    await expect(startEmulator({ listen: false, port: 0 })).rejects.toThrow('port requires an emulator that listens');
  });
});

it('an emulator that listens answers fetch as well', async () => {
  await using emulator = await startEmulator();
  const authorization = `Bearer ${emulator.secretKey}`;
  expect((await emulator.fetch('/api/v1/balance', { headers: { authorization } })).status).toBe(200);
});

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, createServer as createPlain } from 'node:http';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCapture } from '../../../src/emulator/fidelity/capture/proxy.ts';
import { readCapture } from '../../../src/emulator/fidelity/capture/read-capture.ts';
import { CaptureFile } from '../../../src/emulator/fidelity/capture/write-capture.ts';
import { HiddenTexts } from '../../../src/payments/secrets/hidden-texts.ts';
import { makeCertificate } from '../../../src/sandbox/tls/certificate.ts';
import { command, emulator, temporaryFolder } from '../../cli/emulator.ts';
import {
  type Capturing,
  callRaw,
  captureFrom,
  freshFile,
  openRaw,
  pairsOf,
  readHar,
} from '../../fidelity/capturing.ts';
import { ensureBuilt } from '../../support/build.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

let service: Receiver;
beforeAll(async () => {
  await ensureBuilt();
  service = await startReceiver();
});
afterAll(() => service.close());
beforeEach(() => {
  service.requests.length = 0;
  service.answer({});
});

const key = 'sk_test_4f9a8b7c6d5e4f3a2b1c';
const json = { 'content-type': 'application/json' };

describe('what passes a capture', () => {
  it('is the same to the byte, both ways, but for Via and what belongs to a connection', async () => {
    const { origin, written } = await captureFrom(`${service.url}/gateway`);
    const answered = brotliCompressSync('{"data": {"id":  "cus_1", "name": "Zoë"}}');
    service.answer((_request, response) => {
      response.sendDate = false;
      response.writeHead(299, 'Quite Fine', [
        ...['X-Second', 'b', 'content-TYPE', 'application/json', 'Set-Cookie', 'a=1', 'X-First', 'caf\u00e9'],
        ...['Set-Cookie', 'b=2', 'Content-Encoding', 'br', 'Content-Length', String(answered.length)],
      ]);
      response.end(answered);
    });
    const path = '/api/v1//customers/..%2fx;a=b?q=%e4&q=[1]&empty';
    const body = Buffer.concat([Buffer.from('{"a":1}'), Buffer.from([0, 255, 13, 10])]);
    const headers = ['X-Zeta', '1', 'aCCept', '*/*', 'Authorization', `Bearer ${key}`, 'X-Many', 'a', 'X-Many', 'b'];
    const answer = await callRaw(origin, { method: 'PATCH', path, headers, body });
    expect(answer).toMatchObject({ status: 299, statusText: 'Quite Fine', body: answered });
    expect(pairsOf(answer.rawHeaders)).toEqual([
      ...['X-Second: b', 'content-TYPE: application/json', 'Set-Cookie: a=1', 'X-First: caf\u00e9'],
      ...['Set-Cookie: b=2', 'Content-Encoding: br', `Content-Length: ${answered.length}`, 'Via: 1.1 emulator'],
    ]);
    const [request] = service.requests;
    expect(request).toMatchObject({ method: 'PATCH', path: `/gateway${path}`, bytes: body });
    const own = /^(?:host|connection|content-length): /i;
    expect(pairsOf(request!.rawHeaders).filter((pair) => !own.test(pair))).toEqual([
      ...pairsOf(headers),
      'Via: 1.1 emulator',
    ]);
    expect(request!.headers.host).toBe(new URL(service.url).host);
    const { entries } = await written();
    expect(entries).toMatchObject([
      {
        request: { method: 'PATCH', url: `${service.url}/gateway${path}`, bodySize: body.length },
        response: {
          status: 299,
          statusText: 'Quite Fine',
          bodySize: answered.length,
          content: { mimeType: 'application/json', text: '{"data": {"id":  "cus_1", "name": "Zoë"}}', size: 42 },
        },
      },
    ]);
  });

  it('comes in the pieces in which the service sends it, over the connections that stay open', async () => {
    const { origin, written } = await captureFrom(service.url);
    const before = service.connections;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let begin = () => {};
    let finish = () => {};
    service.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      begin = () => response.write('data: 1\n\n');
      finish = () => response.end('data: 2\n\n');
    });
    const stream = await openRaw(origin, { path: '/api/v1/stream', agent });
    begin();
    const pieces: string[] = [];
    // The rest is sent when the beginning has arrived.
    for await (const piece of stream) {
      pieces.push(String(piece));
      finish();
    }
    expect(pieces).toEqual(['data: 1\n\n', 'data: 2\n\n']);
    service.answer({ body: '{}', headers: json });
    await callRaw(origin, { path: '/api/v1/balance', agent });
    expect(service.connections - before).toBe(1);
    agent.destroy();
    const { entries } = await written();
    expect(entries[0].response.content.text).toBe('data: 1\n\ndata: 2\n\n');
  });

  it('may be larger than what the file keeps of it', async () => {
    const { origin, written } = await captureFrom(service.url);
    const large = randomBytes(9_000_000);
    service.answer((request) => ({ body: request.bytes, headers: { 'content-type': 'application/json' } }));
    const { body } = await callRaw(origin, { method: 'POST', path: '/api/v1/customers', body: large });
    expect(body.equals(large)).toBe(true);
    const { entries, text } = await written();
    expect(entries).toMatchObject([
      {
        request: { bodySize: large.length },
        response: { bodySize: large.length },
        _left_out: 'the body is larger than 4 MB',
      },
    ]);
    expect(text.length).toBeLessThan(5_000);
  });

  it('is a redirect where the service sends one', async () => {
    const { origin, written } = await captureFrom(service.url);
    service.answer({ status: 302, headers: { location: 'https://elsewhere.example.com/?token=abc123def456' } });
    const { status, rawHeaders } = await callRaw(origin, { path: '/api/v1/balance' });
    expect([status, rawHeaders]).toEqual([
      302,
      expect.arrayContaining(['https://elsewhere.example.com/?token=abc123def456']),
    ]);
    expect(service.requests).toHaveLength(1);
    expect((await written()).entries[0].response.redirectURL).toBe('https://elsewhere.example.com/?token=hidden.token');
  });

  it('is 502 with the reason where the service does not answer, and its outcome is unknown', async () => {
    const { origin, written, file } = await captureFrom(service.url);
    service.answer((_request, response) => {
      response.destroy();
    });
    const { status, body } = await callRaw(origin, { method: 'POST', path: '/api/v1/charges', body: '{"amount":1}' });
    expect(status).toBe(502);
    expect(JSON.parse(String(body))).toEqual({
      type: 'api_error',
      error: 'The service did not answer: the connection was closed before the response was complete.',
    });
    service.answer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"data":', () => response.destroy());
    });
    await expect(callRaw(origin, { path: '/api/v1/balance' })).rejects.toThrow('aborted');
    const { entries } = await written();
    expect(entries).toMatchObject([
      { _outcome: 'unknown', request: { postData: { text: '{"amount":1}' } }, response: { status: 0 } },
      { _outcome: 'unknown', response: { status: 200, _error: expect.stringContaining('closed') } },
    ]);
    const { calls } = await readCapture(file);
    expect(calls.map((call) => call.status)).toEqual([undefined, undefined]);
  });

  it('is cut at the service too where the application goes away, and its outcome is unknown', async () => {
    const { origin, written } = await captureFrom(service.url);
    service.answer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"data":');
    });
    const answer = await openRaw(origin, { path: '/api/v1/balance' });
    answer.on('error', () => {}).destroy();
    await service.waitFor(() => service.inFlight === 0);
    const { entries } = await written();
    expect(entries).toMatchObject([
      { _outcome: 'unknown', response: { _error: expect.stringMatching(/^the application closed the connection/) } },
    ]);
  });

  it('is 502 where the answer takes too long to begin', async () => {
    const texts = new HiddenTexts();
    const path = freshFile();
    const from = new URL(`${service.url}/api/v1`);
    const file = new CaptureFile({ file: path, source: 'capture', from, version: '0' }, texts, () => {});
    const options = { port: 0, webhooksTo: null, allowLive: false, file, texts, timeout: 50 };
    const running = await startCapture({ ...options, from });
    service.answer(() => {});
    const { status, body } = await callRaw(new URL(running.url).origin, { path: '/api/v1/balance' });
    expect([status, JSON.parse(String(body)).error]).toEqual([
      502,
      'The service did not answer: no response within 0.05 s.',
    ]);
    await running.close();
    await file.close();
    expect(readHar(path).entries).toMatchObject([{ _outcome: 'unknown' }]);
  });
});

describe('where a capture goes', () => {
  const listening = (server: Server): Promise<number> =>
    new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
  const script =
    "fetch(process.env.EMULATOR_API_BASE + '/balance').then(async (a) => console.log(a.status, await a.text()))";

  it('speaks HTTP/2 with a service that does, and keeps to the proxy of the environment', async () => {
    const certificate = await makeCertificate(['localhost', 'sandbox.example.test']);
    const trusted = freshFile();
    writeFileSync(trusted, certificate.cert);
    const spoken: string[] = [];
    const secure = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
      spoken.push(`${request.httpVersion} ${request.authority ?? request.headers.host} ${request.url}`);
      response.end('{"data":[]}');
    });
    const port = await listening(secure);
    const tunnelled: string[] = [];
    const proxy = createPlain().on('connect', (request, socket) => {
      tunnelled.push(request.url!);
      const onward = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      onward.pipe(socket).pipe(onward);
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    const proxyPort = await listening(proxy);
    const env = { NODE_EXTRA_CA_CERTS: trusted, HTTPS_PROXY: `http://127.0.0.1:${proxyPort}` };
    const run = (from: string) =>
      emulator(['capture', '--port', '0', '--from', from, '--out', freshFile(), '--', 'node', '-e', script], { env });
    const [near, far] = await Promise.all([
      run(`https://localhost:${port}/api/v1`),
      run('https://sandbox.example.test/api/v1'),
    ]);
    expect([near, far]).toMatchObject([{ stdout: '200 {"data":[]}' }, { stdout: '200 {"data":[]}' }]);
    expect(tunnelled).toEqual(['sandbox.example.test:443']);
    expect(spoken.toSorted()).toEqual([
      '1.1 sandbox.example.test /api/v1/balance',
      `2.0 localhost:${port} /api/v1/balance`,
    ]);
    secure.close();
    proxy.closeAllConnections();
    proxy.close();
  });

  it.each([
    [
      'http://sandbox.example.com/api/v1',
      'The address must use https or be on this machine, because it receives secrets.',
    ],
    ['https://user:word@sandbox.example.com/api/v1', 'must not contain a user name or password.'],
    ['https://sandbox.example.com/other', 'ends with /api/v1.'],
    ['sandbox.example.com', '--from must be an address such as https://'],
  ])('is not %s', async (from, reason) => {
    const { stderr, exitCode } = await command(['capture', '--port', '0', '--from', from, '--out', freshFile()]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(reason)]);
    expect(stderr).not.toContain('user:word');
  });
});

describe('live keys', () => {
  let capturing: Capturing;
  beforeEach(async () => {
    capturing = await captureFrom(service.url);
  });
  const live = 'sk_live_4f9a8b7c6d5e4f3a2b1c';
  const basic = Buffer.from(`${live}:`).toString('base64');

  it.each([
    ['a header', { headers: ['Authorization', `Bearer ${live}`], body: '{"amount":1}' }],
    ['Basic authentication', { headers: ['Authorization', `Basic ${basic}`], body: '{}' }],
    ['a body of the client API', { body: `{"key":"pk_live_4f9a8b7c6d5e4f3a2b1c"}` }],
    ['a body beside a test key', { headers: ['Authorization', `Bearer ${key}`], body: `{"key":"${live}"}` }],
    ['a body with JSON escapes', { body: `{"key":"${live.replaceAll('_', '\\u005f')}"}` }],
    ['an encoded form', { body: `key=${live.replaceAll('_', '%5F')}` }],
    ['an encoded query', { path: `/api/v1/x?key=${live.replaceAll('_', '%5F')}` }],
    ['an encoded path', { path: `/api/v1/keys/%73${live.slice(1)}` }],
    ['any header', { headers: ['X-Context', `key=${live}`], body: '{}' }],
    ['Base64', { body: JSON.stringify({ state: Buffer.from(JSON.stringify({ key: live })).toString('base64url') }) }],
    ['a compressed body', { headers: ['Content-Encoding', 'gzip'], body: gzipSync(`{"key":"${live}"}`) }],
    ['a compressed body that no header tells', { body: gzipSync(`{"key":"${live}"}`) }],
    ['a compressed header', { headers: ['X-State', gzipSync(live).toString('base64')], body: '{}' }],
    ['UTF-16', { body: Buffer.from(`{"key":"${live}"}`, 'utf16le') }],
    [
      'UTF-16 with its charset',
      {
        headers: ['Content-Type', 'application/json; charset=utf-16be'],
        body: Buffer.from(`{"key":"${live}"}`, 'utf16le').swap16(),
      },
    ],
    ['a part of a form', { body: `--b\r\nContent-Disposition: form-data; name="key"\r\n\r\n${live}\r\n--b--\r\n` }],
    ['markup', { body: `<key>sk&#95;live&#95;4f9a8b7c6d5e4f3a2b1c</key>` }],
    ['full-width signs', { body: JSON.stringify({ key: live.replaceAll('_', '\uff3f') }) }],
    ['what no one can read', { headers: ['Content-Encoding', 'gzip'], body: 'no gzip' }],
    ['a long body', { body: `{"fill":"${'x'.repeat(8_000_000)}","key":"pk_live_4f9a8b7c6d5e4f3a2b1c"}` }],
  ])('are refused before a request is complete: in %s', async (_, call) => {
    const { status, body } = await callRaw(capturing.origin, { method: 'POST', path: '/api/checkout/a/pay', ...call });
    expect([status, JSON.parse(String(body))]).toEqual([
      403,
      { error: expect.stringContaining('--allow-live'), type: 'permission_error', code: 'live_key_refused' },
    ]);
    const { entries } = await capturing.written();
    expect([entries, service.requests]).toEqual([[], []]);
  });

  it('are refused at the end of a body that is too large to be read ahead', async () => {
    const fill = JSON.stringify({ fill: 'x '.repeat(4_500_000) });
    const whole = await callRaw(capturing.origin, { method: 'POST', path: '/api/v1/files', body: fill });
    // Matchers compare a buffer byte by byte, which takes minutes here.
    const asSent = service.requests.map(({ bytes }) => bytes.equals(Buffer.from(fill)));
    expect([whole.status, asSent]).toEqual([200, [true]]);
    const received = service.requests.length;
    const cut = callRaw(capturing.origin, { method: 'POST', path: '/api/v1/files', body: `${fill}${live}` });
    expect(
      await cut.then(
        ({ status }) => status,
        () => 403,
      ),
    ).toBe(403);
    expect(service.requests).toHaveLength(received);
  });

  it('are sent with --allow-live, and hidden', async () => {
    await capturing.end();
    const { origin, written } = await captureFrom(service.url, '--allow-live');
    await callRaw(origin, { path: '/api/v1/balance', headers: ['Authorization', `Bearer ${live}`] });
    expect(service.requests).toMatchObject([{ headers: { authorization: `Bearer ${live}` } }]);
    const { text } = await written();
    expect(text).toContain('Bearer hidden.sk_live.2b1c');
    expect(text).not.toContain(live);
  });
});

it('passes webhooks on to the application, and captures each with its answer', async () => {
  const application = await startReceiver({ status: 202, body: 'thanks', headers: { 'content-type': 'text/plain' } });
  const { origin, written, file } = await captureFrom(service.url, '--webhooks-to', `${application.url}/hook?shop=1`);
  const event = '{"id": "evt_1","type":"payment.completed", "created":1767225600,"data":{"id":"txn_1"}}';
  const signature = `t=1767225600,v1=${'ab12'.repeat(16)}`;
  const headers = [
    'Service-Event',
    'payment.completed',
    'Service-Signature',
    signature,
    'Content-Type',
    'application/json',
  ];
  const { status, body } = await callRaw(origin, { method: 'POST', path: '/webhooks', headers, body: event });
  expect([status, String(body)]).toEqual([202, 'thanks']);
  expect(application.requests).toMatchObject([
    {
      path: '/hook?shop=1',
      body: event,
      headers: { 'service-signature': signature, 'service-event': 'payment.completed' },
    },
  ]);
  await application.close();
  const { text } = await written();
  expect(text).not.toContain('ab12ab12');
  const { calls } = await readCapture(file);
  expect(calls).toMatchObject([
    {
      kind: 'delivery',
      path: '/hook',
      status: 202,
      headers: { 'service-signature': 't=1767225600,v1=hidden.signature.ab12' },
      body: { id: 'evt_1', created: 1_767_225_600 },
      answer: 'thanks',
    },
  ]);
});

describe('the file', () => {
  it('is written while the capture goes on, whole each time, for its owner alone', async () => {
    const { origin, file, end } = await captureFrom(service.url);
    await callRaw(origin, { path: '/api/v1/balance' });
    await expect.poll(() => existsSync(file)).toBe(true);
    await expect.poll(() => readHar(file).entries.length).toBe(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await callRaw(origin, { path: '/api/v1/payouts' });
    await expect.poll(() => readHar(file).entries.map(({ request }) => request.url)).toHaveLength(2);
    expect(await end('SIGINT')).toBe(130);
  });

  it('has what was cut by the end, and the entries in the order of their start', async () => {
    const { origin, written, errors } = await captureFrom(service.url);
    service.answer((request) => (request.path.endsWith('slow') ? undefined : {}));
    const slow = callRaw(origin, { path: '/api/v1/slow' });
    await service.received(1);
    await callRaw(origin, { path: '/api/v1/quick' });
    const { entries } = await written();
    expect((await slow).status).toBe(502);
    expect(entries.map(({ request, _outcome }) => [request.url.slice(service.url.length), _outcome])).toEqual([
      ['/api/v1/slow', 'unknown'],
      ['/api/v1/quick', undefined],
    ]);
    expect(errors.join('\n')).toContain('2 calls, 0 deliveries: ');
  });

  it.each(['while nothing else happens', 'before another call'])(
    'is written again where it was removed %s',
    async (when) => {
      const { origin, file, errors, end } = await captureFrom(service.url);
      await callRaw(origin, { path: '/api/v1/balance' });
      await expect.poll(() => existsSync(file) && readHar(file).entries.length).toBe(1);
      rmSync(file);
      if (when === 'before another call') await callRaw(origin, { path: '/api/v1/payouts' });
      expect(await end('SIGTERM')).toBe(1);
      expect(errors.join('\n')).toContain('was removed during the capture. It is written again');
      expect(readHar(file).entries).toHaveLength(when === 'before another call' ? 2 : 1);
    },
  );

  it('ends with a reason where its folder was removed', async () => {
    const folder = temporaryFolder();
    const file = join(folder.path, 'service.har');
    const { exitCode, stderr } = await emulator([
      ...['capture', '--port', '0', '--from', `${service.url}/api/v1`, '--out', file, '--'],
      ...['node', '-e', `require('fs').rmSync(${JSON.stringify(folder.path)}, { recursive: true })`],
    ]);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/service\.har cannot be written: .*the folder .* does not exist/),
    ]);
  });

  it('is not one that the emulator did not write', async () => {
    const file = freshFile();
    writeFileSync(file, '{"log":{"version":"1.2","creator":{"name":"Firefox"}}}');
    const { exitCode, stderr } = await command(['capture', '--from', `${service.url}/api/v1`, '--out', file]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is not a capture of ')]);
    expect(readFileSync(file, 'utf8')).toContain('Firefox');
  });
});

describe('with a command', () => {
  const run = (file: string, script: string) =>
    emulator(['capture', '--port', '0', '--from', `${service.url}/api/v1`, '--out', file, '--', 'node', '-e', script]);

  it('says where to call, ends with its status, and leaves its output alone', async () => {
    const file = freshFile();
    const { stdout, stderr, exitCode } = await run(
      file,
      "fetch(process.env.EMULATOR_API_BASE + '/balance').then(() => { console.log(process.env.EMULATOR_CAPTURE); process.exit(7); })",
    );
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: '1', stderr: `1 call, 0 deliveries: ${file}`, exitCode: 7 });
    expect(readHar(file).entries).toMatchObject([{ request: { url: `${service.url}/api/v1/balance` } }]);
  });
});

describe('secrets', () => {
  const planted = {
    key,
    cookie: 'session-7f3b9a1c',
    pan: '5412751234567892',
    cvc: '8675309',
    account: '000998877665',
    otherAccount: '77221199',
    clientSecret: 'cs_0123456789abcdefghij_secret_0a1b2c3d4e5f6a7b8c9d',
    strangeSecret: 'checkout!7Fh2 "quoted" /value+',
    token: 'ptok_9z8y7x6w5v4u3t2s1r0q',
    signing: 'whsec_Zm9vYmFyYmF6cXV4MTIz',
    header: 'opaque-4711-value-of-a-proxy',
    password: 'correcthorse9batterystaple',
    apiKey: 'AKIAIOSFODNN7EXAMPLE',
  };

  it('are in no place of the file, whatever their spelling, and equal ones stay equal', async () => {
    const { origin, written } = await captureFrom(service.url);
    // The secret of the next answer is in a place where nothing tells it: it is hidden there too once it is known.
    service.answer({ headers: json, body: JSON.stringify({ data: { note: planted.strangeSecret, id: 'txn_1' } }) });
    await callRaw(origin, { path: '/api/v1/transactions/txn_1', headers: ['Cookie', `sid=${planted.cookie}; theme=`] });
    service.answer((_request, response) => {
      const body = gzipSync(
        JSON.stringify({
          data: { client_secret: planted.clientSecret, secret: planted.strangeSecret, token: planted.token },
          url: `https://shop:${planted.password}@example.com/?session=${encodeURIComponent(planted.strangeSecret)}`,
          note: `password=${planted.password}, card ${planted.pan.replace(/\d{4}(?=\d)/g, '$& ')}`,
        }),
      );
      response.writeHead(200, {
        ...json,
        'Content-Encoding': 'gzip',
        'Set-Cookie': `sid=${planted.cookie}; Path=/`,
        'X-Proxy-State': planted.header,
      });
      response.end(body);
    });
    const card = { number: planted.pan, cvv: planted.cvc, exp_month: '12' };
    const bank = { routing_number: '021000021', account_number: planted.account };
    const sent = {
      card,
      bank_account: bank,
      webhook: planted.signing,
      aws: planted.apiKey,
      list: [{ cvc: 123 }],
      event: JSON.stringify({ account_number: planted.otherAccount, cvc: '4711' }),
    };
    await callRaw(origin, {
      method: 'POST',
      path: `/api/v1/tokens?client_secret=${planted.clientSecret}&pan=5412+7512+3456+7892`,
      headers: ['Authorization', `Bearer ${planted.key}`, 'Content-Type', 'application/json'],
      body: JSON.stringify(sent),
    });
    service.answer({ headers: json, body: `{"data":{"account":${Number(planted.pan)},"from":"${planted.account}"}}` });
    await callRaw(origin, {
      method: 'POST',
      path: `/api/checkout/${planted.clientSecret}/pay`,
      headers: ['Content-Type', 'application/x-www-form-urlencoded'],
      body: `card[number]=4242424242424242&card[cvc]=${planted.cvc}&token=${planted.token}`,
    });
    const { text, entries } = await written();
    for (const [name, secret] of Object.entries(planted)) {
      const spelled = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
      const inText = [...spelled, ...spelled.map((each) => JSON.stringify(each).slice(1, -1))];
      expect(
        inText.filter((each) => text.includes(each)),
        name,
      ).toEqual([]);
    }
    expect(text).not.toMatch(/5412.?7512.?3456.?7892|NTQxMjc1MTIzNDU2Nzg5/);
    const [first, second, third] = entries;
    const asked = JSON.parse(second.request.postData.text);
    expect(asked).toEqual({
      card: { number: 'hidden.pan.7892', cvv: 'hidden.cvc', exp_month: '12' },
      bank_account: { routing_number: '021000021', account_number: 'hidden.bank_account.7665' },
      webhook: 'hidden.whsec.MTIz',
      aws: 'hidden.key.MPLE',
      list: [{ cvc: 'hidden.cvc..2' }],
      event: '{"account_number":"hidden.bank_account.1199","cvc":"hidden.cvc..3"}',
    });
    const answered = JSON.parse(second.response.content.text);
    expect(answered.data.client_secret).toBe('hidden.cs_secret.8c9d');
    expect(second.request.url).toContain('?client_secret=hidden.cs_secret.8c9d&pan=hidden.pan.7892');
    expect(JSON.parse(first.response.content.text).data.note).toBe(answered.data.secret);
    expect(third.request.url).toMatch(/\/api\/checkout\/hidden\.cs_secret\.8c9d\/pay$/);
    expect(third.request.postData.text).toBe(
      `card[number]=4242424242424242&card[cvc]=${asked.card.cvv}&token=${answered.data.token}`,
    );
    expect(JSON.parse(third.response.content.text).data).toEqual({
      account: asked.card.number,
      from: asked.bank_account.account_number,
    });
  });

  it('are not what everybody knows: test numbers, test tokens, and the ids of objects', async () => {
    const { origin, written } = await captureFrom(service.url);
    const body = JSON.stringify({
      card: { number: '4000056655665556' },
      service_wallet: { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' },
      alias: { card_number: 'tok_sandbox_a1b2c3d4e5f6a7b8c9d0', card_cvc: 'tok_sandbox_0a1b2c3d4e5f6a7b8c9d' },
      bank_account: { account_number: '****6789' },
      order: { number: 'A-1234', total: 412751234567 },
    });
    await callRaw(origin, { method: 'POST', path: '/api/v1/charges?q=4242+4242+4242+4242', body });
    const { entries } = await written();
    expect(entries[0].request).toMatchObject({ postData: { text: body }, url: expect.stringMatching(/q=4242\+/) });
  });

  it('that differ stay different', async () => {
    const { origin, written } = await captureFrom(service.url);
    const body = JSON.stringify([{ cvc: '123' }, { cvc: '456' }, { cvc: '123' }]);
    await callRaw(origin, {
      method: 'POST',
      path: '/api/v1/tokens',
      headers: ['Content-Type', 'application/json'],
      body,
    });
    const { entries } = await written();
    expect(JSON.parse(entries[0].request.postData.text)).toEqual([
      { cvc: 'hidden.cvc' },
      { cvc: 'hidden.cvc..2' },
      { cvc: 'hidden.cvc' },
    ]);
  });
});

import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CapturedCall } from '../../../src/emulator/fidelity/capture/captured-call.ts';
import { readCapture } from '../../../src/emulator/fidelity/capture/read-capture.ts';
import { type Comparison, compareCalls } from '../../../src/emulator/fidelity/compare/compare.ts';
import { freshFile } from '../../fidelity/capturing.ts';
import { CapturedEmulator } from '../../support/captured.ts';

/*
 * The captures of browsers and of other proxies have fields of their own, and leave out others. Each tool's way of
 * writing is that of its exports; the session is one with an emulator, so that nothing may differ.
 */

// biome-ignore lint/suspicious/noExplicitAny: entries as tools write them
type Entry = Record<string, any>;

let calls: readonly CapturedCall[] = [];
beforeAll(async () => {
  const emulator = await CapturedEmulator.start({ seed: 5 });
  const card = { cc_number: '4000056655665556', cc_exp_month: '11', cc_exp_year: '2031', cc_cvv: '123' };
  const { data: customer } = await emulator.ask('POST', '/api/v1/customers', {
    email: 'zoe@example.com',
    first_name: 'Zoë 日本',
    billing_postal_code: '78701',
    ...card,
  });
  const charge = { customer_id: customer.id, amount: 2_500, metadata: { order: 'A|1 <b>' } };
  const { data: transaction } = await emulator.ask('POST', '/api/v1/charges', charge);
  await emulator.ask('POST', '/api/v1/charges', { customer_id: customer.id });
  await emulator.ask('GET', `/api/v1/transactions?customer_id=${customer.id}&limit=5`);
  await emulator.ask('POST', `/api/v1/transactions/${transaction.id}/void`);
  await emulator.ask('GET', '/api/v1/customers/cus_none');
  await emulator.ask('POST', '/api/v1/products', { name: 'Tea', price: 900 });
  await emulator.stop();
  calls = emulator.calls.filter(({ kind }) => kind === 'call');
});

const pairs = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));
const base64 = (text: string) => ({ encoding: 'base64', text: Buffer.from(text).toString('base64') });

const startOf = ({ startedAt }: CapturedCall, at: number) => new Date(startedAt + at).toISOString();
const sentBy = ({ body }: CapturedCall) => (body === undefined ? undefined : JSON.stringify(body));

/** An entry with no more than a call needs. */
const bare = (call: CapturedCall, at: number): Entry => ({
  startedDateTime: startOf(call, at),
  request: {
    method: call.method,
    url: call.url.href,
    ...(call.body === undefined ? {} : { postData: { text: sentBy(call) } }),
  },
  response: { status: call.status, content: { text: JSON.stringify(call.answer) } },
});

const whole = (call: CapturedCall, at: number, content: object): Entry => ({
  startedDateTime: startOf(call, at),
  time: 1.5,
  request: {
    method: call.method,
    url: call.url.href,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(call.headers),
    queryString: [],
    headersSize: -1,
    bodySize: sentBy(call)?.length ?? 0,
    ...(call.body === undefined ? {} : { postData: { mimeType: 'application/json', text: sentBy(call), params: [] } }),
  },
  response: {
    status: call.status,
    statusText: '',
    headers: pairs(call.answerHeaders),
    cookies: [],
    content: { size: 10, mimeType: 'application/json', ...content },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  },
  cache: {},
  timings: { send: -1, wait: -1, receive: 1.5 },
});

const embedded = (call: CapturedCall, at: number) => whole(call, at, { text: JSON.stringify(call.answer) });

/** Chrome asks before it calls, exports no credentials, has the headers of HTTP/2, and pages beside the calls. */
function chrome(call: CapturedCall, at: number): Entry[] {
  const entry = whole(call, at, base64(JSON.stringify(call.answer)));
  const headers = entry.request.headers.filter(({ name }: { name: string }) => name !== 'authorization');
  entry.request.headers = [{ name: ':method', value: call.method }, ...headers];
  const asked = { ...entry, request: { method: 'OPTIONS', url: call.url.href, headers: [], bodySize: 0 } };
  const page = { ...entry, request: { method: 'GET', url: 'https://shop.example.com/' } };
  const other = { ...entry, request: { ...entry.request, url: 'https://other.example.com/api/v1/products' } };
  const own = { _initiator: { type: 'script' }, _priority: 'High', _resourceType: 'fetch', serverIPAddress: '[::1]' };
  return [{ ...asked, ...own }, ...(at === 0 ? [page, other] : []), { ...entry, ...own, _fromCache: null }];
}

/** Charles writes the local time, nulls, and bodies of requests in base64. */
function charles(call: CapturedCall, at: number): Entry {
  const entry = whole(call, at, base64(JSON.stringify(call.answer)));
  const local = new Date(call.startedAt + at - 8 * 3_600_000).toISOString().replace('Z', '-08:00');
  const postData = call.body === undefined ? {} : { postData: { mimeType: null, ...base64(sentBy(call)!) } };
  const { postData: _post, ...request } = entry.request;
  return {
    ...entry,
    startedDateTime: local,
    request: { ...request, ...postData },
    response: { ...entry.response, statusText: null, redirectURL: null },
    comment: null,
  };
}

/** mitmproxy has the whole body as the name of a parameter as well. */
function mitmproxy(call: CapturedCall, at: number): Entry {
  const entry = embedded(call, at);
  if (entry.request.postData) entry.request.postData.params = [{ name: entry.request.postData.text, value: '' }];
  return { ...entry, startedDateTime: startOf(call, at).replace('Z', '000+00:00') };
}

async function compared(entries: readonly unknown[]): Promise<Comparison & { left: string[] }> {
  const file = freshFile();
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } }));
  const { calls: read, left } = await readCapture(file);
  return { ...(await compareCalls(read, { version: '0' })), left: left.map(({ why }) => why) };
}

const found = ({ findings }: Comparison) => findings.map(({ finding }) => finding);

describe('a capture of another tool', { timeout: 60_000 }, () => {
  it.each([
    ['Playwright', (call: CapturedCall, at: number) => [{ ...embedded(call, at), _monotonicTime: 1.5 }]],
    ['Chrome', chrome],
    ['Charles', (call: CapturedCall, at: number) => [charles(call, at)]],
    ['mitmproxy', (call: CapturedCall, at: number) => [mitmproxy(call, at)]],
    ['a tool that leaves all else out', (call: CapturedCall, at: number) => [bare(call, at)]],
  ] as const)('is compared as %s writes it', async (_tool, write) => {
    const comparison = await compared(calls.flatMap(write));
    expect(found(comparison)).toEqual([]);
    expect(comparison.compared).toBe(calls.length);
  });

  it('is compared once where it is given twice, or where two tools captured the session', async () => {
    const entries = calls.map(bare);
    const twice = await compared([...entries, ...entries]);
    expect(found(twice)).toEqual([]);
    expect(twice.notCompared).toMatchObject([
      { why: 'the captures contain it twice, and it was compared once', count: calls.length },
    ]);
    const second = calls.map((call) => ({ ...call, capture: 'second.har', startedAt: call.startedAt + 3 }));
    const both = await compareCalls([...calls, ...second], { version: '0' });
    expect(found(both)).toEqual([]);
    expect(both.compared).toBe(calls.length);
  });

  it('is not compared where it has no bodies, and where it does not show what calls are about', async () => {
    const attached = await compared(calls.map((call, at) => whole(call, at, { _file: 'body.json', size: -1 })));
    expect(found(attached)).toEqual([]);
    expect(attached.notCompared).toMatchObject([
      { why: 'the capture does not contain the response of the service', count: calls.length },
    ]);
    const begun = await compared(calls.slice(1).map(embedded));
    expect(found(begun)).toEqual([]);
    expect(begun.notCompared.map(({ why }) => why)).toContain('it refers to something that the capture does not show');
  });

  it('leaves a method that nobody has, and says why', async () => {
    const strange = { ...bare(calls[0]!, 0), request: { method: 'G\u001b[31mET', url: calls[0]!.url.href } };
    const { left } = await compared([strange, ...calls.map(bare)]);
    expect(left).toEqual(['The API does not use its method.']);
  });
});

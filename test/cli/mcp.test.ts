import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execa } from 'execa';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Running, startEmulator, temporaryFolder } from './emulator.ts';

let running: Running;
let receiver: Receiver;
beforeAll(async () => {
  await ensureBuilt();
  receiver = await startReceiver();
  running = await startEmulator(['--ephemeral', '--freeze', '--forward-to', `${receiver.url}/hooks`]);
  return async () => {
    await running.stop();
    await receiver.close();
  };
}, 120_000);

const bin = join(projectFolder, 'bin/emulator.js');

test('an agent over stdio reaches an emulator at https, whose certificate it is told of', async () => {
  const folder = temporaryFolder();
  try {
    const secure = await startEmulator(['--tls', '--data-dir', '.emulator'], { cwd: folder.path });
    const agent = await connected('stdio', secure.url, { EMULATOR_CA: join(folder.path, '.emulator/tls/cert.pem') });
    expect((await ask(agent, 'status')).text).toContain(secure.url);
    await agent.close();
    await secure.stop();
  } finally {
    folder.remove();
  }
});

test('an agent holds the emulator against a capture of the service', async () => {
  const folder = temporaryFolder();
  try {
    const file = join(folder.path, 'service.har');
    const entry = {
      startedDateTime: '2026-03-02T09:00:00.000Z',
      time: 5,
      request: { method: 'GET', url: 'https://service.example/api/v1/products', headers: [], queryString: [] },
      response: {
        status: 403,
        headers: [],
        content: { mimeType: 'application/json', text: '{"error":"no","type":"permission_error"}' },
      },
    };
    writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: {}, entries: [entry] } }));
    const agent = await connected('stdio');
    const { text } = await ask(agent, 'compare_capture', { file });
    expect(text).toMatch(/GET \/products [\s\S]*HTTP status/);
    expect(text).toMatch(/Service +rejects the request with 403 \(no\)\n +Emulator +accepts the request with 200\n/);
    expect(text).toContain('does not mention this rejection by GET /products, so the service is right');
    expect(await ask(agent, 'compare_capture', { file: join(folder.path, 'none.har') })).toMatchObject({
      isError: true,
      text: expect.stringContaining('none.har'),
    });
    await agent.close();
  } finally {
    folder.remove();
  }
});

async function connected(how: 'stdio' | 'http', url = running.url, env: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    how === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${url}/_emulator/mcp`))
      : new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', '--url', url], env, stderr: 'pipe' }),
  );
  return client;
}

/** What a tool says, and whether it is a refusal. */
async function ask(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content as { type: string; text: string }[];
  return { text: first!.text, isError };
}

describe.each(['stdio', 'http'] as const)('an agent over %s', (how) => {
  it('finds out why a webhook failed, from a trigger to what the receiver answered', async () => {
    const agent = await connected(how);
    expect(agent.getInstructions()).toContain(running.url);
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['status', 'trigger', 'get_event', 'call_api']),
    );
    for (const { description, inputSchema } of tools) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }

    receiver.answer({ status: 500, body: 'KeyError: plan' });
    const triggered = await ask(agent, 'trigger', { name: 'payout.returned', code: 'r03' });
    const [event] = /evt_\w+(?=\s*$)/.exec(triggered.text)!;
    expect(triggered.text).toMatch(/^payout {2}po_\w+/);
    await ask(agent, 'settle');
    const shown = await ask(agent, 'get_event', { event });
    expect(shown.text).toContain('payout.returned');
    expect(shown.text).toMatch(/answered 500/);
    expect(shown.text).toContain('"return_code": "R03"');
    receiver.answer({});
    await agent.close();
  });

  it('calls the API, moves the clock and goes back to a snapshot', async () => {
    const agent = await connected(how);
    expect((await ask(agent, 'keys')).text).toContain('EMULATOR_SECRET_KEY=sk_test_demo');
    await ask(agent, 'save_snapshot', { name: `before-${how}` });
    const made = await ask(agent, 'call_api', { method: 'POST', path: '/customers', body: { email: 'ada@b.co' } });
    expect(JSON.parse(made.text).data.email).toBe('ada@b.co');
    const { id } = JSON.parse(made.text).data;
    expect((await ask(agent, 'get_object', { id })).text).toMatch(new RegExp(`^customer +${id}\nwith +ada@b\\.co`));
    const refused = await ask(agent, 'call_api', { method: 'POST', path: '/charges', body: { amount: 12.5 } });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('400 (invalid_request_error') });
    const failed = (await ask(agent, 'list_requests', { status: 400 })).text;
    expect(failed).toMatch(/POST +\/api\/v1\/charges +400/);
    const [request] = /req_\w+/.exec(failed)!;
    expect((await ask(agent, 'replay_request', { request })).text).toContain('400');
    const both = (await ask(agent, 'list_requests', { status: 400, limit: 2 })).text;
    expect(both.match(/POST +\/api\/v1\/charges +400/g)).toHaveLength(2);
    expect((await ask(agent, 'move_clock', { advance: '3d' })).text).toContain('+3d: from ');
    expect((await ask(agent, 'audit')).text).toContain('Audit of the record of workspace');
    const compared = (await ask(agent, 'compare_snapshot', { name: `before-${how}`, kind: 'customer' })).text;
    expect(compared).toMatch(/^customer +1 +0 +0$/m);
    await ask(agent, 'restore_snapshot', { name: `before-${how}` });
    expect((await ask(agent, 'list_objects', { kind: 'customer', search: 'ada@b.co' })).text).not.toContain('cus_');
    await agent.close();
  });

  it('is told in one line what was wrong with its arguments', async () => {
    const agent = await connected(how);
    const says = async (name: string, given: object) => {
      const { text, isError } = await ask(agent, name, given as Record<string, unknown>);
      expect(isError).toBe(true);
      return text;
    };
    expect(await says('get_event', { event: 'evt_none' })).toMatch(/No such event: 'evt_none'/);
    expect(await says('trigger', { name: 'payout.retruned' })).toContain('Did you mean payout.returned?');
    expect(await says('trigger', { nam: 'payout.returned' })).toMatch(/name|nam/);
    expect(await says('move_clock', { advance: '3d', to: 'next' })).toContain('exactly one of advance, to and state');
    expect(await says('status', { workspace: 'ws_none' })).toContain("No such workspace: 'ws_none'");
    await agent.close();
  });
});

describe('mcp', () => {
  it('takes every kind of fault and of rule, with what each takes', async () => {
    const agent = await connected('http');
    const { tools } = await agent.listTools();
    const taken = (name: string) => {
      const { properties = {} } = tools.find((each) => each.name === name)!.inputSchema;
      return { kinds: (properties.kind as { enum: string[] }).enum, fields: Object.keys(properties) };
    };
    type Kinds = { data: { kind: string; fields?: { name: string }[]; then?: { name: string }[] }[] };
    const kindsOf = async (path: string) => (await (await fetch(`${running.url}/_emulator/${path}`)).json()) as Kinds;
    for (const [name, path] of [
      ['add_fault', 'faults/kinds'],
      ['add_outcome', 'rules/kinds'],
    ] as const) {
      const { kinds, fields } = taken(name);
      const { data } = await kindsOf(path);
      expect(new Set(kinds)).toEqual(new Set(data.map(({ kind }) => kind)));
      for (const kind of data) {
        for (const field of kind.fields ?? kind.then ?? []) expect(fields).toContain(field.name);
      }
    }
    const rule = { kind: 'other_amount', on: 'checkout.pay', by: -1 };
    expect((await ask(agent, 'add_outcome', rule)).text).toContain('by -1');
    const fault = { kind: 'lost', on: 'delivery', event: 'payout.paid', skip: 1, every: 2 };
    expect((await ask(agent, 'add_fault', fault)).text).toContain('lost');
    // The files of the emulator's machine are none of an agent's.
    const own = { kind: 'status', on: 'balance.get', body: '@/etc/hostname', times: 1 };
    expect((await ask(agent, 'add_fault', own)).isError).toBe(false);
    expect((await ask(agent, 'list_faults')).text).toContain('balance.get');
    expect((await ask(agent, 'call_api', { method: 'GET', path: '/balance' })).text).toContain('@/etc/hostname');
    await agent.close();
  });

  it('says what to do where no emulator runs, and ends with its agent', async () => {
    const agent = await connected('stdio', 'http://127.0.0.1:9');
    expect(await ask(agent, 'status')).toMatchObject({
      isError: true,
      text: expect.stringContaining('emulator start'),
    });
    await agent.close();
  });

  it('ends when its agent reads no more, though it may still write', async () => {
    const agent = execa(process.execPath, [bin, 'mcp', '--url', running.url], { reject: false, buffer: false });
    agent.stdout.destroy();
    agent.stdin.on('error', () => {});
    agent.stdin.write('{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
    expect(await agent).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['hello', { id: null, error: { code: -32_700 } }],
    ['[]', { id: null, error: { code: -32_600 } }],
    ['42', { id: null, error: { code: -32_600 } }],
    ['{"id":6,"method":"ping"}', { id: 6, error: { code: -32_600 } }],
    ['{"jsonrpc":"2.0","id":"a"}', { id: 'a', error: { code: -32_600 } }],
  ])('answers a line that is not a message, and goes on: %s', async (line, refusal) => {
    const agent = execa(process.execPath, [bin, 'mcp', '--url', running.url]);
    let said = '';
    agent.stdout.on('data', (bytes) => {
      said += String(bytes);
    });
    agent.stdin.write(`${line}\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n`);
    await expect.poll(() => said.split('\n').length).toBe(3);
    agent.stdin.end();
    await agent;
    const [first, second] = said.split('\n', 2).map((answer) => JSON.parse(answer) as object);
    expect(first).toMatchObject({ jsonrpc: '2.0', ...refusal });
    expect(second).toMatchObject({ id: 7, result: {} });
  });

  it('over HTTP is closed to pages of other origins', async () => {
    const answer = await fetch(`${running.url}/_emulator/mcp`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    expect(answer.status).toBe(403);
  });
});

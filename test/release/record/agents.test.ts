import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningProcess, startProcess, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';

const folder = temporaryFolder();
const bin = join(projectFolder, 'bin/emulator.js');
const file = join(folder.path, 'run.html');
let running: RunningProcess;
/** The payment of the run, and a request that was refused in it. */
let payment: string;
let refused: string;
/** What the refund before it was answered. */
let refunded: object;

beforeAll(async () => {
  await ensureBuilt();
  running = await startProcess(['--ephemeral', '--freeze', '--seed', '7'], { cwd: folder.path });
  const { data } = await send('/_emulator/triggers/payment.completed', {});
  payment = data.objects.find(({ object }: { object: string }) => object === 'transaction').id;
  await send('/_emulator/markers', { text: 'refunds twice' });
  refunded = (await refund(100)).data;
  refused = (await refund(100_000)).request;
  await send('/_emulator/markers', { text: 'refunds twice', failed: true });
  const page = await fetch(`${running.url}/_emulator/record`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  writeFileSync(file, await page.text());
}, 120_000);
// What happens after the record was written is not in it.
beforeEach(async () => {
  await refund(200);
});
afterAll(async () => {
  await running.stop();
  folder.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of several kinds, of which single fields are read
async function send(path: string, body: object): Promise<any> {
  const answer = await fetch(running.url + path, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { ...((await answer.json()) as object), request: answer.headers.get('request-id') };
}

const refund = (amount: number) => send(`/api/v1/transactions/${payment}/refund`, { amount });

async function connected(how: 'stdio' | 'http'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const { url } = running;
  await client.connect(
    how === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${url}/_emulator/mcp`))
      : new StdioClientTransport({
          command: process.execPath,
          args: [bin, 'mcp', '--url', url],
          cwd: folder.path,
          stderr: 'pipe',
        }),
  );
  return client;
}

/** What a tool says in words and as data, and whether it is a refusal. */
async function ask(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false, structuredContent: data } = await client.callTool({ name, arguments: given });
  const [first] = content as { type: string; text: string }[];
  return { text: first!.text, isError, data };
}

describe.each(['stdio', 'http'] as const)('an agent over %s', (how) => {
  it('looks into a record as into the emulator that ran, and is told that its run is over', async () => {
    const agent = await connected(how);
    const opened = await ask(agent, 'open_record', { file: 'run.html' });
    expect(opened).toMatchObject({
      isError: false,
      text: expect.stringMatching(/^run\.html is open: a run, 1 of 1 sec/),
    });
    const requests = (await ask(agent, 'list_requests')).text;
    expect(requests.match(/refund/g)).toHaveLength(2);
    expect((await ask(agent, 'get_request', { request: refused })).text).toContain('Only 4100 cents');
    expect((await ask(agent, 'get_object', { id: payment })).text).toContain('partially_refunded');
    expect((await ask(agent, 'status')).text).toMatch(/^holds .*transaction 1/m);
    expect((await ask(agent, 'audit')).text).toContain('Audit of the record of');
    const late = await ask(agent, 'trigger', { name: 'payout.returned' });
    expect(late).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^The open record run\.html is read-only/),
    });
    await ask(agent, 'open_record');
    expect((await ask(agent, 'list_requests')).text.match(/refund/g)!.length).toBeGreaterThan(2);
    await agent.close();
  });

  it('is told what went wrong, in words and as data', async () => {
    const agent = await connected(how);
    const { text, data } = await ask(agent, 'record_summary', { file: 'run.html' });
    expect(text).toMatch(/test {6}refunds twice\n {2}request {3}POST .* was answered 400: Only 4100 cents/);
    expect(text).toContain("--from run.html --at 'refunds twice'");
    expect(data).toMatchObject({
      requests: 2,
      refused: 1,
      failures: [
        { kind: 'test', place: 'refunds twice' },
        { kind: 'request', shows: refused },
      ],
    });
    await agent.close();
  });

  it('puts the emulator back to a place of it, where calls are answered as they were then', async () => {
    const agent = await connected(how);
    await ask(agent, 'open_record', { file: 'run.html' });
    const back = await ask(agent, 'start_from', { at: 'refunds twice' });
    expect(back.text).toMatch(/^The emulator was restored to refunds twice of run\.html:\nws_demo {2}\d{4}-/);
    expect((await ask(agent, 'list_requests')).text).not.toContain('refund');
    expect((await ask(agent, 'get_object', { id: payment })).text).toMatch(/state +settled/);
    expect((await refund(100)).data).toEqual(refunded);
    expect((await refund(100_000)).error).toMatch(/^Only 4100 cents/);
    expect((await ask(agent, 'start_from', { file: 'run.html', at: refused })).isError).toBe(false);
    expect((await ask(agent, 'list_requests')).text.match(/refund/g)).toHaveLength(2);
    await agent.close();
  });

  it('is told in one line what was wrong with a record or a place', async () => {
    const agent = await connected(how);
    writeFileSync(join(folder.path, 'other.html'), '<!doctype html><p>');
    const says = async (name: string, given: object) => {
      const { text, isError } = await ask(agent, name, given as Record<string, unknown>);
      expect(isError).toBe(true);
      return text;
    };
    expect(await says('open_record', { file: 'none.html' })).toBe('The file none.html does not exist.');
    expect(await says('record_summary', { file: 'other.html' })).toMatch(
      /^other\.html is not a record\. Create one with/,
    );
    expect(await says('record_summary', {})).toBe('No record is open; pass a record file.');
    expect(await says('start_from', { file: 'run.html', at: 'refunds twic' })).toMatch(
      /has no place 'refunds twic'\. Did you mean 'refunds twice'\?$/,
    );
    await agent.close();
  });
});

it('an agent over http reads no record outside of the folder of the emulator', async () => {
  const agent = await connected('http');
  const { text, isError } = await ask(agent, 'open_record', { file: '../run.html' });
  expect({ text, isError }).toEqual({
    isError: true,
    text: "An agent can read only files in the folder where the emulator was started, not ../run.html. To read any file, use 'npx payments-emulator mcp'.",
  });
  await agent.close();
});

it('an emulator with a data folder keeps what it was put back to', async () => {
  const words = ['--data-dir', 'data', '--freeze'];
  const transactions = async (url: string) => {
    const { data } = (await (await fetch(`${url}/_emulator/objects?kind=transaction`)).json()) as {
      data: { objects: { id: string; state: string }[] };
    };
    return data.objects.map(({ id, state }) => ({ id, state }));
  };
  const first = await startProcess(words, { cwd: folder.path });
  await fetch(`${first.url}/_emulator/triggers/payment.completed`, { method: 'POST' });
  const { status } = await fetch(`${first.url}/_emulator/record/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page: readFileSync(file, 'utf8'), at: 'refunds twice' }),
  });
  expect(status).toBe(200);
  expect(await transactions(first.url)).toEqual([{ id: payment, state: 'settled' }]);
  await first.stop();
  const second = await startProcess(words, { cwd: folder.path });
  expect(await transactions(second.url)).toEqual([{ id: payment, state: 'settled' }]);
  await second.stop();
});

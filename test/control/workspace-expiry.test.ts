import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import type { SandboxOptions } from '../../src/emulator/sandbox-options.ts';
import type { AuditEntry } from '../../src/sandbox/control/audit-trail.ts';
import { command } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { refusalOf, startTestSandbox } from './sandbox.ts';

beforeAll(ensureBuilt, 120_000);

async function started(options: Partial<SandboxOptions> = {}) {
  const running = await startTestSandbox(options);
  onTestFinished(() => running.stop());
  const entries: AuditEntry[] = [];
  running.sandbox.audit.listen((entry) => entries.push(entry));
  const has = (id: string) => running.sandbox.engine.workspace(id) !== undefined;
  return { ...running, entries, has };
}

const soon = { timeout: 20_000, interval: 50 };

describe('a workspace that expires', () => {
  it('is removed when it was not used for its time, and the audit log names it', async () => {
    const { client, has, entries } = await started();
    await client.call('workspaces.create', { id: 'ws_preview', expires_after: '1s' });
    await client.call('workspaces.create', { id: 'ws_kept' });
    const view = await client.call('workspaces.get', { id: 'ws_preview' });
    expect(view).toMatchObject({
      expires_after: 1_000,
      created_at: expect.any(String),
      expires_at: expect.any(String),
    });
    await expect.poll(() => has('ws_preview'), soon).toBe(false);
    expect(has('ws_kept')).toBe(true);
    const removal = () => entries.find(({ action }) => action === 'workspaces.expire');
    await expect.poll(removal, soon).toMatchObject({ workspace: 'ws_preview', by: 'expiry after 1 s without use' });
  });

  it('lives on while it is used', async () => {
    const { client, sandbox } = await started();
    const { keys } = await client.call('workspaces.create', { id: 'ws_used', expires_after: '1h' });
    const before = (await client.call('workspaces.get', { id: 'ws_used' })).expires_at!;
    await expect.poll(() => Date.now(), soon).toBeGreaterThan(Date.parse(before) - 3_600_000);
    await client.api('GET', '/balance', keys.secret.test!);
    expect(Date.parse((await client.call('workspaces.get', { id: 'ws_used' })).expires_at!)).toBeGreaterThan(
      Date.parse(before),
    );
    expect(sandbox.uses.at('ws_used')).not.toBeNull();
    expect(await client.call('workspaces.update', { id: 'ws_used', expires_after: null })).toMatchObject({
      expires_at: null,
    });
    expect(await refusalOf(client.call('workspaces.update', { id: 'ws_used', expires_after: 0 }))).toMatchObject({
      status: 400,
    });
  });

  it('also expires when the emulator was started again in between, and by the option of the start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'expiry-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const first = await startTestSandbox({ dataDir, workspaceTtl: '1h' });
    await first.client.call('workspaces.create', { id: 'ws_long' });
    expect((await first.client.call('workspaces.get', { id: 'ws_long' })).expires_after).toBe(3_600_000);
    await first.client.call('workspaces.create', { id: 'ws_short', expires_after: '300ms' });
    await first.stop();
    const { has } = await started({ dataDir });
    await expect.poll(() => has('ws_short'), soon).toBe(false);
    expect(has('ws_long')).toBe(true);
  });
});

describe('the life of a workspace', () => {
  it('is changed with the token of the emulator, and not with a token of the workspace', async () => {
    const { client, url, has } = await started({ workspaceTtl: '1h' });
    await client.call('workspaces.create', { id: 'ws_team' });
    const operator = createClient({ url, workspace: 'ws_team' });
    const { token } = await operator.call('control_tokens.create', { name: 'team' });
    const team = createClient({ url, token });
    for (const expires_after of [null, '300d', '1s']) {
      expect(await refusalOf(team.call('workspaces.update', { id: 'ws_team', expires_after }))).toMatchObject({
        status: 403,
        body: { code: 'token_of_workspace', param: 'expires_after', error: expect.stringMatching(/operator/) },
      });
    }
    expect(await team.call('workspaces.update', { id: 'ws_team', name: 'Ours' })).toMatchObject({
      name: 'Ours',
      expires_after: 3_600_000,
    });
    const env = { EMULATOR_URL: url };
    const { stdout } = await command(['workspaces', 'update', 'ws_team', '--expires-after', 'never'], { env });
    expect(stdout).toMatch(/Expires: never$/);
    await command(['workspaces', 'add', '--id', 'ws_other', '--expires-after', 'never'], { env });
    for (const id of ['ws_team', 'ws_other'])
      expect(await client.call('workspaces.get', { id })).toMatchObject({ expires_after: null });
    expect((await command(['workspaces', 'update', 'ws_team'], { env })).exitCode).toBe(2);
    expect(has('ws_team')).toBe(true);
  });
});

describe('the last use', () => {
  it('is stored at a stop, so that a restart shortens no life', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'expiry-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const first = await startTestSandbox({ dataDir });
    const { keys } = await first.client.call('workspaces.create', { id: 'ws_used', expires_after: '30d' });
    const read = async ({ client }: typeof first) => {
      const { created_at, last_used_at, expires_at } = await client.call('workspaces.get', { id: 'ws_used' });
      return { created_at, last_used_at, expires_at };
    };
    await expect
      .poll(async () => {
        await first.client.api('GET', '/balance', keys.secret.test!);
        const { created_at, last_used_at } = await read(first);
        return Date.parse(last_used_at!) - Date.parse(created_at!);
      }, soon)
      .toBeGreaterThan(1_000);
    const before = await read(first);
    await first.stop();
    expect(await read(await started({ dataDir }))).toEqual(before);
  });
});

describe('a removal that fails', () => {
  it('is in the audit log as a failure, and is tried again, and later changes of other workspaces stay', async () => {
    const { client, sandbox, entries, has } = await started();
    const { keys } = await client.call('workspaces.create', { id: 'ws_first', expires_after: '200ms' });
    await client.call('workspaces.create', { id: 'ws_second', expires_after: '1h' });
    const { list } = sandbox.snapshots;
    let failures = 0;
    sandbox.snapshots.list = async (...of) => {
      if (failures++ === 0) throw new Error('no space left');
      // The other workspace changes and is used while the first one is removed.
      await client.call('workspaces.update', { id: 'ws_second', name: `Name ${failures}` });
      return list.apply(sandbox.snapshots, of);
    };
    await client.api('GET', '/balance', keys.secret.test!);
    await expect.poll(() => has('ws_first'), soon).toBe(false);
    expect(entries.filter(({ action }) => action === 'workspaces.expire')).toMatchObject([
      { workspace: 'ws_first', failure: expect.stringMatching(/no space left/) },
      { workspace: 'ws_first' },
    ]);
    expect((await client.call('workspaces.get', { id: 'ws_second' })).name).toBe('Name 2');
    expect([sandbox.uses.at('ws_first'), sandbox.uses.at(keys.secret.test!)]).toEqual([null, null]);
  });
});

describe('the audit log', () => {
  it('says who changed keys, tokens and workspaces, without a secret', async () => {
    const { client, entries, url } = await started();
    const { token, id } = await client.call('control_tokens.create', { name: 'team' });
    const { id: key } = await client.call('api_keys.create');
    await fetch(`${url}/_emulator/api-keys/${key}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    await client.call('reset');
    await client.call('workspaces.create', { id: 'ws_more' });
    await client.call('snapshots.save', { name: 'before' });
    await client.call('fixtures.load', { fixture: 'shop' });
    expect(entries.map(({ action, by, workspace, subject }) => [action, by, workspace, subject])).toEqual([
      ['control_tokens.create', 'emulator', 'ws_demo', id],
      ['api_keys.create', 'emulator', 'ws_demo', key],
      ['api_keys.delete', `token ${id}`, 'ws_demo', key],
      ['reset', 'emulator', 'ws_demo', null],
      ['workspaces.create', 'emulator', 'ws_more', null],
      ['snapshots.save', 'emulator', 'ws_demo', 'before'],
      ['fixtures.load', 'emulator', 'ws_demo', null],
    ]);
    expect(entries[2]).toMatchObject({
      subject: key,
      workspace: 'ws_demo',
      request_id: expect.stringMatching(/^req_/),
    });
    expect(JSON.stringify(entries)).not.toContain(token);
  });
});

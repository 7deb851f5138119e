import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SandboxOptions } from '../../src/emulator/sandbox-options.ts';
import type { AuditEntry } from '../../src/sandbox/control/audit-trail.ts';
import { refusalOf, startTestSandbox } from './sandbox.ts';

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
    await client.workspaces.create({ id: 'ws_preview', expires_after: '1s' });
    await client.workspaces.create({ id: 'ws_kept' });
    const view = await client.workspaces.get('ws_preview');
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
    const { keys } = await client.workspaces.create({ id: 'ws_used', expires_after: '1h' });
    const before = (await client.workspaces.get('ws_used')).expires_at!;
    await expect.poll(() => Date.now(), soon).toBeGreaterThan(Date.parse(before) - 3_600_000);
    await client.api('GET', '/balance', keys.secret.test!);
    expect(Date.parse((await client.workspaces.get('ws_used')).expires_at!)).toBeGreaterThan(Date.parse(before));
    expect(sandbox.uses.at('ws_used')).not.toBeNull();
    expect(await client.workspaces.update('ws_used', { expires_after: null })).toMatchObject({ expires_at: null });
    expect(await refusalOf(client.workspaces.update('ws_used', { expires_after: 0 }))).toMatchObject({ status: 400 });
  });

  it('also expires when the emulator was started again in between, and by the option of the start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'expiry-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const first = await startTestSandbox({ dataDir, workspaceTtl: '1h' });
    await first.client.workspaces.create({ id: 'ws_long' });
    expect((await first.client.workspaces.get('ws_long')).expires_after).toBe(3_600_000);
    await first.client.workspaces.create({ id: 'ws_short', expires_after: '300ms' });
    await first.stop();
    const { has } = await started({ dataDir });
    await expect.poll(() => has('ws_short'), soon).toBe(false);
    expect(has('ws_long')).toBe(true);
  });
});

describe('the audit log', () => {
  it('says who changed keys, tokens and workspaces, without a secret', async () => {
    const { client, entries, url } = await started();
    const { token, id } = await client.tokens.add('team');
    const { id: key } = await client.apiKeys.add();
    await fetch(`${url}/_emulator/api-keys/${key}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    await client.reset();
    expect(entries.map(({ action, by }) => [action, by])).toEqual([
      ['control_tokens.create', 'emulator'],
      ['api_keys.create', 'emulator'],
      ['api_keys.delete', `token ${id}`],
      ['reset', 'emulator'],
    ]);
    expect(entries[2]).toMatchObject({
      subject: key,
      workspace: 'ws_demo',
      request_id: expect.stringMatching(/^req_/),
    });
    expect(JSON.stringify(entries)).not.toContain(token);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import type { SandboxOptions } from '../../src/emulator/sandbox-options.ts';
import { refusalOf, startTestSandbox } from './sandbox.ts';

async function started(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startTestSandbox(options);
  onTestFinished(() => sandbox.stop());
  const clientWith = (token?: string, workspace?: string) => createClient({ url: sandbox.url, token, workspace });
  return { ...sandbox, clientWith, whole: clientWith(sandbox.token ?? undefined) };
}

const statusOf = async (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    ({ status }) => status,
  );

describe('a control token', () => {
  it('outlives a restart, and is nowhere on disk', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tokens-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const first = await startTestSandbox({ dataDir });
    const { token, id } = await createClient({ url: first.url, workspace: 'ws_demo_a' }).call('control_tokens.create', {
      name: 'team a',
    });
    await first.stop();
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(files.map(({ name }) => name)).toContain('db.json');
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name), 'latin1')).not.toContain(token.slice(-20));
    const { clientWith, whole } = await started({ dataDir });
    expect(await clientWith(token).call('status')).toMatchObject({ workspace: 'ws_demo_a' });
    const { data } = await whole.call('control_tokens.list');
    expect(data).toMatchObject([{ id, workspace: 'ws_demo_a', name: 'team a' }]);
    expect(JSON.stringify(data)).not.toContain(token);
  });

  it('opens nothing once it is removed, or its workspace is, also where no token is asked for', async () => {
    const { clientWith, whole } = await started();
    const one = await clientWith(undefined, 'ws_demo_a').call('control_tokens.create');
    const two = await clientWith(undefined, 'ws_demo_a').call('control_tokens.create');
    await whole.call('control_tokens.delete', { id: one.id });
    expect(await refusalOf(clientWith(one.token).call('status'))).toMatchObject({
      status: 401,
      message: expect.stringContaining('The token is not valid: it was removed'),
    });
    expect(await statusOf(clientWith(two.token).call('status'))).toBe(200);
    await whole.call('workspaces.delete', { id: 'ws_demo_a' });
    await whole.call('workspaces.create', { id: 'ws_demo_a' });
    expect(await statusOf(clientWith(two.token).call('status'))).toBe(401);
    expect((await whole.call('control_tokens.list')).data).toEqual([]);
    expect(await statusOf(whole.call('control_tokens.delete', { id: two.id }))).toBe(404);
  });

  it('comes back with no snapshot and no record', async () => {
    const { clientWith, whole } = await started();
    const ofA = clientWith(undefined, 'ws_demo_a');
    const removed = await ofA.call('control_tokens.create');
    await ofA.call('snapshots.save', { name: 'before' });
    const page = await whole.savedRecord();
    await whole.call('control_tokens.delete', { id: removed.id });
    const later = await ofA.call('control_tokens.create');
    await ofA.call('snapshots.restore', { name: 'before' });
    await whole.startFrom(page);
    expect(await statusOf(clientWith(removed.token).call('status'))).toBe(401);
    expect(await statusOf(clientWith(later.token).call('status'))).toBe(200);
  });

  it('is one of two kinds where every caller needs one', async () => {
    const { clientWith, control, whole, token } = await started({ allowRemote: true, token: 'emu_of_the_whole_team' });
    expect(token).toBe('emu_of_the_whole_team');
    const own = await clientWith(token!, 'ws_demo_a').call('control_tokens.create');
    expect(await statusOf(clientWith(own.token).call('status'))).toBe(200);
    expect(await statusOf(clientWith(own.token, 'ws_demo').call('status'))).toBe(403);
    expect(await statusOf(whole.call('status'))).toBe(200);
    for (const wrong of [undefined, 'emu_ws_00000000000000000000', own.token.slice(0, -1), `${own.token}0`, own.id])
      expect([wrong, await statusOf(clientWith(wrong).call('status'))]).toEqual([wrong, 401]);
    // Whoever may only ask whether it is well learns of no workspace.
    for (const query of ['', '?workspace=ws_demo', '?workspace=ws_none', '?mode=none'])
      expect(await control('GET', `/health${query}`)).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('is honoured where none is needed, as is the token of the start; another one is refused', async () => {
    const { clientWith, control } = await started({ token: 'emu_of_the_whole_team' });
    expect(await statusOf(clientWith().call('status'))).toBe(200);
    expect(await statusOf(clientWith('emu_of_the_whole_team').call('control_tokens.list'))).toBe(200);
    const { token } = await clientWith(undefined, 'ws_demo_a').call('control_tokens.create');
    expect(await statusOf(clientWith(token).call('control_tokens.list'))).toBe(403);
    for (const authorization of [`bearer ${token}`, `BEARER   ${token}`])
      expect((await control('GET', '/tokens', undefined, { authorization })).status).toBe(403);
    const by = (authorization: string) => control('GET', '/status', undefined, { authorization });
    expect((await by('Bearer sk_test_demo')).status).toBe(200);
    expect(await by('Bearer emu_of_another_emulator')).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining('On this machine, no token is required'), type: 'authentication_error' },
    });
  });
});

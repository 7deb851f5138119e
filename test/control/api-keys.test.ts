import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { startTestSandbox } from './sandbox.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox?.stop());

const statusWith = async (key: string) => (await sandbox.client.api('GET', '/customers', key)).status;

describe('an API key', () => {
  it('is made for a mode, used, and revoked', async () => {
    const live = createClient({ url: sandbox.url, mode: 'live' });
    const { id, key, last_used_at } = await live.call('api_keys.create');
    expect([key.startsWith('sk_live_'), last_used_at, id.includes(key)]).toEqual([true, null, false]);
    expect(await statusWith(key)).toBe(200);
    const listed = (await live.call('api_keys.list')).data.find((each) => each.id === id);
    expect(listed?.last_used_at).toMatch(/^\d{4}-/);
    await live.call('api_keys.delete', { id });
    expect(await statusWith(key)).toBe(401);
    expect((await live.call('api_keys.list')).data.map((each) => each.id)).not.toContain(id);
  });

  it('that is rotated works until its end, and the new one stands in its place', async () => {
    const made = await sandbox.client.call('workspaces.create', { id: 'ws_rotated' });
    const client = createClient({ url: sandbox.url, workspace: 'ws_rotated' });
    const old = made.keys.secret.test!;
    const idOf = async (key: string) => (await client.call('api_keys.list')).data.find((each) => each.key === key)!.id;
    const next = await client.call('api_keys.rotate', { id: await idOf(old) });
    expect([await statusWith(old), await statusWith(next.key)]).toEqual([200, 200]);
    expect((await client.call('keys.get')).keys.secret.test).toBe(next.key);
    const last = await client.call('api_keys.rotate', { id: await idOf(next.key), overlap: 0 });
    expect([await statusWith(next.key), await statusWith(last.key)]).toEqual([401, 200]);
  });

  it('can be limited to a scope', async () => {
    const { key } = await sandbox.client.call('api_keys.create', { scopes: ['inventory:write'] });
    expect(await statusWith(key)).toBe(200);
    const { scoped } = await sandbox.client.call('keys.get');
    expect(scoped).toContainEqual({ key, mode: 'test', scopes: ['inventory:write'] });
  });
});

describe('a fixture without keys', () => {
  const fixture = { workspaces: [{ id: 'ws_keyless', name: 'The shop', settings: {} }] };

  it('makes a workspace with new keys, which stay when it is loaded again', async () => {
    await sandbox.client.call('fixtures.load', { fixture });
    const client = createClient({ url: sandbox.url, workspace: 'ws_keyless' });
    const { keys } = await client.call('keys.get');
    expect(await statusWith(keys.secret.test!)).toBe(200);
    await sandbox.client.call('fixtures.load', { fixture });
    expect((await client.call('keys.get')).keys).toEqual(keys);
  });

  it('gives its name to a new workspace', async () => {
    const { id } = await sandbox.client.call('workspaces.create', { fixture });
    expect((await sandbox.client.call('workspaces.get', { id })).name).toBe('The shop');
  });
});

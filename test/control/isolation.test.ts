import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { call } from '../support/call.ts';
import { refusalOf, startTestSandbox, type TestSandbox } from './sandbox.ts';

type Record_ = Record<string, unknown> & { readonly id: string };
type Exported = { workspaces: { data: { test: Record<string, Record_[]> } }[] };

let running: TestSandbox;
let whole: TestSandbox['client'];

const clientOf = (workspace: string, token?: string) => createClient({ url: running.url, workspace, token });

/** A workspace, a client with its token alone, and calls of its merchant API. */
async function teamOf(id: string, further = {}) {
  const { keys } = await whole.call('workspaces.create', { id, ...further });
  const { token } = await clientOf(id).call('control_tokens.create', { name: id });
  const client = clientOf(id, token);
  const api = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const { status, text } = await client.api(method, path, keys.secret.test!, body);
    expect([path, status < 300 || text]).toEqual([path, true]);
    return JSON.parse(text).data;
  };
  const records = async () => ((await client.call('export')) as Exported).workspaces[0]!.data.test;
  const load = (workspace: object) =>
    client.call('fixtures.load', { fixture: { workspaces: [{ id, settings: {}, ...workspace }] } });
  return { id, client, api, records, load };
}
type Team = Awaited<ReturnType<typeof teamOf>>;

/** Makes something of each kind that has a page. */
async function fill({ id, api, client }: Team): Promise<void> {
  const customer = await api('POST', '/customers', { email: 'buyer@example.com' });
  await call(`${running.url}/_emulator/customers/${customer.id}/portal?workspace=${id}`, { method: 'POST' });
  await api('POST', '/checkout-sessions', { ui_mode: 'embedded', amount: 4200 });
  for (const name of ['payment_link.create', 'invoice.send', 'payout_link.create'])
    await client.call('triggers.run', { name });
  await client.call('triggers.run', { name: 'three_ds.challenge' });
}

const page = async (path: string): Promise<string> => (await call(`${running.url}${path}`)).text;
const belongsToAnother = { status: 400, body: { error: expect.stringContaining('now belongs to another workspace') } };

beforeAll(async () => {
  running = await startTestSandbox();
  whole = running.client;
});
afterAll(() => running?.stop());

describe('a fixture', () => {
  it.each(['shop', 'marketplace', 'ci', 'default'])('%s is the content of several workspaces', async (fixture) => {
    const ids = ['one', 'two'].map((name) => `ws_${fixture}_${name}`);
    for (const id of ids) await whole.call('workspaces.create', { id, fixture });
    const [one, two] = ids.map((id) => clientOf(id));
    await two!.call('reset');
    expect((await two!.call('status')).counts).toEqual((await one!.call('status')).counts);
  });
});

describe('the address of a page', () => {
  let a: Team;
  let b: Team;
  beforeAll(async () => {
    [a, b] = [await teamOf('ws_pages_a'), await teamOf('ws_pages_b', { settings: { brand: { name: 'Shop of B' } } })];
    await fill(b);
  });

  it.each([
    ['checkout_session', 'slug', '/pay/'],
    ['checkout_session', 'client_secret', '/embed/'],
    ['payment_link', 'slug', '/pay/'],
    ['invoice', 'slug', '/pay/'],
    ['payout_link', 'slug', '/claim/'],
    ['portal', 'slug', '/portal/'],
    ['three_ds_authentication', 'id', '/acs/'],
  ])('is not taken over by a fixture of another workspace: %s %s', async (kind, field, path) => {
    const [theirs] = (await b.records())[kind]!;
    const address = String(theirs![field]);
    const shown = await page(path + address);
    const mine = { ...theirs, id: `${theirs!.id}x`, slug: 'mine', client_secret: 'mine', [field]: address };
    const kept = Object.fromEntries(Object.entries(mine).filter(([name]) => name in theirs!));
    expect(await refusalOf(a.load({ data: { test: { [kind]: [kept] } } }))).toMatchObject(belongsToAnother);
    // The page of one kind is not that of a record of another kind.
    if (path === '/pay/') {
      const [session] = (await b.records()).checkout_session!;
      const other = {
        ...session,
        id: 'cs_1x',
        client_secret: null,
        ui_mode: 'hosted',
        customer_id: null,
        slug: address,
      };
      expect(await refusalOf(a.load({ data: { test: { checkout_session: [other] } } }))).toMatchObject(
        belongsToAnother,
      );
    }
    expect(await page(path + address)).toBe(shown);
  });

  it('is not chosen by the objects of a fixture of another workspace', async () => {
    await b.load({ objects: { test: { payment_links: { one: { name: 'Of B', amount: 100, slug: 'chosen' } } } } });
    const mine = { objects: { test: { payment_links: { one: { name: 'Of A', amount: 1, slug: 'chosen' } } } } };
    expect(await refusalOf(a.load(mine))).toMatchObject(belongsToAnother);
    expect(await page('/pay/chosen')).toContain('Of B');
  });

  it('comes back by no restore once another workspace has it, nor do an app and its token', async () => {
    const app = { name: 'app', client_id: 'app_iso', client_secret: 'x', token: 'pat_iso' };
    for (const [name, workspace] of [
      ['page', { objects: { test: { payment_links: { one: { name: 'x', amount: 1, slug: 'went' } } } } }],
      ['app', { apps: [app] }],
      ['key', { keys: [{ key: 'sk_test_went' }] }],
    ] as const) {
      await a.load(workspace);
      await a.client.call('snapshots.save', { name });
      await a.load({ keys: [] });
      await b.load(workspace);
      const refused = await refusalOf(a.client.call('snapshots.restore', { name }));
      expect([name, refused]).toEqual([name, expect.objectContaining({ status: 400 })]);
      expect(refused.body.error).toContain('of this snapshot now belongs to another workspace');
      await b.load({ keys: [] });
      expect(await a.client.call('snapshots.restore', { name })).toMatchObject({ mode: 'frozen' });
      await a.load({ keys: [] });
    }
  });

  it('is drawn again where a fixture of another workspace has what a seed draws next', async () => {
    await b.client.call('snapshots.save', { name: 'before' });
    const link = async () => {
      await b.client.call('triggers.run', { name: 'payment_link.create' });
      return String((await b.records()).payment_link!.at(-1)!.slug);
    };
    const next = await link();
    await b.client.call('snapshots.restore', { name: 'before' });
    await a.load({ objects: { test: { payment_links: { one: { name: 'Planted', amount: 1, slug: next } } } } });
    const drawn = await link();
    expect(drawn).not.toBe(next);
    expect(await page(`/pay/${drawn}`)).not.toContain('Planted');
  });

  it('of a copy is its own, so that each copy has its own pages', async () => {
    const slugsOf = async (team: Team) =>
      Object.values(await team.records()).flatMap((records) => records.flatMap(({ slug }) => slug ?? []));
    const one = { name: 'A gift', amount: 100, slug: 'copied' };
    const fixture = { workspaces: [{ id: 'ws_model', settings: {}, objects: { test: { payment_links: { one } } } }] };
    const [first, second] = [await teamOf('ws_copy_1', { fixture }), await teamOf('ws_copy_2', { fixture })];
    await fill(first);
    const [theirs, own] = [await slugsOf(first), await slugsOf(second)];
    expect([theirs.includes('copied'), own.length, own.includes('copied')]).toEqual([true, 1, false]);
    await second.client.call('reset');
    expect((await slugsOf(second)).filter((slug) => theirs.includes(slug))).toEqual([]);
    const copy = await teamOf('ws_copy_3', { fixture: await first.client.call('export') });
    const copied = await slugsOf(copy);
    expect([copied.length, copied.filter((slug) => theirs.includes(slug))]).toEqual([theirs.length, []]);
  });

  it('cannot be edited, nor can a secret of a page', async () => {
    const team = await teamOf('ws_edits');
    await fill(team);
    const records = await team.records();
    for (const { name, addresses = {} } of running.sandbox.engine.registry.addressed) {
      for (const field of Object.keys(addresses)) {
        const [record] = records[name] ?? [];
        if (record === undefined) continue;
        const refused = await refusalOf(team.client.call('objects.set', { id: record.id, set: { [field]: 'mine' } }));
        expect([name, field, refused.status >= 400 && refused.status < 500]).toEqual([name, field, true]);
      }
    }
  });
});

describe('a workspace with the id of a removed one', () => {
  it('has a history of its own, of which the token of the new one sees nothing else', async () => {
    const former = await teamOf('ws_again');
    const marker = 'former@example.com';
    const use = async () => {
      await former.api('POST', '/customers', { email: marker });
      await former.client.call('triggers.run', { name: 'payment.completed' });
      await former.client.call('markers.add', { text: marker });
    };
    await use();
    await former.client.call('reset');
    await running.sandbox.engine.kept();
    await whole.call('workspaces.delete', { id: 'ws_again' });
    const fresh = await teamOf('ws_again');
    const { client } = fresh;
    const { chapters } = await client.call('records.list');
    expect(chapters).toEqual([expect.objectContaining({ ended: null })]);
    const streamed: unknown[] = [];
    const gone = new AbortController();
    const reading = (async () => {
      for await (const message of client.stream(gone.signal, undefined, 0)) {
        streamed.push(message);
        if (message.type === 'mark') gone.abort();
      }
    })().catch(() => {});
    await client.call('markers.add', { text: 'of the new one' });
    await reading;
    const seen = JSON.stringify([
      await client.call('log.page', { limit: 5_000 }),
      await client.call('log.page', { since: 0 }),
      await client.call('markers.list'),
      await client.call('record.get'),
      await client.call('requests.list', { limit: 100 }),
      await client.call('mail.list'),
      await client.call('events.list'),
      await client.call('snapshots.list'),
      streamed,
    ]);
    expect(seen).toContain('of the new one');
    expect(seen).not.toContain(marker);
    // The whole emulator still has what happened: an audit judges it.
    const all = await whole.call('records.list');
    expect(all.chapters.filter(({ workspace }) => workspace === 'ws_again').length).toBeGreaterThan(1);
    for (const { id, ended } of all.chapters)
      if (ended !== null) expect((await refusalOf(client.call('records.get', { id }))).status).toBe(404);
  });
});

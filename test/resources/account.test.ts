import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../src/core/kernel/declare/operation.ts';
import type { Account } from '../../src/payments/resources/account/model.ts';
import type { Member } from '../../src/payments/resources/member/model.ts';
import type { Pixels } from '../../src/payments/resources/pixels/model.ts';
import type { Storefront } from '../../src/payments/resources/storefront/model.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { merchantOperations } from '../support/declared.ts';
import { type Demo, eachTest, type Refusal } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

type Fields = Record<string, unknown>;
type List<T> = { data: T[]; has_more: boolean };

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const readAccount = (of: Demo = demo) => of.read<Account>('/account');
const changeAccount = (fields: unknown) => demo.api.patch<Refusal & Account>('/account', fields);
const readPixels = (of: Demo = demo) => of.read<Pixels>('/pixels');
const changePixels = (fields: unknown) => demo.api.patch<Refusal & Pixels>('/pixels', fields);

const operations: readonly AnyOperation[] = merchantOperations;
const bodyOf = (id: string) => operations.find((operation) => operation.id === id)!.body as Shape;

const noPixels = {
  object: 'pixels',
  meta_pixel_id: null,
  google_analytics_id: null,
  google_ads_id: null,
  tiktok_pixel_id: null,
  snapchat_pixel_id: null,
  pinterest_tag_id: null,
};

describe('GET /account', () => {
  it('answers the account at the top level, as the settings of the workspace have it', async () => {
    await demo.configure({ brand: { name: 'Corner Shop', logo_url: 'https://shop.example/a.png' } });
    await demo.configure({ custom_domain: 'pay.shop.example' });
    const label = demo.workspace.replace('ws_', '').toLowerCase();
    const answer = await demo.api.get<Account>('/account');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^acct_[0-9A-Za-z]{20}$/),
      object: 'account',
      livemode: false,
      created_at: '2020-01-01T00:00:00.000Z',
      updated_at: '2020-01-01T00:00:00.000Z',
      name: 'Corner Shop',
      logo_url: 'https://shop.example/a.png',
      timezone: 'UTC',
      slug: label,
      currency: 'USD',
      subdomain: label,
      custom_domain: 'pay.shop.example',
    });
  });

  it('is the same account each time, and reading it changes nothing', async () => {
    const before = await demo.exported();
    const first = await readAccount();
    expect(await readAccount()).toEqual(first);
    expect(await demo.publishable.get('/account')).toMatchObject({ status: 200, body: first });
    expect(await demo.exported()).toBe(before);
    expect((await readAccount(await demo.on('gateway_a'))).id).not.toBe(first.id);
  });

  it('makes the slug of a workspace a label that an address may have', async () => {
    for (const [key, slug] of [
      ['sk_test_demo', 'demo'],
      ['sk_test_demo_a', 'demo-a'],
    ] as const) {
      expect((await demo.sandbox.as(key).get<Account>('/account')).body).toMatchObject({ slug, subdomain: slug });
    }
  });
});

describe('PATCH /account', () => {
  it('that is empty, or sets what is so already, changes nothing; a name and a time zone are never null', async () => {
    const before = (await changeAccount({ name: 'Mine' })).body;
    await demo.advance('1h');
    for (const fields of [{}, { name: 'Mine', timezone: 'UTC' }]) {
      expect((await changeAccount(fields)).body).toEqual(before);
    }
    for (const param of ['name', 'timezone']) {
      expect(await changeAccount({ [param]: null })).toMatchObject({ status: 400, body: { param } });
    }
  });

  it('changes name, logo and time zone, and answers at the top level', async () => {
    const before = await readAccount();
    await demo.advance('1s');
    const given = { name: 'Ada’s Coffee', logo_url: 'https://shop.example/b.png', timezone: 'Europe/Berlin' };
    const answer = await changeAccount(given);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, ...given, updated_at: '2026-03-01T09:00:01.000Z' });
    expect(await readAccount()).toEqual(answer.body);
  });

  it('leaves what is not given, and lets it follow the settings', async () => {
    await changeAccount({ timezone: 'Asia/Kolkata' });
    await changeAccount({ name: 'Renamed' });
    await demo.configure({ brand: { name: 'Of the settings', logo_url: 'https://shop.example/c.png' } });
    expect(await readAccount()).toMatchObject({
      name: 'Renamed',
      timezone: 'Asia/Kolkata',
      logo_url: 'https://shop.example/c.png',
    });
    await changeAccount({ logo_url: null });
    expect(await readAccount()).toMatchObject({ name: 'Renamed', logo_url: null });
    const before = await demo.exported();
    expect(await changeAccount({})).toMatchObject({ status: 200, body: { name: 'Renamed' } });
    expect(await demo.exported()).toBe(before);
  });

  it('does not apply slug, currency, subdomain or custom_domain', async () => {
    const before = await readAccount();
    const fixed = { slug: 'mine', currency: 'EUR', subdomain: 5, custom_domain: { a: 1 } };
    expect(await changeAccount(fixed)).toMatchObject({ status: 200, body: before });
    const { body } = await changeAccount({ ...fixed, name: 'Mine' });
    expect(body).toEqual({ ...before, name: 'Mine', updated_at: '2026-03-01T09:00:00.000Z' });
  });

  it('does not refuse those fields in a strict sandbox either', async () => {
    const strict = await createTestSandbox({ strict: true });
    try {
      const answer = await strict.api.patch('/account', { name: 'Mine', slug: 'mine' });
      expect(answer).toMatchObject({ status: 200, body: { name: 'Mine', slug: 'demo' } });
      const typo = await strict.api.patch('/account', { nmae: 'Mine' });
      expect(typo).toMatchObject({ status: 400, body: { code: 'parameter_unknown', param: 'nmae' } });
    } finally {
      await strict.stop();
    }
  });

  it.each(['Europe/Berlin', 'America/Argentina/Ushuaia', 'Asia/Kolkata', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5'])(
    'takes the time zone %s as it is written',
    async (timezone) => {
      expect((await changeAccount({ timezone })).body).toMatchObject({ timezone });
    },
  );

  it.each(['', 'Mars/Olympus', 'Berlin', '+02:00', '-05', 'Europe/Berlin ', 'PDT or so', '../UTC'])(
    "refuses the time zone '%s'",
    async (timezone) => {
      const before = await demo.exported();
      const answer = await changeAccount({ name: 'Not this either', timezone });
      expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'timezone' } });
      expect(await demo.exported()).toBe(before);
    },
  );

  it('refuses every body that its schema does not allow, and changes nothing', async () => {
    const good = { name: 'Shop', logo_url: 'https://shop.example/d.png', timezone: 'Europe/Berlin' };
    const before = await demo.exported();
    const checked = badBodies(bodyOf('account.update'), good).filter(({ field }) => field in good);
    expect(checked.length).toBeGreaterThan(15);
    for (const { what, field, text } of checked) {
      const answer = await changeAccount(text);
      expect(answer.status, what).toBe(400);
      expect(answer.body.param, what).toBe(field);
    }
    for (const logo_url of ['', 'logo.png', 'javascript:alert(1)', 'file:///etc/passwd']) {
      const answer = await changeAccount({ logo_url });
      expect(answer, logo_url).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'logo_url' } });
    }
    expect(await demo.exported()).toBe(before);
    expect(await changeAccount(good)).toMatchObject({ status: 200, body: good });
  });
});

describe('GET /pixels and PATCH /pixels', () => {
  it('answer every identifier at the top level; none is set at first', async () => {
    const answer = await demo.api.get('/pixels');
    expect([answer.status, answer.body]).toEqual([200, noPixels]);
  });

  it('set what is given, clear by an empty text or null, and leave what is omitted', async () => {
    const all = {
      meta_pixel_id: '1234567890',
      google_analytics_id: 'G-ABC123',
      google_ads_id: 'AW-1/x',
      tiktok_pixel_id: 'C4A',
      snapchat_pixel_id: 'b1c2',
      pinterest_tag_id: '26',
    };
    const set = await changePixels(all);
    expect([set.status, set.body]).toEqual([200, { object: 'pixels', ...all }]);
    const cleared = { ...noPixels, ...all, meta_pixel_id: null, google_ads_id: null };
    expect((await changePixels({ meta_pixel_id: '', google_ads_id: null })).body).toEqual(cleared);
    expect((await changePixels({ tiktok_pixel_id: 'new' })).body).toEqual({ ...cleared, tiktok_pixel_id: 'new' });
    expect((await changePixels({})).body).toEqual({ ...cleared, tiktok_pixel_id: 'new' });
    expect(await readPixels()).toEqual({ ...cleared, tiktok_pixel_id: 'new' });
  });

  it('refuse every body that the schema does not allow, and change nothing', async () => {
    const good = Object.fromEntries(Object.keys(noPixels).map((name) => [name, 'x']));
    await changePixels({ google_ads_id: 'AW-1' });
    const before = await demo.exported();
    for (const { what, field, text } of badBodies(bodyOf('pixels.update'), good)) {
      const answer = await changePixels(text);
      expect(answer.status, what).toBe(400);
      expect(answer.body.param, what).toBe(field);
    }
    expect(await demo.exported()).toBe(before);
  });
});

describe('GET /members and GET /storefronts', () => {
  const make = <T>(path: string, fields: Fields) => demo.control<{ data: T }>('post', path, fields);

  it('list nothing at first', async () => {
    for (const path of ['/members', '/storefronts'])
      expect(await demo.read(path)).toEqual({ data: [], has_more: false });
  });

  it('list the team, newest first, page by page', async () => {
    await make('/members', { name: 'Ada', email: 'ada@example.com', role: 'owner' });
    await demo.advance('1s');
    const { data: grace } = await make<Member>('/members', { name: 'Grace', email: 'grace@example.com' });
    expect(grace).toEqual({
      id: expect.stringMatching(/^mem_[0-9A-Za-z]{20}$/),
      object: 'member',
      livemode: false,
      created_at: '2026-03-01T09:00:01.000Z',
      updated_at: '2026-03-01T09:00:01.000Z',
      name: 'Grace',
      email: 'grace@example.com',
      role: 'member',
    });
    expect(await demo.read('/members?limit=1')).toEqual({ data: [grace], has_more: true });
    const rest = await demo.read<List<Member>>(`/members?limit=1&starting_after=${grace.id}`);
    expect([rest.data.map(({ name, role }) => [name, role]), rest.has_more]).toEqual([[['Ada', 'owner']], false]);
  });

  it('list storefronts with their status and live address alone', async () => {
    const { data: own } = await make<Storefront>('/storefronts', { url: 'https://shop.example' });
    const { data: draft } = await make<Storefront>('/storefronts', { status: 'draft' });
    const { data: hosted } = await make<Storefront>('/storefronts', {});
    expect(own).toEqual({
      id: expect.stringMatching(/^store_[0-9A-Za-z]{20}$/),
      object: 'storefront',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      status: 'published',
      url: 'https://shop.example',
    });
    expect(draft).toMatchObject({ status: 'draft', url: null });
    const { subdomain } = await readAccount();
    expect(hosted).toMatchObject({ status: 'published', url: `https://${subdomain}.payments-service.example` });
    expect(await demo.read('/storefronts')).toEqual({ data: [hosted, draft, own], has_more: false });
    expect(await demo.read('/storefronts?limit=2')).toEqual({ data: [hosted, draft], has_more: true });
  });

  it.each(['/members', '/storefronts'])('%s refuses a page that there is not', async (path) => {
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'starting_after=mem_none']) {
      const answer = await demo.api.get<Refusal>(`${path}?${query}`);
      expect(answer, query).toMatchObject({ status: 400, body: { code: 'parameter_invalid' } });
    }
  });

  it.each(['/members', '/storefronts'])('%s takes no writes: 405', async (path) => {
    for (const answer of [await demo.api.post(path, {}), await demo.api.patch(path, {}), await demo.api.delete(path)])
      expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  });

  it('are not made of what means nothing', async () => {
    const person = { name: 'Ada', email: 'ada@example.com' };
    for (const [path, fields, param] of [
      ['/members', { ...person, email: 'nobody' }, 'email'],
      ['/members', { ...person, role: 'king' }, 'role'],
      ['/members', { email: 'ada@example.com' }, 'name'],
      ['/storefronts', { status: 'gone' }, 'status'],
      ['/storefronts', { url: 'javascript:alert(1)' }, 'url'],
      ['/storefronts', { status: 'draft', url: 'https://shop.example' }, 'url'],
    ] as const) {
      const answer = await demo.sandbox.control.post(`${path}?workspace=${demo.workspace}`, fields);
      expect(answer, JSON.stringify(fields)).toMatchObject({ status: 400, body: { param } });
    }
    for (const path of ['/members', '/storefronts']) expect((await demo.read<List<object>>(path)).data).toEqual([]);
  });
});

describe('test and live', () => {
  it('each have their own', async () => {
    await changeAccount({ name: 'Of test', timezone: 'Europe/Berlin' });
    await changePixels({ meta_pixel_id: 'of-test' });
    await demo.control('post', '/members', { name: 'Ada', email: 'ada@example.com' });
    await demo.control('post', '/storefronts', {});
    const { live } = demo;
    const [ours, theirs] = [await readAccount(), await readAccount(live)];
    expect(theirs).toMatchObject({ livemode: true, name: 'Demo Shop', timezone: 'UTC' });
    expect(theirs.id).not.toBe(ours.id);
    expect(await readPixels(live)).toEqual(noPixels);
    for (const path of ['/members', '/storefronts']) expect((await live.read<List<object>>(path)).data).toEqual([]);
    const { data: member } = await live.control<{ data: Member }>('post', '/members', {
      name: 'Bo',
      email: 'bo@b.com',
    });
    expect(member.livemode).toBe(true);
    expect((await live.read<List<Member>>('/members')).data).toEqual([member]);
    expect((await demo.read<List<Member>>('/members')).data.map(({ name }) => name)).toEqual(['Ada']);
  });
});

describe('who may', () => {
  it('a publishable key reads and does not write', async () => {
    const { publishable } = demo;
    for (const path of ['/account', '/pixels', '/members', '/storefronts'])
      expect((await publishable.get(path)).status, path).toBe(200);
    for (const path of ['/account', '/pixels']) {
      const answer = await publishable.patch(path, {});
      expect(answer, path).toMatchObject({
        status: 403,
        body: { type: 'permission_error', code: 'secret_key_required' },
      });
    }
  });

  describe('with a scoped key', () => {
    const scopes = ['account:read', 'account:write', 'pixels:read', 'pixels:write', 'members:read', 'storefronts:read'];
    const keyOf = (scope: string) => `sk_test_${scope.replace(':', '_')}`;
    let folder: string;
    let sandbox: TestSandbox;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'account-'));
      const fixture = join(folder, 'scoped.json');
      const keys = scopes.map((scope) => ({ key: keyOf(scope), scopes: [scope] }));
      await writeFile(fixture, JSON.stringify({ workspaces: [{ id: 'ws_scoped', settings: {}, keys }] }));
      sandbox = await createTestSandbox({ fixture });
    });
    afterAll(async () => {
      await sandbox.stop();
      await rm(folder, { recursive: true });
    });

    it.each(scopes)('%s opens its own route alone', async (scope) => {
      const caller = sandbox.as(keyOf(scope));
      for (const asked of scopes) {
        const [name, verb] = asked.split(':');
        const answer = verb === 'read' ? await caller.get(`/${name}`) : await caller.patch(`/${name}`, {});
        const refusal = { status: 403, body: { type: 'permission_error', code: 'insufficient_scope' } };
        expect(answer, asked).toMatchObject(asked === scope ? { status: 200 } : refusal);
      }
    });
  });
});

describe('what was changed', () => {
  it('is part of an export, and comes back with a fixture made of it', async () => {
    await changeAccount({ name: 'Kept', timezone: 'Europe/Berlin', logo_url: null });
    await changePixels({ tiktok_pixel_id: 'kept' });
    await demo.control('post', '/members', { name: 'Ada', email: 'ada@example.com' });
    await demo.control('post', '/storefronts', { url: 'https://kept.example' });
    const folder = await mkdtemp(join(tmpdir(), 'account-'));
    const fixture = join(folder, 'kept.json');
    await writeFile(fixture, JSON.stringify(await demo.control('get', '/export')));
    const sandbox = await createTestSandbox({ fixture, seed: 2 });
    try {
      const { body } = await sandbox.control.get<{ data: { keys: { secret: { test: string } } } }>(
        `/keys?workspace=${demo.workspace}`,
      );
      const again = sandbox.as(body.data.keys.secret.test);
      for (const path of ['/account', '/pixels', '/members', '/storefronts'])
        expect((await again.get(path)).body, path).toEqual(await demo.read(path));
    } finally {
      await sandbox.stop();
      await rm(folder, { recursive: true });
    }
  });
});

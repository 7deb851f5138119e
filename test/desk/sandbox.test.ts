import { describe, expect, test } from 'vitest';
import { deskOfEachTest } from './setup.ts';
import { textsOfChoices } from './texts.ts';

const at = deskOfEachTest({ receiver: true });

const saved = async (): Promise<string[]> => (await at.client.call('snapshots.list')).data.map(({ name }) => name);

async function snapshots(typed = '') {
  at.does('snapshot');
  return at.chooser('^Snapshots$', typed);
}

describe('snapshots', () => {
  test('are saved under the name that is typed', async () => {
    await snapshots('before it');
    await at.choose('^save before-it {2}as it is now');
    await at.says(/^snapshot before-it saved with \d+ records?$/);
    expect(await saved()).toEqual(['before-it']);
  });

  test('have an unused name where none is typed, so that Enter alone never goes back', async () => {
    await at.client.call('snapshots.save', { name: 'old' });
    for (const name of ['2026-03-01-09-00', '2026-03-01-09-00-2']) {
      const list = await snapshots();
      expect(list.selected!.name).toBe(`save ${name}`);
      expect(textsOfChoices(list)).toContainEqual(expect.stringMatching(/^restore old {2}09:00:00, \d+ /));
      at.desk.choose(list, list.selected!);
      await at.until(saved).toContain(name);
    }
  });

  test('are saved in place of the one of the same name', async () => {
    await at.client.call('snapshots.save', { name: 'old' });
    await snapshots('old');
    await at.choice('^save old {2}replaces the snapshot with this name');
  });

  test('are gone back to after a question, and what came since is gone', async () => {
    await at.client.call('snapshots.save', { name: 'before' });
    const { id } = await at.demo.charged();
    at.go('payments');
    await at.opened(id);
    await snapshots('before');
    await at.choose('^restore before');
    await at.form('Restore before?');
    await at.submit();
    await at.says('^restored before · clock at 2026-03-01 09:00:00Z$');
    await at.until(() => [at.rows, at.desk.details]).toEqual([[], null]);
  });

  test('undo the calls since they were saved, whose ids then name other objects', async () => {
    const restore = (name: string) => at.client.call('snapshots.restore', { name });
    const people = new Map<string, string>();
    for (const name of ['first', 'second', 'third']) {
      const customer = await at.demo.saveCustomer({ email: `${name}@example.com` });
      await at.demo.saveCard(customer);
      people.set(name, customer.id);
    }
    const made = async (name: string) => (await at.demo.charged({ customer_id: people.get(name)! })).id;
    /** The name of each customer whose call is shown, and whether the call was undone. */
    const calls = async (count: number) => {
      at.desk.closeDetails();
      at.session.reopen();
      await at.until(() => at.rows.filter((row) => /POST \/charges/.test(row)).length).toBe(count);
      return at.rows.flatMap((row) =>
        /POST \/charges/.test(row) ? [[/\w+(?=@)/.exec(row)?.[0], / undone/.test(row)]] : [],
      );
    };
    await at.client.call('snapshots.save', { name: 'one' });
    const first = await made('first');
    await at.client.call('snapshots.save', { name: 'two' });
    await made('second');
    await restore('one');
    expect(await made('third')).toBe(first);
    expect(await calls(3)).toEqual([
      [undefined, true],
      [undefined, true],
      ['third', false],
    ]);
    const text = await at.opened(/POST \/charges .*undone/);
    expect(text).toMatch(/undone: snapshot one restored/);
    expect(text).toContain(`"customer_id": "${people.get('second')}"`);
    expect(text).not.toMatch(/third@example/);
    // A snapshot brings back what was not undone when it was saved.
    await restore('two');
    expect(await calls(3)).toEqual([
      ['first', false],
      [undefined, true],
      [undefined, true],
    ]);
  });

  test('are compared with now without a selection: the newest one', async () => {
    for (const name of ['first', 'second']) await at.client.call('snapshots.save', { name });
    at.does('snapshot');
    await at.chooser('^Snapshots$');
    await at.beside('^save ', 'compare');
    await at.details('second');
  });

  test('are compared with now: counts by kind, ids, and the fields of what changed', async () => {
    const { id } = await at.demo.charged();
    await at.client.call('snapshots.save', { name: 'before' });
    await at.demo.settle();
    const other = await at.demo.charged({ amount: 1500 });
    await snapshots();
    await at.beside('^restore before', 'compare');
    const text = await at.details('^before and now');
    expect(text).toMatch(/saved at 09:00:00, compared at 09:00:00\n/);
    expect(text).toContain('transaction: 1 added, 1 changed');
    expect(text).toContain(`${other.id} added`);
    expect(text).toMatch(
      new RegExp(`${id} changed {2}\\$42\\.00 {2}settled\\n {2}status: pending_settlement → settled\\n`),
    );
  });

  test('compare amounts in their currency, instants in short, and attempts one by one', async () => {
    const { id } = await at.demo.settled();
    await at.client.call('snapshots.save', { name: 'before' });
    await at.trigger('transaction.refund', { id, amount: 900 });
    await snapshots();
    await at.beside('^restore before', 'compare');
    const text = await at.details('^before and now');
    expect(text).toMatch(new RegExp(`${id} changed {2}\\$42\\.00 {2}partially_refunded`));
    expect(text).toMatch(/total_refunded: \$0\.00 → \$9\.00/);
    expect(text).toMatch(/available: \$10,042\.00 → \$10,033\.00/);
    expect(text).toMatch(/led_\w+ added {2}\$9\.00/);
    expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/);
  });

  test('of which nothing differs say so', async () => {
    await at.client.call('snapshots.save', { name: 'before' });
    await snapshots();
    await at.beside('^restore before', 'compare');
    expect(await at.details('^before and now')).toContain('Nothing has changed.');
  });

  test('are renamed, a name that is none being refused under its field', async () => {
    await at.client.call('snapshots.save', { name: 'before' });
    await snapshots();
    await at.beside('^restore before', 'rename');
    const form = await at.form('^Rename before$');
    expect(form.field!.text).toBe('before');
    expect(await at.refused({ name: 'before it' })).toMatchObject({ field: 'name' });
    await at.submit({ name: 'after' });
    await at.says('^before was renamed to after$');
    expect(await saved()).toEqual(['after']);
  });

  test('are deleted after a question', async () => {
    await at.client.call('snapshots.save', { name: 'before' });
    await snapshots();
    await at.beside('^restore before', 'delete');
    await at.form('^Delete before\\?$');
    expect(await saved()).toEqual(['before']);
    await at.submit();
    await at.says('^before is deleted$');
    expect(await saved()).toEqual([]);
  });

  test('take what is typed while the list is still to come', async () => {
    await at.client.call('snapshots.save', { name: 'before' });
    const release = at.wire.hold(/GET \/_emulator\/snapshots/);
    at.does('snapshot');
    expect(at.desk.waits.isOn).toBe(true);
    release();
    await at.chooser('^Snapshots$', 'after');
    await at.choice('^save after');
    expect(at.desk.waits.isOn).toBe(false);
  });
});

describe('workspaces', () => {
  const workspaces = async (): Promise<string[]> =>
    (await at.client.call('workspaces.list', { limit: 100 })).data.map(({ id }) => id);

  async function open(typed = '') {
    at.does('workspace');
    return at.chooser('^Workspace and mode$', typed);
  }

  test('are shown, the one whose name is typed first', async () => {
    const list = await open('ws_demo');
    expect(list.selected!.name).toBe('ws_demo · test');
    list.write('demo_a live');
    await at.choose('^ws_demo_a · live');
    await at.until(() => at.session.status).toMatchObject({ workspace: 'ws_demo_a', mode: 'live' });
    await at.says('^Showing ws_demo_a, live mode\\.$');
  });

  test('take their filters with them, and close what is open', async () => {
    const { id } = await at.demo.charged();
    at.go('payments');
    at.desk.filter('amount:42');
    await at.opened(id);
    await open('ws_demo_a test');
    await at.choose('^ws_demo_a · test');
    expect([at.desk.position.filter, at.desk.details]).toEqual(['', null]);
  });

  test('are made under the name that is typed, with a fixture', async () => {
    const name = `ws_shop_${at.demo.workspace.slice(3)}`;
    await open(name.slice(3));
    await at.choose(`^make ${name} {2}`);
    const form = await at.form('^Make a workspace$');
    expect(form.field!.text).toBe(name);
    expect((await at.refused({ fixture: 'nowhere' })).why).toContain('nowhere');
    await at.submit({ fixture: '' });
    await at.until(() => at.session.status?.workspace).toBe(name);
    expect(await workspaces()).toContain(name);
  });

  test('are put back to their fixture after a question', async () => {
    const { id } = await at.demo.charged();
    at.go('payments');
    await at.opened(id);
    const list = await open('reset');
    // Making one comes before what destroys something.
    expect(list.selected!.name).toBe('make ws_reset');
    await at.choose(`^reset ${at.demo.workspace}`);
    await at.form(`^Reset ${at.demo.workspace} to its fixture\\?$`);
    await at.submit();
    await at.says(`^${at.demo.workspace} was reset to the fixture '\\w+'$`);
    await at.until(() => [at.rows, at.desk.details]).toEqual([[], null]);
  });

  test('are reset by that word alone', async () => {
    const list = await open('mkt');
    expect(textsOfChoices(list).join('\n')).not.toContain('reset');
  });

  test('are deleted after a question, and the default one is shown then', async () => {
    await open(at.demo.workspace);
    await at.beside(`^${at.demo.workspace} · test`, 'delete');
    await at.form(`^Delete ${at.demo.workspace}\\?$`);
    await at.submit();
    await at.says(`^${at.demo.workspace} is deleted$`);
    await at.until(() => at.session.status?.workspace).toBe('ws_demo');
  });

  test('are not deleted where one is the default', async () => {
    await open('ws_demo');
    await at.beside('^ws_demo · test', 'delete');
    await at.form('^Delete ws_demo\\?$');
    expect((await at.refused()).why).toMatch(
      /^ws_demo is the default workspace and cannot be removed\. Reset it instead/,
    );
  });
});

describe('webhook endpoints', () => {
  const endpoints = async () => (await at.client.call('webhook_endpoints.list')).data;

  async function open(typed = '') {
    at.does('endpoints');
    return at.chooser('^Webhook endpoints$', typed);
  }

  test('are listed with what they take, and what was answered last', async () => {
    await open();
    await at.choice(`^${at.hook} {2}on, all events, nothing sent yet$`);
    at.receiver.answer({ status: 503 });
    await at.trigger('payout.created');
    await at.until(() => at.hooked).toHaveLength(1);
    await at.until(async () => (await endpoints())[0]!.health.last_status).toBe(503);
    await open();
    await at.choice(`^${at.hook} {2}on, all events, 503$`);
  });

  test('are added at an address, which is refused under its field, and the secret is copied', async () => {
    await open('nowhere');
    await at.choose('^add nowhere');
    expect(await at.refused()).toMatchObject({ field: 'url' });
    await at.submit({ url: 'http://127.0.0.1:9/more', events: 'payout.paid, payout.failed' });
    await at.says('^http://127\\.0\\.0\\.1:9/more is added; its secret went to the test$');
    expect(at.copied[0]).toMatch(/^whsec_/);
    expect(await endpoints()).toContainEqual(
      expect.objectContaining({
        url: 'http://127.0.0.1:9/more',
        events: ['payout.paid', 'payout.failed'],
        enabled: true,
      }),
    );
  });

  test('are changed, and what nobody touched stays', async () => {
    const [before] = await endpoints();
    await open();
    await at.choose(`^${at.hook}`);
    await at.form(`^Change the endpoint ${at.hook}$`);
    await at.submit({ enabled: 'no' });
    await at.says('is changed$');
    expect(await endpoints()).toMatchObject([{ id: before!.id, url: at.hook, events: ['*'], enabled: false }]);
  });

  test('are turned off and on, and deleted after a question', async () => {
    await open();
    await at.beside(`^${at.hook}`, 'turn');
    await at.says('is disabled and no longer receives events$');
    await open();
    await at.choice(`^${at.hook} {2}disabled, all events`);
    await at.beside(`^${at.hook}`, 'turn');
    await at.says('is enabled$');
    await open();
    await at.beside(`^${at.hook}`, 'delete');
    await at.form('^Delete the endpoint');
    await at.submit();
    await at.says('is deleted$');
    expect(await endpoints()).toEqual([]);
  });

  test('have their types of events completed, the last one of a list', async () => {
    await open('http://127.0.0.1:9/hook');
    await at.choose('^add http');
    const form = await at.fill({ events: 'payment.completed, payout.ret' });
    expect(form.field!.fits[0]!.value).toBe('payout.returned');
    form.submit();
    expect(form.field!.text).toBe('payment.completed, payout.returned');
    await at.submit();
    expect((await endpoints()).find(({ url }) => url.endsWith('9/hook'))!.events).toEqual([
      'payment.completed',
      'payout.returned',
    ]);
  });
});

describe('the view of endpoints', () => {
  test('says where webhooks go, and how they were taken there', async () => {
    at.go('endpoints');
    await at.row(new RegExp(`^${at.hook} {2}enabled {2}nothing sent {2}all$`));
    at.receiver.answer({ status: 500, body: 'no room' });
    await at.trigger('payout.created');
    await at.row(new RegExp(`^${at.hook} {2}enabled {2}500 {2}1 of 1 {2}1 {2}\\S+ m?s {2}09:00:00 {2}all$`));
    const text = await at.opened(at.hook);
    expect(text).toMatch(/# What failed\n09:00:00 {2}payout\.created {2}500 {2}pending {2}"no room" {2}del_/);
    expect(text).toMatch(/# By event\nevent {2}sent {2}failed {2}usually {2}at most\npayout\.created {2}1 {2}1 {2}/);
    expect(text).toMatch(/# Deliveries\n09:00:00 {2}payout\.created/);
    expect(text).toMatch(/secret: whsec_\w*…\w{2}\n/);
  });

  test('has a test delivery, of which nothing is recorded', async () => {
    await at.trigger('payout.created');
    await at.until(() => at.hooked.length).toBe(1);
    at.go('endpoints');
    at.receiver.answer({ status: 418 });
    await at.opened(at.hook);
    at.does('actions');
    await at.chooser('^Actions$');
    await at.choose('^test delivery');
    await at.says(/^test delivery of payout\.created to :\d+\/\w+ · answered 418 in /);
    expect(at.desk.notices.message?.tone).toBe('bad');
    expect([at.hooked.length, (await at.client.call('deliveries.list')).data.length]).toEqual([2, 1]);
  });

  test('gives the secret, and a new one', async () => {
    at.go('endpoints');
    await at.select(at.hook);
    const act = async (name: string): Promise<string> => {
      at.desk.notices.message = null;
      at.does('actions');
      await at.chooser('^Actions$');
      await at.choose(`^${name} {2}`);
      await at.says('secret');
      return at.copied.at(-1)!;
    };
    const first = await act('copy the secret');
    expect(first).toMatch(/^whsec_/);
    const second = await act('new secret');
    expect(second).not.toBe(first);
    expect(await act('copy the secret')).toBe(second);
  });

  test('adds, disables and deletes one, and has its problems under !', async () => {
    at.go('endpoints');
    const act = async (row: string, name: string): Promise<void> => {
      await at.select(row);
      at.does('actions');
      await at.chooser('^Actions$');
      await at.choose(`^${name} {2}`);
    };
    await act(at.hook, 'add another');
    await at.submit({ url: `${at.receiver.url}/second` });
    await act('/second', 'disable');
    await at.row(/second {2}disabled/);
    at.receiver.answer({ status: 500 });
    await at.trigger('payout.created');
    at.does('problems');
    await at.until(() => at.rows).toEqual([expect.stringMatching(new RegExp(`^${at.hook} {2}enabled {2}500`))]);
    at.desk.filter('');
    await act('/second', 'delete');
    await at.submit();
    await at.until(() => at.rows).toHaveLength(1);
  });
});

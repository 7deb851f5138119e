import { describe, expect, test } from 'vitest';
import { headerOf } from '../../src/desk/model/header.ts';
import { emptyStateOf } from '../../src/desk/model/views/empty-state.ts';
import { deskOfEachTest } from './setup.ts';

const at = deskOfEachTest();

const header = () => headerOf(at.session);
const state = () => at.session.state;

describe('an emulator that goes', () => {
  test('is said to be gone, and what was known stays to be read', async () => {
    const [id] = await at.payouts(1500);
    at.go('payouts');
    await at.row(id!);
    at.wire.cut();
    await at.until(state).toBe('lost');
    expect(header()).toMatchObject({ trouble: 'gone, trying again', hooks: null, clock: { isOld: true } });
    expect(at.rows).toHaveLength(1);
    await at.until(() => at.session.failure).toMatch(/^No emulator is running at http/);
  });

  test('is found again when it is back, with the filter and the selected row, and what came meanwhile', async () => {
    const [, second] = await at.payouts(1100, 2200, 3300);
    at.go('payouts');
    at.desk.filter('state:paid');
    await at.until(() => at.desk.pending.isSearching).toBe(false);
    await at.select(second!);
    at.wire.cut();
    await at.until(state).toBe('lost');
    await at.payouts(4400);
    at.wire.mend();
    await at.until(state).toBe('live');
    await at.row(/\$44\.00/);
    expect([at.desk.position.filter, at.desk.selected?.key, at.rows.length]).toEqual(['state:paid', second, 4]);
    expect(header().trouble).toBeNull();
  });

  test('has open details that could not be loaded when it is back', async () => {
    const [id] = await at.payouts(1500);
    at.go('payouts');
    await at.select(id!);
    at.wire.cut();
    await at.until(state).toBe('lost');
    at.desk.open({ type: 'named', id: id! });
    await at.until(() => at.desk.details?.failure).toMatch(/^No emulator is running/);
    at.wire.mend();
    await at.details(/state: paid/);
    expect(at.desk.details?.failure).toBeNull();
  });

  test('has its timeline anew when it is back', async () => {
    await at.client.call('markers.add', { text: 'before' });
    await at.row('before');
    at.wire.cut();
    await at.until(state).toBe('lost');
    await at.client.call('markers.add', { text: 'nobody hears' }).catch(() => {});
    await at.demo.control('post', '/markers', { text: 'meanwhile' });
    at.wire.mend();
    await at.row('meanwhile');
    expect(at.rows.map((row) => row.slice(10))).toEqual(['before', 'meanwhile']);
  });

  test('is said in place of rows, with what is to be done', async () => {
    at.wire.cut();
    await at.until(() => at.session.failure).toMatch(/^No emulator is running/);
    at.go('payouts');
    await at
      .until(() => emptyStateOf(at.desk).text)
      .toMatch(
        /^No emulator is running at \S+ Start one with 'npx payments-emulator start', or pass the address of a running emulator with --url\./,
      );
    expect(at.desk.pending.rows).toBe(false);
  });

  test('that was never there is told of in the header', async () => {
    at.wire.cut();
    at.session.switchTo({ workspace: at.demo.workspace });
    await at.until(state).toBe('lost');
    expect(header().waiting).toEqual({
      text: 'no emulator there',
      failure: expect.stringMatching(/^No emulator is running/),
    });
  });

  test('refuses what is done meanwhile, and says why', async () => {
    at.wire.cut();
    at.does('settleAll');
    await at.says(/^No emulator is running at/);
    expect(at.desk.notices.message?.tone).toBe('bad');
  });
});

describe('an emulator that wants a token', () => {
  test('is not asked again until one is given', async () => {
    const refusal = { error: 'Send its token.', type: 'authentication_error' };
    const end = at.wire.answer(/./, 401, refusal);
    at.session.switchTo({ workspace: at.demo.workspace });
    await at.until(() => at.session.isTokenWanted).toBe(true);
    expect(at.session.failure).toBe('Send its token.');
    const asked = () => at.wire.calls.filter((call) => !call.includes('health')).length;
    const before = asked();
    const beats = at.wire.calls.length - before;
    // Its heartbeat goes on, so time has passed.
    await at.until(() => at.wire.calls.length - asked()).toBeGreaterThan(beats + 3);
    expect(asked()).toBe(before);
    end();
    at.session.reopen();
    await at.until(() => [state(), at.session.isTokenWanted]).toEqual(['live', false]);
  });
});

describe('an emulator that hangs', () => {
  const hanging = deskOfEachTest({ pace: { hungAfter: 20, heartbeat: 5 } });

  test('is said to, and neither its clock nor its hooks look as if they went on', async () => {
    await hanging.client.call('clock.move', { mode: 'running', rate: 1_000 });
    await hanging.until(() => headerOf(hanging.session).clock?.mode).toBe('running');
    const release = hanging.wire.hold(/./);
    const now = () => headerOf(hanging.session);
    await hanging.until(() => now().trouble).toMatch(/^no response for /);
    const stands = now().clock!.now;
    expect(now()).toMatchObject({ clock: { isOld: true }, hooks: null });
    await hanging.until(() => (hanging.session.silence ?? 0) > 60).toBe(true);
    expect(now().clock!.now).toBe(stands);
    release();
    await hanging.until(() => [now().trouble, now().clock!.isOld]).toEqual([null, false]);
  });

  test('is not said to while it tells anything', async () => {
    const release = hanging.wire.hold(/health/);
    await hanging.until(() => hanging.session.silence).not.toBeNull();
    await hanging.client.call('markers.add', { text: 'still there' });
    await hanging.until(() => hanging.session.timeline.groups.length).toBe(1);
    release();
    await hanging.until(() => hanging.session.silence).toBeNull();
  });

  test('that refuses to be asked is there all the same', async () => {
    const end = hanging.wire.answer(/health/, 401, { error: 'no', type: 'authentication_error' });
    const heard = hanging.wire.calls.filter((call) => call.includes('health')).length;
    await hanging
      .until(() => hanging.wire.calls.filter((call) => call.includes('health')).length)
      .toBeGreaterThan(heard + 3);
    expect(hanging.session.state).toBe('live');
    end();
  });
});

describe('another data set', () => {
  test('is shown with nothing of the one before', async () => {
    await at.payouts(1500);
    await at.row('payout.paid');
    at.session.switchTo({ workspace: at.demo.workspace, mode: 'live' });
    expect([at.session.status, at.rows]).toEqual([null, []]);
    expect(header().waiting).toMatchObject({ text: 'connecting' });
    await at.until(state).toBe('live');
    expect(header()).toMatchObject({ mode: 'live', workspace: at.demo.workspace });
    at.go('payouts');
    await at.until(() => at.desk.pending.rows).toBe(false);
    expect(at.rows).toEqual([]);
  });

  test('gets no answer that was for the one before', async () => {
    await at.payouts(1500);
    const release = at.wire.hold(/kind=payout&/);
    at.go('payouts');
    await at.until(() => at.wire.calls.some((call) => call.includes('kind=payout&'))).toBe(true);
    at.session.switchTo({ workspace: 'ws_demo_a' });
    release();
    await at.until(state).toBe('live');
    await at.until(() => at.desk.pending.rows).toBe(false);
    expect(at.rows).toEqual([]);
  });
});

describe('whoever draws', () => {
  test('is told when there is something new, until they no longer listen', async () => {
    let drawn = 0;
    const end = at.desk.onChange(() => drawn++);
    at.desk.touched();
    await at.until(() => drawn).toBeGreaterThan(0);
    end();
    const before = drawn;
    const { version } = at.session;
    at.desk.touched();
    await at.until(() => at.session.version).toBeGreaterThan(version);
    expect(drawn).toBe(before);
  });

  test('is told that a dialog opens', () => {
    let opened = 0;
    at.desk.onDialog = () => opened++;
    at.does('endpoints');
    at.does('copyAs');
    expect(opened).toBe(1);
  });

  test('has the views in a ring', () => {
    at.desk.goBy(-1);
    expect(at.desk.view).toBe(at.desk.views.at(-1));
    at.desk.goBy(1);
    expect(at.desk.view).toBe(at.desk.views[0]);
  });
});

describe('a message', () => {
  const brief = deskOfEachTest({ pace: { noticeDuration: 30, waitShownAfter: 10, warningReadingTime: 10_000 } });

  test('goes after a while', async () => {
    brief.desk.say('done', 'good');
    expect(brief.desk.notices.message).toEqual({ text: 'done', tone: 'good' });
    await brief.until(() => brief.desk.notices.message).toBeNull();
  });

  test('of the emulator stays long enough to be read before another takes its place, and goes then', async () => {
    brief.desk.notices.warn('one');
    brief.desk.notices.warn('two');
    expect([null, 'one']).toContain(brief.desk.notices.warning);
    await brief.until(() => brief.desk.notices.warning).toBeNull();
  });

  test('says what is waited for, once that takes longer than a moment', async () => {
    const release = brief.wire.hold(/webhook-endpoints/);
    brief.does('endpoints');
    expect(brief.desk.waits.isOn).toBe(true);
    await brief.until(() => brief.desk.waits.shown).toBe('the endpoints');
    let ended = 0;
    brief.desk.waits.onEnd = () => ended++;
    release();
    await brief.until(() => [brief.desk.waits.isOn, ended]).toEqual([false, 1]);
  });
});

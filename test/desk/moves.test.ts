import { describe, expect, test } from 'vitest';
import { headerOf, hooksBadge, retryWords } from '../../src/desk/model/header.ts';
import { moveBy } from '../../src/desk/model/moves/object-moves.ts';
import { legalMoves } from '../../src/desk/model/targets.ts';
import { deskOfEachTest } from './setup.ts';
import { textsOfChoices } from './texts.ts';

const at = deskOfEachTest({ receiver: true });

const verbs = () => legalMoves(at.session, at.desk.target).map(({ verb }) => verb);

/** Shows a settled charge. @returns its id */
async function settled(amount = 4200): Promise<string> {
  const { id } = await at.demo.settled({ amount });
  at.go('payments');
  await at.select(`${id}.* settled`);
  return id;
}

const refunds = () => at.client.call('events.list', { type: 'payment.refunded' });

describe('a move of money', () => {
  test('asks first, saying what it is about and what an empty field means', async () => {
    const id = await settled();
    moveBy(at.desk, 'refund', 'x');
    const form = await at.form('refund');
    expect(form.title).toBe(`refund transaction ${id.slice(0, 8)}… $42.00`);
    expect(form.about).toMatch(/: settled → refunded$/);
    expect(form.fields.map(({ spec: { name, type } }) => [name, type])).toEqual([['amount', 'amount']]);
    expect(form.field?.spec.fallback).toBe('the full amount, or 15.00, or 50%');
  });

  test('says what it did, which event it emitted, and who answered', async () => {
    const id = await settled();
    moveBy(at.desk, 'refund', 'x');
    await at.submit({ amount: '15.00' });
    await at.says(
      /^transaction\.refund: txn_\w+… was partially refunded .*· payment\.refunded · :\d+\/\w+ answered 200 in \d\S* m?s$/,
    );
    expect(at.desk.notices.message?.tone).toBe('good');
    await at.row(`${id}.*partially_refunded`);
    expect(at.hooked.at(-1)?.headers['service-event']).toBe('payment.refunded');
  });

  test('takes a share, and its sentence follows what is typed', async () => {
    const id = await settled();
    moveBy(at.desk, 'refund', 'x');
    const form = await at.fill({ amount: '50%' });
    expect(form.about).toMatch(/, \$21\.00 of \$42\.00: settled → partially_refunded$/);
    await at.fill({ amount: '42' });
    expect(form.about).toMatch(/, \$42\.00 of \$42\.00: settled → refunded$/);
    expect(await at.refused({ amount: '150%' })).toEqual({
      why: "'150%' is not a valid percentage; use a value such as 50%.",
      field: 'amount',
    });
    await at.submit({ amount: '50%' });
    await at.says(/was partially refunded/);
    expect((await refunds()).data[0]).toMatchObject({ subject: id, data: { refunded_amount: 2100 } });
  });

  test('is all of it where nothing is typed', async () => {
    const id = await settled();
    moveBy(at.desk, 'refund', 'x');
    await at.submit();
    await at.says(/was refunded/);
    expect(await at.stateOf(id)).toBe('refunded');
  });

  test('that is left does nothing', async () => {
    await settled();
    moveBy(at.desk, 'refund', 'x');
    at.desk.closeDialog(await at.form());
    expect(at.desk.dialog).toBeNull();
    expect((await refunds()).data).toEqual([]);
  });

  test('that the emulator refuses says why, and may be sent otherwise', async () => {
    await settled();
    moveBy(at.desk, 'refund', 'x');
    expect((await at.refused({ amount: '99.00' })).why).toMatch(/4200|42\.00|refund/);
    await at.submit({ amount: '' });
    await at.says(/was refunded/);
  });

  test.each(['-1', '1,50', 'abc7'])('takes %s for no amount, under its field', async (typed) => {
    await settled();
    moveBy(at.desk, 'refund', 'x');
    expect(await at.refused({ amount: typed })).toEqual({
      why: `'${typed}' is not a valid amount; use an amount such as 15 or 15.00.`,
      field: 'amount',
    });
    expect((await refunds()).data).toEqual([]);
  });

  test('says that a receiver was not reached, and still what was done', async () => {
    await settled();
    at.receiver.answer({ status: 500 });
    moveBy(at.desk, 'refund', 'x');
    await at.submit();
    await at.says(/was refunded.* answered 500/);
  });
});

describe('a move by its role', () => {
  test('that is not legal now says what is', async () => {
    const { id } = await at.demo.charged();
    at.go('payments');
    await at.select(id);
    moveBy(at.desk, 'refund', 'x');
    await at.says(
      /^Transaction txn_\w+… is pending settlement; it may complete, fail, void\. No move for the key x is available\.$/,
    );
  });

  test('that a rule of the object bars says that rule', async () => {
    await at.trigger('payout.paid', { set: { rail: 'card' } });
    at.go('payouts');
    await at.select(/ paid/);
    moveBy(at.desk, 'return', 'r');
    await at.says(/banks can return only ach payouts/);
    expect(verbs()).toEqual([]);
  });

  test('of an object that is at its end says so', async () => {
    await at.trigger('payment.refunded');
    at.go('payments');
    await at.select(/ refunded/);
    moveBy(at.desk, 'refund', 'x');
    await at.says(/is refunded; this state is final\. No move for the key x/);
  });

  test('of what has no states says so', async () => {
    await at.demo.saveCustomer();
    at.go('customers');
    await at.select('ada@');
    moveBy(at.desk, 'fail', 'f');
    await at.says(/^Customer cus_\w+… has no states, so it has no actions\./);
  });

  test('without a row says what to select, or how to have a fresh one', async () => {
    moveBy(at.desk, 'return', 'r');
    await at.says('Select an object with a return move first, or trigger one to create one.');
  });

  test('takes the code that is typed', async () => {
    const { id } = await at.demo.charged();
    at.go('payments');
    await at.select(id);
    moveBy(at.desk, 'fail', 'f');
    await at.submit({ code: 'M008' });
    await at.row(`${id}.* failed .*M008`);
  });

  test('works on the open details, and from a row of results', async () => {
    const [id] = await at.payouts(1500);
    await at.select(/payout\.paid {2}200/);
    moveBy(at.desk, 'return', 'r');
    await at.form(`return payout ${id!.slice(0, 7)}`);
    at.desk.closeDialog(at.desk.dialog!);
    at.go('payouts');
    await at.opened(id!);
    moveBy(at.desk, 'return', 'r');
    await at.submit({ code: 'R03' });
    await at.details(/# Summary\n.*\nstate: returned {2}R03/);
  });

  test('is abandoned where nobody waits for it any more', async () => {
    const id = await settled();
    const release = at.wire.hold(new RegExp(`/objects/${id}`));
    moveBy(at.desk, 'refund', 'x');
    expect([at.desk.waits.isOn, at.desk.waits.abandon()]).toEqual([true, true]);
    release();
    await at.client.call('objects.get', { id });
    expect(at.desk.dialog).toBeNull();
  });
});

describe('what may be done now', () => {
  test('is known of each row as long as it is legal', async () => {
    const { id } = await at.demo.charged();
    at.go('payments');
    await at.select(id);
    expect(verbs()).toEqual(['complete', 'fail', 'void']);
    await at.demo.settle();
    await at.row(`${id}.* settled`);
    await at.until(verbs).toEqual(expect.arrayContaining(['dispute', 'refund']));
    expect(verbs()).not.toContain('void');
  });

  test('is known of open details too', async () => {
    const { id } = await at.demo.charged();
    at.go('payments');
    await at.opened(id);
    expect(verbs()).toContain('complete');
    await at.demo.settle();
    await at.until(verbs).toContain('refund');
    expect(verbs()).not.toContain('complete');
  });

  test('is asked for once of a row of the timeline, and again when its object moved', async () => {
    const [id] = await at.payouts(1500);
    await at.select(/payout\.paid {2}200/);
    const asked = () => at.wire.calls.filter((call) => call.includes(`/objects/${id}`)).length;
    await at.until(verbs).toContain('return');
    const before = asked();
    verbs();
    expect(asked()).toBe(before);
    await at.trigger('payout.return', { id });
    await at.until(verbs).not.toContain('return');
  });
});

describe('everything that may be done with a row', () => {
  test('is a list, in the order of its lifecycle, each with what it does', async () => {
    await at.trigger('subscription.created');
    at.go('subscriptions');
    await at.select(/sub_\w+.* active/);
    at.does('actions');
    const list = await at.chooser('Actions for subscription sub_');
    const names = list.choices.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['pause', 'cancel', 'renew', 'schedule cancel']));
    await at.choose(/^pause {2}.*; active → paused/);
    await at.says(/was paused/);
    await at.row(/sub_\w+.* paused/);
  });

  test('is for a request to send it again', async () => {
    await at.demo.api.get('/balance');
    await at.select('GET /balance');
    at.does('actions');
    await at.chooser('Actions');
    await at.choose('^replay');
    await at.says(/^GET \/api\/v1\/balance sent again · answered 200 · req_\w+…$/);
  });

  test('is nothing for what is at its end but to say so', async () => {
    await at.trigger('payout.paid', { set: { rail: 'card' } });
    at.go('payouts');
    await at.select(/ paid/);
    at.does('actions');
    await at.says(/^Payout po_\w+… is paid; this state is final\.$/);
    expect(at.desk.dialog).toBeNull();
  });

  test('has the address of the page that an object has', async () => {
    await at.trigger('subscription.created');
    at.go('customers');
    await at.select('cus_');
    at.does('actions');
    await at.chooser('Actions for customer');
    await at.choose('^portal');
    await at.says(/\/portal\/\w{20} went to the test$/);
    expect(at.copied).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/portal\/\w{20}$/)]);
  });

  test('says what the emulator refuses', async () => {
    const { id } = await at.demo.charged();
    at.go('payments');
    await at.select(id);
    at.wire.answer(new RegExp(`/objects/${id}`), 404, { error: 'Gone.', type: 'invalid_request_error' });
    at.does('actions');
    await at.says('^Gone\\.$');
    expect(at.desk.notices.message?.tone).toBe('bad');
  });
});

describe('what is sent again', () => {
  test('is the webhook of a row, and what was answered is said', async () => {
    at.receiver.answer({ status: 500 });
    await at.trigger('payout.created');
    at.go('webhooks');
    await at.select(/payout\.created {2}500/);
    at.receiver.answer({ status: 200 });
    at.does('resend');
    await at.says(/^sent again · :\d+\/\w+ answered 200 in \d\S* m?s$|has not answered yet$/);
    await at.until(() => at.hooked.length).toBe(2);
    expect(at.hooked[1]!.body).toBe(at.hooked[0]!.body);
  });

  test('is one delivery to its endpoint alone, said in the color of its answer, and shown', async () => {
    await at.client.call('webhook_endpoints.create', { url: `${at.receiver.url}/second` });
    await at.trigger('payout.created');
    await at.until(() => at.receiver.requests.filter(({ path }) => path === '/second').length).toBe(1);
    at.go('webhooks');
    await at.until(() => at.rows).toHaveLength(2);
    const own = (await at.client.call('deliveries.list')).data.find(({ url }) => url === at.hook)!;
    at.receiver.answer({ status: 503 });
    at.desk.select(at.desk.rows.findIndex((row) => row.key === own.id));
    at.desk.open(at.desk.selected!.target);
    at.does('resend');
    await at.says(/^sent again · :\d+\/\w+ answered 503 in \d\S* m?s$/);
    expect(at.desk.notices.message?.tone).toBe('bad');
    expect([at.hooked.length, at.receiver.requests.filter(({ path }) => path === '/second').length]).toEqual([2, 1]);
    const text = await at.details(/by hand/);
    expect(text.split('\n# ').find((part) => part.startsWith('Sent to'))).toMatch(/by hand\nattempt 1: 503/);
    at.does('actions');
    await at.chooser('^Actions');
    await at.choose('^resend to all');
    await at
      .until(() => [at.hooked.length, at.receiver.requests.filter(({ path }) => path === '/second').length])
      .toEqual([3, 2]);
  });

  test('says that nothing takes it', async () => {
    const [endpoint] = (await at.client.call('webhook_endpoints.list')).data;
    await at.client.call('webhook_endpoints.delete', { id: endpoint!.id });
    await at.trigger('payout.created');
    await at.select(/payout\.created {2}no endpoint/);
    at.does('resend');
    await at.says(/^ws_\w+ has no enabled/);
  });

  test.each([
    ['resend', 'Select an event or a delivery to send it again.'],
    ['replay', 'Select a request to send it again.'],
    ['remove', 'Select a fault or a rule to remove it.'],
    ['advanceTo', 'Select a job in Clock to move the clock to its due time; The clock moves.'],
  ] as const)('%s says what to select', async (command, why) => {
    at.does(command);
    await at.says(why);
    expect(at.desk.notices.message?.tone).toBe('wait');
  });

  test('is everything undelivered, once each, after a question with the list, and each outcome is shown', async () => {
    at.receiver.answer({ status: 500 });
    await at.trigger('payout.created', { count: 4 });
    await at.until(() => at.hooked.length).toBe(4);
    at.receiver.answer({ status: 200 });
    at.go('webhooks');
    at.does('problems');
    await at.until(() => at.rows).toHaveLength(4);
    const [byHand] = (await at.client.call('deliveries.list')).data;
    await at.client.call('events.resend', { id: byHand!.event_id });
    // An action on one row that was looked at before does not narrow the list.
    at.does('actions');
    await at.chooser('Actions');
    at.does('resend');
    const { about } = await at.form('Resend 3 undelivered webhooks?');
    expect(about.split('\n')).toEqual(
      Array.from({ length: 3 }, () =>
        expect.stringMatching(/^payout\.created po_\w+… .*→ :\d+\/\w+, last answer 500$/),
      ),
    );
    expect(about).not.toContain(byHand!.about!.id.slice(0, 7));
    await at.submit();
    await at.says(/^3 of 3 webhooks sent again · 3 of 3 delivered$/);
    const list = await at.chooser('3 of 3 delivered');
    expect(textsOfChoices(list)).toContainEqual(expect.stringMatching(/^payout\.created po_\w+… .*answered 200/));
    await at.until(() => at.hooked.length).toBe(8);
    at.does('resend');
    await at.says('Every webhook was delivered; there is nothing to resend.');
  });

  test('that arrives is no problem any more: no alarm, no row, no retry, and its payout says so', async () => {
    at.receiver.answer({ status: 500 });
    const id = await at.trigger('payout.created', {}, 'payout');
    await at.until(() => hooksBadge(at.session)).toEqual({ text: '1!', tone: 'bad' });
    at.receiver.answer({ status: 200 });
    at.go('webhooks');
    at.does('problems');
    await at.until(() => at.rows).toHaveLength(1);
    at.does('resend');
    await at.form('Resend 1 undelivered webhook?');
    await at.submit();
    await at.says(/1 of 1 delivered$/);
    await at.until(() => [at.rows.length, hooksBadge(at.session)]).toEqual([0, null]);
    at.desk.dialog = null;
    at.desk.filter('');
    await at.row(/payout\.created {2}500 {2}\S+ {2}resent .*delivered when it was resent$/);
    at.go('activity');
    at.does('problems');
    await at.until(() => at.rows).toEqual([]);
    const before = at.hooked.length;
    await at.demo.advance('3d');
    await at.until(() => at.hooked.length).toBe(before + 2);
    at.go('payouts');
    expect((await at.opened(id)).match(/webhook: payout/g)).toHaveLength(1);
  });

  test('stands in the summary of its object before a newer webhook that was delivered', async () => {
    at.receiver.answer({ status: 500 });
    const id = await at.trigger('payout.returned', {}, 'payout');
    const tried = async () => (await at.client.call('deliveries.list', { search: id })).data.map(({ due }) => due);
    await at.until(tried).not.toContain(true);
    at.receiver.answer({ status: 200 });
    await at.client.call('objects.set', { id, set: { descriptor: 'LATER' }, emit: true });
    await at.until(tried).not.toContain(true);
    at.go('payouts');
    const [first, second] = (await at.opened(id)).match(/webhook: .*/g) ?? [];
    expect(first).toMatch(/^webhook: payout\.\w+ {2}(pending|failed) {2}500/);
    expect(second).toMatch(/^webhook: payout\./);
  });

  test('that fails again is said in red, and lost webhooks raise the alarm until they are delivered', async () => {
    at.receiver.answer({ status: 500 });
    await at.trigger('payout.created');
    await at.until(() => at.hooked.length).toBe(1);
    await at.demo.advance('3d');
    await at.until(() => hooksBadge(at.session)).toEqual({ text: '3!', tone: 'bad' });
    expect(retryWords(headerOf(at.session).hooks!)).toBe('webhooks: 3 lost; last answer 500');
    at.does('resendAll');
    await at.form('Resend 3 undelivered webhooks?');
    await at.submit();
    await at.says(/0 of 3 delivered$/);
    expect(at.desk.notices.message?.tone).toBe('bad');
    at.receiver.answer({ status: 200 });
    at.does('resendAll');
    await at.form('Resend 3 undelivered webhooks?');
    await at.submit();
    await at.says(/3 of 3 delivered$/);
    await at.until(() => hooksBadge(at.session)).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { moveMarkedBy } from '../../src/desk/model/moves/bulk-moves.ts';
import { openPalette } from '../../src/desk/model/palette/palette.ts';
import { placeOf } from '../../src/desk/model/place.ts';
import { deskOfEachTest } from './setup.ts';
import { textsOfChoices } from './texts.ts';

const at = deskOfEachTest({ receiver: true });

const marked = () => [...at.desk.marks.all.keys()];

/** Shows fresh payouts, the latest first. @returns their ids, the latest last */
async function shown(...amounts: number[]): Promise<string[]> {
  const ids = await at.payouts(...amounts);
  at.go('payouts');
  await at.until(() => at.rows).toHaveLength(amounts.length);
  return ids;
}

function markAll(): void {
  for (const _row of at.desk.rows) at.desk.marks.toggle();
}

describe('a row that is marked', () => {
  test('stays so while others come, are filtered, or another view is shown', async () => {
    const [first, second, third] = await shown(1100, 2200, 3300);
    at.desk.marks.toggle();
    at.desk.marks.toggle();
    expect([marked(), at.desk.selected?.key]).toEqual([[third, second], first]);
    await at.payouts(4400);
    await at.row(/\$44\.00/);
    expect(marked()).toEqual([third, second]);
    at.desk.filter('amount:33');
    await at.until(() => placeOf(at.desk)).toMatchObject({ marked: 2, hidden: 1, at: 1, of: 1 });
    at.go('payments');
    expect(at.desk.marks.count).toBe(0);
    at.go('payouts');
    expect(marked()).toEqual([third, second]);
  });

  test('is unmarked by the same', async () => {
    await shown(1100, 2200);
    at.desk.marks.toggle();
    at.desk.select(0);
    at.desk.marks.toggle();
    expect(marked()).toEqual([]);
    markAll();
    at.desk.marks.remove();
    expect(marked()).toEqual([]);
  });

  test('is of its data set', async () => {
    await shown(1100);
    markAll();
    at.session.switchTo({ workspace: 'ws_demo_a', mode: 'test' });
    expect(at.desk.marks.count).toBe(0);
  });

  test('is none where there is no row, and never the line of a gap', async () => {
    at.go('payouts');
    at.desk.marks.toggle();
    expect(at.desk.marks.count).toBe(0);
  });
});

describe('a range', () => {
  test('goes from the row that was marked last to the one that is selected', async () => {
    await shown(1100, 2200, 3300, 4400);
    at.desk.marks.toggle();
    at.desk.move(1);
    at.desk.marks.range();
    expect([at.desk.marks.count, at.desk.index]).toEqual([3, 2]);
  });

  test('is the selected row alone where none was marked in this list', async () => {
    await shown(1100, 2200);
    at.desk.select(1);
    at.desk.marks.range();
    expect(marked()).toEqual([at.desk.rows[1]!.key]);
  });

  test('grows row by row', async () => {
    await shown(1100, 2200, 3300, 4400);
    at.desk.marks.extend(1);
    at.desk.marks.extend(1);
    expect([at.desk.marks.count, at.desk.index]).toEqual([3, 2]);
    at.desk.marks.extend(-1);
    expect([at.desk.marks.count, at.desk.index]).toEqual([3, 1]);
  });
});

describe('moves of what is marked', () => {
  test('say for how many they are legal, ask once with the sum, and tell of each that was left out', async () => {
    const [failed, first, second] = await shown(1100, 2200, 3300);
    await at.trigger('payout.return', { id: failed });
    await at.row(`${failed}.* returned`);
    markAll();
    at.does('actions');
    await at.chooser('Actions for 3 marked rows');
    await at.choose(/^return {2}available for 2 of 3; /);
    const form = await at.form(/^return 2 payouts\?$/);
    expect(form.about).toMatch(
      /→ returned · \$55\.00 in total · 1 other marked row is not affected: po_\w+… is returned$/,
    );
    await at.submit({ code: 'R03' });
    await at.says(/^2 of 3 done: payout\.return · \d events? · po_\w+… is returned$/);
    expect([await at.stateOf(first!), await at.stateOf(second!)]).toEqual(['returned', 'returned']);
    expect((await at.client.call('objects.get', { id: first! })).data.return_code).toBe('R03');
    // What nothing was done for stays marked.
    expect(marked()).toEqual([failed]);
  });

  test('go on where one is refused, and list the reasons', async () => {
    const ids = await shown(1100, 2200, 3300);
    markAll();
    moveMarkedBy(at.desk, 'return');
    await at.form('return 3 payouts');
    for (const id of ids.slice(0, 2)) await at.trigger('payout.return', { id });
    const form = await at.form();
    form.submit();
    await at.says(/^1 of 3 done: payout\.return/);
    const list = await at.chooser('Not done: 2');
    for (const id of ids.slice(0, 2))
      expect(textsOfChoices(list)).toContainEqual(expect.stringMatching(`^${id} {2}.*return`));
    await at.choose(`^${ids[1]}`);
    await at.details(`payout ${ids[1]}`);
  });

  test('take an amount of each, and refuse one for all under its field', async () => {
    for (const amount of [4200, 5200]) await at.demo.settled({ amount });
    at.go('payments');
    await at.until(() => at.rows.filter((row) => row.includes(' settled'))).toHaveLength(2);
    markAll();
    moveMarkedBy(at.desk, 'refund');
    const form = await at.form('refund 2 transactions?');
    expect(form.about).toContain('→ refunded · $94.00 in total');
    expect(form.field!.spec.fallback).toBe('the full amount of each, or 15.00, or 50%');
    expect((await at.refused({ amount: 'x' })).why).toBe(
      "'x' is not a valid amount; use an amount such as 15 or 15.00.",
    );
    await at.submit({ amount: '15' });
    await at.says(/^2 of 2 done: transaction\.refund/);
    const { objects } = await at.client.call('objects.list', { kind: 'transaction' });
    expect(objects.map(({ data }) => data.total_refunded)).toEqual([1500, 1500]);
  });

  test('that none may make say so', async () => {
    await shown(1100);
    markAll();
    moveMarkedBy(at.desk, 'refund');
    await at.says('None of the marked rows allows a refund move now.');
    await at.trigger('payout.return', { id: at.desk.rows[0]!.key });
    at.does('actions');
    await at.chooser('Actions for 1 marked row \\(no moves available\\)');
  });

  test('are those of their object for each row of the timeline, once for the same object', async () => {
    const [id] = await at.payouts(1100);
    await at.select(/payout\.paid {2}200/);
    at.desk.marks.extend(-1);
    moveMarkedBy(at.desk, 'return');
    await at.form(/^return 1 payout\?$/);
    await at.submit();
    await at.says(/^1 of 1 done: payout\.return/);
    expect(await at.stateOf(id!)).toBe('returned');
    expect(at.desk.marks.count).toBe(0);
  });

  test('stop where the question is left, and say how far they came', async () => {
    const ids = await shown(1100, 2200, 3300);
    markAll();
    moveMarkedBy(at.desk, 'return');
    const form = await at.form('return 3 payouts');
    const release = at.wire.hold(/POST \S+payout\.return/);
    form.submit();
    await at.until(() => at.wire.calls.filter((call) => /POST \S+payout\.return/.test(call))).toHaveLength(1);
    at.desk.closeDialog(form);
    release();
    await at.says(/^1 of 3 done: payout\.return .*· stopped with 2 remaining$/);
    expect((await Promise.all(ids.map(at.stateOf))).sort()).toEqual(['paid', 'paid', 'returned']);
  });

  test('stand first in the list of everything', async () => {
    const ids = await shown(1500, 2500);
    markAll();
    openPalette(at.desk, []);
    await at.choice(/^return {2}2 marked rows {2}available for all 2/);
    const list = await at.chooser('Everything', 'return');
    expect(textsOfChoices(list)[0]).toMatch(/^return {2}2 marked rows/);
    await at.choose(/^return {2}2 marked rows/);
    await at.submit();
    expect(await Promise.all(ids.map(at.stateOf))).toEqual(['returned', 'returned']);
  });
});

describe('further acts on what is marked', () => {
  test('send webhooks again after a question, and tell of what is none', async () => {
    await at.payouts(1100);
    await at.demo.api.get('/balance');
    for (const row of ['GET /balance', /payout\.paid {2}200/]) {
      await at.select(row);
      at.desk.marks.toggle();
    }
    const before = at.hooked.length;
    at.does('resend');
    const form = await at.form(/^Resend 1 webhook\?$/);
    expect(form.about).toMatch(/req_\w+… is not a webhook/);
    await at.submit();
    await at.says(/^1 of 2 webhooks sent again · :\d+\/\w+ .*req_\w+… is not a webhook/);
    await at.until(() => at.hooked.length).toBe(before + 1);
    at.does('replay');
    await at.form('Send 1 request again?');
    await at.submit();
    await at.says(/^1 of 1 requests sent again · answered 200/);
  });

  test('give their ids to the clipboard, a line each', async () => {
    const ids = await shown(1100, 2200);
    markAll();
    at.does('copy');
    await at.says('2 ids went to the test.');
    expect(at.copied).toEqual([ids.toReversed().join('\n')]);
  });

  test('remove faults and rules together', async () => {
    await at.client.call('faults.create', { on: 'charges.create', kind: 'unavailable' });
    await at.client.call('rules.create', { when: {}, then: { kind: 'decline', code: 'declined' } });
    at.go('faults');
    await at.until(() => at.rows).toHaveLength(2);
    markAll();
    at.does('remove');
    await at.form('Remove 2 faults and rules?');
    await at.submit();
    await at.says(/^2 of 2 removed/);
    expect([(await at.client.call('faults.list')).data, (await at.client.call('rules.list')).data]).toEqual([[], []]);
  });

  test.each([
    ['remove', 'None of the marked rows is a fault or a rule.'],
    ['replay', 'None of the marked rows is a request.'],
  ] as const)('%s says where nothing is of its kind', async (command, why) => {
    await shown(1100);
    markAll();
    at.does(command);
    await at.says(why);
  });
});

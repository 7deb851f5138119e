import { describe, expect, test } from 'vitest';
import { MouseReader } from '../../src/desk/terminal/terminal/mouse.ts';
import { terminalOfEachTest } from './harness.ts';

describe('reports of the mouse', () => {
  const read = (reader: MouseReader, ...inputs: string[]) => inputs.map((input) => reader.read(input));

  test('are read as clicks and turns of the wheel, whatever key is held; other buttons are nothing', () => {
    const [click, held, up, down, release, right, sideways] = read(
      new MouseReader(),
      '[<0;10;5M',
      '[<16;1;1M',
      '[<64;300;80M',
      '[<69;2;3M',
      '[<0;10;5m',
      '[<2;1;1M',
      '[<66;1;1M',
    );
    expect(click).toEqual({ events: [{ type: 'click', column: 9, row: 4 }], rest: '' });
    expect(held!.events).toEqual([{ type: 'click', column: 0, row: 0 }]);
    expect(up!.events).toEqual([{ type: 'wheelUp', column: 299, row: 79 }]);
    expect(down!.events).toEqual([{ type: 'wheelDown', column: 1, row: 2 }]);
    for (const nothing of [release, right, sideways]) expect(nothing).toEqual({ events: [], rest: '' });
  });

  test('leave no keys behind in pieces, nor in the old form', () => {
    const reader = new MouseReader();
    expect(read(reader, '[<0;1', '0;5M').map(({ rest }) => rest)).toEqual(['', '']);
    expect(read(reader, '<0;10;5Mq')[0]).toMatchObject({ events: [{ type: 'click' }], rest: 'q' });
    expect(read(reader, '[M', ' !', '!q').map(({ rest }) => rest)).toEqual(['', '', 'q']);
  });

  test('take no keys away: what is typed of a filter stays', () => {
    const reader = new MouseReader();
    const typed = ['[', ']', '<', '1', '0', 'amount:<10', ''];
    expect(read(reader, ...typed).map(({ rest }) => rest)).toEqual(typed);
  });
});

describe('the mouse', () => {
  const shown = terminalOfEachTest();

  test('selects a row, opens the one that is selected, and goes to a view', async () => {
    const { client } = shown;
    for (const amount of [1100, 2200, 3300]) await client.trigger('payout.created', { amount });
    await shown.until(/payout\.created/);
    await shown.click('3 Payouts');
    await shown.until(/▸3 Payouts(.|\n)*▌ .*\$33\.00/);
    await shown.click('$11.00');
    await shown.until(/3 of 3(.|\n)*▌ .*\$11\.00/);
    await shown.click('$11.00');
    await shown.until('As returned by the API');
    await shown.click('2 Pay');
    await shown.until('No payments yet');
  });

  test('scrolls the list, which takes the selection along at its edge alone', async () => {
    await shown.client.trigger('payout.created', { count: 60 });
    await shown.press('3');
    await shown.until('1 of 60');
    await shown.press('down', 'down', 'down', 'down');
    await shown.until('5 of 60');
    const line = (screen: string, at: number) => screen.split('\n')[at]!.slice(1);
    const before = shown.screen();
    await shown.turn('down', 'made');
    // Nothing scrolls over the heading.
    await shown.turn('down', '$15.00');
    const after = await shown.until((screen) => line(screen, 6) === line(before, 9));
    expect(after).toContain('5 of 60');
    await shown.turn('down', '$15.00');
    await shown.until('7 of 60');
    await shown.turn('up', '$15.00');
    await shown.turn('up', '$15.00');
    await shown.until((screen) => line(screen, 6).slice(1) === line(before, 6).slice(1) && screen.includes('7 of 60'));
  });

  test('scrolls the details, beside the list too', async () => {
    await shown.resize(120, 16);
    await shown.client.trigger('payout.created');
    await shown.press('3');
    await shown.until(/│ payout po_/);
    await shown.until('│ State');
    await shown.turn('down', 'May now');
    await shown.until((screen) => !screen.includes('│ State') && screen.includes('▌ '));
  });

  test('opens details beside the list, and goes where an id in them leads', async () => {
    await shown.resize(120, 40);
    const { client } = shown;
    await client.trigger('payment.disputed');
    const [found] = (await client.objects.list('dispute')).objects;
    const { id: dispute, data } = found!;
    const payment = String(data.transaction_id);
    await shown.press('4');
    await shown.until(/│ dispute dp_/);
    await shown.click(`dispute ${dispute}`);
    await shown.until(/│▌dispute dp_/);
    // Beside an id there is nothing to go to.
    await shown.click('May now');
    await shown.click('Leads to');
    expect(shown.screen()).toContain(`▌dispute ${dispute}`);
    await shown.click(payment);
    await shown.until(`▌transaction ${payment}`);
    await shown.click('‹ dispute');
    await shown.until(`▌dispute ${dispute}`);
    expect(shown.screen()).not.toContain('‹');
  });

  test('selects a choice before it chooses one, and answers no question', async () => {
    await shown.client.trigger('payout.paid', { set: { rail: 'ach' } });
    await shown.press('c');
    await shown.until('3 days');
    await shown.click('3 days    ');
    await shown.until(/▌ 3 days(.|\n)*Enter choose/);
    await shown.click('3 days    ');
    await shown.until('clock frozen at 2026-03-04');
    await shown.press('3');
    await shown.until(/▌ .*po_\w+.*paid/);
    await shown.press('r');
    await shown.until('Enter return');
    for (const place of ['Enter return', '$15.00', '3 Payouts', '2 Pay']) await shown.click(place);
    await shown.press('esc');
    await shown.until(/▸3 Payouts(.|\n)*▌ .*po_\w+.*paid(.|\n)*Enter details/);
    expect((await shown.client.objects.list('payout')).objects[0]!.state).toBe('paid');
  });

  test('is not the only one to send more than keys: an answer of the terminal is none either', async () => {
    await shown.press('3');
    await shown.until('No payouts yet');
    // Where its cursor is, what it is, a key that nobody knows, and then a key.
    await shown.type('\u001b[2;2R\u001b[?62;4c\u001b[34~');
    await shown.press('?');
    expect(await shown.until('─ Keys')).toContain('▸3 Payouts');
  });

  test('is pasted text where it stands in one', async () => {
    await shown.press('/');
    await shown.until('filter:');
    await shown.paste('\u001b[<0;1;4M');
    await shown.until(/filter: \S*<0;1;4M/);
    expect(shown.screen()).toContain('▸1 ');
  });
});

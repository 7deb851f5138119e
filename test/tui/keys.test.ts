import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { viewsOf } from '../../src/desk/model/views/views.ts';
import { keyOf, keyTable } from '../../src/desk/terminal/keys/keys.ts';
import { temporaryFolder } from '../cli/emulator.ts';
import { terminalOfEachTest } from './harness.ts';

const shown = terminalOfEachTest();

describe('the table of keys', () => {
  test('has no key twice, and one for every view', async () => {
    const keys = Object.values(keyTable).flatMap((each) => [...each.keys]);
    expect(new Set(keys).size).toBe(keys.length);
    const { data: kinds } = await shown.client.call('kinds.list');
    expect(viewsOf(kinds, true).map(({ place }) => keyOf(place))).toEqual([...keyTable.view.keys]);
  });

  test('is what the list of everything has, but those keys that do nothing there', async () => {
    const left = ['view', 'palette', 'trail', 'nextMatch', 'previousMatch'];
    const names = Object.keys(keyTable)
      .filter((name) => !left.includes(name))
      .map((name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
    await shown.press(':');
    const seen = new Set<string>();
    for (let screen = await shown.until('─ Everything'); !seen.has(names.at(-1)!); ) {
      for (const [, name] of screen.matchAll(/^ [▌ ] (\S+(?: \S+)*)/gm)) seen.add(name!);
      const before = screen;
      await shown.press('down', 'down', 'down', 'down', 'down', 'down');
      screen = await shown.until((now) => now !== before);
    }
    expect(names.filter((name) => !seen.has(name))).toEqual([]);
    for (const name of left) expect(seen).not.toContain(name);
    await shown.press('ctrl+u');
    await shown.type('clock move freeze');
    await shown.until(/▌ clock +c +move, freeze or run the clock/);
    await shown.press('enter');
    await shown.until('─ Clock');
  });
});

describe('keys that come early', () => {
  test('wait for the rows of a view that is still loading', async () => {
    const first = await shown.demo.charged();
    await shown.demo.charged({ amount: 1500 });
    const release = shown.wire.hold(/kind=transaction/);
    await shown.press('2', 'down', 'enter');
    release();
    await shown.until(/ Summary\n/);
    expect(shown.screen()).toContain(`transaction ${first.id}`);
    await shown.press('3', 'enter');
    await shown.until('No payouts yet');
  });

  test('wait for what a filter finds', async () => {
    const first = await shown.demo.charged({ amount: 100 });
    await shown.demo.charged({ amount: 200 });
    await shown.press('2');
    await shown.until(/▌ .*\$2\.00/);
    const release = shown.wire.hold(/search/);
    await shown.press('/');
    await shown.type(first.id);
    await shown.press('enter', 'enter');
    release();
    await shown.until(`transaction ${first.id}`);
  });

  test('are those with Ctrl too', async () => {
    const { id } = await shown.demo.charged();
    await shown.press('2', '/');
    await shown.type(`nonsense\u0015${id}`);
    await shown.press('enter');
    await shown.until(`1 of 1 · ${id}`);
  });

  test('wait for the views of an emulator that is not connected yet', async () => {
    const release = shown.wire.hold(/./);
    const early = shown.another();
    await early.press('3', 'right', 'enter');
    release();
    await early.until(/▸3 Payouts(.|\n)*No payouts yet/);
  });

  test('are for the view that was gone to last', async () => {
    const { id } = await shown.demo.charged();
    await shown.press('4', '3', '2', 'y');
    await shown.until(`${id} was sent to the terminal`);
    expect(shown.copied()).toEqual([id]);
  });

  test('do not answer a question: an Enter that came with the key that asked it is said to have come early', async () => {
    await shown.type('c\r');
    await shown.until(/Enter was ignored, because the dialog had just opened(.|\n)*Press Enter again/);
    expect(await shown.until(/─ Clock(.|\n)*Enter choose/)).toContain('2026-03-01 09:00:00Z');
    expect(shown.screen()).not.toContain('Moving the clock');
  });

  test('are taken for the text of a list that is still to come', async () => {
    const release = shown.wire.hold(/snapshots/);
    await shown.type('pbefore');
    release();
    await shown.until(/▌ save before/);
  });

  test('are said to be held back, and dropped by Esc', async () => {
    await shown.demo.settled();
    await shown.press('2');
    await shown.until(/▌ .*txn_\w+.*settled/);
    const release = shown.wire.hold(/objects\/txn_/);
    await shown.type('x\rq');
    await shown.until(/Waiting for txn_\w+… · 2 keys queued {2}Esc drops it/);
    await shown.press('esc');
    await shown.until((screen) => !screen.includes('Waiting'));
    await shown.type('x\r');
    await shown.until(/1 key queued/);
    release();
    // The second question comes without the Enter that was typed before anybody had seen it.
    await shown.until('Enter refund');
    expect((await shown.client.call('events.list', { type: 'payment.refunded' })).data).toEqual([]);
  });
});

describe('a text that is pasted', () => {
  test('is not taken for commands', async () => {
    await shown.demo.settled();
    await shown.press('2');
    await shown.until(/txn_\w+.*settled/);
    await shown.paste('x\nq\n');
    await shown.until('Pasted text does not trigger keys');
    expect(shown.left).toEqual([]);
    expect((await shown.client.call('events.list', { type: 'payment.refunded' })).data).toEqual([]);
  });

  test('is told from keys that come in one piece', async () => {
    await shown.demo.trigger('payout.created', { count: 4 });
    await shown.press('3');
    await shown.until('1 of 4');
    await shown.type('jjjkk');
    await shown.until('2 of 4');
  });

  test('fills a field, and does not confirm it', async () => {
    await shown.press('c');
    await shown.until('─ Clock');
    await shown.paste('3\ndays\r');
    await shown.until('3 days forward');
    expect((await shown.client.call('status')).clock.now).toMatch(/^2026-03-01/);
  });
});

describe('in a form', () => {
  test('arrows go through what fits and back to what was typed; Enter takes it before it sends', async () => {
    await shown.demo.trigger('payout.paid', { set: { rail: 'ach' } });
    await shown.press('3');
    await shown.until(/po_\w+.* paid/);
    await shown.press('r');
    await shown.until(/→ R01 +\w/);
    await shown.type('R0');
    await shown.press('right');
    await shown.until(/› code +R01▏\n +▌ R01 /);
    await shown.press('right');
    await shown.until(/› code +R02▏/);
    await shown.press('left', 'left');
    await shown.until(/› code +R0▏\n +→ R01 /);
    await shown.press('ctrl+u');
    await shown.type('no account');
    await shown.until(/› code +no account▏\n +→ R03 /);
    await shown.press('enter');
    await shown.until(/› code +R03▏/);
    expect(shown.screen()).toMatch(/po_\w+.* paid/);
  });

  test('a choice is gone to by its first letter', async () => {
    await shown.press('i');
    await shown.until('Inject a fault, or add a rule');
    await shown.type('rule decline');
    await shown.until(/▌ rule: decline /);
    await shown.press('enter');
    await shown.until(/› code/);
    await shown.press('tab', 'tab', 'tab');
    await shown.until(/› rail +‹ any ›/);
    await shown.type('a');
    await shown.until(/› rail +‹ ach ›/);
  });
});

describe('details', () => {
  test('are searched, copied from, and opened in the pager', async () => {
    const customer = await shown.demo.saveCustomer();
    const card = await shown.demo.saveCard(customer);
    const { id } = await shown.demo.settled({ customer_id: customer.id, payment_method_id: card.id });
    await shown.press('2');
    await shown.until(/txn_\w+.*settled/);
    await shown.press('enter');
    await shown.until(' Summary');
    await shown.press('/');
    await shown.type(customer.id);
    await shown.until(`search: ${customer.id}`);
    await shown.press('enter');
    await shown.until(new RegExp(`›.*${customer.id}`));
    await shown.press('y');
    await shown.until('was sent to the terminal');
    expect(shown.copied()).toEqual([id]);
    await shown.press('o');
    expect(JSON.parse(await shown.paged())).toEqual(
      (await shown.demo.read<{ data: unknown }>(`/transactions/${id}`)).data,
    );
  });

  test('beside the list follow the selection, and the side that takes the keys shows it', async () => {
    const first = await shown.demo.charged();
    const second = await shown.demo.charged({ amount: 1500 });
    await shown.resize(120, 30);
    await shown.press('2');
    await shown.until(new RegExp(`▌ .*15\\.00.*│ {2}?transaction ${second.id}|│ +transaction ${second.id}`));
    expect(shown.screen()).toContain('Enter details');
    await shown.press('down');
    await shown.until(`│ transaction ${first.id}`);
    await shown.press('right');
    await shown.until(`│▌transaction ${first.id}`);
    expect(shown.screen()).toContain('Esc back');
    await shown.press('left');
    await shown.until(`│ transaction ${first.id}`);
    await shown.press('P');
    await shown.until((screen) => !screen.includes('│'));
  });

  test('lead along their ids, and Backspace comes back', async () => {
    const { id } = await shown.demo.charged();
    await shown.demo.settle();
    await shown.until(/▌ .*payment\.completed/);
    await shown.press('enter');
    await shown.until(/▌payment\.completed evt_/);
    // The request that it came of, then the job, then the payment that it is about.
    for (let step = 0; step < 6 && !new RegExp(`▌.*${id}`).test(shown.screen()); step++) await shown.press('down');
    await shown.press('enter');
    await shown.until(new RegExp(`▌transaction ${id}.*\\n +‹ payment\\.completed evt_\\w{4}…`));
    await shown.press('backspace');
    await shown.until(/▌payment\.completed evt_/);
    await shown.press('esc');
    await shown.until('Enter details');
  });

  test('hint at the moves of their object as long as they are legal, as its row does', async () => {
    await shown.demo.charged();
    await shown.press('2');
    await shown.until(/s complete\s+f fail\s+v void/);
    expect(shown.screen()).not.toContain('x refund');
    await shown.press('enter');
    await shown.until(/Esc back.* s complete/);
    await shown.demo.settle();
    expect(await shown.until(/Esc back.* x refund/)).not.toContain('s complete');
  });
});

describe('a row that is not the newest', () => {
  test('stays selected, and how many came since is shown until somebody follows again', async () => {
    const { client } = shown;
    await client.call('markers.add', { text: 'one' });
    await client.call('markers.add', { text: 'two' });
    await shown.until(/2 of 2 ─(.|\n)*▌ .*two/);
    await shown.press('up');
    for (const text of ['three', 'four', 'five']) await client.call('markers.add', { text });
    await shown.until(/▼ 3 newer, G to follow · 1 of 5 ─(.|\n)*▌ .*one/);
    await shown.press('G');
    await shown.until(/─ 5 of 5 ─(.|\n)*▌ .*five/);
  });
});

describe('the drawing', () => {
  test('keeps its pace, however many keys are pressed, and ends with what the last one did', async () => {
    const slow = shown.another({ pace: { drawingsPerSecond: 1 } });
    await slow.until(`${shown.demo.workspace} · test`);
    const paintings = () => slow.written().split('\u001b[?2026h').length - 1;
    const [begun, before] = [performance.now(), paintings()];
    for (let at = 0; at < 40; at++) await slow.type(at % 2 === 0 ? '2' : '3');
    await slow.until('▸3 ');
    const seconds = (performance.now() - begun) / 1_000;
    // Three may come at once, and one that was asked for before.
    expect(paintings() - before).toBeLessThanOrEqual(4 + Math.ceil(seconds));
  });

  test('says at once on every screen that the emulator does not answer', async () => {
    await shown.demo.settled();
    const screens = [
      ['', /payment\.completed/],
      ['2\r', / Summary\n/],
      [':', /─ Everything/],
      ['?', /─ Keys/],
    ] as const;
    const all = screens.map(([, ,], at) => shown.another({ pace: { hungAfter: 50 }, rows: at === 0 ? 12 : 30 }));
    for (const [at, dashboard] of all.entries()) {
      await dashboard.until('payment.completed');
      await dashboard.type(screens[at]![0]);
      await dashboard.until(screens[at]![1]);
    }
    const release = shown.wire.hold(/./);
    for (const dashboard of all) {
      const screen = await dashboard.until(/no response for /);
      expect(screen).toMatch(/\? (last seen )?\d/);
    }
    release();
    for (const dashboard of all) await dashboard.until((screen) => !screen.includes('no answer'));
  });

  test('says that the emulator is gone', async () => {
    shown.wire.cut();
    await shown.until('gone, trying again');
  });
});

describe('copying', () => {
  test('uses a program of the system where there is one, and else is not called a clipboard', async () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'copied');
    writeFileSync(join(folder.path, 'wl-copy'), `#!/bin/sh\ncat > '${path}'\n`, { mode: 0o755 });
    const env = { WAYLAND_DISPLAY: 'wayland-0', PATH: `${folder.path}:${process.env.PATH}` };
    const { id } = await shown.demo.charged();
    const other = shown.another({ env });
    await other.press('2');
    await other.until(/▌ .*txn_/);
    await other.press('y');
    await other.until('was copied to the clipboard');
    await expect.poll(() => readFileSync(path, 'utf8')).toBe(id);
    folder.remove();
    await shown.press('2');
    await shown.until(/▌ .*txn_/);
    await shown.press('y');
    await shown.until(/was sent to the terminal, which can block/);
  });
});

describe('leaving', () => {
  test('asks nothing where the emulator is somebody else’s, and ends the drawing', async () => {
    await shown.press('q');
    expect(shown.left).toEqual(['quit']);
    const before = shown.written();
    await shown.demo.trigger('payout.created');
    expect(shown.written()).toBe(before);
  });

  test('by Ctrl-C is at once, also with a question open', async () => {
    await shown.press('c', '\u0003');
    expect(shown.left).toEqual(['interrupt']);
  });
});

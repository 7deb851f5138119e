import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyTable } from '../../src/tui/keys/keys.ts';
import { type Shown, show } from './harness.ts';

let shown: Shown;

beforeEach(async () => {
  shown = await show();
  await shown.until('ws_demo · test');
});

afterEach(() => shown.close());

/** A fresh payout by ACH. @returns its id */
async function payout(amount: number): Promise<string> {
  const { objects } = await shown.sandbox.client.trigger('payout.paid', { amount, set: { rail: 'ach' } });
  return objects.find(({ object }) => object === 'payout')!.id;
}

/** Opens the palette and types into it. */
async function look(words: string): Promise<void> {
  await shown.press(':');
  await shown.until('─ Everything');
  await shown.type(words);
  await shown.until(` › ${words}▏`);
}

/** Chooses the first row of the palette, once it is the one that is meant. */
async function choose(row: RegExp): Promise<void> {
  await shown.until(row);
  await shown.press('enter');
}

describe('the palette of everything', () => {
  test('begins with what may be done with the row that is selected', async () => {
    const id = await payout(1500);
    await shown.press('3');
    await shown.until(/▌ .*\$15\.00/);
    await shown.press(':');
    await shown.until(new RegExp(`▌ return +${id.slice(0, 7)}…`));
    await shown.press('esc');
    // Also where other things are named so.
    await look('return');
    await choose(new RegExp(`▌ return +${id.slice(0, 7)}….*\\n(.|\\n)*payout\\.return`));
    await shown.until('Enter return');
  });

  test('offers a move of the row that is selected before one of a fresh object', async () => {
    const id = await payout(1500);
    await shown.press('3');
    await shown.until(/▌ .*\$15\.00/);
    await shown.press('t');
    await shown.type('return');
    await shown.until(new RegExp(`▌ return +${id.slice(0, 7)}…`));
  });

  test('goes to a view, and to a part of one', async () => {
    await look('faults');
    await choose(/▌ Faults +=/);
    await shown.until('No faults and no rules');
    await look('invoices');
    await choose(/▌ Invoices +6 +go to this part of Checkout/);
    await shown.until('‹Invoices›');
  });

  test('does what each key does, and shows the key', async () => {
    await look('clock move freeze');
    await choose(/▌ clock +c +move, freeze or run the clock/);
    await shown.until('─ Clock');
    await shown.press('esc');
    await look('help');
    await choose(/▌ help +\? +this help/);
    await shown.until('─ Keys');
  });

  test('has every key of the table but those that do nothing here', async () => {
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
  });

  test('finds what is not on the screen by its id, whatever it is', async () => {
    const id = await payout(1500);
    await shown.sandbox.api('GET', '/balance');
    const [request] = (await shown.sandbox.client.requests.list()).data;
    const [event] = (await shown.sandbox.client.events.list({ subject: id })).data;
    for (const [sought, shows] of [
      [id.slice(0, 12), `payout ${id}`],
      [request!.id, `request ${request!.id}`],
      [event!.id, event!.id],
    ] as const) {
      await look(sought);
      await choose(new RegExp(`▌ \\S*${sought}\\S* +(payout|request|event)`));
      await shown.until((screen) => screen.includes(shows) && screen.includes('Esc back'));
      await shown.press('esc');
      await shown.until('Enter details');
    }
  });

  test('finds a person, and a trigger', async () => {
    await shown.sandbox.api('POST', '/customers', { email: 'zoe@example.com' });
    await look('zoe');
    await choose(/▌ cus_\w+ +customer +zoe@example\.com/);
    await shown.until('As the API shows it');
    await look('dispute.won');
    await choose(/▌ dispute\.won /);
    await shown.until(/dispute\.won: dp_\w+… was won/);
  });

  test('is the list of triggers too, which stand first there', async () => {
    await shown.press('t');
    await shown.until('─ Trigger');
    await shown.type('ledger view');
    await choose(/─ Trigger(.|\n)*▌ Ledger +9/);
    await shown.until(/▸9 Ledg(.|\n)*opening/);
  });
});

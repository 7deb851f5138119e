import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Shown, show } from './harness.ts';

let shown: Shown;

beforeEach(async () => {
  shown = await show();
  await shown.until('ws_demo · test');
});

afterEach(() => shown.close());

const rules = async () => (await shown.sandbox.client.rules.list()).data.map(({ when, then }) => ({ when, then }));

describe('what a field may be chosen from', () => {
  test('a code is found by what it means, with the rule that has it', async () => {
    await shown.press('i');
    await shown.until('Inject a fault, or add a rule');
    await shown.type('insuf');
    await shown.until(/▌ rule: decline insufficient_funds/);
    await shown.press('enter');
    await shown.until(/› code +insufficient_funds/);
    await shown.press('enter');
    await shown.until('is added');
    expect(await rules()).toEqual([{ when: {}, then: { kind: 'decline', code: 'insufficient_funds' } }]);
  });

  test('a code of a move is narrowed by what is typed: Enter takes it, and sends it then', async () => {
    await shown.sandbox.client.trigger('payout.paid', { set: { rail: 'ach' } });
    await shown.press('3');
    await shown.until(/po_\w+.* paid/);
    await shown.press('r');
    await shown.until(/→ R01 +\w/);
    await shown.type('no account');
    const screen = await shown.until(/› code +no account▏\n +→ R03 /);
    expect(screen).not.toContain('R01 ');
    await shown.press('enter');
    await shown.until(/› code +R03▏/);
    expect(shown.screen()).toMatch(/po_\w+.* paid/);
    await shown.press('enter');
    await shown.until('was returned (R03)');
  });

  test('arrows go through what fits, and back to what was typed', async () => {
    await shown.sandbox.client.trigger('payout.paid', { set: { rail: 'ach' } });
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
  });

  test('an operation is one of a list, a customer is looked for by name, and both may be typed', async () => {
    const { body } = await shown.sandbox.api('POST', '/customers', { email: 'ada@example.com', first_name: 'Ada' });
    await shown.press('i');
    await shown.until('Inject a fault, or add a rule');
    await shown.type('rule latency');
    await shown.until(/▌ rule: latency/);
    await shown.press('enter');
    await shown.until(/› ms/);
    await shown.press('tab');
    await shown.type('payouts.cr');
    await shown.until(/› operation +payouts\.cr▏\n +→ payouts\.create/);
    await shown.press('right');
    for (let field = 0; field < 5; field++) await shown.press('tab');
    await shown.type('Ada');
    await shown.until(new RegExp(`› customer +Ada▏\\n +→ ${body.data.id} +ada@example.com`));
    await shown.press('right');
    await shown.until(new RegExp(`› customer +${body.data.id}▏`));
    await shown.press('enter');
    await shown.until('is added');
    expect(await rules()).toEqual([
      { when: { operation: 'payouts.create', customer: body.data.id }, then: { kind: 'latency' } },
    ]);
  });

  test('the kind of a dispute is gone through, and of a payout link its rails', async () => {
    await shown.press('t');
    await shown.type('dispute.open');
    await shown.until(/▌ dispute\.open /);
    await shown.press('enter');
    await shown.until(/trigger dispute\.open(.|\n)*› amount/);
    await shown.press('tab');
    await shown.until(/› kind +‹ the usual one ›/);
    await shown.type('al');
    await shown.until(/› kind +‹ alert_\w+ ›/);
    await shown.press('esc', 't');
    await shown.type('payout_link.claim');
    await shown.until(/▌ payout_link\.claim /);
    await shown.press('enter');
    await shown.until(/trigger payout_link\.claim(.|\n)*› kind +‹ the usual one ›/);
    await shown.type('a');
    await shown.until(/› kind +‹ ach ›/);
  });

  test('of a list of types of events the last one is completed', async () => {
    await shown.press('E');
    await shown.until('an address to add');
    await shown.type('http://127.0.0.1:9/hook');
    await shown.until(/▌ add http:\S+\/hook/);
    await shown.press('enter', 'tab');
    await shown.type('payment.completed, payout.ret');
    await shown.until(/› events +payment\.completed, payout\.ret▏\n +→ payout\.returned /);
    await shown.press('enter');
    await shown.until(/› events +payment\.completed, payout\.returned▏/);
    await shown.press('enter');
    await shown.until('is added');
    const { data } = await shown.sandbox.client.webhooks.list();
    expect(data.map(({ events }) => events)).toEqual([['payment.completed', 'payout.returned']]);
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

import { describe, expect, test } from 'vitest';
import { deskOfEachTest } from './setup.ts';
import { textOfRow } from './texts.ts';

const at = deskOfEachTest();

describe('the form that edits an object', () => {
  test('offers its fields with their present values, and marks the history of the object', async () => {
    const { id } = await at.demo.saveCustomer({ email: 'ada@example.com', first_name: 'Ada' });
    at.go('customers');
    await at.select('ada@example.com');
    at.does('edit');
    const form = await at.form('edit customer cus_');
    const offered = form.fields[0]!.spec.suggestions!.map(({ value, about }) => `${value} ${about}`);
    expect(offered).toEqual(expect.arrayContaining(['first_name Ada', 'phone null']));
    expect(offered.join()).not.toMatch(/customer_vault_id|created_at|email_key/);
    await at.fill({ field: 'phone' });
    expect(form.about).toBe('Now null. The phone number; null if it is unknown.');
    await at.submit({ field: 'phone', value: '5550100' });
    await at.says(
      /^cus_\w+…: phone was edited · no webhook: no event reports edits of a customer; use a move for one$/,
    );
    at.does('edit');
    await at.form();
    await at.submit({ field: 'metadata.seats', value: '3' });
    expect((await at.client.call('objects.get', { id })).data).toMatchObject({
      phone: '5550100',
      metadata: { seats: 3 },
    });
    const text = await at.opened('ada@example.com');
    expect(text).toMatch(
      /# History\n.*edited phone {2}null → 5550100 {2}dashboard\n.*edited metadata\.seats {2}null → 3/,
    );
    at.go('activity');
    await at.row(/objects\.set .*ada@example\.com.*edited: metadata\.seats/);
  });

  test('shows the value of the chosen field, and writes no value that nobody entered', async () => {
    const id = await at.trigger('payout.created', { set: { descriptor: 'ORDER 5' } });
    at.go('payouts');
    await at.select(/pending/);
    at.does('edit');
    const form = await at.form('edit payout');
    const value = form.fields[1]!;
    await at.fill({ field: 'bank_last_four' });
    expect(value.spec.fallback).toMatch(/^(\d{4}|null)$/);
    await at.fill({ field: 'descr' });
    form.step(1);
    expect([form.fields[0]!.text, form.at, value.text, value.spec.fallback]).toEqual(['descriptor', 1, '', 'ORDER 5']);
    expect(await at.refused()).toEqual({
      why: 'Enter the new value of descriptor. It is now ORDER 5.',
      field: 'value',
    });
    expect((await at.client.call('objects.get', { id })).data).toMatchObject({ descriptor: 'ORDER 5' });
    await at.submit({ value: 'ORDER 6' });
    expect((await at.client.call('objects.get', { id })).data).toMatchObject({ descriptor: 'ORDER 6' });
  });

  test('sends the event unless told not to, and says what is refused and why', async () => {
    const id = await at.trigger('payout.created');
    at.go('payouts');
    await at.select(/pending/);
    at.does('edit');
    await at.form('edit payout');
    expect((await at.refused({ field: 'amount', value: '5' })).why).toMatch(
      /^amount is part of the ledger.*emulator trigger payout\./,
    );
    await at.submit({ field: 'descriptor', value: 'ORDER 6', 'send payout.updated': 'no' });
    await at.says(/descriptor was edited · no webhook; choose 'send payout\.updated' for one$/);
    at.does('edit');
    await at.form('edit payout');
    await at.submit({ field: 'descriptor', value: 'ORDER 7' });
    await at.says(/descriptor was edited · payout\.updated evt_/);
    const { data } = await at.client.call('events.list', { subject: id, type: 'payout.updated' });
    expect(
      data.map(({ change, data: payload }) => [change.verb, (payload as { descriptor?: string }).descriptor]),
    ).toEqual([['edit', 'ORDER 7']]);
    // The edit does not decide the state of the payout.
    expect(await at.opened(/pending/)).toMatch(/decided by: trigger payout\.created\n/);
    at.desk.closeDetails();
    at.go('activity');
    await at.row(/payout\.updated/);
    expect(at.desk.rows.map(textOfRow).join('\n')).toMatch(/edited: descriptor/);
  });
});

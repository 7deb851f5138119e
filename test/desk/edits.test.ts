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
    await at.says(/^cus_\w+…: phone was edited$/);
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

  test('sends an event only where one is asked for, and says what is refused and why', async () => {
    const id = await at.trigger('payout.created');
    at.go('payouts');
    await at.select(/pending/);
    at.does('edit');
    await at.form('edit payout');
    expect((await at.refused({ field: 'amount', value: '5' })).why).toMatch(
      /^amount is part of the ledger.*emulator trigger payout\./,
    );
    await at.submit({ field: 'descriptor', value: 'ORDER 6' });
    await at.says(/descriptor was edited · no event was sent$/);
    at.does('edit');
    await at.form('edit payout');
    await at.submit({ field: 'descriptor', value: 'ORDER 7', 'send payout.updated': 'yes' });
    await at.says(/descriptor was edited · evt_/);
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

import { describe, expect, test } from 'vitest';
import { addressOf, goTo } from '../../src/desk/inspector/address.ts';
import { followId, openSubject, visit } from '../../src/desk/model/details/follow-links.ts';
import { indentedJson } from '../../src/desk/model/details/json-text.ts';
import { answeredBody, loggedBody } from '../../src/desk/model/details/logged-bodies.ts';
import { hasDetails, idOf } from '../../src/desk/model/targets.ts';
import { cards } from '../support/demo.ts';
import { deskOfEachTest } from './setup.ts';
import { textOfRow } from './texts.ts';

const at = deskOfEachTest({ receiver: true });

const section = (text: string, heading: string): string =>
  text.split('\n# ').find((part) => part.startsWith(heading)) ?? '';

/** A charge that the card's bank declines. @returns its id */
async function declinedCharge(number: string = cards.declined): Promise<string> {
  const customer = await at.demo.saveCustomer();
  const { id } = await at.demo.saveCard(customer, number);
  const fields = { amount: 4200, customer_id: customer.id, payment_method_id: id };
  const { body } = await at.demo.api.post<{ data: { id: string } }>('/charges', fields);
  return body.data.id;
}

describe('the details of an object', () => {
  test('are its state, its moves, what happened, the money that moved and what the API shows', async () => {
    const { id } = await at.demo.settled();
    at.go('payments');
    const text = await at.opened(`${id}.* settled`);
    expect(text.split('\n')[0]).toBe(`transaction ${id}`);
    expect(section(text, 'Summary')).toMatch(
      /^Summary\ndecided by: clock: transaction\.settle .*\nstate: settled {2}visa 5556\nwebhook: payment\.completed {2}delivered {2}200 .*\nmoney: charge \$42\.00 {2}\$42\.00 to available\nnow settled, by pending_settlement, settled/,
    );
    expect(section(text, 'Actions').split('\n')).toEqual(
      expect.arrayContaining(['transaction.refund', 'transaction.dispute']),
    );
    expect(section(text, 'History')).toMatch(/payment\.completed {2}settled {2}transaction\.settle {2}evt_/);
    expect(section(text, 'Ledger entries')).toMatch(/-?\$42\.00 {2}\w+ {2}/);
    const shown = (await at.demo.read<{ data: unknown }>(`/transactions/${id}`)).data;
    expect(JSON.parse(section(text, 'As returned by the API').split('\n').slice(1).join('\n'))).toEqual(shown);
    expect(JSON.parse(at.desk.details!.content!.json)).toEqual(shown);
  });

  test('count the money of a dispute with that of its payment', async () => {
    const { id } = await at.demo.settled();
    await at.trigger('transaction.dispute', { id });
    visit(at.desk, id);
    expect(section(await at.details(/^transaction .*disputed/s), 'Summary')).toContain(
      'money: charge $42.00, dispute -$42.00',
    );
  });

  test('of a request have the ledger entries of its object, and each leads to its movement', async () => {
    await at.demo.settled();
    const text = await at.opened(/POST \/charges/);
    const [, group = ''] = /# Ledger entries\n.*(led_\w+)/.exec(text) ?? [];
    followId(at.desk, at.desk.details!, group);
    expect(await at.details(/^settlement led_/)).toContain(`settlement ${group}`);
  });

  test('of a subscription that missed its renewal name the payment that failed, and no webhook of an earlier renewal', async () => {
    const id = await at.trigger('subscription.created', {}, 'subscription');
    await at.client.call('rules.create', { when: {}, then: { kind: 'decline', code: 'insufficient_funds' } });
    await at.demo.advance('P1M');
    at.go('subscriptions');
    const text = await at.opened(`${id}.* past_due.* unpaid since 01 Apr every month`);
    expect(section(text, 'Summary')).toMatch(/state: past_due {2}txn_\w+… .*insufficient/);
    expect(section(text, 'Summary')).toContain('webhook: no event reports this state');
  });

  test('of a customer begin with who they are, and have their money by month, methods and mails', async () => {
    const { id } = await at.demo.saveCustomer({ email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron' });
    const card = await at.demo.saveCard({ id });
    const paid = { customer_id: id, payment_method_id: card.id };
    const { id: payment } = await at.demo.settled({ ...paid, amount: 4200 });
    await at.trigger('transaction.refund', { id: payment, amount: 300 });
    await at.demo.advance('40d');
    await at.demo.settled({ ...paid, amount: 1100 });
    await at.demo.charged({ ...paid, amount: 500 });
    at.go('customers');
    const text = await at.opened('ada@example.com');
    const headings = text.split('\n# ').map((each) => each.split('\n')[0]);
    expect(headings.slice(1)).toEqual([
      'Who',
      'Money by month',
      'Payment methods',
      'Payments',
      'Created by',
      'As returned by the API',
    ]);
    expect(section(text, 'Who')).toMatch(/first name: Ada\nlast name: Byron|email: ada@example\.com/);
    expect(section(text, 'Money by month').split('\n').slice(1)).toEqual([
      'month  paid  refunded  paid out  open',
      '2026-04  $16.00  $0.00  $0.00  $5.00',
      '2026-03  $42.00  $3.00  $0.00  $0.00',
    ]);
    expect(section(text, 'Payment methods')).toContain(card.id);
  });

  test('of a customer are their subscriptions, invoices and mails too', async () => {
    await at.trigger('subscription.created');
    await at.trigger('invoice.send');
    const [mail] = (await at.client.call('mail.list')).data;
    at.go('customers');
    const text = await at.opened(mail!.to);
    expect(section(text, 'Subscriptions')).toMatch(/sub_\w+ {2}\$19\.00 {2}active/);
    expect(section(text, 'Invoices')).toMatch(/inv_\w+ {2}\$\S+ {2}sent/);
    expect(section(text, 'Mail')).toContain(`${mail!.subject}  ${mail!.id}`);
  });

  test('of a customer lead to all payments, only where there are more', async () => {
    const { id } = await at.demo.saveCustomer();
    const card = await at.demo.saveCard({ id });
    for (let count = 0; count < 7; count++) await at.demo.charged({ customer_id: id, payment_method_id: card.id });
    at.go('customers');
    const text = await at.opened('ada@example.com');
    expect(section(text, 'Payments')).toContain(`and 2 more: filter Payments by customer:${id}`);
    expect(section(text, 'Payment methods')).not.toContain('more:');
    const cells = at.desk.details!.content!.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'table' ? block.rows.flat() : [])),
    );
    expect(cells).toContainEqual(
      expect.objectContaining({
        address: `#/payments?${new URLSearchParams({ kind: 'transaction', q: `customer:${id}` })}`,
      }),
    );
  });

  test('say which request made it: of one that is declined, that waits, and that somebody else asked for later', async () => {
    const pending = await at.demo.charged();
    const declined = await declinedCharge();
    at.go('payments');
    for (const [id, status] of [
      [pending.id, 201],
      [declined, 402],
    ] as const) {
      const text = await at.opened(id);
      expect(section(text, 'Created by')).toMatch(
        new RegExp(`^Created by\\nPOST /api/v1/charges {2}${status} {2}req_\\w+$`),
      );
      at.desk.closeDetails();
    }
    const triggered = await at.trigger('payout.created', {}, 'payout');
    at.go('payouts');
    expect(section(await at.opened(triggered), 'Created by')).toBe('');
  });

  test('draw the way into failed, of which no event tells', async () => {
    const id = await declinedCharge();
    at.go('payments');
    await at.opened(id);
    const life = at.desk.details!.content!.sections.flatMap(({ blocks }) => blocks).find(({ type }) => type === 'life');
    expect(life).toMatchObject({
      life: { state: 'failed', steps: [{ from: null, to: 'failed', id: expect.stringMatching(/^req_/) }] },
    });
  });

  test('begin with what decided it: a test card, a rule, a fault, a bank, or a person', async () => {
    const decided = async (id: string): Promise<string> => {
      visit(at.desk, id);
      const text = await at.details(`^transaction ${id}`);
      return section(text, 'Summary').split('\n').slice(1, 3).join('\n');
    };
    expect(await decided(await declinedCharge())).toMatch(
      /^decided by: test value {2}\S.*\nstate: failed {2}card_declined: \S/,
    );
    const rule = await at.client.call('rules.create', {
      when: {},
      then: { kind: 'decline', code: 'insufficient_funds' },
    });
    const ruled = await declinedCharge(cards.visaDebit);
    expect(await decided(ruled)).toMatch(new RegExp(`^decided by: rule {2}${rule.id}`));
    await at.client.call('rules.delete', { id: rule.id });
    const { id } = await at.demo.charged();
    await at.trigger('transaction.fail', { id });
    expect(await decided(id)).toMatch(/^decided by: trigger transaction\.fail/);
  });

  test('lead to what it names', async () => {
    const customer = await at.demo.saveCustomer();
    const card = await at.demo.saveCard(customer);
    const { id } = await at.demo.charged({ customer_id: customer.id, payment_method_id: card.id });
    at.go('payments');
    const text = await at.opened(id);
    expect(section(text, 'Related').split('\n').slice(1)).toEqual([
      `customer: ${customer.id}  ada@example.com  Ada Lovelace`,
      expect.stringContaining(`payment method: ${card.id}`),
    ]);
  });

  test('go along with what becomes of it', async () => {
    const { id } = await at.demo.charged();
    at.go('payments');
    await at.opened(id);
    await at.demo.settle();
    await at.details(/# Summary\ndecided by: .*\nstate: settled/);
    expect(at.desk.details!.target).toMatchObject({ object: { state: 'settled' } });
  });

  test('of a customer are what is theirs too, the latest first', async () => {
    const ada = await at.demo.saveCustomer();
    const ben = await at.demo.saveCustomer({ email: 'ben@example.com' });
    for (const [customer, amount] of [
      [ada, 1100],
      [ben, 3300],
      [ada, 4200],
    ] as const) {
      const { id } = await at.demo.saveCard(customer);
      await at.demo.settled({ customer_id: customer.id, payment_method_id: id, amount });
    }
    at.go('customers');
    const text = await at.opened('ada@example.com');
    expect(section(text, 'Payments').match(/\$\S+/g)).toEqual(['$42.00', '$11.00']);
  });

  test('are those of another row by the next one, and of the same row while others come', async () => {
    const [first, second] = await at.payouts(1100, 2200);
    at.go('payouts');
    await at.opened(second!);
    await at.payouts(3300);
    await at.row(/\$33\.00/);
    expect(at.desk.selected?.key).toBe(second);
    at.desk.openNext(1);
    await at.details(`payout ${first}`);
    expect(at.desk.details!.target).toMatchObject({ object: { id: first } });
  });

  test('that are opened by an id have their row selected, once it is there', async () => {
    const ids = await at.payouts(1100, 2200, 3300);
    at.go('payouts');
    await at.until(() => at.rows).toHaveLength(3);
    visit(at.desk, ids[0]!);
    await at.details(`payout ${ids[0]}`);
    expect(at.desk.selected?.key).toBe(ids[0]);
    at.desk.closeDetails();
    at.go('payments');
    at.session.lists.objectsOf('payout').clear();
    const release = at.wire.hold(/objects\?kind=payout|objects\?.*kind=payout/);
    at.go('payouts');
    visit(at.desk, ids[1]!);
    await at.details(`payout ${ids[1]}`);
    expect(at.desk.rows).toEqual([]);
    release();
    await at.until(() => at.desk.selected?.key).toBe(ids[1]);
  });

  test('of a delivery have the row of its event selected in the timeline', async () => {
    await at.trigger('payout.created');
    await at.row(/payout\.created {2}200/);
    await at.demo.api.get('/balance');
    await at.row('GET /balance');
    const [delivery] = (await at.client.call('deliveries.list')).data;
    visit(at.desk, delivery!.id);
    await at.details(/^payout\.created evt_/);
    expect(textOfRow(at.desk.selected!)).toMatch(/payout\.created {2}200/);
  });

  test('say why they could not be loaded', async () => {
    const { id } = await at.demo.charged();
    at.go('payments');
    await at.select(id);
    at.wire.answer(new RegExp(`/objects/${id}`), 404, { error: 'No such object.', type: 'invalid_request_error' });
    at.desk.open(at.desk.target!);
    await at.until(() => at.desk.details?.failure).toBe('No such object.');
  });

  test('are loaded again only where something has come since', async () => {
    const { id } = await at.demo.charged();
    at.go('payments');
    await at.opened(id);
    const { version } = at.desk.details!;
    at.desk.details!.refresh();
    await at.client.call('health');
    expect(at.desk.details!.version).toBe(version);
    await at.client.call('markers.add', { text: 'something' });
    await at.until(() => at.desk.details!.version).toBeGreaterThan(version);
  });
});

describe('the details of an event', () => {
  test('are what it changed, why, where it was sent, how that is signed, and its body', async () => {
    const { id } = await at.demo.settled();
    await at.trigger('transaction.refund', { id, amount: 300 });
    at.go('webhooks');
    const text = await at.opened(/payment\.refunded {2}200/);
    expect(
      text.split('\n').flatMap((line) => (line.startsWith('# ') ? [line.slice(2).replace(/http\S+/, 'it')] : [])),
    ).toEqual(['What changed', 'Why', 'Sent to it', 'Signature', 'Body']);
    expect(section(text, 'What changed')).toMatch(
      /status: settled → partially_refunded\ntotal_refunded: \$0\.00 → \$3\.00/,
    );
    expect(section(text, 'Why')).toMatch(/trigger transaction\.refund/);
    expect(section(text, 'Sent to')).toMatch(/delivered {2}del_\w+\nattempt 1: 200/);
    expect(section(text, 'Signature')).toMatch(/v1: The hexadecimal HMAC-SHA256 of t, (.|\n)*openssl dgst -sha256/);
  });

  test('change what the API shows, where a state of the emulator is not a status', async () => {
    const id = await at.trigger('payout.returned', {}, 'payout');
    at.go('webhooks');
    const text = await at.opened(/payout\.returned {2}200/);
    expect(section(text, 'What changed')).toMatch(/returned: no → yes|returned: false → true/);
    expect(section(text, 'What changed')).not.toMatch(/status/);
    at.go('payouts');
    expect(await at.opened(id)).toMatch(/state: returned {2}.* {2}status paid in the API/);
  });

  test('have the request behind it, also where a job did it later', async () => {
    const { id } = await at.demo.settled();
    const text = await at.opened(/payment\.completed {2}200/);
    expect(section(text, 'Why')).toMatch(
      new RegExp(
        `POST /api/v1/charges {2}201 {2}req_\\w+\\n {2}transaction\\.settle {2}job_\\w+\\n {2}transaction {2}${id} {2}complete: pending_settlement → settled\\n {4}payment\\.completed`,
      ),
    );
  });

  test('are all attempts, with what the receiver said, indented where it is JSON', async () => {
    at.receiver.answer({ status: 500, body: '{"why":"no room"}' });
    await at.trigger('payout.created');
    at.go('webhooks');
    await at.opened(/payout\.created {2}500/);
    at.receiver.answer({ status: 200 });
    await at.demo.advance('5m');
    const text = await at.details(/attempt 2: 200/);
    expect(section(text, 'Sent to')).toMatch(/attempt 1: 500\n\{\n {2}"why": "no room"\n\}\nattempt 2: 200/);
    const blocks = at.desk.details!.content!.sections.flatMap((each) => each.blocks);
    expect(blocks.find(({ type }) => type === 'attempt')).toMatchObject({
      attempt: { number: 1, status: 500, signature: expect.stringContaining('v1=') },
      body: { isJson: true, cut: null },
    });
  });

  test('begin with the change, and with what a receiver said against it', async () => {
    at.receiver.answer({ status: 500, body: 'no room' });
    await at.trigger('payout.created');
    at.go('webhooks');
    const text = await at.opened(/payout\.created {2}500/);
    expect(text.split('\n# ')[1]).toBe('What changed\nstatus: none → pending');
    expect(text.split('\n# ')[2]).toMatch(/^Sent to \S+\n.*\nattempt 1: 500\nno room/);
  });

  test('say when the next attempt is due', async () => {
    at.receiver.answer({ status: 500 });
    await at.trigger('payout.created');
    expect(await at.opened(/payout\.created {2}500/)).toContain('next attempt at 09:05:00');
  });

  test('say why the event was not sent', async () => {
    const [endpoint] = (await at.client.call('webhook_endpoints.list')).data;
    await at.client.call('webhook_endpoints.delete', { id: endpoint!.id });
    await at.trigger('payout.created');
    const text = await at.opened(/payout\.created {2}no endpoint/);
    expect(section(text, 'Not sent')).toContain('not sent: the workspace has no endpoint');
  });
});

describe('the details of other rows', () => {
  test('a request has what was sent and answered, what nothing read, and results', async () => {
    await at.demo.settled({ custmer: 1 });
    const text = await at.opened(/POST \/charges/);
    expect(section(text, 'Summary')).toMatch(
      /^Summary\nPOST \/api\/v1\/charges {2}charges\.create .*\nanswer: 201 .*09:00:00\nfields: ignored: custmer\n(.*\n)?object: txn_/,
    );
    expect(section(text, 'Headers')).toMatch(/authorization: …(.|\n)*content-type: application\/json/);
    expect(section(text, 'Body')).toContain('"custmer": 1');
    expect(section(text, 'Answer')).toMatch(/"status": "pending_settlement"/);
    await at.details(/# Events\n.*payment\.completed {2}evt_\w+ {2}by transaction\.settle/);
  });

  test('a refused request says which fault or which part of the network decided', async () => {
    await declinedCharge();
    const text = await at.opened(/POST \/charges/);
    expect(section(text, 'Summary')).toMatch(
      /answer: 402 .*\nrefused: card_declined {2}.*\nobject: txn_\w+ .*\ndecided by: test value .*\nstate: failed .*\nwebhook: a charge that is declined at once sends no event/,
    );
    at.desk.closeDetails();
    await at.client.call('faults.create', { on: 'balance.get', kind: 'unavailable' });
    await at.demo.api.get('/balance');
    expect(section(await at.opened(/GET \/balance/), 'Summary')).toMatch(/answer: 503 .*\n(.*\n)*decided by: fault /);
  });

  test('a request shows what it did, and not what other requests did to its object', async () => {
    const { id } = await at.demo.settled();
    for (const amount of [300, 200]) await at.demo.api.post(`/transactions/${id}/refund`, { amount });
    const charge = await at.opened(/POST \/charges/);
    expect(section(charge, 'Summary')).toMatch(
      /state: pending_settlement\nnow: partially_refunded\nwebhook: payment\.completed {2}delivered .*\nmoney: charge \$42\.00 {2}\$42\.00 to available$/,
    );
    expect(charge).not.toMatch(/decided by|refund \$|payment\.refunded/);
    expect(section(charge, 'Ledger entries')).not.toContain('refund');
    const [second, first] = (await at.client.call('requests.list')).data;
    for (const [request, money] of [
      [first, '$3.00'],
      [second, '$2.00'],
    ] as const) {
      visit(at.desk, request!.id);
      const text = await at.details(`^request ${request!.id}`);
      expect(section(text, 'Summary')).toContain(`money: refund -${money}  ${money} from available`);
      expect(section(text, 'Ledger entries').split('\n')).toHaveLength(3);
    }
  });

  test('a refused request shows no decision about a payment that it did not change', async () => {
    const customer = await at.demo.saveCustomer();
    const card = await at.demo.saveCard(customer, cards.declined);
    const body = { amount: 4200, customer_id: customer.id, payment_method_id: card.id, reference_id: 'order-1' };
    await at.demo.api.post('/charges', body);
    await at.demo.api.post('/charges', body);
    const text = await at.opened(/POST \/charges {2}409/);
    expect(section(text, 'Summary')).toMatch(/refused: reference_id_reused .*\nobject: txn_.*\nnow: failed$/);
  });

  test('a mail has whom it is from, what is attached, its address and its text', async () => {
    await at.trigger('invoice.send');
    at.go('mail');
    const text = await at.opened('@');
    expect(section(text, 'Mail')).toMatch(/from: .* <\S+@\S+>\nto: \S+@\S+\nat: 09:00:00\nwith: \S+\.pdf/);
    const [mail] = (await at.client.call('mail.list')).data;
    const { filename } = mail!.attachments[0]!;
    const cells = at.desk.details!.content!.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'fields' ? block.fields.flatMap(({ value }) => value) : [])),
    );
    const address = new RegExp(`/mail/${mail!.id}/attachments/${filename}\\?workspace=\\w+&mode=test$`);
    expect(cells).toContainEqual({ text: filename, address: expect.stringMatching(address) });
    at.does('actions');
    await at.chooser('Actions');
    await at.choose(`^open ${filename}`);
    await at.until(() => at.browsed).toEqual([expect.stringMatching(address)]);
    expect(section(text, 'Text')).toMatch(/ at http:\/\/\S+\/mail\/mail_\w+\/html\?workspace=\w+&mode=test\n/);
  });

  test('an entry of the ledger has its whole movement, which sums to 0, and leads to what moved the money', async () => {
    const { id } = await at.demo.settled();
    at.go('ledger');
    const text = await at.opened(/-?\$42\.00/);
    const sums = section(text, 'Movement (entries sum to 0)')
      .match(/-?\$[\d.]+/g)!
      .map((each) => Number(each.replace('$', '')));
    expect(sums.length).toBeGreaterThan(1);
    expect(sums.reduce((sum, each) => sum + each, 0)).toBe(0);
    expect(section(text, 'For').split('\n').slice(1).join()).toContain(id);
  });

  test('a fault and a rule are their JSON', async () => {
    await at.client.call('faults.create', { on: 'charges.create', kind: 'unavailable' });
    await at.client.call('rules.create', { when: {}, then: { kind: 'decline', code: 'declined' } });
    at.go('faults');
    expect(await at.opened(/^fault/)).toMatch(/^fault unavailable\n# JSON\n\{\n/);
    at.desk.closeDetails();
    expect(await at.opened(/^rule/)).toMatch(/^rule\n# JSON\n\{\n/);
  });

  test('a mark has its calls and its objects, and an action that shows only its section', async () => {
    await at.demo.charged();
    await at.client.call('markers.add', { text: 'pays by card' });
    const { id } = await at.demo.charged();
    await at.client.call('markers.add', { text: 'refunds' });
    await at.demo.api.get('/balance');
    await at.row('GET /balance');
    const { target } = await at.row('pays by card');
    expect([hasDetails(target), idOf(target)]).toEqual([true, null]);
    const text = await at.opened('pays by card');
    expect(section(text, 'Calls')).toMatch(
      /^09:00:00 {2}POST \/charges {2}201 {2}txn_\w{4}… {2}\$42\.00 {2}pending_settlement$/m,
    );
    expect(section(text, 'Calls')).not.toContain('GET /balance');
    expect(section(text, 'Objects')).toContain(id);
    at.desk.closeDetails();
    // The filter that finds the marks does not narrow the section.
    at.desk.filter('type:mark');
    await at.select('pays by card');
    at.does('actions');
    await at.chooser('Actions');
    await at.choose(/^only this section/);
    await at
      .until(() => at.rows.filter((row) => /charges|GET/.test(row)))
      .toEqual([expect.stringMatching(`POST /charges.*${id}`)]);
    expect(addressOf(at.desk)).toMatch(/^#\/timeline\?section=pays\+by\+card&/);
    at.desk.showOnly(null);
    await at.row('GET /balance');
    goTo(at.desk, addressOf(at.desk).replace('?', '?section=refunds&'));
    await at
      .until(() => at.rows.filter((row) => /charges|GET/.test(row)))
      .toEqual([expect.stringMatching('GET /balance')]);
  });
});

describe('an id in the details', () => {
  test('is followed to what it names, and back again', async () => {
    const { id } = await at.demo.settled();
    await at.opened(/payment\.completed {2}200/);
    const first = at.desk.details!;
    followId(at.desk, first, id);
    await at.details(`^transaction ${id}`);
    const [, { title }] = [0, at.desk.trail[0]!.content!];
    expect(title).toMatch(/^payment\.completed evt_/);
    expect([at.desk.goBack(), at.desk.details]).toEqual([true, first]);
    expect([at.desk.goBack(), at.desk.trail]).toEqual([false, []]);
  });

  test('leads to requests, deliveries, mails and jobs too', async () => {
    await at.trigger('invoice.send');
    await at.trigger('payout.created');
    await at.demo.api.get('/balance');
    await at.until(() => at.hooked.length).toBeGreaterThan(0);
    const [request] = (await at.client.call('requests.list')).data;
    const [delivery] = (await at.client.call('deliveries.list')).data;
    const [mail] = (await at.client.call('mail.list')).data;
    const [job] = (await at.client.call('clock.get')).upcoming;
    for (const [id, title] of [
      [request!.id, `request ${request!.id}`],
      [delivery!.id, `${delivery!.event_type} ${delivery!.event_id}`],
      [mail!.id, mail!.subject],
      [job!.id, `job ${job!.id}`],
    ] as const) {
      visit(at.desk, id);
      await at.until(() => at.desk.details?.content?.title).toBe(title);
    }
  });

  test('of a job says once it has run', async () => {
    await at.trigger('payout.created');
    at.go('clock');
    const open = await at.opened(/transit/);
    expect(open).not.toContain('has run');
    await at.client.call('clock.move', { advance: '3d' });
    await at.details(/^due: .+ {2}the job has run or was canceled$/m);
  });

  test('that names nothing says so', async () => {
    visit(at.desk, 'txn_nothing00000');
    await at.says(/No such|nothing/i);
    expect(at.desk.details).toBeNull();
  });

  test('is not followed where somebody has gone on meanwhile', async () => {
    const { id } = await at.demo.settled();
    await at.opened(/payment\.completed {2}200/);
    const release = at.wire.hold(new RegExp(`/objects/${id}`));
    followId(at.desk, at.desk.details!, id);
    at.desk.closeDetails();
    release();
    await at.until(() => at.desk.waits.isOn).toBe(false);
    expect(at.desk.details).toBeNull();
  });

  test('of a job leads to its object, and to the webhook that it tries again', async () => {
    at.receiver.answer({ status: 500 });
    const id = await at.trigger('payout.created', {}, 'payout');
    at.go('clock');
    await at.select(/transit/);
    openSubject(at.desk, at.desk.target as never);
    await at.details(`^payout ${id}`);
    at.desk.closeDetails();
    await at.select(/attempt/);
    openSubject(at.desk, at.desk.target as never);
    await at.details(/^payout\.created evt_/);
  });
});

describe('details beside the list', () => {
  test('follow the selection, the old ones staying until the new ones are there', async () => {
    const [first, second] = await at.payouts(1100, 2200);
    at.go('payouts');
    await at.select(second!);
    const title = () => at.desk.preview.follow(at.desk.selected)?.content?.title ?? null;
    await at.until(title).toBe(`payout ${second}`);
    expect(at.desk.preview.isOld).toBe(false);
    const release = at.wire.hold(new RegExp(`/objects/${first}`));
    at.desk.move(1);
    expect(title()).toBe(`payout ${second}`);
    expect(at.desk.preview.isOld).toBe(true);
    release();
    await at.until(title).toBe(`payout ${first}`);
    expect(at.desk.preview.isOld).toBe(false);
  });

  test('say that they load where that takes long, instead of showing the row before, also if they are opened then', async () => {
    Object.assign(at.session.pace, { previewPatience: 5 });
    const [first, second] = await at.payouts(1100, 2200);
    at.go('payouts');
    await at.select(second!);
    const shown = () => at.desk.preview.follow(at.desk.selected)?.content?.title ?? null;
    await at.until(shown).toBe(`payout ${second}`);
    const release = at.wire.hold(new RegExp(`/objects/${first}`));
    at.desk.move(1);
    await at.until(shown).toBeNull();
    expect(at.desk.preview.details?.target).toMatchObject({ object: { id: first } });
    at.desk.open(at.desk.target!);
    expect(at.desk.details?.content).toBeNull();
    release();
    await at.until(() => at.desk.details?.content?.title).toBe(`payout ${first}`);
  });

  test('are opened without being asked for again', async () => {
    const [id] = await at.payouts(1100);
    at.go('payouts');
    await at.select(id!);
    await at.until(() => at.desk.preview.follow(at.desk.selected)?.content?.title).toBe(`payout ${id}`);
    const shown = at.desk.preview.details;
    at.desk.open(at.desk.target!);
    expect(at.desk.details).toBe(shown);
  });

  test('are none where they are turned off, and go with the view', async () => {
    const [id] = await at.payouts(1100);
    at.go('payouts');
    await at.select(id!);
    await at.until(() => at.desk.preview.follow(at.desk.selected)?.content?.title).toBe(`payout ${id}`);
    at.desk.preview.isOn = false;
    expect(at.desk.preview.follow(at.desk.selected)).toBeNull();
    at.go('payments');
    expect(at.desk.preview.details).toBeNull();
  });
});

describe('bodies that were kept', () => {
  test.each([
    [
      '{"a":[1,{"b":null}],"c":"d"}',
      ['{', '  "a": [', '    1,', '    {', '      "b": null', '    }', '  ],', '  "c": "d"', '}'],
    ],
    ['[]', ['[]']],
    ['{"a":{}}', ['{', '  "a": {}', '}']],
    ['["\\u00e9\\n"]', ['[', '  "é\\n"', ']']],
  ])('%s is indented', (text, lines) => {
    expect(indentedJson(text, false)).toEqual(lines);
  });

  test.each(['{"a"}', '[1 2]', '{"a":1', 'nothing', '{a:1}', '["\u0001"]', '[01]', '[1],'])(
    '%s is not valid JSON',
    (text) => {
      expect(indentedJson(text, false)).toBeNull();
    },
  );

  test('what is cut is indented as far as it goes, and says so', () => {
    const whole = JSON.stringify({ note: 'x'.repeat(200) });
    expect(loggedBody(`${whole.slice(0, 100)}… (211 characters)`)).toEqual({
      type: 'text',
      lines: ['{', `  ${whole.slice(1, 100).replace(':', ': ')}`],
      isJson: true,
      cut: 'truncated: the log keeps 100 of 211 characters',
    });
    expect(loggedBody('plain… (3 characters)')).toMatchObject({ cut: null, isJson: false });
  });

  test('an answer says that it is not whole by its length, or where none was told by what was kept', () => {
    expect(answeredBody('', {})).toBeNull();
    expect(answeredBody('short', {})?.cut).toBeNull();
    expect(answeredBody('short', { 'content-length': '5' })?.cut).toBeNull();
    expect(answeredBody('short', { 'content-length': '50000' })?.cut).toBe(
      'the log keeps only the first 16 KB of a response of 50,000 bytes',
    );
    expect(answeredBody('é'.repeat(8_192), {})?.cut).toBe('the log keeps only the first 16 KB of a response');
  });
});

import { describe, expect, test } from 'vitest';
import { choice } from '../../src/desk/model/forms/chooser.ts';
import { commandChoices, deskCommands, showProblemsOf, wordsOfCommand } from '../../src/desk/model/palette/commands.ts';
import { find } from '../../src/desk/model/palette/fuzzy.ts';
import { openPalette, openTriggers } from '../../src/desk/model/palette/palette.ts';
import { deskOfEachTest } from './setup.ts';
import { textsOfChoices } from './texts.ts';

describe('what is typed', () => {
  test('finds whole words before parts of them, and those before letters', () => {
    const names = ['payout.returned', 'payout.created', 'payment.refunded', 'dispute.created'];
    expect(find(names, (name) => name, 'ret')[0]).toBe('payout.returned');
    expect(find(names, (name) => name, 'created').sort()).toEqual(['dispute.created', 'payout.created']);
    expect(find(names, (name) => name, 'pocr')[0]).toBe('payout.created');
    expect(find(['payout'], (name) => name, 'zebra')).toEqual([]);
  });

  test('finds a name before the beginning of one, and both before other words', () => {
    const kinds = [
      'delay: an answer comes late',
      'rule: latency',
      'latency: each answer takes longer',
      'latency of one',
    ];
    const nameOf = (kind: string) => kind.replace(/: (an|each) .*/, '');
    const found = (typed: string) => find(kinds, (kind) => kind, typed, { nameOf });
    expect(found('late')[0]).toMatch(/^latency/);
    expect(found('Latency').slice(0, 2)).toEqual([kinds[2], kinds[3]]);
  });

  test('finds words that begin so before letters that only happen to stand there', () => {
    const trigger = 'dispute.created  a dispute or alert is received';
    const payment = 'transaction txn_ZrrGMOFYTRQ1S4qztTyd txn_ZrrG… $29.00 settled ada.lovelace@example.com visa 5556';
    expect(find([trigger, payment], (text) => text, 'ada')).toEqual([payment, trigger]);
  });

  test('finds the first letters of words, and no letters from the middle of them', () => {
    const names = ['payout.created', 'transaction.approve'];
    expect(find(names, (name) => name, 'pc')).toEqual(['payout.created']);
    expect(find(names, (name) => name, 'ytd')).toEqual([]);
  });

  test('finds what destroys something by parts that were typed as they stand, behind all others', () => {
    const acts = [
      'reset ws_demo  reset the workspace to its fixture',
      'restore s_1  a snapshot',
      'remove the fault',
      'quit',
      'register',
    ];
    const found = (typed: string) => find(acts, (act) => act, typed, { destroys: (act) => act !== 'register' });
    for (const letters of ['rset', 'rws', 'rmf', 'qt', 'rsdemo', 'snap rst']) expect(found(letters)).toEqual([]);
    expect(found('re')[0]).toBe('register');
    expect(found('re')).toHaveLength(4);
    expect(found('ws_demo reset')).toEqual([acts[0]]);
    expect(found('quit')).toEqual(['quit']);
  });

  test('finds parts of words wherever they stand in a long text', () => {
    const long = `${'one two three four five '.repeat(40)}unsettled`;
    expect(find([long], (text) => text, 'ttle')).toEqual([long]);
  });

  test('finds letters whose accents were left out', () => {
    expect(find(['Zoë Müller', 'Ada'], (name) => name, 'zoe muller')).toEqual(['Zoë Müller']);
  });
});

const at = deskOfEachTest();

async function everything(typed = '') {
  at.desk.dialog = null;
  openPalette(at.desk, commandChoices(at.desk));
  return at.chooser('^Everything$', typed);
}

async function triggers(typed = '') {
  at.desk.dialog = null;
  openTriggers(at.desk, commandChoices(at.desk));
  return at.chooser('^Trigger$', typed);
}

describe('the list of everything', () => {
  test('begins with what may be done with the row that is selected, also where other things are named so', async () => {
    const [id] = await at.payouts(1500);
    at.go('payouts');
    await at.select(id!);
    const list = await everything();
    expect(textsOfChoices(list)[0]).toMatch(new RegExp(`^Return payout ${id!.slice(0, 7)}… {2}`));
    list.write('return');
    expect(textsOfChoices(list)[0]).toMatch(new RegExp(`^Return payout ${id!.slice(0, 7)}… {2}`));
    expect(textsOfChoices(list)).toContainEqual(expect.stringMatching(/^payout\.return/));
    await at.choose(`^Return payout ${id!.slice(0, 7)}… {2}`);
    await at.form('^return payout');
  });

  test('goes to a view, and to a part of one', async () => {
    await everything('faults');
    await at.choose('^Faults {2}go to this view');
    expect(at.desk.view.name).toBe('faults');
    await everything('invoices');
    await at.choose('^Invoices {2}go to this part of Checkout');
    expect(at.desk.view.kinds![at.desk.position.part]!.title).toBe('Invoices');
  });

  test('has every command of the desk by its words, and does it', async () => {
    for (const [name, { about }] of Object.entries(deskCommands)) {
      const list = await everything(about);
      expect(list.selected!.name).toBe(wordsOfCommand(name));
    }
    await everything(deskCommands.settleAll.about);
    await at.choose('^settle all');
    await at.says('^settled · ');
  });

  test('has the commands of whoever draws, and those of the desk', async () => {
    let ran = 0;
    openPalette(at.desk, [choice('beep', 'of whoever draws', () => ran++)]);
    await at.chooser('^Everything$', 'beep');
    await at.choose('^beep');
    expect([ran, at.desk.dialog]).toEqual([1, null]);
  });

  test('finds objects, events and requests that are not shown by their ids', async () => {
    const [id] = await at.payouts(1500);
    await at.demo.api.get('/balance');
    const [request] = (await at.client.call('requests.list')).data;
    const [event] = (await at.client.call('events.list', { subject: id! })).data;
    at.go('mail');
    for (const [sought, shown, title] of [
      [id!.slice(0, 12), `^${id} {2}payout {2}\\$15\\.00`, `payout ${id}`],
      [request!.id, `^${request!.id} {2}request`, `request ${request!.id}`],
      [event!.id, `^${event!.id} {2}event`, event!.id],
    ] as const) {
      await everything(sought);
      await at.choose(shown);
      await at.details(title);
    }
  });

  test('that is confirmed during the search for the typed text chooses the result', async () => {
    const [id] = await at.payouts(1500);
    at.go('mail');
    const list = await everything(id!);
    expect([list.isLooking, list.selected]).toEqual([true, undefined]);
    at.desk.confirm(list);
    await at.details(`payout ${id}`);
    expect(at.desk.dialog).toBeNull();
    const other = await everything(`${id!.slice(0, -1)}`);
    at.desk.confirm(other);
    other.write('po_0000000000000000');
    await at.until(() => at.desk.waits.isOn).toBe(false);
    expect(at.desk.dialog).toBe(other);
  });

  test('finds a webhook by the id of its delivery', async () => {
    await at.client.call('webhook_endpoints.create', { url: 'http://127.0.0.1:9/hook' });
    await at.payouts(1500);
    await at.until(async () => (await at.client.call('deliveries.list')).data.length).toBeGreaterThan(0);
    const [delivery] = (await at.client.call('deliveries.list')).data;
    await everything(delivery!.id);
    await at.choose(`^${delivery!.event_id} {2}webhook {2}payout`);
    await at.details(delivery!.event_id);
  });

  test('finds a person, and says as long as it looks', async () => {
    await at.demo.saveCustomer({ email: 'zoe@example.com' });
    const release = at.wire.hold(/GET \/_emulator\/objects\?.*zoe/);
    const list = await everything('zoe');
    expect(list.isLooking).toBe(true);
    release();
    await at.choice(/^cus_\w+ {2}customer {2}zoe@example\.com/);
    await at.until(() => list.isLooking).toBe(false);
  });

  test('finds a person by each of their names before all that is theirs', async () => {
    const customer = await at.demo.saveCustomer({ email: 'ada.l@example.com' });
    await at.demo.saveCard(customer);
    await at.demo.api.post('/charges', { customer_id: customer.id, amount: 4200 });
    for (const name of ['ada', 'lovelace', 'Ada Lovelace']) {
      const list = await everything(name);
      await at.choice(/^txn_/);
      expect(textsOfChoices(list)[0]).toMatch(/^cus_\w+ {2}customer {2}ada\.l@example\.com/);
    }
  });

  test('drops what it finds for a text that is typed no longer', async () => {
    await at.demo.saveCustomer({ email: 'zoe@example.com' });
    const release = at.wire.hold(/GET \/_emulator\/objects\?.*zoe/);
    const list = await everything('zoe');
    await at.until(() => at.wire.calls.some((call) => call.includes('zoe'))).toBe(true);
    list.write('faults');
    release();
    await at.client.call('health');
    expect(list.selected!.name).toBe('Faults');
  });

  test('adds an endpoint at an address that is typed', async () => {
    await everything('http://127.0.0.1:9/hook');
    await at.choose('^add http://127\\.0\\.0\\.1:9/hook');
    await at.form('^Add a webhook endpoint$');
  });

  test('makes a rule and a fault by their words', async () => {
    await everything('rule decline');
    await at.choose('^rule: decline');
    await at.form('^rule: decline$');
  });

  test('offers what to do next before old objects with the same words, each kind of choice in its group', async () => {
    await at.demo.charged({ metadata: { note: 'insufficient' } });
    const list = await everything('insuf');
    await at.choice(/^Next charge: decline with insufficient funds/);
    await at.choice(/^txn_\w+ {2}transaction/);
    const groups = list.choices.map((_, index) => list.groupAt(index)).filter((group) => group !== '');
    expect([groups[0], new Set(groups).size]).toEqual(['Actions', groups.length]);
    expect(groups).toContain('Objects');
    expect(
      textsOfChoices(list)
        .slice(0, 2)
        .map((text) => text.split('  ')[0]),
    ).toEqual(['Next charge: decline with insufficient funds', 'rule: decline insufficient_funds']);
  });

  test('says why the emulator could not be asked', async () => {
    at.wire.answer(/GET \/_emulator\/objects\?/, 400, { error: 'Not now.', type: 'invalid_request_error' });
    await everything('zoe');
    await at.says('^Not now\\.$');
  });
});

describe('the list of triggers', () => {
  test('finds the payout of 15.00 that may be returned by "ret 15"', async () => {
    const [id] = await at.payouts(1500, 700);
    await triggers('ret 15');
    const list = await at.choice(/^payout\.returned {2}on po_\w+… \$15\.00/);
    expect(textsOfChoices(list)[0]).toMatch(/^payout\.returned {2}on po_\w+… \$15\.00/);
    await at.choose(/^payout\.returned {2}on po_/);
    await at.submit();
    await at.until(() => at.stateOf(id!)).toBe('returned');
  });

  test('finds an object however many came after it', async () => {
    const [id] = await at.payouts(1234);
    await at.trigger('payout.created', { count: 30 });
    await triggers(`${id} return`);
    await at.choice(/^payout\.returned {2}on po_\w+… \$12\.34/);
  });

  test('offers no move that would be refused', async () => {
    await at.trigger('payout.paid', { set: { rail: 'card' } });
    const list = await triggers('return');
    await at.choice(/^payout\.return {2}/);
    expect(textsOfChoices(list).join('\n')).not.toMatch(/payout\.returned {2}on po_/);
  });

  test('offers a move of the row that is selected before one of a fresh object', async () => {
    const [id] = await at.payouts(1500);
    at.go('payouts');
    await at.select(id!);
    const list = await triggers('return');
    await at.until(() => textsOfChoices(list)[0]).toMatch(new RegExp(`^Return payout ${id!.slice(0, 7)}… {2}`));
  });

  test('makes a fresh object where none is named, and asks only for what there is to say', async () => {
    await triggers('dispute.won');
    await at.choose('^dispute\\.won {2}');
    await at.says(/^dispute\.won: dp_\w+… was won/);
    await triggers('payment.failed');
    await at.choose('^payment\\.failed {2}');
    const form = await at.form('^trigger payment\\.failed$');
    expect(form.about).toMatch(/, on a new \w+/);
  });

  test.each([
    ['dispute.open', 'al', /^alert_/],
    ['payout_link.claim', 'a', /^ach$/],
  ])('%s has a choice of kinds', async (name, typed, kind) => {
    await triggers(name);
    await at.choose(`^${name.replace('.', '\\.')} {2}`);
    const { fields } = await at.form(`^trigger ${name}$`);
    const { choices, spec } = fields.find((field) => field.spec.name === 'kind')!;
    expect(spec.fallback).toBe('the usual one');
    expect(choices!.filter((each) => each.startsWith(typed))[0]).toMatch(kind);
  });

  test('shows the name, or the text, by which somebody or something was found', async () => {
    const { id } = await at.demo.saveCustomer({ email: 'x@example.com', first_name: 'Ada', last_name: 'Byron' });
    const card = await at.demo.saveCard({ id });
    const fields = { customer_id: id, payment_method_id: card.id, metadata: { order: 'crate-of-pears' } };
    const payment = await at.demo.charged(fields);
    await triggers('byron');
    await at.choice(new RegExp(`^${id} {2}customer {2}x@example\\.com {2}.*Ada Byron`));
    await triggers('pears');
    await at.choice(new RegExp(`^${payment.id} {2}transaction {2}\\$42\\.00 .* crate-of-pears$`));
  });

  test('has views and commands behind what is triggered', async () => {
    await triggers('ledger view');
    await at.choose('^Ledger {2}go to this view');
    expect(at.desk.view.name).toBe('ledger');
  });
});

describe('problems', () => {
  test('are shown alone and everything again, beside what else is filtered', () => {
    at.go('webhooks');
    at.desk.filter('payout');
    at.does('problems');
    expect(at.desk.position.filter).toBe('payout !');
    at.does('problems');
    expect(at.desk.position.filter).toBe('payout');
  });

  test('of a view are gone to at once', () => {
    showProblemsOf(at.desk, 'webhooks');
    expect([at.desk.view.name, at.desk.position.filter]).toEqual(['webhooks', '!']);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judge } from '../../src/audit/found.ts';
import { createClient } from '../../src/client.ts';
import { spanOf } from '../../src/desk/cells.ts';
import { Desk } from '../../src/desk/desk.ts';
import { openCopies } from '../../src/desk/details/copy-as.ts';
import type { Block } from '../../src/desk/details/structure.ts';
import { Chooser } from '../../src/desk/forms/chooser.ts';
import { Form } from '../../src/desk/forms/form.ts';
import { headerOf } from '../../src/desk/header.ts';
import { moveBy } from '../../src/desk/moves/object-moves.ts';
import { openPalette, openTriggers } from '../../src/desk/palette/palette.ts';
import { placeOf } from '../../src/desk/place.ts';
import { openFaults } from '../../src/desk/sandbox/fault-forms.ts';
import { Session } from '../../src/desk/session.ts';
import { instantsOf } from '../../src/desk/views/clock-view.ts';
import { completionsOf } from '../../src/desk/views/completions.ts';
import { optionNames } from '../../src/kernel/declare/trigger-options.ts';
import { command } from '../cli/emulator.ts';
import { startTestSandbox, type TestSandbox } from '../control/sandbox.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { hurried } from '../tui/harness.ts';
import { ways } from './ways.ts';

let sandbox: TestSandbox;
let receiver: Receiver;
let session: Session;
let desk: Desk;
let copied: string[];

beforeEach(async () => {
  receiver = await startReceiver();
  sandbox = await startTestSandbox({ forwardTo: `${receiver.url}/hook` });
  copied = [];
  const { url } = sandbox;
  session = new Session({
    connect: (scope) => createClient({ url, ...scope }),
    judge: (client) => judge(client),
    pace: hurried,
  });
  desk = new Desk(session, {
    ways,
    copy: async (text) => {
      copied.push(text);
      return 'went to the test';
    },
    browse: async () => false,
  });
  session.open();
  await expect.poll(() => session.state).toBe('live');
});

afterEach(async () => {
  desk.close();
  session.close();
  await sandbox.stop();
  await receiver.close();
});

const go = (name: string) => desk.go(desk.views.find((view) => view.name === name)!);

/** Triggers something, and waits until the first row of a view is about what came of it. */
async function selectFresh(trigger: string, view: string, options: { amount?: number } = {}): Promise<string> {
  const { objects } = await sandbox.client.trigger(trigger, options);
  const { id } = objects[0]!;
  go(view);
  await expect.poll(() => desk.selected?.key).toBe(id);
  return id;
}

/** The form that is open, once it is. */
async function form(): Promise<Form> {
  await expect.poll(() => desk.dialog).toBeInstanceOf(Form);
  if (!(desk.dialog instanceof Form)) throw new Error('There is no form.');
  return desk.dialog;
}

async function chooser(): Promise<Chooser> {
  await expect.poll(() => desk.dialog).toBeInstanceOf(Chooser);
  if (!(desk.dialog instanceof Chooser)) throw new Error('There is nothing to choose from.');
  return desk.dialog;
}

/** Writes into the field of a name. */
function write(into: Form, name: string, text: string): void {
  while (into.field?.spec.name !== name) into.step(1);
  into.field.write(text);
  into.edited();
}

describe('what whoever draws has of the desk', () => {
  test('is told when there is something new', async () => {
    let drawn = 0;
    const end = desk.onChange(() => drawn++);
    desk.touched();
    await expect.poll(() => drawn).toBeGreaterThan(0);
    end();
    const before = drawn;
    desk.touched();
    await expect.poll(() => session.version).toBeGreaterThan(before);
    expect(drawn).toBe(before);
  });

  test('are views with columns, and rows whose cells say what they stand for and how to say it in fewer letters', async () => {
    const id = await selectFresh('payment.completed', 'payments', { amount: 4200 });
    expect(desk.view.columns.map(({ name, right = false }) => `${name}${right ? ' right' : ''}`)).toEqual([
      'made',
      'id',
      'amount right',
      'state',
      'with',
      '',
    ]);
    const [made, named, money, state] = desk.selected!.cells().map(spanOf);
    expect(made).toMatchObject({ text: '09:00:00', tone: 'dim', at: '2026-03-01T09:00:00.000Z' });
    expect(named).toEqual({ text: id, shorter: [`${id.slice(0, 8)}…`], id });
    expect(money!.text).toBe('$42.00');
    expect(state).toEqual({ text: 'settled', tone: 'good' });
    expect(placeOf(desk)).toMatchObject({ at: 1, of: 1, isMore: false, marked: 0, newer: 0 });
  });

  test('is what came of each cause, further in than that', async () => {
    await sandbox.api('POST', '/products', { name: 'Tea', price: 500 });
    await sandbox.client.trigger('payment.completed', { amount: 1200 });
    await expect.poll(() => desk.rows.some(({ depth = 0 }) => depth > 0)).toBe(true);
    const effect = desk.rows.find(({ depth = 0 }) => depth > 0)!;
    expect(
      effect
        .cells()
        .map((cell) => spanOf(cell).text)
        .join(' '),
    ).not.toMatch(/[└│─]/);
    const story = session.timeline.groups.find(({ cause }) => cause?.type === 'trigger');
    expect(story?.children.length).toBeGreaterThan(0);
  });

  test('are details in parts that say what they are', async () => {
    await selectFresh('payment.completed', 'payments', { amount: 4200 });
    desk.open(desk.target!);
    await expect.poll(() => desk.details?.content).not.toBeNull();
    const { sections } = desk.details!.content!;
    const kindsOf = (heading: string) =>
      sections.find((section) => section.heading === heading)?.blocks.map(({ type }: Block) => type);
    expect(kindsOf('May now')).toEqual(['moves']);
    expect(kindsOf('What happened')).toEqual(['table']);
    expect(kindsOf('As the API shows it')).toEqual(['text']);
    const money = sections.find(({ heading }) => heading === 'Money moved')!.blocks[0]!;
    expect(money).toMatchObject({ type: 'table', isOfAmounts: true });
  });

  test('are attempts of a webhook with what was signed and what the receiver said', async () => {
    receiver.answer({ status: 500, body: '{"why":"no room"}' });
    await sandbox.client.trigger('payment.completed');
    go('webhooks');
    await expect.poll(() => desk.selected?.cells().map((cell) => spanOf(cell).text)).toContain('500');
    desk.open(desk.target!);
    await expect.poll(() => desk.details?.content).not.toBeNull();
    const blocks = desk.details!.content!.sections.flatMap((section) => section.blocks);
    expect(blocks.find(({ type }) => type === 'attempt')).toMatchObject({
      attempt: { number: 1, status: 500, signature: expect.stringContaining('v1=') },
      body: { isJson: true, lines: ['{', '  "why": "no room"', '}'], cut: null },
    });
    expect(blocks.find(({ type }) => type === 'changes')).toBeDefined();
  });

  test('is the header, and the line of time with its jobs', async () => {
    await selectFresh('payout.created', 'payouts');
    await expect.poll(() => headerOf(session).next).toMatch(/^\w+ po_\w+… in /);
    expect(headerOf(session)).toMatchObject({
      url: sandbox.url,
      waiting: null,
      trouble: null,
      workspace: 'ws_demo',
      mode: 'test',
      clock: { now: '2026-03-01T09:00:00.000Z', mode: 'frozen', isOld: false },
      injected: [],
      hooks: { worst: { url: `${receiver.url}/hook` }, others: 0 },
    });
    go('clock');
    await expect
      .poll(() => instantsOf(session.clock?.upcoming ?? []))
      .toMatchObject([{ at: expect.stringContaining('2026-03-'), jobs: [{ kind: 'payout.transit' }] }]);
  });
});

describe('a view without rows', () => {
  test('says how there come to be some, in words of whoever draws it', () => {
    const said = Object.fromEntries(desk.views.map(({ name, empty }) => [name, empty(ways, session)]));
    expect(said).toMatchObject({
      payments: 'No payments yet. Charge through the API, or trigger one.',
      disputes: 'No disputes. To have one, trigger one and type "dispute".',
      checkout: 'None yet. There are other kinds.',
    });
    expect(Object.values(said).join()).not.toMatch(/[{}]/);
  });
});

describe('what is done at the desk', () => {
  test('is asked before, in fields that know their type, and refused under the field that is wrong', async () => {
    const id = await selectFresh('payment.completed', 'payments', { amount: 4200 });
    moveBy(desk, 'refund', 'x');
    const asked = await form();
    expect(asked.title).toContain('refund');
    expect(asked.fields.map(({ spec: { name } }) => name)).toContain('amount');
    write(asked, 'amount', '1,50');
    asked.submit();
    await expect.poll(() => asked.refusal).toMatch(/no amount/);
    expect(asked.fields[asked.refusedAt!]!.spec.name).toBe('amount');
    write(asked, 'amount', '15');
    asked.submit();
    await expect.poll(() => desk.dialog).toBeNull();
    await expect.poll(() => desk.notices.message?.tone).toBe('good');
    expect((await sandbox.client.objects.get(id)).state).toBe('partially_refunded');
  });

  test('is found in one list: views, moves and objects, by what is typed', async () => {
    const id = await selectFresh('payment.completed', 'payments', { amount: 4200 });
    let ran = 0;
    openPalette(desk, [{ name: 'beep', about: 'of whoever draws', choose: () => ran++ }]);
    const list = await chooser();
    list.write('webhooks');
    expect(list.selected?.name).toBe('Webhooks');
    list.write('beep');
    desk.choose(list, list.selected!);
    expect([ran, desk.dialog]).toEqual([1, null]);
    openPalette(desk, []);
    const again = await chooser();
    again.write(id);
    await expect.poll(() => again.choices.map(({ name }) => name)).toContain(id);
    desk.choose(again, again.choices.find(({ name }) => name === id)!);
    expect(desk.details?.target).toMatchObject({ object: { id } });
  });

  test.each(optionNames)('is copied as the command that triggers it again, with its option %s', async (option) => {
    const { name } = session.triggers.find(({ options }) => options.includes(option))!;
    openTriggers(desk, []);
    const list = await chooser();
    list.write(name);
    desk.choose(list, list.choices.find((each) => each.name === name)!);
    const asked = await form();
    const { spec, choices, fits } = asked.fields.find((field) => field.spec.name === option)!;
    const typed = spec.type === 'amount' ? '15' : (choices?.[1] ?? fits[0]?.value ?? 'it was late');
    write(asked, option, typed);
    asked.submit();
    await expect.poll(() => asked.refusal ?? desk.notices.message?.text).toContain(`${name}: `);

    openCopies(desk);
    const copies = await chooser();
    desk.choose(copies, copies.choices.find((each) => each.name === 'command')!);
    await expect.poll(() => copied).toHaveLength(1);
    const [npx, emulator, ...words] = copied[0]!.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ''));
    expect([npx, emulator]).toEqual(['npx', 'emulator']);
    expect(words[words.indexOf(`--${option}`) + 1]).toBe(spec.type === 'amount' ? '1500' : typed);
    const told = await command([...words, '--json']);
    expect(told).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(told.stdout).objects).not.toEqual([]);
  });

  test('are faults, whose fields say what they may be', async () => {
    openFaults(desk);
    const list = await chooser();
    list.write('unavailable');
    desk.choose(list, list.selected!);
    const asked = await form();
    write(asked, 'times', '2');
    asked.submit();
    await expect.poll(() => desk.dialog).toBeNull();
    const { data } = await sandbox.client.faults.list();
    expect(data).toMatchObject([{ kind: 'unavailable', times: 2 }]);
    await expect.poll(() => headerOf(session).injected).toHaveLength(1);
  });

  test('is a filter that says why it means nothing, and what its last word may become', async () => {
    await selectFresh('payment.completed', 'payments', { amount: 4200 });
    expect(completionsOf(desk, 'state:set')).toContain('state:settled');
    desk.filter('amount:much');
    expect(desk.filterRefusal).toMatch(/'much' is no amount/);
    desk.filter('amount:>40');
    await expect.poll(() => desk.rows.length).toBe(1);
    desk.filter('amount:>50');
    await expect.poll(() => placeOf(desk)).toMatchObject({ at: null, of: 0, filter: 'amount:>50', isLooking: false });
  });

  test('loads as far as there is room for', async () => {
    await sandbox.client.trigger('payment.completed', { count: 120 });
    go('payments');
    await expect.poll(() => desk.rows.length).toBe(50);
    // As before every drawing: while rows are loading, no more are asked for.
    await expect
      .poll(() => {
        desk.shows(70);
        return desk.rows.length;
      })
      .toBe(100);
  });
});

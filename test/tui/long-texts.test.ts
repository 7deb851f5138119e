import { afterEach, expect, test, vi } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../control/sandbox.ts';
import { hurried } from '../desk/pace.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import type { Sought } from './emulated-screen.ts';
import { type Grown, growTexts } from './grown-texts.ts';
import { attach, type Dashboard } from './harness.ts';

/** How long each drawing and each key has held the event loop, in milliseconds. */
const held = vi.hoisted(() => {
  const times: number[] = [];
  /** A busy machine lets a process wait, which costs no processor; collecting garbage costs some beside the loop. */
  const timed =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      const [began, before] = [performance.now(), process.cpuUsage()];
      const result = work(...args);
      const { user, system } = process.cpuUsage(before);
      times.push(Math.min(performance.now() - began, (user + system) / 1_000));
      return result;
    };
  return { times, timed };
});

vi.mock('../../src/tui/screen-lines.ts', async (original) => {
  const own = await original<typeof import('../../src/tui/screen-lines.ts')>();
  return { ...own, screenLines: held.timed(own.screenLines) };
});
vi.mock('../../src/tui/keys/controller.ts', async (original) => {
  const own = await original<typeof import('../../src/tui/keys/controller.ts')>();
  return { ...own, pressKey: held.timed(own.pressKey) };
});

let sandbox: TestSandbox;
let receiver: Receiver;
let grown: Grown;
let dashboard: Dashboard;

afterEach(async () => {
  await dashboard.close();
  await grown.close();
  await sandbox.stop();
  await receiver.close();
});

/** What nothing that is drawn may hold the event loop for, in milliseconds. Laying out 1 MB takes several times as long. */
const longest = 50;
const views = [...'1234567890-=+*'];
const isEmpty = /^ {2}(No|None|Nothing|The audit found nothing) /m;
/** What opens a list to choose from, and what is typed there. */
const choosers = [
  [':', 'lorem'],
  ['W', 'lorem'],
  ['c', '3d'],
  ['C', 'lorem'],
] as const;

/** Goes through all that there is to see, half of it beside the list. @returns for each step how long the loop was held at most */
async function walk(): Promise<Map<string, number>> {
  const { press, type, until } = dashboard;
  const worst = new Map<string, number>();
  const step = async (name: string, act: () => Promise<unknown>, shows: Sought): Promise<string> => {
    held.times.length = 0;
    await act();
    const screen = await until(shows);
    worst.set(name, Math.max(0, ...held.times));
    return screen;
  };
  for (const [at, view] of views.entries()) {
    if (at % 7 === 0) await dashboard.resize(at === 0 ? 140 : 90, 40);
    const shown = await step(
      `view ${view}`,
      () => press(view),
      (now) => now.includes(`▸${view} `) && !now.includes('Loading'),
    );
    await step(`${view}: filter`, () => type('/lorem\r'), / lorem ─+$/m);
    await step(
      `${view}: everything`,
      () => press('esc'),
      (now) => !/ lorem ─+$/m.test(now),
    );
    if (isEmpty.test(shown)) continue;
    await step(
      `${view}: open`,
      () => press('enter'),
      (now) => now.includes('Esc back') && !now.includes('Loading'),
    );
    await step(`${view}: page`, () => press('ctrl+d', 'ctrl+d'), 'Esc back');
    await step(`${view}: end`, () => press('G'), 'Esc back');
    await step(`${view}: search`, () => type('/lorem'), 'search: lorem');
    await step(`${view}: next`, () => press('enter', 'n', 'N'), 'Esc back');
    await step(`${view}: row`, () => press(']'), 'Esc back');
    await step(
      `${view}: back`,
      () => press('esc'),
      (now) => !now.includes('Esc back'),
    );
  }
  for (const [key, typed] of choosers) {
    await step(key, () => press(key), /^ › /m);
    await step(
      `${key} typed`,
      () => type(typed),
      (now) => now.includes(`› ${typed}▏`) && !now.includes('looking further'),
    );
    await step(`${key} left`, () => press('esc'), /q quit$/);
  }
  return worst;
}

/** What the texts consist of, in turn: one line of many scripts, one without a space, many lines. */
const pieces = ['lorem 山田 👩‍👩‍👧‍👦 e\u0301 שלום ', 'lorem', 'lorem 山田 👩‍👩‍👧‍👦\n'];

test('texts of 1 MB in every field that people give hold no drawing and no key', async () => {
  const long = pieces.map((piece) => piece.repeat(Math.ceil(1_000_000 / Buffer.byteLength(piece))));
  receiver = await startReceiver({ status: 500, body: 'It broke here' });
  sandbox = await startTestSandbox({ fixture: 'shop', forwardTo: `${receiver.url}/hook` });
  const { client, api } = sandbox;
  await client.trigger('payout.returned');
  await api('POST', '/charges', { amount: -1 });
  await client.faults.add({ kind: 'unavailable', on: 'charges.create' });
  await receiver.received(1);
  grown = await growTexts(sandbox.url, long);
  dashboard = attach(grown.url, { columns: 120, rows: 40, pace: { ...hurried, pollInterval: 2_000 } });
  await dashboard.until('ws_demo · test');
  const tooLong = [...(await walk())].filter(([, ms]) => ms > longest);
  // Whatever else the machine does holds the same step up once, not twice.
  const again = tooLong.length === 0 ? new Map<string, number>() : await walk();
  expect(tooLong.filter(([name]) => (again.get(name) ?? longest) > longest)).toEqual([]);
  for (const field of ['text', 'message', 'body', 'response', 'buyer_name', 'first_name', 'email', 'html'])
    expect(grown.fields).toContain(field);
});

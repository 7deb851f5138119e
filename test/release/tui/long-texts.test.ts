import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { wrap } from '../../../src/desk/terminal/texts/wrapping.ts';
import { startTestSandbox, type TestSandbox } from '../../control/sandbox.ts';
import { hurried } from '../../desk/pace.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import type { Sought } from '../../tui/emulated-screen.ts';
import { type Grown, growTexts } from '../../tui/grown-texts.ts';
import { attach, type Dashboard } from '../../tui/harness.ts';

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

vi.mock('../../../src/desk/terminal/screen-lines.ts', async (original) => {
  const own = await original<typeof import('../../../src/desk/terminal/screen-lines.ts')>();
  return { ...own, screenLines: held.timed(own.screenLines) };
});
vi.mock('../../../src/desk/terminal/keys/controller.ts', async (original) => {
  const own = await original<typeof import('../../../src/desk/terminal/keys/controller.ts')>();
  return { ...own, pressKey: held.timed(own.pressKey) };
});

let sandbox: TestSandbox;
let receiver: Receiver;
let grown: Grown;
let dashboard: Dashboard;

/**
 * What nothing that is drawn may hold the event loop for, in milliseconds: a part of what this machine needs, as busy as it
 * is, to lay 1 MB out.
 */
function mostFor(text: string): number {
  held.times.length = 0;
  for (let time = 0; time < 3; time++) held.timed(wrap)(text.slice(0, text.length / 10), 120);
  return Math.max(50, (Math.min(...held.times) * 10) / 4);
}
const isEmpty = /^ {2}(No|None|The log|This workspace has no|The (audit|comparison) found no) /m;
/** What the texts consist of, in turn: one line of many scripts, one without a space, many lines. */
const pieces = ['lorem 山田 👩‍👩‍👧‍👦 e\u0301 שלום ', 'lorem', 'lorem 山田 👩‍👩‍👧‍👦\n'];

let longest: number;

beforeAll(async () => {
  const long = pieces.map((piece) => piece.repeat(Math.ceil(1_000_000 / Buffer.byteLength(piece))));
  longest = mostFor(long[0]!);
  receiver = await startReceiver({ status: 500, body: 'It broke here' });
  sandbox = await startTestSandbox({ fixture: 'shop', forwardTo: `${receiver.url}/hook` });
  const { client, api } = sandbox;
  await client.call('triggers.run', { name: 'payout.returned' });
  await api('POST', '/charges', { amount: -1 });
  await client.call('faults.create', { kind: 'unavailable', on: 'charges.create' });
  await receiver.received(1);
  grown = await growTexts(sandbox.url, long);
  dashboard = attach(grown.url, { columns: 120, rows: 40, pace: { ...hurried, pollInterval: 2_000 } });
  await dashboard.until('ws_demo · test');
  // A megabyte for each text of the first answers takes long where the processor is shared by many.
}, 120_000);

afterAll(async () => {
  await dashboard.close();
  await grown.close();
  await sandbox.stop();
  await receiver.close();
});

/** Does something, and waits until it shows. @returns the screen */
type Step = (name: string, act: () => Promise<unknown>, shows: Sought) => Promise<string>;

/** Walks a way. @returns the steps that held the event loop for too long, each with how long */
async function walked(way: (step: Step) => Promise<void>): Promise<[name: string, ms: number][]> {
  const worst = new Map<string, number>();
  await way(async (name, act, shows) => {
    held.times.length = 0;
    await act();
    const screen = await dashboard.until(shows);
    worst.set(name, Math.max(0, ...held.times));
    return screen;
  });
  return [...worst].filter(([, ms]) => ms > longest);
}

async function holdsNothingUp(way: (step: Step) => Promise<void>): Promise<void> {
  const tooLong = await walked(way);
  // Whatever else the machine does holds the same step up once, not twice.
  const again = new Map(tooLong.length === 0 ? [] : await walked(way));
  expect(tooLong.filter(([name]) => again.has(name))).toEqual([]);
}

describe('texts of 1 MB in every field that people give', () => {
  // Half of them with their details beside the list.
  test.each([...'1234567890-=+*'])('hold up no drawing and no key of view %s', async (view) => {
    await dashboard.resize('1234567'.includes(view) ? 140 : 90, 40);
    const { press, type } = dashboard;
    await holdsNothingUp(async (step) => {
      const shown = await step(
        'view',
        () => press(view),
        (now) => now.includes(`▸${view} `) && !now.includes('Loading'),
      );
      await step('filter', () => type('/lorem\r'), / lorem ─+$/m);
      await step(
        'everything',
        () => press('esc'),
        (now) => !/ lorem ─+$/m.test(now),
      );
      if (isEmpty.test(shown)) return;
      await step(
        'open',
        () => press('enter'),
        (now) => now.includes('Esc back') && !now.includes('Loading'),
      );
      await step('page', () => press('ctrl+d', 'ctrl+d'), 'Esc back');
      await step('end', () => press('G'), 'Esc back');
      await step('search', () => type('/lorem'), 'search: lorem');
      await step('next', () => press('enter', 'n', 'N'), 'Esc back');
      await step('row', () => press(']'), 'Esc back');
      await step(
        'back',
        () => press('esc'),
        (now) => !now.includes('Esc back'),
      );
    });
  });
});

test.each([
  [':', 'lorem'],
  ['W', 'lorem'],
  ['c', '3d'],
  ['C', 'lorem'],
])('nor do they of the list that %s opens', async (key, typed) => {
  const { press, type } = dashboard;
  await holdsNothingUp(async (step) => {
    await step('list', () => press(key), /^ › /m);
    await step(
      'typed',
      () => type(typed),
      (now) => now.includes(`› ${typed}▏`) && !now.includes('looking further'),
    );
    await step('left', () => press('esc'), /q quit$/);
  });
});

test('they were in every field that people give', () => {
  for (const field of ['text', 'message', 'body', 'response', 'buyer_name', 'first_name', 'email', 'html'])
    expect(grown.fields).toContain(field);
});

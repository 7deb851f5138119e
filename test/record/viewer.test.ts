import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressOf, goTo } from '../../src/desk/inspector/address.ts';
import { Desk } from '../../src/desk/model/desk.ts';
import { openCopies } from '../../src/desk/model/details/copy-as.ts';
import { Chooser } from '../../src/desk/model/forms/chooser.ts';
import { choicesFor } from '../../src/desk/model/moves/row-actions.ts';
import { commandChoices } from '../../src/desk/model/palette/commands.ts';
import { Session } from '../../src/desk/model/session.ts';
import { hasDetails } from '../../src/desk/model/targets.ts';
import { emptyStateOf } from '../../src/desk/model/views/empty-state.ts';
import { firstAddress } from '../../src/desk/viewer/first-address.ts';
import { Runs } from '../../src/desk/viewer/runs.ts';
import { readRuns } from '../../src/record/read/read.ts';
import { summaryOf } from '../../src/record/summary.ts';
import { writeRecord } from '../../src/record/write/write.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { temporaryFolder } from '../cli/emulator.ts';
import { atOnce } from '../desk/pace.ts';
import { ways } from '../desk/setup.ts';
import { textOfDetails, textOfRow } from '../desk/texts.ts';
import { Demo } from '../support/demo.ts';
import { type Answering, type ReceiverAnswer, startReceiver } from '../support/receiver.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { withoutSockets } from '../support/without-sockets.ts';

/**
 * A run record as its page reads it.
 * @param how what the application answers to webhooks
 * @param status how its command ended
 */
async function recorded(
  act: (demo: Demo) => Promise<unknown>,
  how: Answering | ReceiverAnswer = {},
  status = 1,
): Promise<Runs> {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const receiver = await startReceiver(how);
  const sandbox = await createTestSandbox({ forwardTo: receiver.url, recordsAll: true });
  await act(Demo.ofFixture(withoutSockets(sandbox), 'ws_demo'));
  await sandbox.sandbox.webhooks.allEnded('ws_demo', 25_000);
  const run = { command: ['shop'], status, output: 'not ok 2 - refunds twice' };
  const { page } = await writeRecord(sandbox.sandbox, sandbox.recorder, { limit: 25_000_000, run });
  const file = join(folder.path, 'run.html');
  writeFileSync(file, page);
  await sandbox.stop();
  await receiver.close();
  return new Runs(await readRuns(file, declarations()));
}

const mark = (demo: Demo, text: string, failed = false) => demo.control('post', '/markers', { text, failed });

/** A desk that shows a record. */
async function deskOf(runs: Runs): Promise<Desk> {
  const run = runs.named(null);
  const resumeCommand = (place: string) => `npx payments-emulator start --from run.html --at '${place}'`;
  const session = new Session({
    connect: runs.connect(run),
    judge: runs.judge(run),
    pace: atOnce,
    run: { title: 'shop', output: run.record.end.run?.output ?? '', resumeCommand: resumeCommand },
  });
  const copied: string[] = [];
  const copy = async (text: string) => {
    copied.push(text);
    return 'went to the test';
  };
  const desk = new Desk(session, { name: 'dashboard', ways, isWindows: false, copy, browse: async () => false });
  session.open();
  onTestFinished(() => {
    desk.close();
    session.close();
  });
  await expect.poll(() => session.state).toBe('live');
  return desk;
}

const go = (desk: Desk, view: string) => desk.go(desk.views.find(({ name }) => name === view)!);

async function select(desk: Desk, pattern: RegExp): Promise<void> {
  await expect.poll(() => desk.rows.map(textOfRow)).toContainEqual(expect.stringMatching(pattern));
  desk.select(desk.rows.findIndex((row) => pattern.test(textOfRow(row))));
}

async function details(desk: Desk): Promise<string> {
  desk.open(desk.target!);
  await expect.poll(() => desk.details?.content ?? null).not.toBeNull();
  return textOfDetails(desk.details!.content!);
}

describe('a record opens', () => {
  test('on what failed first in the test that failed first', async () => {
    const runs = await recorded(async (demo) => {
      await demo.settled({ custmer: 1 });
      await mark(demo, 'asks for what is not there');
      await demo.api.get('/transactions/txn_none');
      await mark(demo, 'asks for what is not there', true);
    });
    expect(await firstAddress(runs)).toMatch(/^#\/request\/req_\w+\?in=timeline$/);
  });

  test('on the timeline where a test failed whose calls all went well, whatever the audit finds', async () => {
    const runs = await recorded(async (demo) => {
      await mark(demo, 'keeps the order');
      await demo.settled({ custmer: 1 });
      await mark(demo, 'keeps the order', true);
    });
    expect(await firstAddress(runs)).toBe('#/timeline');
  });

  test('on what the command printed last, at the last mark, where it failed though every call went well', async () => {
    const runs = await recorded(async (demo) => {
      await mark(demo, 'keeps the order');
      await demo.settled({ custmer: 1 });
      await mark(demo, 'sends a mail');
    });
    expect(await firstAddress(runs)).toBe('#/mark/sends%20a%20mail?in=timeline');
    const desk = await deskOf(runs);
    goTo(desk, '#/mark/sends%20a%20mail?in=timeline');
    await expect.poll(() => desk.details?.content ?? null).not.toBeNull();
    expect(textOfDetails(desk.details!.content!)).toContain('not ok 2 - refunds twice');
    expect(addressOf(desk)).toMatch(/^#\/mark\/sends%20a%20mail\?in=timeline/);
  });

  test('on what the command printed last where it set no mark', async () => {
    const runs = await recorded((demo) => demo.settled());
    expect(await firstAddress(runs)).toBe('#/run/printed?in=timeline');
    const desk = await deskOf(runs);
    goTo(desk, '#/run/printed?in=timeline');
    await expect.poll(() => desk.details?.content ?? null).not.toBeNull();
    expect(textOfDetails(desk.details!.content!)).toContain('not ok 2 - refunds twice');
  });

  test('not on what an injected fault did, which a test that passed was about', async () => {
    const runs = await recorded(async (demo) => {
      await mark(demo, 'tries again');
      await demo.control('post', '/faults', { on: 'customers.list', kind: 'status', status: 503, times: 1 });
      await demo.api.get('/customers');
      await mark(demo, 'refunds twice');
    });
    expect(await firstAddress(runs)).toBe('#/mark/refunds%20twice?in=timeline');
    const { failures } = summaryOf(runs.named(null).record);
    expect(failures.map(({ kind, text }) => [kind, text])).toEqual([
      ['command', 'refunds twice'],
      ['request', expect.stringContaining('was answered 503')],
    ]);
  });

  test('on the findings where nothing failed', async () => {
    expect(await firstAddress(await recorded((demo) => demo.settled({ custmer: 1 }), {}, 0))).toBe('#/findings');
  });

  test('on nothing of its own where nothing is found', async () => {
    expect(await firstAddress(await recorded((demo) => demo.api.get('/balance'), {}, 0))).toBeUndefined();
  });
});

describe('a run that is over', () => {
  test('shows objects, money and webhooks as they were at its end', async () => {
    const desk = await deskOf(await recorded((demo) => demo.settled(), { status: 500, body: "KeyError: 'plan'" }));
    go(desk, 'webhooks');
    await select(desk, /payment\.completed {2}500/);
    expect(await details(desk)).toContain("KeyError: 'plan'");
    go(desk, 'payments');
    await select(desk, / settled/);
    go(desk, 'ledger');
    await select(desk, /\$42\.00/);
  });

  test('offers nothing that needs an emulator', async () => {
    const desk = await deskOf(await recorded((demo) => demo.settled()));
    go(desk, 'payments');
    await select(desk, / settled/);
    expect(choicesFor(desk, desk.target!, null)).toEqual([]);
    expect(desk.session.triggers).toEqual([]);
    expect(commandChoices(desk).map(({ name }) => name)).toEqual([
      'problems',
      'workspace',
      'copy',
      'copy all',
      'copy as',
    ]);
    await expect(desk.session.client.call('settle')).rejects.toThrow('This run has ended and cannot be changed.');
  });

  test('is gone back into from its rows, and from a mark, which has what the command printed last', async () => {
    const desk = await deskOf(
      await recorded(async (demo) => {
        await mark(demo, 'refunds twice', true);
        await demo.api.get('/balance');
      }),
    );
    await select(desk, /GET \/balance/);
    openCopies(desk);
    if (!(desk.dialog instanceof Chooser)) throw new Error('There is nothing to choose from.');
    expect(desk.dialog.choices.find(({ name }) => name === 'start from here')?.about).toMatchObject({
      text: expect.stringMatching(/--at 'req_\w+'$/),
    });
    await select(desk, /failed: refunds twice/);
    expect(hasDetails(desk.target!)).toBe(true);
    expect(await details(desk)).toBe('failed: refunds twice\n# Last output of the command\nnot ok 2 - refunds twice');
  });

  test('says that nothing was found, and that nothing comes any more', async () => {
    const desk = await deskOf(await recorded((demo) => demo.api.get('/balance')));
    go(desk, 'findings');
    await expect.poll(() => emptyStateOf(desk).text).toMatch(/^The audit found no problems in 1 request, /);
    expect(emptyStateOf(desk).text).not.toContain('The audit runs again');
  });

  test('has the findings of the time at which it ended, however long ago that was', async () => {
    let demo: Demo | null = null;
    // A call fails while an event is handled; when the run ends, the application may still make it again.
    const handle: Answering = async ({ body }) => {
      const { data } = JSON.parse(body) as { data: { transaction_id: string } };
      await demo!.api.get(`/transactions/${data.transaction_id}`);
      return { status: 200 };
    };
    const runs = await recorded(async (own) => {
      demo = own;
      await own.charged({ custmer: 1 });
      await own.control('post', '/faults', { on: 'GET /transactions/{id}', kind: 'status', status: 500, times: 1 });
      await own.settle();
    }, handle);
    const { found } = await runs.judged(runs.named(null));
    const named = found.map(({ rule }) => rule);
    expect(named).toContain('request/unknown-fields');
    expect(named).not.toContain('webhook/failed-but-acknowledged');
  });
});

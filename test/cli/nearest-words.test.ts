import { beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../support/build.ts';
import { type Running, startEmulator } from './emulator.ts';

let running: Running;
beforeAll(async () => {
  await ensureBuilt();
  running = await startEmulator();
  return () => running.stop();
}, 120_000);

describe('a word that is not one of those that are taken is refused with the nearest', () => {
  test.each([
    [['webhooks', 'add', 'http://127.0.0.1:9', '--events', 'payout.paid,payment.complet'], "'payment.completed'?"],
    [['events', 'list', '--type', 'payment.complet'], "'payment.completed'?"],
    [['events', 'tail', '--type', 'payment.complet'], "'payment.completed'?"],
    [['events', 'wait', 'payment.complet'], "'payment.completed'?"],
    [['requests', 'list', '--method', 'GETT'], "'GET'?"],
    [['objects', 'list', 'paymnt'], "'payments'"],
    [['objects', 'list', 'transaction', '--state', 'setled'], "'settled'?"],
    [['faults', 'add', 'latancy', '--on', 'charges.create'], "'latency'?"],
    [['faults', 'add', 'dro', '--on', 'charges.create'], "'drop'?"],
    [['outcomes', 'add', 'declin'], "'decline'?"],
    [['workspaces', 'add', '-d', 'settlement.mode=manuel'], "'manual'?"],
    [['get', '/disputes?status=nwe'], "'new'?"],
    [['get', '/payouts?status=pad'], "'paid'?"],
  ])('%j', async (args, near) => {
    const { stdout, stderr, exitCode } = await running.run(...args);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    expect(stderr).toMatch(/^emulator: .* Did you mean .*$/);
    expect(stderr).toContain(near);
  });

  test('the kind of a comparison with a snapshot', async () => {
    await running.run('snapshot', 'save', 'before');
    const { stderr } = await running.run('snapshot', 'diff', 'before', '--kind', 'evnt');
    expect(stderr).toContain("Did you mean 'event'?");
  });

  test.each([
    ['restore', 'befor'],
    ['delete', 'befor'],
    ['rename', 'befor', 'after'],
    ['diff', 'befor'],
  ])('the name of a snapshot: %s', async (...args) => {
    await running.run('snapshot', 'save', 'before');
    expect(await running.run('snapshot', ...args)).toEqual({
      stdout: '',
      stderr: "emulator: No such snapshot: 'befor'. Did you mean 'before'?",
      exitCode: 1,
    });
  });

  test('a state of a kind that has none', async () => {
    const { stderr, exitCode } = await running.run('objects', 'list', 'customer', '--state', 'active');
    expect({ stderr, exitCode }).toEqual({ stderr: 'emulator: Objects of kind customer have no states.', exitCode: 1 });
  });

  test('the mode of a call of the control API', async () => {
    const answer = await fetch(`${running.url}/_emulator/events?mode=tset`);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { error: "mode must be one of test, live. Did you mean 'test'?", param: 'mode' },
    });
  });
});

test('where no event type is near, all are named', async () => {
  const { stderr } = await running.run('webhooks', 'add', 'http://127.0.0.1:9', '--events', 'nothing-like-it');
  expect(stderr).toMatch(/'nothing-like-it' is not an event type\. Known: payment\.completed, /);
});

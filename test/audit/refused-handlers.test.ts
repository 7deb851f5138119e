import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, charge, tryOut, tryOutWith } from './scene.ts';

keepsRuns('refused-handlers');

/** Notes an event as seen, then does what it asks for, and answers 500 if the platform refuses that. */
const forgetful: Application = async (scene) => {
  const seen = new Set<string>();
  const state = { tickets: 0 };
  scene.outlive(() => state);
  await scene.hear(
    async ({ id }: { id: string }, answer) => {
      if (seen.has(id)) return;
      seen.add(id);
      const { error } = await scene.ask('POST', '/products', { name: 'Ticket', price: 900 });
      if (error === undefined) state.tickets++;
      else answer(500);
    },
    ['payment.completed'],
  );
  const patient: typeof scene.ask = async (...asked) => {
    for (;;) {
      const answered = await scene.ask(...asked);
      if (answered.error === undefined) return answered;
      await sleep(1_100);
    }
  };
  await charge({ ...scene, ask: patient });
};

it('an event whose handling a limit refused is lost if its retry counts as seen', async () => {
  const { rule } = await tryOutWith({ settle: 6_000 }, forgetful, 'rate-limited');
  expect(rule('webhook/retry-ignored')).toMatchObject({
    state: 'violation',
    findings: [{ message: expect.stringMatching(/answered 500 when a call failed, and 2xx when it was retried/) }],
  });
});

/** Forgets a refund that somebody else made, because it answers 400 to it. */
const refusing =
  (forgets: boolean): Application =>
  async (scene) => {
    const orders: { payment: string; status: string }[] = [];
    scene.outlive(() => ({ orders }));
    await scene.hear(
      ({ type, data }, answer) => {
        if (type === 'payment.completed') orders.push({ payment: data.transaction_id, status: 'paid' });
        else if (forgets) answer(400);
        else orders[0]!.status = 'refunded';
      },
      ['payment.completed', 'payment.refunded'],
    );
    await charge(scene);
    await scene.until(() => orders.length > 0);
  };

it('a refund that is refused in each attempt is as ignored as one that is answered 2xx', async () => {
  const { rule } = await tryOut(refusing(true), 'payment-refunded');
  expect(rule('async/failure-ignored')).toMatchObject({
    state: 'violation',
    findings: [{ message: expect.stringMatching(/was answered 400 in each attempt, and nothing changed/) }],
  });
  expect((await tryOut(refusing(false), 'payment-refunded')).rule('async/failure-ignored').state).toBe('pass');
});

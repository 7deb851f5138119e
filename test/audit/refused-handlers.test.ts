import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, charge, tryOutWith } from './scene.ts';

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

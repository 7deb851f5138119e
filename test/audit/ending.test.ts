import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { charge, tryOut } from './scene.ts';

keepsRuns('ending');

describe('an application that ends with its tests', () => {
  it('has not refused a large delivery that it left without an answer', async () => {
    const { rule } = await tryOut(async (scene) => {
      const heard: string[] = [];
      await scene.hear(async ({ type }) => {
        heard.push(type);
        // The test of the third run ends first.
        if (type === 'payment.refunded' && scene.run > 2) await sleep(5_000);
      });
      const { id } = await charge(scene);
      await scene.until(() => heard.length > 0);
      await scene.ask('POST', `/transactions/${id}/refund`, {}, 'back');
      await scene.until(() => heard.length > 1);
    }, 'webhook-large');
    expect(rule('webhook/large-refused').state).toBe('pass');
  });

  it('cannot show that it would have looked for a lost event later', async () => {
    const { rule } = await tryOut(async (scene) => {
      const paid: number[] = [];
      await scene.hear(({ data }) => paid.push(data.amount));
      await charge(scene);
      await scene.until(() => paid.length > 0);
    }, 'webhook-lost');
    expect(rule('webhook/never-reconciled')).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(/^The application ended with the command after payment\.completed was lost/),
    });
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { differenceText } from '../../src/audit/trial/difference-text.ts';
import type { StateDifference } from '../../src/audit/trial/state.ts';
import type { TrialRun } from '../../src/audit/trial/trial-result.ts';
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

describe('what decides in a scenario that failed', () => {
  const differing = (status: number, state: StateDifference[]): string =>
    differenceText({
      effects: { more: [], less: [] } as unknown as TrialRun['effects'],
      state,
      run: { ended: { status } } as TrialRun['run'],
    });
  const missing: StateDifference = { at: 'payments[3]', path: '', wanted: { amount: 1800 }, found: undefined };
  const added: StateDifference = { at: 'refunds[1]', path: '', wanted: undefined, found: { amount: 500 } };

  it('is what was added, not what the rest of the scenario would have made', () => {
    expect(differing(0, [missing])).toMatch(/^payments has one entry less/);
    expect(differing(1, [missing])).toBe('');
    expect(differing(1, [missing, added])).toMatch(/^refunds has one entry more/);
  });
});

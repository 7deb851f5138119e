import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, charge, tryOut } from './scene.ts';

keepsRuns('granted');

/** Gives credits for each payment, and notes each refund. @param hears the types of events that it subscribes to */
const bank =
  (takesBack: boolean, hears = ['payment.completed', 'payment.refunded']): Application =>
  async (scene) => {
    const ada = { user: 'ada', left: 2 };
    const refunds: string[] = [];
    scene.outlive(() => ({ credits: [ada], refunds }));
    await scene.hear(({ type, data }) => {
      if (type === 'payment.completed') ada.left += 5;
      if (type === 'payment.refunded') refunds.push(`${data.refunded_amount} back`);
      if (type === 'payment.refunded' && takesBack) ada.left -= 5;
    }, hears);
    await charge(scene);
    await scene.until(() => ada.left > 2);
  };

describe('a refund that somebody else makes', () => {
  it('must take credits back, whatever else the application notes of it', async () => {
    const kept = await tryOut(bank(false), 'payment-refunded');
    expect(kept.rule('async/failure-ignored').findings).toMatchObject([
      { level: 'warning', message: 'Every payment was refunded, but credits[ada].left is still 7.' },
    ]);
    expect(kept.fails).toBe(false);
    expect((await tryOut(bank(true), 'payment-refunded')).rule('async/failure-ignored').state).toBe('pass');
  });

  it('must be subscribed to', async () => {
    const { rule } = await tryOut(bank(true, ['payment.completed']), 'payment-refunded');
    expect(rule('webhook/ignored').findings.map(({ message }) => message)).toContain(
      'Payments were refunded in the dashboard, but no endpoint subscribes to payment.refunded.',
    );
    expect(rule('async/failure-ignored')).toMatchObject({
      state: 'incomplete',
      because: 'No endpoint subscribes to payment.refunded, so the application does not learn about it',
    });
  });
});

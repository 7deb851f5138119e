import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, charge, tryOut } from './scene.ts';

keepsRuns('reading-order');

describe('a scenario whose test waits for an event that the application does not need', () => {
  const waiting: Application = async (scene) => {
    let heard = 0;
    scene.outlive(() => ({ orders: ['order-1'] }));
    await scene.hear(() => {
      heard++;
    }, ['payment.completed']);
    await charge(scene);
    await scene.until(() => heard > 0);
  };

  it('proves nothing where it fails without the event, and says so', async () => {
    const { rule } = await tryOut(waiting, 'webhook-lost');
    expect(rule('webhook/never-reconciled')).toMatchObject({
      state: 'incomplete',
      because:
        'The scenario failed after payment.completed was lost, but the state of the application is the same as when the event arrives',
    });
  });
});

describe('the finding of a scenario that fails under an adversity', () => {
  /** Mails what is paid. Its own test fails where there is a second mail. */
  const mailing: Application = async (scene) => {
    const mails: { to: string; text: string }[] = [];
    scene.outlive(() => ({ mails }));
    await scene.hear(() => {
      mails.push({ to: 'ada@example.com', text: `Mail ${mails.length + 1}` });
    }, ['payment.completed']);
    await charge(scene);
    await scene.until(() => mails.length > 0);
    await scene.ask('GET', '/_emulator/idle?quiet=300&within=5000');
    if (mails.length > 1) throw new Error(`There are ${mails.length} mails, not one.`);
  };

  it('begins with what was added, and only then says that the scenario failed', async () => {
    const { rule } = await tryOut(mailing, 'webhook-twice');
    const { state, findings } = rule('webhook/effect-repeated');
    expect(state).toBe('violation');
    expect(findings[0]!.message).toMatch(
      /^mails has one entry more: \{"text":"Mail 2","to":"ada@example\.com"\}\. .*The scenario ended with status 1/,
    );
    expect(findings[0]!.evidence.state[0]).toMatch(/^mails\[Mail 2\]: nothing in the controls, /);
  });
});

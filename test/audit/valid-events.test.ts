import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, charge, tryOut } from './scene.ts';

keepsRuns('valid-events');

type Hearer = Parameters<Parameters<Application>[0]['hear']>[0];

/** Sells once, and keeps the types of the events that it has handled. */
const shop =
  (how: Hearer): Application =>
  async (scene) => {
    const heard: string[] = [];
    scene.outlive(() => ({ heard }));
    await scene.hear(
      async (event, answer, delivery) => {
        if ((await how(event, answer, delivery)) !== false) heard.push(event.type);
      },
      ['payment.completed', 'payment.refunded'],
    );
    await charge(scene);
  };

/** Answers the event of a refund with a status. */
const refusing = (status: number): Application =>
  shop(({ type }, answer) => {
    if (type === 'payment.refunded') answer(status);
  });

describe('a valid event that comes only under an adversity', () => {
  it('must not fail in every attempt', async () => {
    const { rule } = await tryOut(refusing(500), 'payment-refunded');
    expect(rule('webhook/valid-refused')).toMatchObject({
      state: 'violation',
      findings: [
        {
          level: 'warning',
          adversity: 'payment-refunded',
          where: 'payment.refunded',
          message: 'All attempts at 1 payment.refunded event were answered 500, so the event is lost.',
        },
      ],
    });
  });

  it('may be refused by the decision of the application, and may be accepted', async () => {
    const { rule } = await tryOut(refusing(409), 'payment-refunded');
    expect(rule('webhook/valid-refused')).toMatchObject({
      state: 'incomplete',
      because: expect.stringContaining('all attempts at payment.refunded were answered 409'),
    });
    const { report } = await tryOut(refusing(200), 'payment-refunded');
    expect(report.rules.filter(({ id }) => id === 'webhook/valid-refused')).toEqual([]);
  });

  it('must be answered within the time limit, also as a second copy', async () => {
    const waiting: Application = (scene) => {
      const known = new Set<string>();
      return shop(async ({ id }) => {
        if (!known.has(id)) return known.add(id);
        await sleep(10_500);
        return false;
      })(scene);
    };
    const { rule } = await tryOut(waiting, 'webhook-twice');
    expect(rule('webhook/slow')).toMatchObject({
      state: 'violation',
      findings: [
        {
          level: 'error',
          adversity: 'webhook-twice',
          message: expect.stringMatching(/did not answer 1 delivery of payment\.completed within 10 s/),
        },
      ],
    });
  });
});

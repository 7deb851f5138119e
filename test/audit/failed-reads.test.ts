import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, card, tryOut } from './scene.ts';

keepsRuns('failed-reads');

/** Saves a card of a buyer, who is a customer made before, if there is one. @param asks how it looks the customer up */
const shop =
  (looksUp: 'by id' | 'by list', isSure: (answer: { error?: unknown }) => boolean): Application =>
  async ({ ask }) => {
    const known: { id?: string } = {};
    const isThere = ({ data }: { data?: unknown }) => (Array.isArray(data) ? data.length > 0 : data !== undefined);
    const findOrMake = async (): Promise<void> => {
      if (known.id !== undefined || looksUp === 'by list') {
        const look = () =>
          ask('GET', looksUp === 'by id' ? `/customers/${known.id}` : '/customers?email=ada@example.com');
        let answer = await look();
        // A buyer whose card was not saved tries again.
        if (!isSure(answer)) answer = await look();
        if (isThere(answer)) return;
      }
      known.id = (await ask('POST', '/customers', { email: 'ada@example.com', ...card })).data.id;
    };
    for (let visits = 3; visits > 0; visits--) await findOrMake();
    return known.id === undefined ? 'nobody' : 'a customer';
  };

describe('a customer that cannot be read', () => {
  it.each(['by id', 'by list'] as const)('is not one that does not exist: looked up %s', async (looksUp) => {
    const careless = await tryOut(
      shop(looksUp, () => true),
      'read-failed',
    );
    expect(careless.rule('request/error-taken-for-missing')).toMatchObject({
      state: 'violation',
      findings: [
        {
          level: 'warning',
          message: `${looksUp === 'by id' ? 'customers.get' : 'customers.list'} was refused with 500, and customers.create then made what was there already.`,
        },
      ],
    });
    const right = await tryOut(
      shop(looksUp, ({ error }) => error === undefined),
      'read-failed',
    );
    expect(right.rule('request/error-taken-for-missing')).toMatchObject({ state: 'pass' });
  });

  it('is not tried where nobody is looked up', async () => {
    const { rule } = await tryOut(async ({ ask }) => {
      await ask('POST', '/customers', { email: 'ada@example.com', ...card });
      return [];
    }, 'read-failed');
    expect(rule('request/error-taken-for-missing')).toMatchObject({
      state: 'inapplicable',
      because: 'Nothing that the application makes was read again',
    });
  });
});

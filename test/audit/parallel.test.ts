import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { terminalReport } from '../../src/audit/report/terminal.ts';
import { keepsRuns } from './kept-runs.ts';
import { type Application, saveCard, tryOut } from './scene.ts';

keepsRuns('parallel');

/** Counts the credits of one buyer for each payment. @param how reads and writes them at once, or with a pause */
const bank =
  (how: 'in one statement' | 'in two', calls = false): Application =>
  async (scene) => {
    const ada = { user: 'ada', credits: 0 };
    const known = new Set<string>();
    let heard = 0;
    scene.outlive(() => ada);
    await scene.hear(
      async ({ id, data }) => {
        if (known.has(id)) return;
        known.add(id);
        if (calls) await scene.ask('GET', `/transactions/${data.transaction_id}`);
        if (how === 'in one statement') ada.credits++;
        else {
          const { credits } = ada;
          await sleep(30);
          ada.credits = credits + 1;
        }
        heard++;
      },
      ['payment.completed'],
    );
    const customer_id = await saveCard(scene);
    for (const name of ['one', 'two']) {
      await scene.ask('POST', '/charges', { customer_id, amount: 900, reference_id: name }, name);
    }
    await scene.ask('POST', '/_emulator/settle', {});
    await scene.until(() => heard > 1);
  };

describe('two payments of one buyer at once', () => {
  it('must both count, and only the rule on lost updates tells where they do not', async () => {
    const lost = await tryOut(
      bank('in two'),
      'webhook-parallel',
      'webhook-twice-at-once',
      'webhook-first',
      'webhook-large',
      'webhook-unknown',
    );
    expect(lost.rule('webhook/lost-update').findings).toMatchObject([
      {
        message: expect.stringMatching(/, about different objects, were handled at the same moment/),
        evidence: { state: ['credits: 2 in the controls, 1 here'] },
      },
    ]);
    expect(Object.entries(lost.states).flatMap(([id, state]) => (state === 'violation' ? [id] : []))).toEqual([
      'webhook/lost-update',
    ]);
    const kept = await tryOut(bank('in one statement', true), 'webhook-parallel');
    expect(kept.rule('webhook/lost-update').state).toBe('pass');
    // A pass says what it does not cover.
    expect(terminalReport(kept.report, (_, text) => text, true)).toMatch(
      /What was tried\n {2}- webhook-parallel .*\n {2}- webhook\/lost-update does not cover what a user does while an event is handled/,
    );
    // Nothing holds handlers open that call nothing.
    const soon = await tryOut(bank('in one statement'), 'webhook-parallel');
    expect(soon.rule('webhook/lost-update')).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(/^No change was lost when .* may be luck/),
    });
  });
});

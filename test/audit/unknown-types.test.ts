import { expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, charge, tryOut } from './scene.ts';

keepsRuns('unknown-types');

/** Sends a mail for whatever arrives. @param types the types of events that it subscribes to */
const mailing =
  (types?: readonly string[]): Application =>
  async (scene) => {
    const mails: { about: string }[] = [];
    scene.outlive(() => ({ mails }));
    await scene.hear(() => mails.push({ about: 'Thank you' }), types);
    await charge(scene);
    await scene.until(() => mails.length > 0);
  };

const judged = async (types?: readonly string[]) =>
  (await tryOut(mailing(types), 'webhook-unknown')).rule('webhook/unknown-refused');

it('an event of an unknown type goes only to an endpoint that subscribes to all types', async () => {
  expect(await judged(['payment.completed'])).toMatchObject({
    state: 'inapplicable',
    because: expect.stringContaining('names their types'),
  });
  expect(await judged()).toMatchObject({ state: 'violation' });
});

/** Notes each event that it does not handle, under its type. */
const noting: Application = async (scene) => {
  const unhandled: { type: string }[] = [];
  let paid = 0;
  scene.outlive(() => ({ unhandled, paid }));
  await scene.hear(({ type }) => {
    if (type === 'payment.completed') paid++;
    else unhandled.push({ type });
  });
  await charge(scene);
  await scene.until(() => paid > 0);
};

it('an entry that only records an event of an unknown type is right', async () => {
  const { rule } = await tryOut(noting, 'webhook-unknown');
  expect(rule('webhook/unknown-refused')).toMatchObject({ state: 'pass', findings: [] });
});

import { call, load } from '../load.js';
import { median, ratio } from '../measure.js';
import { chargeMany, chargeRequest, getRequest, listRequest, newestTransactions } from '../merchant.js';

const stored = 20;
const connectionCounts = [1, 50];

/** Measures charges and reads against the bare server, with almost nothing stored. */
export async function requests({ launcher, schemas, scaled, say }) {
  const bare = await launcher.bare(schemas);
  const emulator = await launcher.emulator();
  const values = new Map();
  const measure = async (name, server, request, connections) => {
    // Many short rounds: other work on the machine affects single ones, and the median ignores them.
    const perSecond = await load({ origin: server.url, request, connections, milliseconds: scaled(600, 200) });
    const key = `${name} (${connections})`;
    values.set(key, [...(values.get(key) ?? []), perSecond]);
  };
  /** Deletes everything but two pages. */
  const clear = async () => {
    await call(emulator.url, { method: 'POST', path: '/_emulator/reset', body: {} });
    await call(bare.url, { method: 'POST', path: '/empty' });
    const charge = await chargeRequest(emulator.url);
    await chargeMany(emulator.url, charge, stored);
    const [newest] = await newestTransactions(emulator.url);
    // The garbage of the previous round must not be collected during this one.
    await emulator.calm();
    return { charge, get: getRequest(newest.id) };
  };
  const round = async () => {
    for (const connections of connectionCounts) {
      const { charge, get } = await clear();
      await measure('bare get', bare, getRequest(schemas.transaction.id), connections);
      await measure('get', emulator, get, connections);
      await measure('bare list', bare, listRequest, connections);
      await measure('list', emulator, listRequest, connections);
      await measure('bare post', bare, charge, connections);
      await measure('post', emulator, charge, connections);
    }
  };
  await round();
  values.clear();
  const rounds = scaled(7, 2);
  for (let at = 1; at <= rounds; at++) {
    say(`requests, round ${at} of ${rounds}`);
    await round();
  }
  await Promise.all([bare.end(), emulator.end('SIGKILL')]);

  const compared = [
    ['charge / bare post', 'post', 'bare post'],
    ['get one / bare get', 'get', 'bare get'],
    ['list of 10 / bare list of 10', 'list', 'bare list'],
  ].flatMap(([name, over, under]) =>
    connectionCounts.map((connections) => ({
      name: `${name}, ${connections} connection${connections === 1 ? '' : 's'}`,
      value: ratio(values.get(`${over} (${connections})`), values.get(`${under} (${connections})`)),
      unit: 'x',
    })),
  );
  const rates = [...values].map(([name, rounds]) => ({ name, value: median(rounds), unit: '/s', rounds }));
  return [...compared, ...rates];
}

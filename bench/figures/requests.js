import { call, load } from '../load.js';
import { median, ratio } from '../measure.js';
import { chargeMany, chargeRequest, getRequest, listRequest, newestTransactions } from '../merchant.js';

const stored0 = 20;
const connectionCounts = [1, 50];

/** Charges and reads against the bare server, with nothing and with much stored. */
export async function requests({ launcher, schemas, stored, isQuick, say }) {
  const { server: full, count } = await stored();
  const bare = await launcher.bare(schemas);
  const empty = await launcher.emulator();
  const fullCharge = await chargeRequest(full.url);
  const [anyStored] = await newestTransactions(full.url);
  const bareTransaction = schemas.transaction;
  // Many short rounds: what else the machine does falls on single ones, and the median leaves them out.
  const milliseconds = isQuick ? 400 : 600;
  const rounds = isQuick ? 3 : 9;
  const values = new Map();
  const measure = async (name, server, request, connections) => {
    const perSecond = await load({ origin: server.url, request, connections, milliseconds });
    const key = `${name} ${connections}`;
    values.set(key, [...(values.get(key) ?? []), perSecond]);
  };
  /** Back to nothing stored but a page. */
  const clear = async () => {
    await call(empty.url, { method: 'POST', path: '/_emulator/reset', body: {} });
    await call(bare.url, { method: 'POST', path: '/empty' });
    const charge = await chargeRequest(empty.url);
    await chargeMany(empty.url, charge, stored0);
    const [newest] = await newestTransactions(empty.url);
    // Nothing of what the round before left is to be swept up while this one is measured.
    await empty.calm();
    return { charge, get: getRequest(newest.id) };
  };
  const quiet = async () => {
    await empty.quiet();
    await full.quiet();
  };
  const round = async () => {
    for (const connections of connectionCounts) {
      const { charge, get } = await clear();
      const barePost = charge;
      const sides = [
        ['bare get', bare, getRequest(bareTransaction.id)],
        ['get', empty, get],
        ['full get', full, getRequest(anyStored.id)],
        ['bare list', bare, listRequest],
        ['list', empty, listRequest],
        ['full list', full, listRequest],
      ];
      for (const [name, server, request] of sides) await measure(name, server, request, connections);
      await measure('bare post', bare, barePost, connections);
      await measure('post', empty, charge, connections);
      await empty.quiet();
      await measure('full post', full, fullCharge, connections);
      await quiet();
    }
  };
  await round();
  values.clear();
  for (let at = 0; at < rounds; at++) {
    say(`requests, round ${at + 1} of ${rounds}`);
    await round();
  }
  await Promise.all([bare.end(), empty.end('SIGKILL')]);

  const of = (name, connections) => values.get(`${name} ${connections}`);
  const figures = [];
  const put = (name, over, under, connections, target = {}) =>
    figures.push({
      name: `${name}, ${connections} connection${connections === 1 ? '' : 's'}`,
      value: ratio(of(over, connections), of(under, connections)),
      unit: 'x',
      ...target,
    });
  for (const at of connectionCounts)
    put('charge / bare post', 'post', 'bare post', at, { atLeast: at === 1 ? 0.7 : 0.65 });
  for (const at of connectionCounts) put('get one / bare get', 'get', 'bare get', at, { atLeast: 0.9 });
  for (const at of connectionCounts) {
    put('list of 10 / bare get of one', 'list', 'bare get', at, { atLeast: at === 1 ? 0.6 : 0.25 });
  }
  for (const at of connectionCounts) put('list of 10 / bare list of 10', 'list', 'bare list', at, { atLeast: 0.95 });
  const thousands = count.toLocaleString('en-US');
  for (const [title, name] of [
    ['charge', 'post'],
    ['get one', 'get'],
    ['list of 10', 'list'],
  ]) {
    for (const at of connectionCounts)
      put(`${title}, ${thousands} stored / empty`, `full ${name}`, name, at, { atLeast: 0.85 });
  }
  for (const [key, perSecond] of values) {
    const [, name, at] = /^(.*) (\d+)$/.exec(key);
    figures.push({ name: `${name} (${at})`, value: median(perSecond), unit: '/s', rounds: perSecond });
  }
  return figures;
}

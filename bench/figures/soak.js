import { call, soak as send } from '../load.js';

/**
 * The bare server answers this many calls in a row: it keeps what it is sent, which the garbage collector would have to
 * scan.
 */
const mostKept = 20_000;

/** The milliseconds of a bare server's slowest answer, which the machine and Node cause. */
async function slowestOf({ url: origin }, request, count) {
  let slowest = 0;
  for (let left = count; left > 0; left -= mostKept) {
    const sent = await send({ origin, request, connections: 50, count: Math.min(left, mostKept) });
    slowest = Math.max(slowest, sent.slowest);
    await call(origin, { method: 'POST', path: '/empty' });
  }
  return slowest;
}

/** Measures charges, one after another as fast as they are answered, and as many posts to a bare server. */
export async function soak({ launcher, schemas, scaled, say, storedAt }) {
  const count = scaled(100_000, 200);
  const { first, filling, charge, journalBytes, memory, starts } = await storedAt(count);
  say('the same with a bare server');
  const server = await launcher.bare(schemas);
  await send({ origin: server.url, request: charge, connections: 1, count: 1 });
  const bareFirst = await slowestOf(server, charge, first.count);
  const bare = await slowestOf(server, charge, count);
  await server.end();
  const charges = `${count.toLocaleString('en-US')} charges`;
  const slowest = `slowest answer while ${charges} go in`;
  const firstSlowest = `slowest answer of the first ${first.count.toLocaleString('en-US')} charges`;
  return [
    { name: slowest, value: filling.slowest, unit: 'ms' },
    { name: `${slowest} / of as many bare posts`, value: filling.slowest / bare, unit: 'x' },
    { name: 'the same, bare', value: bare, unit: 'ms' },
    { name: 'the same, 99 %', value: filling.late, unit: 'ms' },
    { name: firstSlowest, value: first.slowest, unit: 'ms' },
    { name: `${firstSlowest}, bare`, value: bareFirst, unit: 'ms' },
    { name: `charges while ${charges} go in`, value: filling.perSecond, unit: '/s' },
    { name: `memory after ${charges}`, value: memory, unit: 'MB' },
    { name: 'journal of a charge', value: journalBytes, unit: 'bytes' },
    { name: `the start after ${charges}`, value: starts[0] / 1_000, unit: 's' },
  ];
}

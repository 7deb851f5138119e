import { statSync } from 'node:fs';
import { load } from '../load.js';
import { interleave, median, ratio } from '../measure.js';
import { chargeMany, chargeRequest } from '../merchant.js';

/** Ends what `exec` runs. @returns the milliseconds until `exec` has ended too */
async function timeToEnd(server) {
  const begun = performance.now();
  await server.end();
  return performance.now() - begun;
}

/** Measures what `exec --record` costs calls, and how long its page takes at the end. */
export async function recording({ launcher, scaled }) {
  const [recorded, plain] = await Promise.all([launcher.exec('--record', launcher.path('load.html')), launcher.exec()]);
  const milliseconds = scaled(600, 100);
  const chargesOn = async ({ url: origin }) => {
    const request = await chargeRequest(origin);
    return () => load({ origin, request, connections: 50, milliseconds });
  };
  const [withRecord, without] = await Promise.all([chargesOn(recorded), chargesOn(plain)]);
  await interleave(1, { withRecord, without });
  const rates = await interleave(scaled(9, 2), { withRecord, without });
  await Promise.all([recorded.end('SIGKILL'), plain.end('SIGKILL')]);

  const count = scaled(10_000, 50);
  const file = launcher.path('run.html');
  const ends = { withRecord: [], without: [] };
  for (let round = 0; round < scaled(3, 1); round++) {
    for (const [side, flags] of Object.entries({ withRecord: ['--record', file], without: [] })) {
      const server = await launcher.exec(...flags);
      await chargeMany(server.url, await chargeRequest(server.url), count);
      ends[side].push(await timeToEnd(server));
    }
  }
  const charges = `${count.toLocaleString('en-US')} charges`;
  return [
    { name: 'charge with a record / without', value: ratio(rates.withRecord, rates.without), unit: 'x' },
    {
      name: `record of ${charges}, from the end of the command`,
      value: (median(ends.withRecord) - median(ends.without)) / 1_000,
      unit: 's',
      rounds: ends.withRecord.map((each) => each / 1_000),
    },
    { name: `record of ${charges}, as a file`, value: statSync(file).size / 1e6, unit: 'MB' },
  ];
}

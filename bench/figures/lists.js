import { call, load } from '../load.js';
import { interleave, median, ratio } from '../measure.js';
import { auth, chargeMany, chargeRequest, filteredRequest, listRequest } from '../merchant.js';

/** How many of the stored transactions belong to the customer whom the filter names. */
const ofOne = 50;
const connections = 50;

/** A page of a filtered list, with nothing and with much stored, and against a page of the whole list. */
export async function lists({ launcher, stored, isQuick }) {
  const { server: full, count } = await stored();
  const empty = await launcher.emulator();
  /** One customer's transactions, with others' before and behind them. */
  const fill = async (server) => {
    const others = await chargeRequest(server.url);
    const rare = await chargeRequest(server.url, 'rare@example.com');
    await chargeMany(server.url, others, ofOne);
    await chargeMany(server.url, rare, ofOne);
    await chargeMany(server.url, others, ofOne);
    await server.quiet();
    const { customer_id } = JSON.parse(rare.body);
    const request = filteredRequest(customer_id);
    const { data } = await call(server.url, { ...request, headers: auth });
    if (data.length !== 10) throw new Error(`${data.length} transactions on the filtered page, not 10`);
    return request;
  };
  const [ofEmpty, ofFull] = [await fill(empty), await fill(full)];
  const milliseconds = isQuick ? 300 : 900;
  const measure = (server, request) => () => load({ origin: server.url, request, connections, milliseconds });
  const sides = {
    'filtered list': measure(empty, ofEmpty),
    'full filtered list': measure(full, ofFull),
    'full unfiltered list': measure(full, listRequest),
  };
  await interleave(1, sides);
  const values = await interleave(isQuick ? 3 : 5, sides);
  await empty.end('SIGKILL');
  const thousands = count.toLocaleString('en-US');
  const put = (name, over, under) => ({ name, value: ratio(values[over], values[under]), unit: 'x', atLeast: 0.85 });
  return [
    put(`filtered list of 10, ${thousands} stored / empty`, 'full filtered list', 'filtered list'),
    put(`list of 10, ${thousands} stored, filtered / unfiltered`, 'full filtered list', 'full unfiltered list'),
    ...Object.entries(values).map(([name, rounds]) => ({ name, value: median(rounds), unit: '/s', rounds })),
  ];
}

import { call, load } from '../load.js';
import { interleave, median, ratio } from '../measure.js';
import { chargeMany, chargeRequest, filteredRequest, getRequest, listRequest } from '../merchant.js';

/** How many of the stored transactions belong to the customer in the filter. */
const ofOne = 50;
const connections = 50;

/** Measures one transaction, a page and a page of a filtered list, with almost nothing and with much stored. */
export async function lists({ launcher, stored, scaled }) {
  const { server: full, count } = await stored();
  const empty = await launcher.emulator();
  /** One customer's transactions, between those of others. */
  const fill = async (server) => {
    const others = await chargeRequest(server.url);
    const rare = await chargeRequest(server.url, 'rare@example.com');
    await chargeMany(server.url, others, ofOne);
    await chargeMany(server.url, rare, ofOne);
    await chargeMany(server.url, others, ofOne);
    await server.calm();
    const { customer_id } = JSON.parse(rare.body);
    const filtered = filteredRequest(customer_id);
    const { data } = await call(server.url, filtered);
    if (data.length !== 10) throw new Error(`${data.length} transactions on the filtered page, not 10`);
    const requests = { get: getRequest(data[0].id), list: listRequest, 'filtered list': filtered };
    return Object.entries(requests).map(([name, request]) => ({ name, server, request }));
  };
  const milliseconds = scaled(900, 200);
  const measured = [
    ...(await fill(empty)),
    ...(await fill(full)).map((side) => ({ ...side, name: `${side.name}, much stored` })),
  ];
  const sides = Object.fromEntries(
    measured.map(({ name, server, request }) => [
      name,
      () => load({ origin: server.url, request, connections, milliseconds }),
    ]),
  );
  await interleave(1, sides);
  const values = await interleave(scaled(5, 2), sides);
  await empty.end('SIGKILL');
  const thousands = `${count.toLocaleString('en-US')} stored`;
  const put = (name, over, under) => ({ name, value: ratio(values[over], values[under]), unit: 'x' });
  return [
    put(`get one, ${thousands} / empty`, 'get, much stored', 'get'),
    put(`list of 10, ${thousands} / empty`, 'list, much stored', 'list'),
    put(`filtered list of 10, ${thousands} / empty`, 'filtered list, much stored', 'filtered list'),
    put(`filtered / unfiltered list of 10, ${thousands}`, 'filtered list, much stored', 'list, much stored'),
    ...Object.entries(values).map(([name, rounds]) => ({ name, value: median(rounds), unit: '/s', rounds })),
  ];
}

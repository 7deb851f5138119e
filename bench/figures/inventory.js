import { call, load } from '../load.js';
import { interleave, median, ratio } from '../measure.js';
import { auth } from '../merchant.js';

/** Measures stock adjustments, each stored before its answer, against the bare server. */
export async function inventory({ launcher, schemas, scaled }) {
  const [bare, emulator] = [await launcher.bare(schemas), await launcher.emulator()];
  const product = { name: 'Coffee', price: 1800, track_inventory: true, stock_quantity: 0 };
  const create = { method: 'POST', path: '/api/v1/products', headers: auth, body: product };
  const { data } = await call(emulator.url, create);
  const body = JSON.stringify({ product_id: data.id, delta: 1 });
  const request = { method: 'POST', path: '/api/v1/inventory/adjust', headers: auth, body };
  const milliseconds = scaled(900, 200);
  const measure = (server, connections) => async () => {
    const perSecond = await load({ origin: server.url, request, connections, milliseconds });
    await emulator.calm();
    return perSecond;
  };
  const sides = {
    'bare adjust (1)': measure(bare, 1),
    'adjust (1)': measure(emulator, 1),
    'bare adjust (50)': measure(bare, 50),
    'adjust (50)': measure(emulator, 50),
  };
  await interleave(1, sides);
  const values = await interleave(scaled(5, 2), sides);
  await Promise.all([bare.end(), emulator.end('SIGKILL')]);
  const put = (name, at) => ({
    name,
    value: ratio(values[`adjust (${at})`], values[`bare adjust (${at})`]),
    unit: 'x',
  });
  return [
    put('inventory adjust / bare post, 1 connection', 1),
    put('inventory adjust / bare post, 50 connections', 50),
    ...Object.entries(values).map(([name, rounds]) => ({ name, value: median(rounds), unit: '/s', rounds })),
  ];
}

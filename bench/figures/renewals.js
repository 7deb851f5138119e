import { call, repeat } from '../load.js';
import { median } from '../measure.js';
import { advance, auth, chargeRequest } from '../merchant.js';

/**
 * Measures the renewals of monthly subscriptions in a move of the clock by a year, each with its charge and its event.
 */
export async function renewals({ launcher, scaled }) {
  const count = scaled(1_000, 20);
  /** @returns the milliseconds of each year; the first year compiles the code */
  const measure = async (settle) => {
    const emulator = await launcher.emulator({ flags: ['--settle', settle, '--freeze'] });
    const post = (path, body) => call(emulator.url, { method: 'POST', path, headers: auth, body });
    const { customer_id } = JSON.parse((await chargeRequest(emulator.url)).body);
    const product = { name: 'Club', price: 1900, recurring: { interval: 'month' } };
    const { data } = await post('/api/v1/products', product);
    const body = JSON.stringify({ customer_id, product_id: data.id, metadata: { plan: 'gold' } });
    const request = { method: 'POST', path: '/api/v1/subscriptions', headers: auth, body };
    await repeat({ origin: emulator.url, request, connections: 20, count });
    const years = [];
    for (let year = 0; year <= scaled(3, 1); year++) {
      await emulator.calm();
      const { data: moved, elapsed } = await advance(emulator, 'P1Y');
      const renewed = moved.ran.filter(({ job }) => job.kind === 'subscription.renew').length;
      if (renewed !== 12 * count) throw new Error(`${renewed} renewals ran, not ${12 * count}`);
      years.push(elapsed);
    }
    await emulator.end('SIGKILL');
    const [first, ...others] = years;
    return { first, years: others };
  };
  const alone = await measure('manual');
  const settled = await measure('auto');
  const rates = (name, { years }) => {
    const rounds = years.map((milliseconds) => (12 * count * 1_000) / milliseconds);
    return { name, value: median(rounds), unit: '/s', rounds };
  };
  const year = `a year of ${count.toLocaleString('en-US')} monthly subscriptions`;
  return [
    rates('renewals on clock advance', alone),
    rates('renewals that also settle', settled),
    { name: year, value: median(alone.years) / 1_000, unit: 's' },
    { name: `${year}, the first of a process`, value: alone.first / 1_000, unit: 's' },
    { name: `${year} that also settle`, value: median(settled.years) / 1_000, unit: 's' },
  ];
}

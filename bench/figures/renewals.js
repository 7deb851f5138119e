import { call, repeat } from '../load.js';
import { median } from '../measure.js';
import { auth, chargeRequest } from '../merchant.js';

/** Renewals of monthly subscriptions that a move of the clock by a year runs, each with its charge and its event. */
export async function renewals({ launcher, isQuick }) {
  const count = isQuick ? 200 : 1_000;
  const years = isQuick ? 2 : 4;
  const measure = async (settle) => {
    const emulator = await launcher.emulator({ flags: ['--settle', settle, '--freeze'] });
    const post = (path, body) => call(emulator.url, { method: 'POST', path, headers: auth, body });
    const { customer_id } = JSON.parse((await chargeRequest(emulator.url)).body);
    const product = { name: 'Club', price: 1900, recurring: { interval: 'month' } };
    const { data } = await post('/api/v1/products', product);
    const body = JSON.stringify({ customer_id, product_id: data.id, metadata: { plan: 'gold' } });
    const request = { method: 'POST', path: '/api/v1/subscriptions', headers: auth, body };
    await repeat({ origin: emulator.url, request, connections: 20, count });
    const perSecond = [];
    const elapsedOfYears = [];
    for (let year = 0; year < years; year++) {
      await emulator.quiet();
      const begun = performance.now();
      const { data: moved } = await post('/_emulator/clock', { advance: 'P1Y' });
      const elapsed = performance.now() - begun;
      const renewed = moved.ran.filter(({ job }) => job.kind === 'subscription.renew').length;
      if (renewed !== 12 * count) throw new Error(`${renewed} renewals ran, not ${12 * count}`);
      if (year === 0) continue;
      perSecond.push((renewed / elapsed) * 1_000);
      elapsedOfYears.push(elapsed);
    }
    await emulator.end('SIGKILL');
    return { perSecond, elapsedOfYears };
  };
  const { perSecond: alone } = await measure('manual');
  const { perSecond: settled, elapsedOfYears } = await measure('auto');
  return [
    { name: 'renewals on clock advance', value: median(alone), unit: '/s', atLeast: 15_000, rounds: alone },
    { name: 'renewals that also settle', value: median(settled), unit: '/s', atLeast: 15_000, rounds: settled },
    {
      name: `a year of ${count.toLocaleString('en-US')} monthly subscriptions`,
      value: median(elapsedOfYears),
      unit: 'ms',
      ...(isQuick ? {} : { atMost: 800 }),
      rounds: elapsedOfYears,
    },
  ];
}

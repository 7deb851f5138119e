import { median } from '../measure.js';
import { advance, chargeMany, chargeRequest } from '../merchant.js';

/** Measures the jobs (settlements) that one move of the clock runs. */
export async function clock({ launcher, scaled }) {
  const count = scaled(8_000, 100);
  const emulator = await launcher.emulator({ flags: ['--settle', 'auto', '--freeze'] });
  const charge = await chargeRequest(emulator.url);
  const perSecond = [];
  for (let round = 0; round < 4; round++) {
    await chargeMany(emulator.url, charge, count);
    await emulator.calm();
    const { data, elapsed } = await advance(emulator, '1h');
    if (data.summary.jobs !== count) throw new Error(`${data.summary.jobs} jobs ran, not ${count}`);
    if (round > 0) perSecond.push((count / elapsed) * 1_000);
  }
  await emulator.end('SIGKILL');
  return [{ name: 'jobs on clock advance', value: median(perSecond), unit: '/s', rounds: perSecond }];
}

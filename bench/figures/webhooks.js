import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../load.js';
import { interleave, median, ratio } from '../measure.js';
import { chargeMany, chargeRequest } from '../merchant.js';

/**
 * Measures signed and recorded deliveries, against undici's Pool alone. The receiver holds its answers back until all
 * charges are made.
 */
export async function webhooks({ launcher, scaled }) {
  const count = scaled(8_000, 200);
  // Deliveries before the measured ones, until the senders' code is compiled.
  const warmUp = scaled(5_000, 100);
  // The bare sender is so much faster that it needs more deliveries for a measurable time.
  const bareCount = scaled(30_000, 200);
  const emulator = await launcher.emulator();
  const receiver = await launcher.receiver();
  const url = `${receiver.url}/hook`;
  const charge = await chargeRequest(emulator.url);
  const control = (method, path, body) => call(emulator.url, { method, path: `/_emulator${path}`, body });
  const expect = (body) => call(receiver.url, { method: 'POST', path: '/-/expect', body });
  const report = () => call(receiver.url, { path: '/-/report' });
  const { data: endpoint } = await control('POST', '/webhook-endpoints', { url, enabled: false });
  const bodyFile = launcher.path('webhook-body.json');

  const emulated = async (deliveries) => {
    await control('PATCH', `/webhook-endpoints/${endpoint.id}`, { enabled: false });
    await chargeMany(emulator.url, charge, deliveries);
    await control('PATCH', `/webhook-endpoints/${endpoint.id}`, { enabled: true });
    await emulator.calm();
    await expect({ count: deliveries, hold: true });
    const settled = control('POST', '/settle', {});
    while ((await control('GET', '/clock')).data.held > 0) await sleep(50);
    await sleep(100);
    await call(receiver.url, { method: 'POST', path: '/-/release' });
    const result = await report();
    await settled;
    await emulator.calm();
    writeFileSync(bodyFile, result.sample.body);
    if (!/^t=\d+,v1=[0-9a-f]{64}$/.test(result.sample.headers['service-signature'] ?? '')) {
      throw new Error('A webhook came without a signature.');
    }
    return (result.deliveries / result.milliseconds) * 1_000;
  };
  const bare = async () => {
    await expect({ count: bareCount, skip: warmUp });
    await launcher.run('bare-sender.js', [url, String(bareCount + warmUp), bodyFile]);
    const { deliveries, milliseconds } = await report();
    return (deliveries / milliseconds) * 1_000;
  };

  await emulated(warmUp);
  // On a shared machine one second can be twice as fast as the next: the median of five is steadier.
  const values = await interleave(scaled(5, 1), { emulated: () => emulated(count), bare });
  await Promise.all([emulator.end('SIGKILL'), receiver.end()]);
  return [
    { name: 'webhooks / bare undici Pool', value: ratio(values.emulated, values.bare), unit: 'x' },
    { name: 'webhooks', value: median(values.emulated), unit: '/s', rounds: values.emulated },
    { name: 'webhooks, bare', value: median(values.bare), unit: '/s', rounds: values.bare },
  ];
}

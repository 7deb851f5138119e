import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCapture } from '../../src/emulator/fidelity/capture/read-capture.ts';
import { compareCalls } from '../../src/emulator/fidelity/compare/compare.ts';
import { ensureBuilt } from '../support/build.ts';
import { everyOperation } from '../support/every-operation.ts';
import { freePort } from '../support/free-port.ts';
import { startReceiver } from '../support/receiver.ts';
import { differences } from '../support/stand-in/differences.ts';
import { startStandIn } from '../support/stand-in/stand-in.ts';
import { captureFrom } from './capturing.ts';

const settings = { three_ds_enabled: true, address_suggest: true };
beforeAll(ensureBuilt);
async function captured(planted: typeof differences, length = 140) {
  const port = await freePort();
  const receiver = await startReceiver();
  const standIn = await startStandIn({ settings, planted, webhooksTo: `http://127.0.0.1:${port}/webhooks` });
  const { origin, written, file } = await captureFrom(
    standIn.url,
    '--webhooks-to',
    receiver.url,
    '--port',
    String(port),
  );
  const { key, publishableKey, app, advance } = standIn;
  await everyOperation({
    base: `${origin}/api/v1`,
    key,
    publishableKey,
    app,
    advance,
    gateway: 'debit_payouts',
    seed: 7,
    length,
  });
  await standIn.delivered();
  await written();
  await standIn.stop();
  await receiver.close();
  return readCapture(file);
}
const show = (findings: any[]) =>
  findings
    .map(
      ({ finding: f, change }) =>
        `${f.kind} ${f.operation} ${f.place} | ${JSON.stringify(f.service)} <> ${JSON.stringify(f.emulator)} ${f.seen}/${f.of} +${f.consequences} #${f.first.entry} ${JSON.stringify(change)}`,
    )
    .join('\n');
it('none', async () => {
  const { calls, left } = await captured([]);
  const { findings, notCompared, compared } = await compareCalls(calls, { version: '0' });
  console.log(calls.length, JSON.stringify(left), compared, JSON.stringify(notCompared), '\n' + show(findings as any));
}, 60000);
it('each', async () => {
  const only = process.env.ONLY;
  const [from, to] = (process.env.RANGE ?? '0,200').split(',').map(Number);
  for (const d of differences.slice(from, to)) {
    if (only && !only.split('|').some((o) => d.id.includes(o))) continue;
    const { calls } = await captured([d]);
    const { findings } = await compareCalls(calls, { version: '0' });
    const places = [d, ...d.also];
    const fits = (f: any) =>
      f.kind === d.kind &&
      places.some((p) => (p.operation === '*' || p.operation === f.operation) && p.place === f.place);
    const ok = findings.length === 1 && fits(findings[0]!.finding);
    console.log(
      `${ok ? 'OK ' : 'BAD'} ${d.id} [${d.kind} ${d.operation} ${d.place} ${d.adoptable}]${ok && findings[0]!.finding.adoptable === d.adoptable ? '' : `\n${show(findings as any)}`}`,
    );
  }
}, 600000);
it('peek', async () => {
  const { calls } = await captured([]);
  for (const n of (process.env.SHOW ?? '').split(',').map(Number)) {
    const c = calls[n - 1]!;
    console.log(n, c.method, String(c.url), JSON.stringify(c.body), c.status, JSON.stringify(c.answer)?.slice(0, 900));
  }
}, 60000);

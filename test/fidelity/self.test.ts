import { test, expect } from 'vitest';
import { compareCalls } from '../../src/emulator/fidelity/compare/compare.ts';
import { CapturedEmulator } from '../support/captured.ts';
import { everyOperation } from '../support/every-operation.ts';

const suffix = { debit_payouts: '', gateway_a: '_a', gateway_b: '_b' } as const;
const from = Number(process.env.SEED ?? 1);
test.each((['debit_payouts', 'gateway_a', 'gateway_b'] as const).flatMap((g) => [from].map((s) => [g, s] as const)))('%s seed %s', async (gateway, seed) => {
  const emulator = await CapturedEmulator.start({ seed: seed + 5 }, gateway);
  const origin = await emulator.listen();
  const t = performance.now();
  await everyOperation({
    base: `${origin}/api/v1`, key: `sk_test_demo${suffix[gateway]}`, publishableKey: `pk_test_demo${suffix[gateway]}`,
    app: { client_id: 'app_demo', client_secret: 'app_secret_demo' },
    gateway, seed, length: Number(process.env.LEN ?? 150), advance: (ms) => emulator.advance(ms),
  });
  await emulator.stop();
  const t2 = performance.now();
  const { findings, notCompared, compared } = await compareCalls(emulator.calls, { version: '0' });
  console.log(`== ${gateway} ${seed} ${compared} of ${emulator.calls.length} session ${Math.round(t2 - t)} compare ${Math.round(performance.now() - t2)}\n` + findings.map(({ finding: f, change }) => `${f.kind} ${f.operation} ${f.place} | ${JSON.stringify(f.service)} <> ${JSON.stringify(f.emulator)} ${f.seen}/${f.of} +${f.consequences} #${f.first.entry} ${JSON.stringify(change)}`).join('\n') + JSON.stringify(notCompared));
  if (process.env.SHOW) {
    const { debugReplay } = (globalThis as any);
    for (const n of process.env.SHOW.split(',').map(Number)) {
      const c = emulator.calls[n - 1]!;
      console.log(n, c.kind, c.method, String(c.url.pathname + c.url.search), JSON.stringify(c.body), '\n  SERVICE', c.status, JSON.stringify(c.answer)?.slice(0, 700), '\n  EMU', JSON.stringify(debugReplay.exchanges.find((e: any) => e.call === c)?.answer)?.slice(0, 900));
    }
  }
  expect(findings).toEqual([]);
}, 60000);

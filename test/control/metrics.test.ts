import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../support/receiver.ts';
import { startTestSandbox } from './sandbox.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox?.stop());

const scraped = async () => (await fetch(`${sandbox.url}/_emulator/metrics`)).text();

it('counts requests, latencies and webhooks from the first scrape on, as Prometheus reads them', async () => {
  const receiver = await startReceiver();
  const first = await fetch(`${sandbox.url}/_emulator/metrics`);
  const { headers } = first;
  expect(await first.text()).not.toMatch(/Nan|9223372036/i);
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  await sandbox.client.call('webhook_endpoints.create', { url: receiver.url });
  await sandbox.client.api('GET', '/balance', 'sk_test_demo');
  await sandbox.client.api('GET', '/charges/none', 'sk_test_demo');
  await sandbox.client.call('triggers.run', { name: 'payout.paid' });
  await sandbox.client.call('settle');
  await expect.poll(scraped).toMatch(/^emulator_webhook_attempts_total\{outcome="accepted"\} [1-9]/m);
  const text = await scraped();
  const lines = text.split('\n').slice(0, -1);
  for (const line of lines)
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [\d.e+-]+|)$/);
  expect(lines).toContain('emulator_requests_total{surface="merchant",method="GET",status="200"} 1');
  expect(lines).toContain('emulator_requests_total{surface="merchant",method="GET",status="404"} 1');
  expect(lines).toContain('emulator_request_duration_seconds_bucket{le="+Inf",surface="merchant"} 2');
  expect(lines).toContain('emulator_request_duration_seconds_count{surface="merchant"} 2');
  expect(lines).toContain('emulator_workspaces 3');
  expect(text).toMatch(/^emulator_objects [1-9]\d*$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]\d{6,}$/m);
  await receiver.close();
});

it('measures the whole data folder, with its snapshots', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'metrics-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { client, url, stop } = await startTestSandbox({ dataDir });
  onTestFinished(stop);
  const size = async () => {
    const text = await (await fetch(`${url}/_emulator/metrics`)).text();
    return Number(/^emulator_data_bytes (\d+)$/m.exec(text)?.[1]);
  };
  const before = await size();
  expect(before).toBeGreaterThan(0);
  await client.call('snapshots.save', { name: 'one' });
  const [file = ''] = readdirSync(join(dataDir, 'snapshots'), { recursive: true, encoding: 'utf8' }).slice(-1);
  expect(await size()).toBeGreaterThanOrEqual(before + statSync(join(dataDir, 'snapshots', file)).size);
});

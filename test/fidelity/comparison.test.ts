import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { anchorOfRow } from '../../src/desk/model/details/comparison-details.ts';
import { compareCalls } from '../../src/emulator/fidelity/compare/compare.ts';
import { rowOf } from '../../src/emulator/fidelity/compare/differences/answers.ts';
import { rowOfEvent } from '../../src/emulator/fidelity/compare/differences/events.ts';
import { reportOf } from '../../src/emulator/fidelity/compare/report.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { temporaryFolder } from '../cli/emulator.ts';
import { call } from '../support/call.ts';
import { CapturedEmulator } from '../support/captured.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { attach } from '../tui/harness.ts';

const folder = temporaryFolder();
let running: TestSandbox | undefined;
afterEach(() => running?.stop());
afterAll(folder.remove);

const report = {
  ...{ version: 1, captures: ['service.har'], entries: 2, compared: 1 },
  findings: [
    {
      ...{ kind: 'behaviour', operation: 'balance.get', place: 'data.available', service: 1, emulator: 2 },
      ...{ difference: 'value', refusal: null, says: 'the service: 1; the emulator: 2', seen: 1, of: 1 },
      ...{ first: { capture: 'service.har', entry: 1 }, consequences: 0, row: null, adoptable: false },
      ...{ values: { service: 1, emulator: 1 }, specification: '', adoption: '', todo: '' },
      answers: { of: 'GET /api/v1/balance', lines: [{ depth: 0, service: '1', emulator: '2', differs: true }] },
    },
  ],
  not_compared: [{ why: 'it is hidden', count: 1, first: { capture: 'service.har', entry: 2 } }],
  assumptions: { confirmed: 1, refuted: 0, untouched: 389 },
};

const startWith = async (text: string): Promise<TestSandbox> => {
  const comparison = join(folder.path, 'compare.json');
  writeFileSync(comparison, text);
  running = await createTestSandbox({ comparison });
  return running;
};

describe('a comparison with the service', () => {
  it('is what the emulator of `start --comparison` knows', async () => {
    const { url } = await startWith(JSON.stringify(report));
    expect(JSON.parse((await call(`${url}/_emulator/comparison`)).text)).toEqual({ data: report });
    expect(JSON.parse((await call(`${url}/_emulator/status`)).text)).toMatchObject({ data: { comparison: 1 } });
  });

  it('is a view of the dashboard, whose details have both answers below each other', async () => {
    const { url } = await startWith(JSON.stringify(report));
    const dashboard = attach(url, { columns: 120 });
    await dashboard.until('ws_demo · test');
    await dashboard.press('%');
    await dashboard.until(/behaviour +balance\.get +data\.available/);
    await dashboard.press('enter');
    await dashboard.until(/- 1\b[\s\S]*\+ 2\b/);
    await dashboard.close();
  });

  it('may be of a service that writes long texts', async () => {
    const emulator = await CapturedEmulator.start();
    await emulator.ask('GET', `/api/v1/customers?limit=1&q=${'a'.repeat(10_000)}`);
    await emulator.ask('POST', '/api/v1/customers', { email: 'ada@example.com' });
    await emulator.stop();
    const [list, made] = emulator.calls;
    const long = 'b'.repeat(10_000);
    const refused = { ...made!, status: 409, answer: { error: long, type: 'invalid_request_error', code: long } };
    const more = { ...list!, answer: { ...(list!.answer as object), [long]: long } };
    const found = await compareCalls([more, refused], { version: '0' });
    expect(found.findings.length).toBeGreaterThan(1);
    const { url } = await startWith(JSON.stringify(reportOf(['service.har'], found)));
    const shown = JSON.parse((await call(`${url}/_emulator/comparison`)).text);
    expect(shown.data.findings).toHaveLength(found.findings.length);
  });

  it('is nothing that other emulators know', async () => {
    running = await createTestSandbox();
    const { status, text } = await call(`${running.url}/_emulator/comparison`);
    expect(status).toBe(404);
    expect(text).toContain('emulator start --comparison compare.json');
    expect(JSON.parse((await call(`${running.url}/_emulator/status`)).text)).toMatchObject({
      data: { comparison: null },
    });
  });

  it.each([
    ['is not JSON', '{"version": 1,', 'it is not valid JSON.'],
    ['is another file', '{"version": 1, "assumptions": []}', 'captures'],
    [
      'is nested deeply',
      JSON.stringify(report).replace('"service":1', `"service":${'['.repeat(200)}${']'.repeat(200)}`),
      'nested',
    ],
    [
      'has a line without end',
      JSON.stringify(report).replace('"service":"1"', `"service":"${'a'.repeat(6_000)}"`),
      'lines',
    ],
  ])('is refused in one line where the file %s', async (_name, text, message) => {
    await expect(startWith(text)).rejects.toThrow(
      new RegExp(`^[^\n]*is not the report of a comparison[^\n]*${message}[^\n]*$`),
    );
  });

  it('leads to a row of the coverage, whatever a finding is about', async () => {
    running = await createTestSandbox();
    const { text } = await call(`${running.url}/docs/manual/coverage`);
    const registry = declarations();
    const rows = [
      ...[...registry.operationsOf('merchant'), ...registry.operationsOf('client')].map(rowOf),
      ...[...registry.events.keys()].map(rowOfEvent),
    ];
    expect(rows.filter((row) => !text.includes(`<tr id="${anchorOfRow(row)}">`))).toEqual([]);
  });
});

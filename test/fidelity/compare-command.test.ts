import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { command, type Running, startProcess, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { everyOperation } from '../support/every-operation.ts';
import { captureFrom, type Har } from './capturing.ts';

const folder = temporaryFolder();
let service: Running;
let captured: Har;
let file = '';

beforeAll(async () => {
  await ensureBuilt();
  service = await startProcess(['--ephemeral', '--freeze', '--clock', '2026-05-04T09:00:00Z']);
  const client = createClient({ url: service.url });
  const { origin, written, file: har } = await captureFrom(service.url);
  await everyOperation({
    base: `${origin}/api/v1`,
    key: 'sk_test_demo',
    publishableKey: 'pk_test_demo',
    gateway: 'debit_payouts',
    seed: 7,
    length: 60,
    advance: (ms) => client.call('clock.move', { advance: `${Math.ceil(ms / 1000)}s` }),
  });
  captured = await written();
  file = har;
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

/** A capture in which the service answers otherwise. */
function changed(name: string, change: (text: string) => string): string {
  const path = join(folder.path, name);
  writeFileSync(path, change(captured.text));
  return path;
}

describe('emulator compare', () => {
  test('finds nothing in what an emulator answered through the proxy', async () => {
    const { stdout, stderr, exitCode } = await command(['compare', file]);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^The emulator responds like the service: \d+ entries compared\./);
    expect(stdout).toMatch(/Of \d+ assumptions of the emulator, \d+ are confirmed, 0 refuted and \d+ not tested/);
  });

  test('reports what differs in every form, and notes what it learned', async () => {
    const other = changed('other.har', (text) => text.replaceAll('settled_at', 'settledAt'));
    const [junit, json, keep, profile] = ['c.xml', 'c.json', 'kept.json', 'p.json'].map((name) =>
      join(folder.path, name),
    );
    const files = ['--junit', junit!, '--json-file', json!, '--keep', keep!, '--write-profile', profile!];
    const { stdout, exitCode } = await command(['compare', other, '--assumptions', ...files]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('data.settled_at');
    expect(stdout).toMatch(/^confirmed {2}transaction\.total_refunded$/m);
    const report = JSON.parse(readFileSync(json!, 'utf8'));
    expect(report.findings).toEqual([
      expect.objectContaining({
        kind: 'assumption',
        place: 'data.settled_at',
        service: 'settledAt',
        emulator: 'settled_at',
        adoptable: true,
        first: { capture: other, entry: expect.any(Number) },
      }),
    ]);
    const schema = JSON.parse((await command(['compare', '--schema'])).stdout);
    const ajv = new Ajv2020({ strict: false });
    expect([ajv.validate(schema, report), ajv.errors]).toEqual([true, null]);
    expect(readFileSync(junit!, 'utf8')).toContain('failures="1"');
    expect(JSON.parse(readFileSync(keep!, 'utf8')).assumptions).toContainEqual({
      assumption: 'transaction.total_refunded',
      verdict: 'confirmed',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      capture: other,
    });
    expect(JSON.parse(readFileSync(profile!, 'utf8')).adopted).toEqual([
      expect.objectContaining({ change: 'rename', of: 'transaction', field: 'settled_at', to: 'settledAt' }),
    ]);
    const differing = report.findings[0].answers.lines.filter(({ differs }: { differs: boolean }) => differs);
    expect(differing).toEqual([
      { depth: expect.any(Number), service: null, emulator: expect.stringMatching(/^"settled_at": /), differs: true },
      { depth: expect.any(Number), service: expect.stringMatching(/^"settledAt": /), emulator: null, differs: true },
    ]);
    const markdown = await command(['compare', other, '--markdown']);
    expect(markdown.stdout).toMatch(/^```text\n1 finding [\s\S]* data\.settled_at \(form\)\n[\s\S]*\n```$/m);
  });

  test('reports only what is new, changed or gone since a baseline', async () => {
    const known = join(folder.path, 'known.json');
    const one = changed('one.har', (text) => text.replaceAll('settled_at', 'settledAt'));
    const written = await command(['compare', one, '--write-baseline', known]);
    expect([written.exitCode, written.stderr]).toEqual([0, expect.stringContaining(`Wrote ${known} with 1 finding.`)]);
    const same = await command(['compare', one, '--baseline', known]);
    expect(same.stdout).toMatch(/^0 new findings, 0 changed, 0 gone, 1 as in /);
    expect([same.exitCode, same.stdout]).toEqual([0, expect.stringContaining('\nConfirm next:\n  ')]);
    const two = changed('two.har', (text) => text.replaceAll('total_refunded', 'totalRefunded'));
    const report = await command(['compare', two, '--baseline', known, '--json']);
    expect(JSON.parse(report.stdout).baseline).toMatchObject({ new: [expect.any(String)], changed: [], known: 0 });
    expect(JSON.parse(report.stdout).baseline.gone).toHaveLength(1);
    expect(report.exitCode).toBe(1);
  });

  test('reports a known finding whose value is another one, and a baseline of nothing', async () => {
    const known = join(folder.path, 'known-sums.json');
    const sums = (sum: number) =>
      changed(`sums-${sum}.har`, (text) => text.replaceAll(/(total_refunded\\":)0\b/g, `$1${sum}`));
    expect((await command(['compare', sums(1), '--write-baseline', known])).exitCode).toBe(0);
    const other = await command(['compare', sums(2), '--baseline', known]);
    expect(other.stdout).toMatch(
      /^Changed: \S+ data\.total_refunded; before: the service has 1 for 2 different amounts; the emulator has 0 for 2 different amounts$/m,
    );
    expect(other.stdout).toMatch(/^0 new findings, [1-9]\d* changed, 0 gone, 0 as in /m);
    expect(other.exitCode).toBe(1);
    const nothing = changed('nothing.har', (text) => text.replaceAll(/\/(api|vault)\//g, '/other/'));
    expect((await command(['compare', nothing, '--baseline', known])).exitCode).toBe(5);
  });

  test.each([
    ['a baseline that is not there', [() => file, '--baseline', 'gone.json'], 2, '--baseline gone.json cannot be read'],
    ['a clean-up without a service', [() => file, '--clean-up'], 2, 'Add --against and --key-env.'],
    ['no file', [], 2, 'Pass a capture file, as in npx payments-emulator compare service.har.'],
    ['a file that is not there', ['none.har'], 2, 'none.har'],
    ['a profile that is not there', [() => file, '--profile', 'gone.json'], 2, '--profile gone.json cannot be read'],
    ['a ledger that is none', [() => file, '--keep', () => changed('no-ledger.json', () => '{}')], 2, 'no-ledger.json'],
    ['a file cut in the middle', [() => changed('cut.har', (text) => text.slice(0, -3000))], 2, 'ends unexpectedly'],
    ['what is not a HAR file', [() => changed('no.har', () => '{"log": 1}')], 2, 'is not a HAR file'],
  ] as const)('refuses %s in one line', async (_name, args, status, message) => {
    const words = args.map((each) => (typeof each === 'string' ? each : each()));
    const { stderr, exitCode } = await command(['compare', ...words]);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(exitCode).toBe(status);
  });

  test('says that the service refuses the key, and goes no further', async () => {
    const [base, out] = [`${service.url}/api/v1`, join(folder.path, 'against.har')];
    const args = ['compare', '--against', base, '--key-env', 'SERVICE_KEY', '--yes', '--out', out];
    const { stderr, stdout, exitCode } = await command(args, { env: { SERVICE_KEY: 'sk_test_nobody' } });
    expect(stderr).toContain('The service rejects the key: ');
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect(JSON.parse(readFileSync(out, 'utf8')).log.entries).toHaveLength(1);
  });

  test('says that nothing could be compared in a capture of another service', async () => {
    const other = changed('another.har', (text) => text.replaceAll(/\/(api|vault)\//g, '/other/'));
    const { stdout, exitCode } = await command(['compare', other]);
    expect(stdout).toMatch(/^None of .* could be compared\./);
    expect(stdout).toContain('Its path is not in the API');
    expect(exitCode).toBe(5);
  });
});

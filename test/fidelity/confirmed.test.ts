import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assumptionsOf } from '../../src/emulator/fidelity/compare/assumptions.ts';
import { startEmulator as inThisProcess } from '../../src/index.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { command, startEmulator } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { call } from '../support/call.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: a JSON document, looked into at every depth
type Any = any;

const folder = mkdtempSync(join(tmpdir(), 'confirmed-'));
let files = 0;
afterAll(() => rmSync(folder, { recursive: true }));
const running: TestSandbox[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});

const day = '2026-05-04';
const ledgerOf = (text: string): string => {
  const file = join(folder, `${files++}.json`);
  writeFileSync(file, text);
  return file;
};
const ledger = (verdicts: Readonly<Record<string, 'confirmed' | 'refuted'>>): string =>
  ledgerOf(
    JSON.stringify({
      version: 1,
      assumptions: Object.entries(verdicts).map(([assumption, verdict]) => ({
        assumption,
        verdict,
        date: day,
        capture: 'service.har',
      })),
    }),
  );

async function described(path: string, assumptions?: string, profile?: string): Promise<string> {
  const sandbox = await createTestSandbox({ assumptions, profile });
  running.push(sandbox);
  return (await call(`${sandbox.url}${path}`)).text.replaceAll(sandbox.url, '');
}

const all = Object.fromEntries(assumptionsOf(declarations(), []).map(({ id }) => [id, 'confirmed' as const]));

describe('what a capture confirmed', () => {
  it.each(['/openapi.json', '/openapi-client.json'])(
    'is no longer assumed in %s, which is else the same',
    async (path) => {
      const [without, by] = [JSON.parse(await described(path)), JSON.parse(await described(path, ledger(all)))];
      expect(by.info.description).toContain(' A part marked `x-confirmed` was observed in a capture of the service');
      by.info.description = without.info.description;
      const text = JSON.stringify(by);
      expect(text.split(`"x-confirmed":"${day}"`).length).toBeGreaterThan(path === '/openapi.json' ? 300 : 10);
      expect(JSON.parse(text.replaceAll(`"x-confirmed":"${day}"`, '"x-assumed":true'))).toEqual(without);
    },
  );

  it('is said of each thing alone', async () => {
    const file = ledger({
      'transaction.settled_at': 'confirmed',
      'transaction.status=voided': 'confirmed',
      'code invalid_state': 'confirmed',
      'header request-id': 'confirmed',
      'request customers.create company': 'confirmed',
      'customer.company': 'refuted',
      'something.of_an_older_version': 'confirmed',
    });
    const api: Any = JSON.parse(await described('/openapi.json', file));
    const { Transaction, Customer, ErrorCode } = api.components.schemas;
    expect(Transaction.properties.settled_at).toMatchObject({ 'x-confirmed': day });
    expect(Transaction.properties.settled_at).not.toHaveProperty('x-assumed');
    const forms = (schema: Any) => schema.anyOf.filter((each: Json) => 'x-confirmed' in each);
    expect(forms(Transaction.properties.status)).toEqual([{ type: 'string', enum: ['voided'], 'x-confirmed': day }]);
    expect(forms(ErrorCode)).toEqual([{ type: 'string', enum: ['invalid_state'], 'x-confirmed': day }]);
    expect(api.components.headers['Request-Id']).toMatchObject({ 'x-confirmed': day });
    expect(Customer.properties.company).toHaveProperty('x-assumed', true);
    const create = api.paths['/customers'].post.requestBody.content['application/json'].schema;
    expect(create.properties.company).toHaveProperty('x-confirmed', day);
    const page = await described('/docs/api', file);
    expect(page).toContain(`confirmed ${day}`);
    expect(page).toContain('Confirmed parts were observed in a capture of the service.');
    expect(await described('/docs/api')).not.toContain('onfirmed');
  });

  it('gives way to what a profile says', async () => {
    const adopted = [{ change: 'rename', of: 'customer', field: 'company', to: 'organization' }];
    const profile = ledgerOf(JSON.stringify({ version: 1, name: 'sandbox.example.com', adopted }));
    const file = ledger({ 'customer.company': 'confirmed', 'customer.phone': 'confirmed' });
    const { Customer }: Any = JSON.parse(await described('/openapi.json', file, profile)).components.schemas;
    expect(Customer.properties.organization).toHaveProperty('x-observed', true);
    expect(Customer.properties.organization).not.toHaveProperty('x-confirmed');
  });

  it.each([
    ['is not JSON', '{"version": 1,', 'it is not valid JSON.'],
    ['is another file', '{"version": 2, "assumptions": []}', 'version'],
    [
      'has another verdict',
      JSON.stringify({ version: 1, assumptions: [{ assumption: 'a', verdict: 'maybe', date: day, capture: 'c' }] }),
      'verdict',
    ],
  ])('is refused in one line where the file %s', async (_name, text, message) => {
    await expect(createTestSandbox({ assumptions: ledgerOf(text) })).rejects.toThrow(message);
  });
});

describe('--assumptions', () => {
  beforeAll(ensureBuilt);

  it('is the same as EMULATOR_ASSUMPTIONS, and as an option of startEmulator', async () => {
    const file = ledger({ 'transaction.settled_at': 'confirmed' });
    const emulator = await startEmulator(['--ephemeral'], { env: { EMULATOR_ASSUMPTIONS: file } });
    expect((await call(`${emulator.url}/openapi.json`)).text).toContain(`"x-confirmed":"${day}"`);
    await emulator.stop();
    const own = await inThisProcess({ assumptions: file });
    expect((await call(`${own.url}/openapi.json`)).text).toContain(`"x-confirmed":"${day}"`);
    await own.stop();
    const { stderr, exitCode } = await command(['start', '--ephemeral', '--no-tui', '--assumptions', 'none.json']);
    expect(stderr).toMatch(/^[^\n]*--assumptions .*none\.json cannot be read[^\n]*$/);
    expect(exitCode).toBe(2);
  });
});

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarations } from '../../src/sandbox/declarations.ts';
import { StorageError } from '../../src/sandbox/files/errors.ts';
import { inspectFolder, repairFolder } from '../../src/sandbox/files/repair.ts';
import { merchantOperations } from '../support/declared.ts';
import { Random } from '../support/random.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { filesOf } from './things.ts';

/** How many bits are flipped, one at a time. */
const flips = 12;
const parent = mkdtempSync(join(tmpdir(), 'emulator-edited-'));
const whole = join(parent, 'whole');
const registry = declarations();
let bytes: Buffer;
let answers: Record<string, number>;
let made = 0;

/** A folder of an emulator in which every move that can be triggered was made. */
beforeAll(async () => {
  const sandbox = await createTestSandbox({ dataDir: whole });
  const { data } = (await sandbox.control.get<{ data: { name: string }[] }>('/triggers')).body;
  for (const { name } of data) await sandbox.control.post(`/triggers/${name}`, {});
  await sandbox.control.post('/rules', {
    when: { amount: 777 },
    then: { kind: 'decline', code: 'insufficient_funds' },
  });
  await sandbox.control.post('/faults', { on: 'POST /charges', kind: 'latency', ms: 5, times: 3 });
  await sandbox.control.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hook' });
  await sandbox.control.post('/clock', { advance: '30h' });
  await sandbox.control.post('/triggers/payment.completed', {});
  answers = await statusesOf(sandbox);
  await sandbox.stop();
  bytes = readFileSync(join(whole, 'db.json'));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** The folder with another `db.json`. */
function folderWith(db: Buffer | string): string {
  const directory = join(parent, String(made++));
  cpSync(whole, directory, { recursive: true });
  writeFileSync(join(directory, 'db.json'), db);
  return directory;
}

interface Started {
  readonly directory: string;
  /** Null where the start was refused. */
  readonly sandbox: TestSandbox | null;
  readonly refusal: string;
  readonly warnings: readonly string[];
}

/** Starts on another `db.json`; a refusal has changed nothing, and the doctor says the same. */
async function startOn(db: Buffer | string): Promise<Started> {
  const directory = folderWith(db);
  const before = filesOf(directory);
  const condition = await inspectFolder(directory, registry);
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  try {
    const sandbox = await createTestSandbox({ dataDir: directory, warn });
    expect(condition).toMatchObject({ state: 'sound', isEdited: true });
    return { directory, sandbox, refusal: '', warnings };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    expect(condition).toMatchObject({ state: 'damaged', reason: error.message });
    expect(filesOf(directory)).toEqual(before);
    expect(error.message).toMatch(
      new RegExp(`^${directory}/db\\.json is damaged at byte \\d+ \\(line \\d+\\): [^\\n]+$`),
    );
    return { directory, sandbox: null, refusal: error.message, warnings };
  }
}

const lists = merchantOperations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
const views = ['/status', '/events?limit=100', '/ledger', '/deliveries', '/rules', '/faults', '/mail', '/export'];

/** Asks for everything that can be listed; gives the statuses by what was asked. */
async function statusesOf(sandbox: TestSandbox): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const { path, query } of lists) {
    const limit = query?.properties.limit === undefined ? '' : '?limit=100';
    statuses[path] = (await sandbox.api.get(path + limit)).status;
  }
  for (const path of views) statuses[path] = (await sandbox.control.get(path)).status;
  return statuses;
}

/**
 * Holds a start on another `db.json` to what it must be: refused with the place, or taken over with one line, after
 * which lists answer and the clock moves.
 * @param expected what everything answers that can be listed; null where no more is known than that nothing fails
 */
async function startOrRefusal(db: Buffer | string, what: string, expected: Record<string, number> | null) {
  const { directory, sandbox, refusal, warnings } = await startOn(db);
  if (sandbox !== null) {
    expect(warnings, what).toEqual([
      `${directory}/db.json was edited. The whole file was checked, and the edit is applied.`,
    ]);
    const statuses = await statusesOf(sandbox);
    if (expected !== null) expect(statuses, what).toEqual(expected);
    expect(
      Object.entries(statuses).filter(([, status]) => status >= 500),
      what,
    ).toEqual([]);
    expect((await sandbox.control.post('/clock', { advance: '3d' })).status, what).toBe(200);
    await sandbox.stop();
    // What is written at the end is an emulator's own again.
    expect(await inspectFolder(directory, registry), what).toMatchObject({ state: 'sound', isEdited: false });
  }
  rmSync(directory, { recursive: true });
  return refusal;
}

/** The places of the records by their kinds, so that rare kinds are hit as often as events. */
function linesByKind(): Map<string, [from: number, to: number][]> {
  const kinds = new Map<string, [number, number][]>();
  let kind = '';
  let from = 0;
  for (const line of bytes.toString('latin1').split('\n')) {
    kind = /^"([^"]+)":\[$/.exec(line)?.[1] ?? kind;
    const name = line.startsWith('{"id"') ? kind : 'frame';
    kinds.set(name, [...(kinds.get(name) ?? []), [from, from + line.length]]);
    from += line.length + 1;
  }
  return kinds;
}

describe('a db.json in which a bit flipped', () => {
  it('is refused with line, record and reason, or is a sound edit after which everything works', async () => {
    const random = new Random(11);
    const kinds = linesByKind();
    const count = { taken: 0, refused: 0 };
    for (let flip = 0; flip < flips; flip++) {
      const kind = random.pick([...kinds.keys()]);
      const [from, to] = random.pick(kinds.get(kind)!);
      const at = from + random.below(to - from);
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1 << random.below(8);
      const around = `byte ${at} in ${kind}: ${flipped.toString('latin1', Math.max(0, at - 30), at + 5)}`;
      count[(await startOrRefusal(flipped, around, null)) === '' ? 'taken' : 'refused']++;
    }
    expect(count.refused).toBeGreaterThan(count.taken);
    expect(count.taken).toBeGreaterThan(0);
  });
});

type Change = (text: string) => string;

const swap =
  (from: string | RegExp, to: string): Change =>
  (text) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`There is no ${from} to change.`);
    return changed;
  };

/** Changes the first record of a kind in test mode, or at all. */
const inFirst =
  (kind: string, from: string | RegExp, to: string): Change =>
  (text) => {
    const start = text.indexOf(`\n"${kind}":[\n`);
    const record = text.slice(start).split('\n')[2]!;
    return text.replace(record, swap(from, to)(record));
  };

/** Adds a record that is like the first of its kind. */
const copyFirst =
  (kind: string, id: string): Change =>
  (text) =>
    text.replace(new RegExp(`(\\n"${kind}":\\[\\n)(\\{"id":")\\w+("[^\\n]*\\}),?\\n`), (all, begin, head, rest) => {
      const record = all.slice(begin.length).replace(/,?\n$/, '');
      return `${begin}${head}${id}${rest},\n${record}${all.endsWith(',\n') ? ',\n' : '\n'}`;
    });

/** Edits that are refused, and what the refusal says. */
const unsound: [name: string, change: Change, says: RegExp][] = [
  [
    'an amount in quotation marks',
    inFirst('transaction', /"amount":(\d+)/, '"amount":"$1"'),
    /transaction txn_\w+, amount: must be a whole number/,
  ],
  [
    'an amount beyond all numbers',
    inFirst('ledger', /"amount":\d+/, '"amount":1e300'),
    /ledger led_\w+, amount: is a number that cannot be represented exactly/,
  ],
  [
    'a status that is none',
    inFirst('payout', /"status":"\w+"/, '"status":"payed"'),
    /payout po_\w+, status: must be one of/,
  ],
  [
    'a field without its value',
    inFirst('customer', /"email":"[^"]*",/, ''),
    /customer cus_\w+: the field 'email' is missing/,
  ],
  [
    'a field that is none',
    inFirst('product', '"name":', '"nmae":"x","name":'),
    /product prod_\w+: there is no field 'nmae'/,
  ],
  [
    'a date that is none',
    inFirst('invoice', /"created_at":"2026/, '"created_at":"20x6'),
    /invoice \w+, created_at: must be an ISO 8601 date/,
  ],
  [
    'a customer that is not there',
    inFirst('transaction', /"customer_id":"\w+"/, '"customer_id":"cus_nobody"'),
    /transaction txn_\w+, customer_id: there is no customer cus_nobody/,
  ],
  [
    'a balance unlike the ledger',
    inFirst('balance', /"available":\d+/, '"available":7'),
    /balance USD, available: is 7, but the ledger adds up to \d+/,
  ],
  [
    'a kind of job that is none',
    inFirst('job', /"kind":"[\w.]+"/, '"kind":"nap.take"'),
    /job job_\w+, kind: there is no job kind "nap\.take"/,
  ],
  [
    'a job about nothing',
    inFirst('job', /"subject":"\w+"/, '"subject":"tx_none"'),
    /job job_\w+, subject: there is no tx_none/,
  ],
  [
    'a job without a time',
    inFirst('job', /"due_at":"[^"]+"/, '"due_at":"soon"'),
    /job job_\w+, due_at: must be an ISO 8601 date/,
  ],
  [
    'an event that is none',
    inFirst('event', /"type":"[\w.]+"/, '"type":"payment.lost"'),
    /event evt_\w+, type: there is no event type "payment\.lost"/,
  ],
  [
    'an event at no time',
    inFirst('event', /"created":\d+/, '"created":99999999999999'),
    /event evt_\w+, created: must be a whole number from 0/,
  ],
  ['a payload of another event', inFirst('event', /"data":\{"\w+":/, '"data":{"other":'), /event evt_\w+, data/],
  [
    'a delivery that is in no state',
    inFirst('delivery', /"status":"\w+"/, '"status":"lost"'),
    /delivery del_\w+, status: must be one of/,
  ],
  [
    'a key of no workspace',
    inFirst('api_key', '"workspace_id":"ws_demo"', '"workspace_id":"ws_gone"'),
    /api_key sk_test_demo, workspace_id: there is no workspace ws_gone/,
  ],
  [
    'a setting of another type',
    inFirst('workspace', '"smart_routing":false', '"smart_routing":"no"'),
    /workspace ws_demo, settings\.smart_routing: must be true or false/,
  ],
  [
    'a delay of settlement in words',
    inFirst('workspace', /"card":\d+/, '"card":"2s"'),
    /workspace ws_demo, settings\.settlement\.delays\.card: must be a whole number of milliseconds/,
  ],
  [
    'a delay of settlement without end',
    inFirst('workspace', /"card":\d+/, '"card":9000000000000000'),
    /workspace ws_demo, settings\.settlement\.delays\.card: must be a whole number from 0 to \d+/,
  ],
  [
    'a clock that stands nowhere',
    inFirst('workspace', /"frozen_at":\d+/, '"frozen_at":null'),
    /workspace ws_demo, clock: the time must be from 1970 to 9999, and must match the mode/,
  ],
  [
    'an endpoint without events',
    inFirst('webhook_endpoint', '"events":["*"]', '"events":[]'),
    /webhook_endpoint whe_\w+, events: must have at least 1 item/,
  ],
  [
    'a rule without an outcome',
    inFirst('rule', '"kind":"decline"', '"kind":"perhaps"'),
    /rule rule_\w+, then\.kind: must be one of/,
  ],
  [
    'a fault of no kind',
    inFirst('fault', '"kind":"latency"', '"kind":"laziness"'),
    /fault fault_\w+, kind: must be one of/,
  ],
  [
    'a data set of no workspace',
    swap('"ws_demo/test":{', '"ws_demi/test":{'),
    /no workspace owns the data set ws_demi\/test/,
  ],
  [
    'ids that would be drawn again',
    swap(/"ws_demo\/test":\{"count":\d+/, '"ws_demo/test":{"count":40'),
    /has generated 40 ids, but would generate \w+ again/,
  ],
];

/** Edits that are taken over. */
const sound: [name: string, change: Change][] = [
  ['another name', inFirst('customer', /"first_name":(null|"[^"]*")/, '"first_name":"Grüße"')],
  ['a setting', inFirst('workspace', '"smart_routing":false', '"smart_routing":true')],
  ['a record more', copyFirst('customer', 'cus_mine')],
  ['another arrangement', (text) => JSON.stringify(JSON.parse(text), null, 2)],
  ['no checksum', swap(/,"checksum":"\w+"/, '')],
];

describe('a db.json that was edited by hand', () => {
  it.each(unsound)('is refused with line, record and reason: %s', async (name, change, says) => {
    const before = bytes.toString();
    const after = change(before);
    const refusal = await startOrRefusal(after, name, answers);
    expect(refusal).toMatch(says);
    const lines = before.split('\n');
    const changed = after.split('\n').findIndex((line, at) => line !== lines[at]);
    expect(refusal).toContain(`(line ${changed + 1})`);
  });

  it.each(sound)('is taken over, and everything works: %s', async (name, change) => {
    expect(await startOrRefusal(change(bytes.toString()), name, answers)).toBe('');
  });

  it('is repaired without what is wrong and what stands on it, and works again', async () => {
    const lost = inFirst('transaction', /"status":"\w+"/, '"status":"lost"');
    const wrongSum = inFirst('balance', /"available":\d+/, '"available":7');
    const directory = folderWith(wrongSum(lost(bytes.toString())));
    const { leftOut } = await repairFolder(directory, registry, '0.0.0-test');
    const told = leftOut.join('\n');
    const [, id] = /db\.json, line \d+: transaction (txn_\w+), status: must be one of/.exec(told) ?? [];
    expect(told).toMatch(new RegExp(`line \\d+: ledger led_\\w+, subject: there is no ${id}`));
    expect(told).toMatch(/line \d+: balance USD, available: is 7, but the ledger adds up to \d+/);
    expect(await inspectFolder(directory, registry)).toMatchObject({ state: 'sound', isEdited: false });
    const sandbox = await createTestSandbox({ dataDir: directory });
    expect(await statusesOf(sandbox)).toEqual(answers);
    await sandbox.stop();
  });

  it('is refused in another arrangement too, at the record', async () => {
    const text = JSON.stringify(JSON.parse(bytes.toString()), null, 2);
    const at = text.indexOf('"email":', text.indexOf('"customer": ['));
    const id = text.lastIndexOf('"id":', at);
    const changed = `${text.slice(0, at)}"email": 7,\n"was_${text.slice(at + 1)}`;
    const refusal = await startOrRefusal(changed, 'indented', answers);
    expect(refusal).toMatch(/customer cus_\w+/);
    expect(refusal).toContain(`(line ${text.slice(0, id).split('\n').length})`);
  });
});

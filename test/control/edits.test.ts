import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Shape } from '../../src/core/validation/value-error.ts';
import type { InputField, ObjectView } from '../../src/sandbox/control/wire.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { call } from '../support/call.ts';
import { faultsInFolder } from '../support/folder-faults.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestSandbox, type TestSandbox } from './sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'emulator-edits-'));
const registry = declarations();
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox({ dataDir: folder, fixture: 'shop' });
  const { data } = await sandbox.client.call('triggers.list');
  for (const { name } of data) await sandbox.control('POST', `/triggers/${name}`, {});
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const edit = (id: string, set: Record<string, unknown>, further = {}) =>
  sandbox.control('PATCH', `/objects/${id}`, { set, ...further });

/** The error of an edit, which must be refused. */
async function refused(id: string, set: Record<string, unknown>, further = {}): Promise<string> {
  const { status, body } = await edit(id, set, further);
  expect([status, body]).toEqual([400, expect.anything()]);
  return body.error;
}

/** Objects of a kind in different states, two at most. */
async function differentOnes(kind: string): Promise<ObjectView[]> {
  const { objects } = await sandbox.client.call('objects.list', { kind, limit: 100 });
  return [...new Map(objects.map((object) => [object.state, object])).values()].slice(0, 2);
}

/** A value that the model and the operations allow, other than the present one. */
function otherValue({ name, type, choices, fallback }: InputField, ids: readonly string[]): unknown {
  if (type === 'choice') return choices.find((choice) => choice !== fallback) ?? fallback;
  if (type === 'yes_no') return fallback !== 'true';
  if (type === 'number') return Number(fallback ?? 1) + 1;
  if (/(_at|_date)$/.test(name)) return '2026-02-02T02:02:02.000Z';
  if (name.endsWith('_country')) return fallback === 'DE' ? 'FR' : 'DE';
  if (name === 'currency') return fallback === 'EUR' ? 'USD' : 'EUR';
  if (name === 'locale') return fallback === 'de' ? 'fr' : 'de';
  if (name.endsWith('_url')) return 'https://example.com/edited';
  if (name.endsWith('email')) return `edited-${fallback ?? 'new@example.com'}`;
  if (name.endsWith('_id')) return ids.find((id) => id !== fallback && id.startsWith(`${prefixOf(name)}_`)) ?? fallback;
  if (fallback?.startsWith('[') === true) return JSON.parse(fallback);
  return type === 'amount' ? JSON.parse(fallback ?? 'null') : `edited ${name}`;
}

const prefixOf = (name: string): string =>
  registry.collections.get(name.split('.').at(-1)!.slice(0, -'_id'.length))?.prefix ?? '-';

/** A value of the type of a field that cannot be edited, other than the present one. */
function typedValue({ type, enum: words, format }: Shape, value: unknown): unknown {
  const types = [type].flat();
  if (words !== undefined) return words.find((word) => word !== value);
  if (format === 'date-time') return '2026-02-02T02:02:02.000Z';
  if (types.includes('integer')) return Number(value ?? 0) + 1;
  if (types.includes('boolean')) return value !== true;
  return types.includes('string') ? 'edited' : types.includes('array') ? [] : {};
}

describe('every kind of object', () => {
  test('takes each field that it says it takes, refuses every other one with what to do, and stays consistent', async () => {
    const { data: kinds } = await sandbox.client.call('kinds.list');
    const objects = (await Promise.all(kinds.map(({ name }) => differentOnes(name)))).flat();
    const ids = objects.map(({ id }) => id);
    const tried = { editable: 0, barred: 0 };
    for (const { id, object, data } of objects) {
      const { data: editable } = await sandbox.client.call('objects.editable', { id });
      const set = Object.fromEntries(editable.map((field) => [field.name, otherValue(field, ids)]));
      if (editable.length > 0) {
        const { status, body } = await edit(id, set);
        expect([object, status, body.error]).toEqual([object, 200, undefined]);
        tried.editable += body.data.edit.fields.length;
      }
      const names = new Set(editable.map(({ name }) => name.split('.')[0]));
      const def = [...registry.collections.values()].find(({ prefix }) => id.startsWith(`${prefix}_`))!;
      for (const [name, schema] of Object.entries<Shape>(def.model.properties)) {
        const value = data[name as keyof typeof data];
        if (names.has(name) || ('x-internal' in schema && value === undefined)) continue;
        const other = typedValue(schema, value);
        if (JSON.stringify(other) === JSON.stringify(value)) continue;
        const { status, body } = await edit(id, { [name]: other });
        expect([object, name, status]).toEqual([object, name, 400]);
        expect(body.error).toMatch(/^[^\n]{20,300}[.!]$/);
        expect(body.error).not.toMatch(/must be|no field/);
        tried.barred++;
      }
    }
    expect(tried.editable).toBeGreaterThan(150);
    expect(tried.barred).toBeGreaterThan(150);
    await sandbox.stop();
    expect(await faultsInFolder(folder)).toEqual([]);
    sandbox = await startTestSandbox({ dataDir: folder });
  });
});

test.each([
  ['prod_letters', { 'recurring.interval_count': 0 }],
  ['prod_notebook', { price: -1 }],
  ['prod_notebook', { stock_quantity: -1 }],
  ['prod_notebook', { currency: '__proto__' }],
  ['cs_1001', { success_url: 'javascript:alert(1)' }],
  ['cus_ada', { email: 'nope' }],
  ['prod_notebook', { image_url: 'javascript:alert(1)' }],
  ['prod_notebook', { currency: 'ABC' }],
  ['cs_1001', { locale: 'not a locale' }],
])('an edit takes no value that the operations refuse: %s %j', async (id, set) => {
  expect(await refused(id, set)).toContain(Object.keys(set)[0]!.split('.')[0]);
});

test.each(['https://shop.example; script-src *', 'javascript:alert(1)', '*'])(
  'an edit lets nobody frame a session but an origin: %s',
  async (origin) => {
    expect(await refused('cs_1001', { allowed_parent_origins: [origin] })).toContain(
      'is not an origin in its exact form',
    );
  },
);

const link = async (): Promise<string> => {
  const { body } = await sandbox.control('POST', '/payment-links', { name: 'A gift', amount: 500 });
  return body.data.id;
};

test.each(['US', '', 'a@b.test', 'ABC'])(
  'a currency that operations refuse is not edited into a link: %j',
  async (code) => {
    const refusal = await refused(await link(), { currency: code });
    expect(refusal).toMatch(/currency .*is not an ISO 4217 currency/);
  },
);

test('a currency is stored as the operation stores it, and the page of the object is shown', async () => {
  const id = await link();
  const { body } = await edit(id, { currency: 'eur' });
  expect([body.data.data.currency, body.data.edit.fields]).toEqual([
    'EUR',
    [{ field: 'currency', from: 'USD', to: 'EUR' }],
  ]);
  expect((await call(`${sandbox.url}/pay/${body.data.data.slug}`)).status).toBe(200);
  const { body: made } = await sandbox.control('POST', '/payment-links', {
    name: 'x',
    products: [{ product_id: 'prod_notebook', quantity: 1 }],
  });
  expect(await refused(made.data.id, { currency: 'EUR' })).toMatch(
    'currency is calculated from products. Create another object instead.',
  );
});

/** Values that break pages where nobody checks them. */
const hostile = ['', 'javascript:alert(1)', '"><script>', 'US', '__proto__'];

test('no edit of any field makes a page of an object fail', async () => {
  const warned: unknown[] = [];
  const { warn } = console;
  console.warn = (...words) => warned.push(words);
  const { data: kinds } = await sandbox.client.call('kinds.list');
  let tried = 0;
  for (const { name } of kinds) {
    for (const { id } of (await differentOnes(name)).slice(0, 1)) {
      const { data: fields } = await sandbox.client.call('objects.editable', { id });
      for (const { name: field } of fields) {
        for (const value of hostile) {
          const { status } = await edit(id, { [field]: value });
          expect([id, field, value.slice(0, 40), status < 500]).toEqual([id, field, value.slice(0, 40), true]);
          tried++;
        }
      }
    }
  }
  const records = JSON.stringify(await sandbox.client.call('export'));
  const slugs = new Set([...records.matchAll(/"slug":"([^"]+)"/g)].map(([, slug]) => slug));
  for (const slug of slugs) {
    for (const path of [`/pay/${slug}`, `/invoice/${slug}`, `/portal/${slug}`, `/claim/${slug}`, `/request/${slug}`]) {
      const { status } = await call(`${sandbox.url}${path}`);
      expect([path, status < 500]).toEqual([path, true]);
    }
  }
  console.warn = warn;
  expect([tried > 300, slugs.size > 5, warned]).toEqual([true, true, []]);
}, 120_000);

describe('the marks in the models', () => {
  interface Field extends Shape {
    readonly description?: string;
    readonly properties?: Readonly<Record<string, Field>>;
    readonly items?: Field;
  }
  /** The fields of a model that an object shows, at any depth. */
  const fieldsIn = (schema: Field, path = ''): [path: string, field: Field][] =>
    [...Object.entries(schema.properties ?? {}), ...(schema.items === undefined ? [] : [['*', schema.items] as const])]
      .filter(([, field]) => !('x-internal' in field))
      .flatMap(([name, field]) => [[`${path}${name}`, field], ...fieldsIn(field, `${path}${name}.`)]);

  test('are at all money, and at everything that the emulator counts or that is a part of an address', () => {
    const marked = { money: 0, fixed: 0 };
    for (const { collections } of registry.slices) {
      for (const { name, model } of collections) {
        if (!('object' in model.properties)) continue;
        for (const [path, field] of fieldsIn(model as Field)) {
          const { description = '' } = field;
          const isMoney = /\bcents\b/i.test(description) || description.includes('ISO 4217');
          const isMade =
            /Numbering starts from 1|has its own sequence|last segment of the page URL|client secret for the browser SDK|^The page URL\./.test(
              description,
            );
          if (isMoney) expect([name, path, 'x-cents' in field || 'x-currency' in field]).toEqual([name, path, true]);
          if (isMade) expect([name, path, 'x-fixed' in field]).toEqual([name, path, true]);
          if (isMoney) marked.money++;
          if (isMade) marked.fixed++;
        }
      }
    }
    expect(marked.money).toBeGreaterThan(20);
    expect(marked.fixed).toBeGreaterThan(6);
  });
});

describe('an edit', () => {
  const objectOf = async (name: string, options = {}): Promise<string> =>
    (await sandbox.client.call('triggers.run', { name, ...options })).objects[0]!.id;
  const customer = async (email: string): Promise<string> =>
    (await sandbox.api('POST', '/customers', { email })).body.data.id;

  test('sets values inside an object, is a part of the history, and a second time changes nothing', async () => {
    const id = await customer('grace@example.com');
    const { status, body } = await edit(id, { phone: '+1 555 0100', 'metadata.tier': 'gold' }, { by: 'cli' });
    expect([status, body.data.data.metadata]).toEqual([200, { tier: 'gold' }]);
    const { edits } = await sandbox.client.call('objects.get', { id });
    const fields = [
      { field: 'phone', from: null, to: '+1 555 0100' },
      { field: 'metadata.tier', from: null, to: 'gold' },
    ];
    expect(edits).toEqual([expect.objectContaining({ by: 'cli', fields, event: null })]);
    const { data: messages } = await sandbox.client.call('log.page', { limit: 1 });
    expect(messages[0]).toMatchObject({
      type: 'change',
      data: {
        object: 'customer',
        id,
        verb: 'edit',
        edited: ['phone', 'metadata.tier'],
        cause: { name: 'objects.set' },
      },
    });
    expect((await edit(id, { metadata: { tier: 'gold' } })).body.data.edit).toBeNull();
    expect((await edit(id, { metadata: {} })).body.data.data.metadata).toEqual({});
  });

  test("of a customer's address is found by the new address, and takes nobody else's", async () => {
    const id = await customer('old@example.com');
    await customer('other@example.com');
    expect(await refused(id, { email: 'Other@example.com' })).toMatch(
      /The email address 'Other@example\.com' is already used by another customer, cus_\w+/,
    );
    await edit(id, { email: 'New@example.com' });
    expect(await customer('new@example.com')).toBe(id);
    expect(await customer('old@example.com')).not.toBe(id);
  });

  test('of what does not fit is refused with the nearest name, the path and the rule', async () => {
    const id = await customer('fit@example.com');
    expect(await refused(id, { emial: 'a@b.c' })).toMatch("The customer has no field 'emial'. Did you mean 'email'?");
    expect(await refused(id, { first_name: 5 })).toBe('first_name must be a string or null; you sent 5.');
    expect(await refused(id, { 'metadata.order': { id: 7 } })).toMatch(/^metadata\.order must be/);
    expect(await refused(id, { 'metadata.constructor': 1 })).toMatch("'metadata.constructor' is not a valid path");
    expect(await refused(id, {})).toMatch('set contains no fields');
    expect(
      await refused(id, Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`metadata.k${at}`, at]))),
    ).toMatch('at most 100 fields');
    const product = await objectIn('product');
    expect(await refused(product, { 'variants.7.name': 'x' })).toMatch(/variants has \d+ items/);
    expect(await refused(product, { recurring: { interval: 'month', interval_count: 1, every: 2 } })).toMatch(
      "no field 'recurring.every'",
    );
    await edit(id, { 'metadata.card': '4539 1488 0343 6467' });
    expect(JSON.stringify(await sandbox.client.call('objects.get', { id }))).not.toContain('1488');
    expect((await edit('cus_none', { phone: '1' })).status).toBe(404);
  });

  const objectIn = async (kind: string): Promise<string> =>
    (await sandbox.client.call('objects.list', { kind })).objects[0]!.id;

  test('that would break a sum or forge a state is refused with the trigger that does it', async () => {
    const id = await objectOf('payment.completed');
    expect(await refused(id, { amount: 1 })).toBe(
      `amount is part of the ledger, so an edit would make the ledger totals wrong. Instead: npx payments-emulator trigger transaction.refund --id ${id}.`,
    );
    expect(await refused(id, { total_refunded: 1 })).toMatch(
      `npx payments-emulator trigger payment.refunded --id ${id} --amount`,
    );
    expect(await refused(id, { status: 'disputed' })).toMatch(
      `npx payments-emulator trigger transaction.dispute --id ${id}`,
    );
    expect(await refused(id, { status: 'settledd' })).toMatch("Did you mean 'settled'?");
    expect(await refused(id, { customer_id: 'cus_none' })).toBe("There is no customer 'cus_none'.");
    const payout = await objectOf('payout.paid');
    expect(await refused(payout, { returned: true })).toMatch(
      /changes only through its moves\..*was sent on the card rail; banks can return only ach payouts\./,
    );
    expect(await refused(payout, { status: 'failed' })).toMatch(/fail requires the state pending/);
    const { body } = await sandbox.control('POST', '/triggers/payout_link.create', {});
    const link = body.data.objects.find(({ object }: { object: string }) => object === 'payout_link');
    expect(await refused(link.id, { expires_at: '2027-01-01T00:00:00Z' })).toMatch(
      /^expires_at is the due time of the job payout_link\.\w+\./,
    );
  });

  test('sends the event of an update only where it is asked to, with the values that were set', async () => {
    const receiver = await startReceiver();
    await sandbox.client.call('webhook_endpoints.create', { url: receiver.url, events: ['payout.updated'] });
    const id = await objectOf('payout.created');
    await edit(id, { descriptor: 'SILENT' });
    const { body } = await edit(id, { descriptor: 'ORDER 7' }, { emit: true });
    const { change, data } = await sandbox.client.call('events.get', { id: body.data.edit.event });
    expect(change).toMatchObject({ verb: 'edit', from: 'pending', to: 'pending', edited: ['descriptor'] });
    expect(data).toMatchObject({ id, descriptor: 'ORDER 7' });
    const [sent] = await receiver.received(1);
    expect(JSON.parse(sent!.body)).toMatchObject({ type: 'payout.updated', data: { descriptor: 'ORDER 7' } });
    expect(receiver.requests).toHaveLength(1);
    expect(await refused(await customer('e@example.com'), { phone: '1' }, { emit: true })).toMatch(
      'has no update event',
    );
    expect(await refused(await objectOf('payment.completed'), { email: 'a@b.c' }, { emit: true })).toMatch(
      'only events that report something else: payment.completed',
    );
    await receiver.close();
  });

  test('is in the record of the run, from which an emulator goes on with it', async () => {
    const id = await customer('record@example.com');
    await edit(id, { company: 'Recorded', 'metadata.pin': 'not for everybody' }, { by: 'dashboard' });
    const page = await (
      await fetch(`${sandbox.url}/_emulator/record`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).text();
    await edit(id, { company: 'Later' });
    expect((await sandbox.control('POST', '/record/start', { page })).status).toBe(200);
    const { data, edits } = await sandbox.client.call('objects.get', { id });
    expect(data).toMatchObject({ company: 'Recorded', metadata: { pin: '[redacted]' } });
    expect(edits.map(({ by, fields }) => [by, fields.map(({ to }) => to)])).toEqual([
      ['dashboard', ['Recorded', '[redacted]']],
    ]);
  });
});

afterAll(() => sandbox.stop());

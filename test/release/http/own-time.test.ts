import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadFixture } from '../../../src/sandbox/fixtures/load.ts';
import { addLink } from '../../browser/shop.ts';
import { fixtureFiles } from '../../support/fixture-files.ts';
import { createTestSandbox, type TestSandbox } from '../../support/sandbox.ts';

/** No request holds the emulator for long: its work grows with its length, and no faster. */

const megabyte = 1_000_000;
/** How much dearer than a plain request of the same length a hostile one may be. Work that is not linear is 500 times. */
const most = 40;

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
});
const files = fixtureFiles();
afterAll(async () => {
  files.remove();
  await sandbox.stop();
});

interface Sent {
  readonly status: number;
  readonly text: string;
  /** The processor time of this process, in milliseconds. */
  readonly work: number;
}

async function send(path: string, body: string, type = 'application/json'): Promise<Sent> {
  const before = process.cpuUsage();
  const answer = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_demo', 'Content-Type': type },
    body,
    redirect: 'manual',
  });
  const text = await answer.text();
  const { user, system } = process.cpuUsage(before);
  return { status: answer.status, text, work: (user + system) / 1_000 };
}

const many = <T>(length: number, each: (at: number) => T): T[] => Array.from({ length }, (_, at) => each(at));
const fields = (length: number): object => Object.fromEntries(many(length, (at) => [`f${at}`, at]));
const customer = (metadata: unknown): string => JSON.stringify({ email: 'ada@example.com', metadata });
const nested = (depth: number): string =>
  `{"email":"ada@example.com","metadata":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;

/** A body that is nothing but long; the first request is dearer than later ones. */
async function plainWork(): Promise<number> {
  const body = customer({ text: 'x'.repeat(megabyte) });
  await send('/api/v1/customers', body);
  return Math.max(1, (await send('/api/v1/customers', body)).work);
}

describe('a megabyte takes no longer because of', () => {
  it.each([
    ['its depth', nested(450_000), /nested more than 32 levels deep/],
    ['unknown fields', JSON.stringify(fields(60_000)), /more than 10000 values/],
    ['keys of metadata', customer(fields(50_000)), /more than 10000 values/],
    [
      'keys that are written with escapes',
      customer({ ...fields(40_000), control: '\u0001' }),
      /more than 10000 values/,
    ],
    ['numbers in a list', customer(many(450_000, () => 1)), /more than 10000 values/],
    ['digits', customer({ digits: '4'.repeat(megabyte) }), /must have at most 500 characters/],
    [
      'digits in groups',
      customer({ digits: '4111 1111 1111 1112 '.repeat(49_000) }),
      /must have at most 500 characters/,
    ],
    ['groups of four digits', customer({ digits: '2026-'.repeat(megabyte / 5) }), /must have at most 500 characters/],
    [
      'the numbers of a test card',
      customer({ digits: '4242-'.repeat(megabyte / 5) }),
      /must have at most 500 characters/,
    ],
    ['digits and dashes', customer({ digits: '4-'.repeat(megabyte / 2) }), /must have at most 500 characters/],
    [
      'the digits of one number',
      `{"email":"a@b.co","metadata":{"n":${'1'.repeat(megabyte)}}}`,
      /cannot be represented exactly/,
    ],
    ['what looks like keys', customer({ text: 'sk_test_a '.repeat(95_000) }), /must have at most 500 characters/],
    ['the parts of an e-mail address', JSON.stringify({ email: `a@${'.a'.repeat(450_000)}` }), /254/],
  ])('%s', async (_what, body, refusal) => {
    const plain = await plainWork();
    const { status, text, work } = await send('/api/v1/customers', body);
    expect([status, text.slice(0, 200)]).toEqual([400, expect.stringMatching(refusal)]);
    expect(work).toBeLessThan(plain * most);
  });

  it('the fields of a form', async () => {
    const plain = await plainWork();
    const form = many(60_000, (at) => `field${at}=1`).join('&');
    const { status, text, work } = await send('/api/v1/oauth/token', form, 'application/x-www-form-urlencoded');
    expect([status, text]).toEqual([400, expect.stringContaining('more than 1000 fields')]);
    expect(work).toBeLessThan(plain * most);
  });

  it('an e-mail address that a buyer types', async () => {
    const plain = await plainWork();
    const { url } = await addLink(sandbox, { amount: 2100 });
    const slug = new URL(url).pathname.split('/').at(-1);
    const email = `a@${'.'.repeat(megabyte - 100)}@`;
    const { status, work } = await send(`/api/checkout/${slug}/pay`, JSON.stringify({ email }));
    expect(status).toBe(400);
    expect(work).toBeLessThan(plain * most);
  });
});

describe('a fixture of many faults is soon refused', () => {
  it.each([
    ['records', { data: { test: { customer: many(20_000, (at) => ({ id: `c${at}` })) } } }, /customer\.0: the field/],
    ['things that are no workspaces', null, /workspaces\.1: must be an object/],
  ])('in a call: %s', async (_what, parts, refusal) => {
    const plain = await plainWork();
    const first = { id: 'ws_demo', settings: {}, ...parts };
    const workspaces = parts === null ? [first, ...many(200_000, () => null)] : [first];
    const body = JSON.stringify({ fixture: { workspaces } });
    const { status, text, work } = await send('/_emulator/fixtures', body);
    expect([status, text.slice(0, 200)]).toEqual([400, expect.stringMatching(refusal)]);
    expect(work).toBeLessThan(plain * most);
  });

  it('in a call', async () => {
    const plain = await plainWork();
    const body = JSON.stringify({ id: 'ws_wide', fixture: { workspaces: [fields(9_000)] } });
    const works: number[] = [];
    // The first call loads what checks fixtures.
    for (let at = 0; at < 3; at++) {
      const { status, text, work } = await send('/_emulator/workspaces', body);
      expect([status, text]).toEqual([400, expect.stringContaining('workspaces.0')]);
      works.push(work);
    }
    expect(Math.min(...works)).toBeLessThan(plain * 10);
  });

  it('in a file of YAML', async () => {
    const spread = files.text('spread.yaml', stringify({ workspaces: many(200, () => fields(100)) }));
    const wide = files.text('wide.yaml', stringify({ workspaces: [fields(20_000)] }));
    /** The least of three readings: other work of this process, such as the collection of garbage, only adds to it. */
    const workOf = async (file: string): Promise<number> => {
      const works: number[] = [];
      for (let times = 0; times < 3; times++) {
        const before = process.cpuUsage();
        await expect(loadFixture(file)).rejects.toThrow('workspaces.0');
        works.push(process.cpuUsage(before).user);
      }
      return Math.min(...works);
    };
    expect(await workOf(wide)).toBeLessThan(10 * (await workOf(spread)));
  });
});

describe('a search', () => {
  it('of many stars ends, and finds as a person reads it', async () => {
    await sandbox.api.post('/customers', { email: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com' });
    const find = async (words: string) => {
      const query = new URLSearchParams({ kind: 'customer', search: words });
      const { status, body } = await sandbox.control.get<{ data: { objects: object[] } }>(`/objects?${query}`);
      return [status, body.data.objects.length];
    };
    expect(await find(`customer:${'*a'.repeat(15)}#`)).toEqual([200, 0]);
    expect(await find(`customer:${'a*'.repeat(15)}@`)).toEqual([200, 1]);
  });

  it('has at most 16 stars and 200 characters', async () => {
    const refuse = async (search: string) => {
      for (const path of ['/objects', '/deliveries']) {
        const { status, body } = await sandbox.control.get(`${path}?${new URLSearchParams({ search })}`);
        expect([status, body]).toMatchObject([400, { code: 'parameter_invalid', param: 'search' }]);
      }
    };
    await refuse(`type:${'*'.repeat(17)}`);
    await refuse('a'.repeat(201));
  });

  it('reads a long query of digits once', async () => {
    const { status } = await fetch(`${sandbox.url}/_emulator/objects?search=since:${'1'.repeat(190)}`);
    expect(status).toBe(400);
  });
});

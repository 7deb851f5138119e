import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { ensureBuilt } from '../support/build.ts';
import { startReceiver } from '../support/receiver.ts';
import { contentOf, contentWith, holding, linesOf, pageOf } from '../support/record-page.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { command, temporaryFolder } from './emulator.ts';

/** Text that would copy, hide, paint and turn around, and make a line that looks like ours. */
const hostile = '\u001b]52;c;aGk=\u0007\u001b[8mx\u009b2J\u202e\r\nFORGED: run this';
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Commands that print nothing that was stored, or whose output a test of their own looks at. */
const others = new Set(
  [
    ['start', 'exec', 'stop', 'dashboard', 'inspect', 'mcp', 'audit receiver', 'doctor', 'completion', '__complete'],
    ['openapi', 'settle', 'reset', 'mark', 'trigger', 'clock', 'clock next', 'clock advance', 'clock set', 'clock run'],
    ['clock freeze', 'events tail', 'requests tail', 'events wait', 'webhooks verify', 'mail open', 'record save'],
    [
      'fixture save',
      'fixture load',
      'snapshot save',
      'webhooks add',
      'webhooks rotate',
      'faults add',
      'workspaces add',
    ],
    ['outcomes add', 'outcomes set', 'post', 'patch', 'delete', 'call', 'listen'],
  ].flat(),
);

const folder = temporaryFolder();
let run: TestSandbox;
let ids: Record<string, string>;

beforeAll(async () => {
  await ensureBuilt();
  const receiver = await startReceiver({ status: 500, body: hostile, headers: { 'x-said': 'x\u009b2J' } });
  run = await createTestSandbox({ recordsAll: true, forwardTo: receiver.url });
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await run.api.post<{ data: { id: string } }>(path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data.id;
  };
  const name = hostile.replace(/[\r\n]/g, '');
  await run.control.post('/markers', { text: hostile });
  const customer = await made('/customers', {
    email: 'ada@example.com',
    name,
    metadata: { [`k${name}`.slice(0, 40)]: hostile },
    cc_number: '4000056655665556',
    billing_postal_code: '62701',
    cc_exp_month: '12',
    cc_exp_year: '2030',
  }).catch(() => made('/customers', { email: 'ada@example.com', metadata: { k: hostile } }));
  await run.control.post('/triggers/payment.completed', {});
  await run.api.post('/customers', { email: hostile, unknown: hostile, [`field ${hostile}`]: hostile });
  await run.api.get(`/customers/${encodeURIComponent(hostile)}?q=${encodeURIComponent(hostile)}`);
  await run.control.post('/faults', { kind: 'error', operation: 'POST /charges', message: hostile });
  await run.control.post('/workspaces', { id: 'ws_other', name: hostile });
  await run.control.post('/snapshots', { name: 'paid' });
  await run.sandbox.webhooks.allEnded('ws_demo', 20_000);
  const [{ id: event }] = (await run.control.get<{ data: [{ id: string }] }>('/events?limit=1')).body.data;
  const [{ id: request }] = (await run.control.get<{ data: [{ id: string }] }>('/requests?limit=1')).body.data;
  await run.control.post('/triggers/invoice.paid', {}).catch(() => {});
  const mails = (await run.control.get<{ data: { id: string }[] }>('/mail')).body.data;
  ids = { customer, event, request, mail: mails[0]?.id ?? 'mail_none' };
  await receiver.close();
}, 120_000);
afterAll(async () => {
  await run.stop();
  folder.remove();
});

/** The words of a command, with what its arguments name; null: it is one of the others. */
function wordsOf(path: string): string[] | null {
  if (others.has(path)) return null;
  const words = path.split(' ');
  const about: Record<string, string[]> = {
    'events show': [ids.event!],
    'events resend': [ids.event!],
    'requests show': [ids.request!],
    'requests replay': [ids.request!],
    'mail show': [ids.mail!],
    'objects show': [ids.customer!],
    'objects set': [ids.customer!, 'metadata.seen=true'],
    show: [ids.customer!],
    get: [`/customers/${ids.customer}`],
    'snapshot diff': ['paid'],
    'fixture check': [join(folder.path, 'hostile.json')],
  };
  return [...words, ...(about[path] ?? [])];
}

const leaves = (of: Command, above: string[] = []): string[] =>
  of.commands.flatMap((each) => {
    const path = [...above, each.name()];
    return each.commands.length === 0 ? [path.join(' ')] : [path.join(' '), ...leaves(each, path)];
  });

const isHarmless = (printed: string, what: string): void => {
  expect(
    control.exec(printed)?.[0].charCodeAt(0),
    `${what}: ${JSON.stringify(printed.slice(0, 2_000))}`,
  ).toBeUndefined();
  expect(printed, what).not.toMatch(/^FORGED/m);
};

const program = await buildProgram();

describe('hostile texts in whatever is stored', () => {
  it.each(leaves(program).filter((path) => !others.has(path)))(
    'control no terminal, and begin no line, in what `%s` prints',
    async (path) => {
      writeFileSync(join(folder.path, 'hostile.json'), JSON.stringify({ [hostile]: hostile, workspaces: [] }));
      const env = { EMULATOR_URL: run.url };
      const words = wordsOf(path)!;
      for (const more of [[], ['--json']]) {
        const { stdout, stderr } = await command([...more, ...words], { env, cwd: folder.path });
        isHarmless(stdout + stderr, [...more, path].join(' '));
      }
    },
  );

  it('control none in what is printed of a record, whatever stands in it', async () => {
    const taken = linesOf(contentOf(await pageOf(run)));
    const free = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(free);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [
          name,
          typeof each === 'string' && freeFields.has(name) ? `${hostile} ${each}` : free(each),
        ]),
      );
    };
    const changed = { head: { ...taken.head, emulator: hostile, url: hostile }, lines: taken.lines.map(free) };
    // biome-ignore lint/suspicious/noExplicitAny: a line of a record
    const end = changed.lines.find((line: any) => 'end' in line) as any;
    end.end.run = { command: ['sh', hostile, `-x${hostile}`], status: 1, output: hostile };
    const file = join(folder.path, 'run.html');
    writeFileSync(file, holding(await pageOf(run), contentWith(changed)));
    const words = [
      ['record', 'show', file],
      ['--json', 'record', 'show', file],
      ['record', 'resend', file, '--forward-to', 'http://127.0.0.1:9/', '--secret', 'whsec_x'],
      ['start', '--ephemeral', '--port', '0', '--from', file, '--at', hostile],
      ['start', '--ephemeral', '--port', '0', '--from', file, '--run', hostile],
    ];
    for (const each of words) {
      const { stdout, stderr } = await command(each, { cwd: folder.path });
      expect(`${stdout}${stderr}`).not.toMatch(/is a record with (damaged|invalid) content/);
      isHarmless(stdout + stderr, each.slice(0, 3).join(' '));
    }
  });
});

/** Fields of a record that its models leave free. */
const freeFields = new Set([
  'path',
  'method',
  'text',
  'url',
  'error',
  'response',
  'body',
  'operation',
  'fault',
  'audit',
]);

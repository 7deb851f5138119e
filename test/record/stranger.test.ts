import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { contentOf, contentWith, holding, type Line, linesOf, pageOf, type Taken } from '../support/record-page.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

const folder = temporaryFolder();
const file = join(folder.path, 'run.html');
let receiver: Receiver;
let page: string;
beforeAll(async () => {
  await ensureBuilt();
  receiver = await startReceiver({ status: 204 });
  const run = await createTestSandbox({ recordsAll: true, forwardTo: `${receiver.url}/chosen?shop=t` });
  await run.control.post('/triggers/payment.completed', {});
  await run.sandbox.webhooks.allEnded('ws_demo', 20_000);
  page = await pageOf(run);
  await run.stop();
}, 120_000);
afterAll(async () => {
  await receiver.close();
  folder.remove();
});

/** Writes the record after a change to its lines. */
function write(change: (taken: Taken) => void): void {
  const taken = linesOf(contentOf(page));
  change(taken);
  writeFileSync(file, holding(page, contentWith(taken)));
}

/** The stored objects of a kind, at the beginning and in every commit. */
const objectsOf = ({ lines }: Taken, kind: string): Line[] =>
  lines.flatMap((line) => [
    ...(line.kind === kind ? line.records : []),
    ...Object.values<Line>(line.sets ?? {}).flatMap(({ put = {} }) => put[kind] ?? []),
  ]);

const send = (run: TestSandbox, body: object) => run.control.post<Line>('/record/start', body);

describe('what a record would send', () => {
  beforeAll(() => write(() => {}));

  it('is switched off where an emulator starts from it, which says so and how to switch it on', async () => {
    const running = await startEmulator(['--ephemeral', '--from', file]);
    try {
      expect(running.errors.join('\n')).toContain(
        `The webhook endpoints of the record are disabled: ${receiver.url}/chosen. To enable all of them, add --webhooks keep; to enable one endpoint, run npx payments-emulator webhooks add URL`,
      );
      const before = receiver.requests.length;
      await running.run('trigger', 'payment.completed');
      const [event] = (await running.json('events', 'list')).data;
      expect(event).toMatchObject({ unsent: 'disabled' });
      await running.run('webhooks', 'add', `${receiver.url}/mine`);
      await running.run('trigger', 'payment.completed');
      await receiver.waitFor((requests) => requests.some(({ path }) => path === '/mine'));
      expect(receiver.requests.slice(before).map(({ path }) => path)).not.toContain('/chosen?shop=t');
    } finally {
      await running.stop();
    }
  });

  it('is sent where a start says so', async () => {
    const before = receiver.requests.length;
    const running = await startEmulator(['--ephemeral', '--from', file, '--webhooks', 'keep']);
    try {
      expect(running.errors.join('\n')).not.toContain('are disabled');
      await running.run('trigger', 'payment.completed');
      await receiver.waitFor((requests) => requests.slice(before).some(({ path }) => path === '/chosen?shop=t'));
    } finally {
      await running.stop();
    }
  });

  it('is switched off where a running emulator goes back to it, unless the call says otherwise', async () => {
    const run = await createTestSandbox();
    try {
      const off = await send(run, { page });
      expect(off).toMatchObject({ status: 200, body: { data: { switched_off: [`${receiver.url}/chosen`] } } });
      const before = receiver.requests.length;
      await run.control.post('/triggers/payment.completed', {});
      await run.sandbox.webhooks.allEnded('ws_demo', 20_000);
      expect(receiver.requests.length).toBe(before);
      const on = await send(run, { page, webhooks: 'keep' });
      expect(on).toMatchObject({ status: 200, body: { data: { switched_off: [] } } });
      await run.control.post('/triggers/payment.completed', {});
      await receiver.waitFor((requests) => requests.length > before);
    } finally {
      await run.stop();
    }
  });

  it('is not sent either where it waits, and names an address of its own', async () => {
    write((taken) => {
      for (const delivery of objectsOf(taken, 'delivery')) {
        delete delivery.endpoint_id;
        Object.assign(delivery, {
          status: 'pending',
          due: true,
          attempts: [],
          manual: true,
          url: `${receiver.url}/own`,
        });
        delivery.next_attempt_at = delivery.created_at;
      }
    });
    const run = await createTestSandbox({ from: file, seed: undefined, clock: undefined });
    try {
      await run.control.post('/triggers/payment.completed', {});
      await run.sandbox.webhooks.allEnded('ws_demo', 20_000);
      expect(receiver.requests.filter(({ path }) => path === '/own')).toEqual([]);
      const { body } = await run.control.get<Line>('/deliveries');
      expect(body.data.map(({ status, error }: Line) => ({ status, error }))).toContainEqual({
        status: 'failed',
        error: 'The webhooks of the record are disabled.',
      });
    } finally {
      await run.stop();
    }
  });
});

describe('what a record would read', () => {
  it('is nothing but a bundled fixture: a reset names no other file', async () => {
    write((taken) => {
      for (const workspace of objectsOf(taken, 'workspace')) workspace.fixture = '/etc/hosts';
    });
    const run = await createTestSandbox({ from: file, seed: undefined, clock: undefined });
    try {
      const refused = await run.control.post<Line>('/reset', {});
      expect(refused).toMatchObject({ status: 404, body: { param: 'fixture' } });
      expect(refused.body.error).toBe(
        'The workspace was created from a record, and a record contains no fixture. Load a fixture: npx payments-emulator fixture load FILE',
      );
      const sent = await send(run, { page });
      expect(sent.status).toBe(200);
      expect((await run.control.post('/reset', {})).status).toBe(200);
    } finally {
      await run.stop();
    }
  });
});

describe('a record that says what no emulator writes is refused in one line', () => {
  const changes: Record<string, { change: (taken: Taken) => void; refusal: RegExp }> = {
    'settings that are null': {
      change: (taken) => {
        for (const workspace of objectsOf(taken, 'workspace')) workspace.settings = null;
      },
      refusal: /workspace ws_\w+, settings: must be an object/,
    },
    'a setting that nobody declares': {
      change: (taken) => {
        for (const workspace of objectsOf(taken, 'workspace')) workspace.settings.constructor = 1;
      },
      refusal: /workspace ws_\w+, settings\.constructor: there is no such setting/,
    },
    'an id that is an object': {
      change: (taken) => {
        objectsOf(taken, 'workspace')[0].id = { toString: 1 };
      },
      refusal: /a record of workspace has no id/,
    },
    'a workspace whose id no address can have': {
      change: (taken) => {
        for (const workspace of objectsOf(taken, 'workspace')) workspace.id = 'ws_../../\u001b[2J';
      },
      refusal: /workspace ws_.*, id: must be ws_ followed by up to 60 letters, digits or underscores, such as ws_shop/,
    },
    'an event of a type that there is not': {
      change: (taken) => {
        objectsOf(taken, 'event')[0].type = 'none';
      },
      refusal: /event evt_\w+, type: there is no event type "none"/,
    },
    'an amount that is a text': {
      change: (taken) => {
        objectsOf(taken, 'transaction')[0].amount = '1';
      },
      refusal: /transaction txn_\w+, amount: must be a whole number/,
    },
    'a balance that no movement explains': {
      change: (taken) => {
        for (const balance of objectsOf(taken, 'balance')) balance.available += 1;
      },
      refusal: /balance \w+, available: is \d+, but the ledger adds up to \d+/,
    },
    'a request without an answer': {
      change: ({ head }) => {
        head.url = 5;
      },
      refusal: /url must be a string/,
    },
    'an instant that no calendar has': {
      change: ({ lines }) => {
        for (const line of lines) if ('commit' in line) line.at = 1e15;
      },
      refusal: /at must be a whole number from 0 to \d+/,
    },
    'no workspace': {
      change: (taken) => {
        taken.lines = taken.lines.filter((line) => !['kind', 'set', 'commit'].some((name) => name in line));
      },
      refusal: /it has no workspace/,
    },
    'objects of a kind that there is not': {
      change: ({ lines }) => {
        lines.find((line) => 'kind' in line).kind = 'hasOwnProperty';
      },
      refusal: /it contains records of the unknown kind "hasOwnProperty"/,
    },
  };

  it.each(Object.keys(changes))('%s', async (name) => {
    const { change, refusal } = changes[name]!;
    write(change);
    const message = await createTestSandbox({ from: file, seed: undefined, clock: undefined }).then(
      async (run) => {
        await run.stop();
        return 'it was started';
      },
      (error: Error) => error.message,
    );
    expect(message).toMatch(refusal);
    expect(message).not.toContain('\n');
  });
});

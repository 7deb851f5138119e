import { beforeAll, describe, expect, test } from 'vitest';
import { refusalOf, startTestSandbox, type TestSandbox } from './sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  return () => sandbox.stop();
});

const names = async (kind: 'event' | 'transition') =>
  (await sandbox.client.call('triggers.list')).data.filter((trigger) => trigger.kind === kind).map(({ name }) => name);

describe('the list', () => {
  test('has every event type that a move emits and every move that a developer may ask for', async () => {
    const { data, has_more } = await sandbox.client.call('triggers.list');
    expect(has_more).toBe(false);
    expect(data.find(({ name }) => name === 'payout.returned')).toMatchObject({
      kind: 'event',
      resource: 'payout',
      moves: [{ move: 'payout.return', from: ['paid'], to: 'returned' }],
      options: ['code', 'reason'],
    });
    expect(await names('transition')).toEqual(
      expect.arrayContaining([
        'payout.cancel',
        'transaction.settle',
        'dispute.match',
        'dispute.expire',
        'dispute.fight',
      ]),
    );
    expect(data.map(({ name }) => name)).not.toContain('transaction.reinstate');
  });
});

describe('without an id', () => {
  test.each(['ws_demo', 'ws_demo_a', 'ws_demo_b'])(
    'every event comes about in %s, or is refused as not happening there',
    async (workspace) => {
      const { createClient } = await import('../../src/client/node-client.ts');
      const client = createClient({ url: sandbox.url, workspace });
      const refused: string[] = [];
      for (const name of await names('event')) {
        try {
          const { events } = await client.call('triggers.run', { name });
          expect(events.map(({ type }) => type)).toContain(name);
        } catch (error) {
          refused.push(name);
          expect(error).toMatchObject({ status: 400 });
        }
      }
      // Card gateways have neither network rejections nor payouts.
      expect(refused.filter((name) => !/^payout\.|^payment\.failed$/.test(name))).toEqual([]);
      if (workspace === 'ws_demo') expect(refused).toEqual([]);
    },
  );

  test('every named transition of the default workspace comes about, but for those of card gateways', async () => {
    const refused: string[] = [];
    for (const name of await names('transition')) {
      const [noun, verb] = name.split('.') as [string, string];
      const before = (await sandbox.client.call('events.list', { limit: 1 })).data[0]?.id;
      try {
        const { objects } = await sandbox.client.call('triggers.run', { name });
        const kinds = objects.map(({ object }) => object.replace(/_result$|_authentication$/, ''));
        expect(kinds, name).toContain(noun);
      } catch (error) {
        refused.push(name);
        expect(error).toMatchObject({ status: 400 });
        // A refusal leaves nothing behind.
        expect((await sandbox.client.call('events.list', { limit: 1 })).data[0]?.id).toBe(before);
      }
      expect(verb).not.toBe('');
    }
    expect(refused).toEqual(['transaction.approve', 'transaction.settle']);
  });

  test('the object is brought to where the move can be made by the moves that it needs', async () => {
    const { objects, events } = await sandbox.client.call('triggers.run', { name: 'dispute.won' });
    expect(events.map(({ type }) => type)).toEqual([
      'payment.completed',
      'payment.disputed',
      'dispute.created',
      'dispute.updated',
      'dispute.updated',
      'dispute.evidence_submitted',
      'dispute.updated',
      'dispute.won',
    ]);
    expect(objects.slice(0, 2)).toMatchObject([
      { object: 'transaction', status: 'settled' },
      { object: 'dispute', status: 'won' },
    ]);
  });

  test('nothing is left over for the clock to do twice', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.paid' });
    const { upcoming } = await sandbox.client.call('clock.get');
    expect(upcoming.filter(({ subject }) => subject === objects[0]!.id)).toEqual([]);
  });

  test('count makes all of them or none', async () => {
    const { events } = await sandbox.client.call('triggers.run', { name: 'payment.completed', count: 5 });
    expect(events).toHaveLength(5);
    const before = (await sandbox.client.call('status')).counts;
    const { status } = await refusalOf(
      sandbox.client.call('triggers.run', { name: 'payout.created', count: 3, set: { rail: 'rtp', currency: 'XYZ' } }),
    );
    expect(status).toBe(400);
    expect((await sandbox.client.call('status')).counts).toEqual(before);
  });

  test('a move of another gateway is refused and says which gateway this is', async () => {
    const { status, body } = await refusalOf(sandbox.client.call('triggers.run', { name: 'transaction.approve' }));
    expect(status).toBe(400);
    expect(body.error).toContain('debit_payouts');
  });

  test('an amount that a rule declines is refused, and the refusal says what became of the fresh object', async () => {
    const rule = await sandbox.client.call('rules.create', { when: { amount: 999 }, then: { kind: 'decline' } });
    const { status, body } = await refusalOf(
      sandbox.client.call('triggers.run', { name: 'payment.disputed', amount: 999 }),
    );
    await sandbox.client.call('rules.delete', { id: rule.id });
    expect(status).toBe(400);
    expect(body.error).toContain(
      'a new transaction is failed in this workspace, and dispute needs settled or partially_refunded',
    );
  });

  test('is recorded as caused by the trigger', async () => {
    const { events } = await sandbox.client.call('triggers.run', { name: 'payment.voided' });
    const event = await sandbox.client.call('events.get', { id: events[0]!.id });
    expect(event.cause).toMatchObject({ type: 'trigger', name: 'payment.voided' });
  });
});

describe('set', () => {
  test('overrides fields of the request that makes the object, nested ones too', async () => {
    const set = { 'metadata.order': 7, reference_id: 'set-1' };
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payment.completed', amount: 500, set });
    const { body } = await sandbox.api('GET', `/transactions/${objects[0]!.id}`);
    expect(body.data).toMatchObject({ amount: 500, reference_id: 'set-1', metadata: { order: 7 } });
  });

  test.each([
    [{ metdata: {} }, "Did you mean 'metadata'?"],
    [{ 'amount.cents': 1 }, "'amount.cents'"],
    [{ amount: 'much' }, 'amount must be a whole number'],
    [{ rail: 'carrier-pigeon' }, 'rail must be one of'],
    [{ toString: 'x' }, "no field 'toString'"],
  ])('%j is refused', async (set, says) => {
    const { status, body } = await refusalOf(sandbox.client.call('triggers.run', { name: 'payment.completed', set }));
    expect({ status, param: body.param }).toEqual({ status: 400, param: 'set' });
    expect(body.error).toContain(says);
  });

  test.each([
    ['payout.paid', { amount: -1 }, 'amount must be a whole number of cents of at least 1, such as 1250; you sent -1.'],
    [
      'payment.completed',
      { amount: 0 },
      'amount must be a whole number of cents of at least 1, such as 1250; you sent 0.',
    ],
    [
      'payout.paid',
      { amount: 1.5 },
      'amount must be a whole number of cents of at least 1, such as 1250; you sent 1.5.',
    ],
    ['payout.paid', { descriptor: 'x'.repeat(300) }, 'descriptor must have at most'],
  ])('a value that the request would refuse is refused: %s %j', async (name, set, says) => {
    const { counts } = await sandbox.client.call('status');
    const { status, body } = await refusalOf(sandbox.client.call('triggers.run', { name, set }));
    expect({ status, param: body.param }).toEqual({ status: 400, param: 'set' });
    expect(body.error).toContain(says);
    expect((await sandbox.client.call('status')).counts).toEqual(counts);
  });

  test('goes with no id', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payment.completed' });
    const call = sandbox.client.call('triggers.run', {
      name: 'payment.refunded',
      id: objects[0]!.id,
      set: { amount: 1 },
    });
    expect(await refusalOf(call)).toMatchObject({ status: 400, body: { param: 'set' } });
  });
});

describe('with an id', () => {
  test('makes exactly that move', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'transaction.accept' });
    const { id } = objects[0]!;
    const settled = await sandbox.client.call('triggers.run', { name: 'payment.completed', id });
    expect(settled).toMatchObject({ objects: [{ id, status: 'settled' }], events: [{ type: 'payment.completed' }] });
    const part = await sandbox.client.call('triggers.run', { name: 'payment.refunded', id, amount: 100 });
    expect(part.objects[0]).toMatchObject({ id, status: 'partially_refunded' });
  });

  test('is refused when the move is not legal now, naming the object, its state and what the move needs', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.created' });
    const { id } = objects[0]!;
    const { status, body } = await refusalOf(sandbox.client.call('triggers.run', { name: 'payout.returned', id }));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'invalid_state',
      error: `Payout ${id} is pending; return requires the state paid.`,
    });
  });

  test('an object that is none is 404', async () => {
    expect(await refusalOf(sandbox.client.call('triggers.run', { name: 'payout.paid', id: 'txn_1' }))).toMatchObject({
      status: 404,
      body: { error: "No such payout: 'txn_1'." },
    });
  });

  test('a move that makes an object takes none', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.created' });
    const { status, body } = await refusalOf(
      sandbox.client.call('triggers.run', { name: 'payout.created', id: objects[0]!.id }),
    );
    expect(status).toBe(400);
    expect(body.error).toContain('Remove id');
  });

  test('an option that the move does not take is refused rather than ignored', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'transaction.accept' });
    const call = sandbox.client.call('triggers.run', { name: 'payment.voided', id: objects[0]!.id, code: 'R01' });
    expect(await refusalOf(call)).toMatchObject({ status: 400, body: { param: 'code' } });
  });
});

test('what the API would not make for these keys no trigger makes', async () => {
  const { status, body } = await sandbox.control('POST', '/triggers/payout.paid?mode=live');
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'capability_required' });
  expect(body.error).toContain('debit_payouts_enabled.live');
});

test('an option that nothing takes on the way of a fresh object is refused too', async () => {
  const { status, body } = await refusalOf(
    sandbox.client.call('triggers.run', { name: 'payout.paid', kind: 'chargeback' }),
  );
  expect({ status, param: body.param }).toEqual({ status: 400, param: 'kind' });
  expect(body.error).toBe('payout.paid accepts amount, not kind.');
});

test('an unknown name is 404 with the closest ones', async () => {
  const { status, body } = await refusalOf(sandbox.client.call('triggers.run', { name: 'payout.returnd' }));
  expect(status).toBe(404);
  expect(body).toMatchObject({ type: 'not_found_error', param: 'name' });
  expect(body.error).toContain('payout.returned');
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/core/kernel/context.ts';
import { operation } from '../../src/core/kernel/declare/operation.ts';
import { T } from '../../src/core/kernel/declare/schema.ts';
import { CommittedRefusal } from '../../src/core/kernel/errors.ts';
import { customers } from '../../src/payments/resources/customer/model.ts';
import { paymentMethods } from '../../src/payments/resources/payment-method/model.ts';
import { createPayout, keepingUnavailable } from '../../src/payments/resources/payout/actions.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { createCharge } from '../../src/payments/resources/transaction/operations.ts';
import { decide } from '../../src/payments/simulation/network.ts';
import { projectFolder } from '../support/build.ts';
import { cards, type Demo, eachTest } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const answer = T.Object({ paid: T.Boolean() });

/** Calls an operation of a slice that somebody adds, as a request would. */
function call(handle: (ctx: Context) => CommittedRefusal | { paid: boolean }, id = 'requests.pay'): unknown {
  const asked = operation('POST /requests/{id}/pay', {
    id,
    summary: 'Pay what was asked for',
    access: 'secret',
    answers: [200, answer],
    handle,
  });
  const { engine } = demo.sandbox.sandbox;
  const cause = { type: 'control', id: 'ctl_1', name: 'requests.pay' } as const;
  return engine.run(engine.workspace(demo.workspace)!, 'test', cause, (ctx) =>
    asked.handle(ctx, { body: {}, query: {}, params: { id: 'req_1' } }),
  );
}

/** Charges with an operation of its own slice. */
function charged(ctx: Context, payment_token: string): CommittedRefusal | { paid: boolean } {
  const charge = createCharge.handle(ctx, { body: { payment_token, amount: 4200 }, query: {}, params: {} });
  return charge instanceof CommittedRefusal ? charge : { paid: true };
}

/** Asks the network, as actions of slices do. */
const ask = (ctx: Context, onBehalfOf?: string) =>
  decide(ctx, {
    onBehalfOf,
    direction: 'in',
    gateway: 'debit_payouts',
    rail: 'card',
    amount: 4200,
    instant: false,
    card: null,
    customer: null,
  });

describe('the refusal of a charge', () => {
  const kept = async () => (await demo.read<{ data: Transaction[] }>('/transactions')).data.map(({ status }) => status);

  it('keeps the failed payment when a handler returns it', async () => {
    const token = await demo.tokenize(cards.declined);
    expect(call((ctx) => charged(ctx, token))).toBeInstanceOf(CommittedRefusal);
    expect(await kept()).toEqual(['failed']);
  });

  it.each([
    ['it', (refused: CommittedRefusal) => refused],
    ['its error', ({ error }: CommittedRefusal) => error],
  ])('is a fault of a handler that throws %s, and the message says so', async (_what, thrown) => {
    const token = await demo.tokenize(cards.declined);
    const careless = (ctx: Context) => {
      const answer = charged(ctx, token);
      if (answer instanceof CommittedRefusal) throw thrown(answer);
      return answer;
    };
    expect(() => call(careless)).toThrow(
      'requests.pay throws a refusal whose changes must be stored, but throwing undoes them. Return the CommittedRefusal instead.',
    );
    expect(await kept()).toEqual([]);
  });

  it('is thrown by no line of a slice that the linter has read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lint-'));
    try {
      const file = join(folder, 'src/payments/resources/request/index.js');
      mkdirSync(dirname(file), { recursive: true });
      const ends = ['new CommittedRefusal(error)', 'result.refused', 'result.refused.error'];
      const lines = ['return', 'throw'].flatMap((verb) => ends.map((end) => `() => { ${verb} ${end}; };`));
      writeFileSync(file, lines.join('\n'));
      const options = { preferLocal: true, reject: false, all: true } as const;
      const { all } = await execa(
        'biome',
        ['lint', '--colors=off', `--config-path=${projectFolder}`, '--vcs-enabled=false', folder],
        options,
      );
      expect([...all.matchAll(/index\.js:(\d+):\d+ plugin/g)].map(([, line]) => line)).toEqual(['4', '5']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is one of a handler that pays out, where the network does not answer', async () => {
    await demo.addRule({ direction: 'out' }, { kind: 'unavailable' });
    const customer = await demo.saveCustomer();
    const { id } = await demo.saveCard(customer);
    const pay = (ctx: Context) => {
      const { card } = ctx.get(paymentMethods, id);
      createPayout(ctx, {
        customer: ctx.get(customers, customer.id),
        destination: { rail: 'card', rtp_network: null, card, bank_account: null, token: null },
        amount: 100,
        currency: 'USD',
        reference_id: null,
        descriptor: null,
        metadata: {},
        from: 'available',
      });
      return { paid: true };
    };
    expect(() => call(pay)).toThrow('requests.pay throws a refusal whose changes must be stored');
    expect(call((ctx) => keepingUnavailable(() => pay(ctx)))).toBeInstanceOf(CommittedRefusal);
  });
});

describe('the network', () => {
  const declined = { effect: { kind: 'decline' }, source: 'workspace' };
  const rule = (operation: string) => demo.addRule({ operation }, { kind: 'decline' });

  it('is asked in the name of the operation that runs, also where a job would ask in another', async () => {
    await rule('payouts.create');
    const answers: unknown[] = [];
    const both = (ctx: Context) => {
      answers.push(ask(ctx), ask(ctx, 'payouts.create'));
      return { paid: true };
    };
    call(both, 'payouts.create');
    call(both, 'charges.create');
    expect(answers).toEqual([expect.objectContaining(declined), expect.objectContaining(declined), null, null]);
  });

  it('is asked in another name by an operation that another one calls', async () => {
    await rule('payouts.create');
    const token = await demo.tokenize();
    let asked: unknown;
    const both = (ctx: Context) => {
      const answer = charged(ctx, token);
      asked = ask(ctx);
      return answer;
    };
    expect(call(both, 'payouts.create')).toEqual({ paid: true });
    expect(asked).toMatchObject(declined);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, charge, type Scene, tryOut } from './scene.ts';

// What belongs together: the names of one payment, the names of one event, a call and the event that it handles.
keepsRuns('belonging');

interface Told {
  id: string;
  type: string;
  data: { transaction_id: string; metadata?: { order?: string } };
}

/** Pays an order on a page. @returns the id of the session */
const payOnPage = async ({ ask }: Scene, order: string): Promise<string> => {
  const page = { amount: 900, success_url: 'http://127.0.0.1/thanks', metadata: { order } };
  const { data } = await ask('POST', '/checkout-sessions', page, order);
  await ask('POST', '/_emulator/triggers/checkout_session.complete', { id: data.id });
  await ask('POST', '/_emulator/settle', {});
  return data.id;
};

describe('an event about an object of another product', () => {
  const ticketShop =
    (refusal: number): Application =>
    async (scene) => {
      const paid: string[] = [];
      await scene.hear(
        ({ data }: Told, answer) => {
          if (data.metadata?.order !== 'ticket-7') return answer(refusal);
          if (!paid.includes('ticket-7')) paid.push('ticket-7');
        },
        ['payment.completed'],
      );
      await payOnPage(scene, 'ticket-7');
      await scene.until(() => paid.length > 0);
      return { paid };
    };
  const judged = async (refusal: number) =>
    (await tryOut(ticketShop(refusal), 'webhook-foreign')).rule('webhook/unknown-refused');

  it('must not be refused, even where it has no metadata', async () => {
    expect(await judged(404)).toMatchObject({
      state: 'violation',
      findings: [
        {
          where: 'payment.completed',
          message:
            'A payment.completed about an object that the application does not know, with other metadata, was answered 404.',
        },
      ],
    });
  });

  it('may be asked for again, and may be taken', async () => {
    expect(await judged(409)).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(/^The receiver requests a retry of an event about an unknown object/),
    });
    expect((await judged(200)).state).toBe('pass');
  });
});

describe('the names of one payment', () => {
  /** Notes each event, and the state of an order by its session. */
  const shop =
    (takesBack: boolean): Application =>
    async (scene) => {
      const heard: string[] = [];
      const order = { session: '', status: 'open' };
      scene.outlive(() => ({ heard, orders: [order] }));
      await scene.hear(({ type }: Told) => {
        heard.push(type);
        if (type === 'payment.completed') order.status = 'paid';
        if (type === 'payment.refunded' && takesBack) order.status = 'refunded';
      });
      order.session = await payOnPage(scene, 'order-1');
      await scene.until(() => order.status === 'paid');
    };
  const judged = async (takesBack: boolean) => tryOut(shop(takesBack), 'payment-refunded');

  it('are those of its session: the entry about it must change when the payment is refunded', async () => {
    const { rule, report } = await judged(false);
    expect(rule('async/failure-ignored')).toMatchObject({
      state: 'violation',
      findings: [{ adversity: 'payment-refunded', where: 'payment.refunded' }],
    });
    // The other adversities that were tried for this one are not reported.
    expect(new Set(report.rules.flatMap(({ findings }) => findings.map(({ adversity }) => adversity)))).toEqual(
      new Set(['payment-refunded']),
    );
    expect((await judged(true)).rule('async/failure-ignored').state).toBe('pass');
  });
});

describe('the two names of a dispute', () => {
  /** Hears of disputes under the newer name only. */
  const shop =
    (flags: boolean): Application =>
    async (scene) => {
      const payments: Record<string, string> = {};
      scene.outlive(() => payments);
      await scene.hear(
        ({ type, data }: Told) => {
          if (type === 'payment.completed') payments[data.transaction_id] = 'paid';
          else if (flags) payments[data.transaction_id] = 'disputed';
        },
        ['payment.completed', 'dispute.created'],
      );
      await charge(scene);
      await scene.until(() => Object.keys(payments).length > 0);
    };

  it('are one: the application heard of the dispute, and is judged by what it does', async () => {
    const judged = async (flags: boolean) =>
      (await tryOut(shop(flags), 'payment-disputed')).rule('async/failure-ignored');
    expect((await judged(true)).state).toBe('pass');
    expect((await judged(false)).state).toBe('violation');
  });
});

describe('a call with the trace of a delivery', () => {
  /** Looks up what is paid, slowly and with the trace of the delivery, while a user looks at the same payment. */
  const traced: Application = async (scene) => {
    const { ask, hear, until, outlive } = scene;
    const paid: string[] = [];
    outlive(() => ({ paid: paid.length }));
    await hear(
      async ({ data }: Told, answer, { trace }) => {
        await sleep(300);
        const { data: payment } = await ask('GET', `/transactions/${data.transaction_id}`, undefined, undefined, trace);
        if (payment === undefined) return answer(500);
        if (!paid.includes(payment.id)) paid.push(payment.id);
      },
      ['payment.completed'],
    );
    const { id } = await charge(scene);
    for (let looks = 4; looks > 0; looks--) {
      await ask('GET', `/transactions/${id}`);
      await sleep(50);
    }
    await until(() => paid.length > 0);
  };

  it('is the call of its handler, and others about the same payment are not', async () => {
    const { rule } = await tryOut(traced, 'answer-failed');
    expect(rule('webhook/failed-but-acknowledged').state).not.toBe('violation');
  });
});

describe('a write for another user', () => {
  /** Pays users through one account, and one more of them if the first has to wait. */
  const payroll =
    (thirdIs: 'cam' | 'ann'): Application =>
    async ({ ask }) => {
      const metadata = { user: 'cam' };
      const { data: account } = await ask('POST', '/customers', { email: 'pay@example.com', metadata }, 'account');
      const bank_account = {
        routing_number: '021000021',
        account_number: '000123456789',
        account_type: 'checking',
        account_holder_type: 'personal',
        account_holder_name: 'Pay Roll',
      };
      const pay = (user: string, nth: number) =>
        ask('POST', '/payouts', {
          customer_id: account.id,
          amount: 50,
          bank_account,
          reference_id: `pay-${nth}`,
          metadata: { user },
        });
      const began = performance.now();
      await pay('ann', 1);
      const hasWaited = performance.now() - began > 2_000;
      await pay('bob', 2);
      if (hasWaited) await pay(thirdIs, 3);
      return {};
    };
  const judged = async (thirdIs: 'cam' | 'ann') =>
    (await tryOut(payroll(thirdIs), 'answer-slow')).rule('request/retry-with-new-reference').state;

  it('is no repetition; the same write for the same user is', async () => {
    expect(await judged('cam')).toBe('pass');
    expect(await judged('ann')).toBe('violation');
  });
});

describe('the evidence of a finding', () => {
  /** Gives a part of each price back, and mails what it heard; its mails are numbered. */
  const forgetful: Application = async (scene) => {
    const { ask, hear, until, outlive } = scene;
    const mails: { no: string; text: string }[] = [];
    outlive(() => ({ mails }));
    await hear(
      async ({ type, data }: Told) => {
        if (type === 'payment.completed')
          await ask('POST', `/transactions/${data.transaction_id}/refund`, { amount: 300 });
        mails.push({ no: `M-${1000 + mails.length}`, text: `${type} ${data.metadata?.order ?? ''}` });
      },
      ['payment.completed', 'payment.refunded'],
    );
    await payOnPage(scene, 'order-7');
    await until(() => mails.length > 1);
  };

  it('begins with what was added, in the words of the application, for each kind that shows it alone', async () => {
    const { rule } = await tryOut(forgetful, 'webhook-twice');
    expect(rule('webhook/effect-repeated').findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^A second refund of \$3\.00 for order-7 was made\. An event that was delivered twice had a second effect\. First: the second copy of payment\.completed evt_\w+, answered 200 after \d+ ms, then POST \S+ req_\w+\.$/,
      ),
      expect.stringMatching(
        /^mails has one entry more: \{.*payment\.refunded.*\}\. An event that was delivered twice had a second effect\. First: the second copy of payment\.refunded /,
      ),
    ]);
  });

  it('begins with the entry that was added, and not with a number that moved on', async () => {
    const mailing: Application = async (scene) => {
      const mails: { no: string; text: string }[] = [];
      scene.outlive(() => ({ mails }));
      await scene.hear(
        ({ data }: Told) =>
          void mails.push({ no: `M-${1000 + mails.length}`, text: `${data.metadata?.order} is paid` }),
        ['payment.completed'],
      );
      for (const order of ['order-7', 'order-8']) {
        await payOnPage(scene, order);
        await scene.until(() => mails.some(({ text }) => text.startsWith(order)));
      }
    };
    const { rule } = await tryOut(mailing, 'webhook-twice');
    const [finding] = rule('webhook/effect-repeated').findings;
    expect(finding!.message).toMatch(/^mails has one entry more: \{"no":"M-\d+","text":"order-\d is paid"\}\./);
    expect(finding!.evidence.state[0]).toMatch(/^mails\[M-1002\]: nothing in the controls, /);
  });
});

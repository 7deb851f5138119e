import { expect, it } from 'vitest';
import { startReceiver } from '../support/receiver.ts';
import { createTestSandbox } from '../support/sandbox.ts';

it('carries a trace, which is one for all its attempts, and which the log shows of a call that passes it on', async () => {
  const receiver = await startReceiver({ status: 500 });
  const sandbox = await createTestSandbox({ forwardTo: receiver.url });
  try {
    await sandbox.control.post('/triggers/payment.completed', {});
    await receiver.received(1);
    await sandbox.control.post('/settle', {});
    await sandbox.control.post('/clock', { advance: '6m' });
    await receiver.waitFor(
      (requests) => requests.filter(({ headers }) => headers['service-event'] === 'payment.completed').length > 1,
    );
    const of = receiver.requests.filter(({ headers }) => headers['service-event'] === 'payment.completed');
    const [first, second] = of.map(({ headers }) => String(headers.traceparent));
    expect(first).toMatch(/^00-[0-9a-f]{32}-0{15}1-01$/);
    expect(second).toBe(first!.replace('1-01', '2-01'));
    const answer = await fetch(`${sandbox.url}/api/v1/transactions`, {
      headers: { authorization: 'Bearer sk_test_demo', traceparent: first! },
    });
    const logged = await sandbox.control.get<{ data: { headers: object } }>(
      `/requests/${answer.headers.get('request-id')}`,
    );
    expect(logged.body.data.headers).toMatchObject({ traceparent: first });
  } finally {
    await sandbox.stop();
    await receiver.close();
  }
});

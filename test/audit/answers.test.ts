import { afterEach, describe, expect, it } from 'vitest';
import { type Stage, stage } from './stage.ts';

let on: Stage;
afterEach(() => on.stop());

describe('how an application answers its webhooks', () => {
  it('has no word where nothing was delivered', async () => {
    on = await stage();
    expect(await on.judge('webhook/redirects')).toMatchObject({
      state: 'inapplicable',
      because: 'No webhook was answered',
    });
    expect(await on.judge('webhook/slow')).toMatchObject({ state: 'inapplicable' });
  });

  it('passes what is answered at once', async () => {
    on = await stage();
    await on.sandbox.control.post('/triggers/payment.completed', {});
    await on.sandbox.control.post('/settle', {});
    for (const rule of ['webhook/redirects', 'webhook/slow']) expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('finds redirects, with where they lead', async () => {
    on = await stage({}, { status: 308, headers: { location: '/webhooks/' } });
    await on.sandbox.control.post('/triggers/payment.completed', { count: 2 });
    await on.receiver.received(2);
    await on.sandbox.control.post('/settle', {});
    const [found, ...others] = await on.findings('webhook/redirects');
    expect(others).toEqual([]);
    expect(found!.message).toBe(`${on.receiver.url}/ answered 2 deliveries with 308, a redirect to /webhooks/.`);
    expect(found!.evidence.deliveries).toHaveLength(2);
  });
});

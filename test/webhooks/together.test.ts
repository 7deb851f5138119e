import { afterEach, describe, expect, it } from 'vitest';
import { type LiveStage, liveStage, payer } from '../audit/stage.ts';

let on: LiveStage;
afterEach(() => on.stop());

const post = (path: string, body: object = {}) => on.sandbox.control.post(path, body);

/**
 * A payment that has settled, whose event is held back until the next one about it.
 * @param together how many events must have arrived before any is answered
 */
async function heldPayment(together: number): Promise<string> {
  on = await liveStage();
  on.receiver.answer(async () => {
    await on.receiver.received(together);
    return {};
  });
  await post('/faults', { kind: 'reorder', on: 'delivery', event: 'payment.completed', at_once: true });
  const order = { ...(await payer(on.sandbox)), amount: 1_000 };
  const { body } = await on.sandbox.api.post<{ data: { id: string } }>('/charges', order);
  await post('/clock', { advance: '6s' });
  return body.data.id;
}
const told = () => on.receiver.requests.map(({ headers }) => headers['service-event']);

describe('reorder at once', () => {
  it('sends an event together with the next one about its object, and holds up nobody until then', async () => {
    const id = await heldPayment(2);
    expect(told()).toEqual([]);
    await on.sandbox.api.post(`/transactions/${id}/refund`, { amount: 100 });
    await expect.poll(told).toHaveLength(2);
    expect(told()).toEqual(['payment.refunded', 'payment.completed']);
    expect(on.receiver.mostInFlight).toBe(2);
    await post('/settle');
    const faults = (await on.record()).deliveries.map(({ event_type, attempts }) => [event_type, attempts[0]!.fault]);
    expect(faults).toEqual([
      ['payment.completed', 'reorder'],
      ['payment.refunded', null],
    ]);
  });

  it('sends it after ten minutes where none follows', async () => {
    await heldPayment(1);
    await post('/clock', { advance: '11m' });
    await expect.poll(told).toEqual(['payment.completed']);
  });
});

// A call of the control API takes and answers what the operation declares. The compiler refuses each mistake on the line
// below its comment: if one compiles, `npm run types` fails with "Unused '@ts-expect-error' directive".
import type { Client } from '../../src/client/client.ts';

export async function calls(client: Client): Promise<void> {
  const { data } = await client.call('events.list', { type: 'payout.paid', limit: 5 });
  const [event] = data;
  if (event?.type === 'payout.paid') event.data.payout_number satisfies number;
  (await client.call('clock.move', { advance: '1d' })).ran satisfies readonly object[];
  (await client.call('snapshots.rename', { snapshot: 'before', name: 'after' })).name satisfies string;
  await client.call('idle', { within: 500 });
  await client.call('invoices.pay', { id: 'inv_1001' });

  // @ts-expect-error an operation that does not exist
  await client.call('events.lost', {});
  // @ts-expect-error a field that the path needs
  await client.call('events.get', {});
  // @ts-expect-error no fields, although the path needs one
  await client.call('events.get');
  // @ts-expect-error a field that the operation does not take
  await client.call('events.list', { kind: 'payout.paid' });
  // @ts-expect-error a kind of fault that does not exist
  await client.call('faults.create', { on: 'delivery', kind: 'lose' });
  // @ts-expect-error a field of the answer that does not exist
  (await client.call('clock.get')).later;
}

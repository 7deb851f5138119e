// Plays the same calls on a fresh emulator for each of the fixtures named, and prints a line of all that came of each.
// Run by itself, under any Node.
import { startEmulator } from '../../dist/index.js';

for (const fixture of process.argv.slice(2)) process.stdout.write(`${await play(fixture)}\n`);

async function play(fixture) {
  const emulator = await startEmulator({
    fixture,
    seed: 7,
    // A PDF embeds the digits of its addresses, and no others.
    publicUrl: 'http://127.0.0.1:4747',
    clock: '2026-03-01T09:00:00.000Z',
    freeze: true,
    signatureTime: 'emulated',
  });
  const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030' };
  const answers = [];
  const post = async (path, body) => {
    const answer = await emulator.api.post(path, body);
    answers.push([answer.status, answer.headers['request-id'], answer.body]);
    return answer.body;
  };
  const { data: customer } = await post('/customers', {
    email: 'ada@example.com',
    first_name: 'Ada \u{1F600} É',
    billing_postal_code: '62701',
    billing_country: 'US',
    ...card,
  });
  for (const amount of [1_200, 16, 2_500, 99_999_999]) await post('/charges', { customer_id: customer.id, amount });
  const { data: product } = await post('/products', { name: 'Mug', price: 900, recurring: { interval: 'month' } });
  await post('/invoices', {
    customer_id: customer.id,
    line_items: [{ product_id: product.id, quantity: 3 }],
    send: true,
  });
  await post('/subscriptions', { customer_id: customer.id, product_id: product.id });
  for (const name of ['payout.returned', 'dispute.won', 'payout_link.claim']) {
    answers.push(await emulator.trigger(name).catch((error) => error.body));
  }
  const workspace = await emulator.workspaces.create({ settings: { gateway: 'gateway_a' } });
  answers.push(workspace.keys, await workspace.trigger('payment.disputed').catch((error) => error.body));
  const moved = await emulator.clock.advance('P3M');
  answers.push(moved.ran);
  // The ids of calls go on; whatever else there is repeats.
  const stateNow = async () => JSON.stringify(await emulator.export()).replace(/\breq_\w+/g, 'req');
  await emulator.snapshot('here');
  await emulator.trigger('payout.paid');
  const before = await stateNow();
  await emulator.restore('here');
  await emulator.trigger('payout.paid');
  answers.push(before === (await stateNow()));
  const exported = JSON.stringify(await emulator.export());
  const mail = [];
  for (const { id } of await emulator.mail.list()) mail.push(await emulator.mail.get(id));
  const played = {
    answers,
    events: await emulator.events.list(),
    ledger: await emulator.ledger(),
    mail,
    exported,
    other: await workspace.export(),
  };
  await emulator.stop();
  // Keys and signing secrets are random, whatever the seed.
  const text = JSON.stringify(played).replace(/\b(?:(?:sk|pk)_(?:test|live)|whsec)_\w+/g, 'KEY');
  return text.replaceAll(emulator.url, 'URL');
}

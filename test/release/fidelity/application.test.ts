import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCapture } from '../../../src/emulator/fidelity/capture/read-capture.ts';
import { compareCalls } from '../../../src/emulator/fidelity/compare/compare.ts';
import { profileOf } from '../../../src/emulator/fidelity/compare/profile-of.ts';
import { startEmulator, temporaryFolder } from '../../cli/emulator.ts';
import { captureFrom } from '../../fidelity/capturing.ts';
import { ensureBuilt } from '../../support/build.ts';
import { differences } from '../../support/stand-in/differences.ts';
import { startStandIn } from '../../support/stand-in/stand-in.ts';

const folder = temporaryFolder();
beforeAll(ensureBuilt);
afterAll(folder.remove);

const buyers = [
  ['ada@example.com', '4000056655665556', 4_200],
  ['ben@example.com', '5105105105105100', 2_500],
] as const;

/** The tests of an application that was written for the service. @returns what they find wrong */
async function testsOfApplication(base: string): Promise<string[]> {
  const wrong: string[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: the application reads the fields that it knows
  const ask = async (method: string, path: string, body?: object): Promise<any> => {
    const headers = { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' };
    const answer = await fetch(`${base}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  const check = (what: string, is: boolean): void => void (is || wrong.includes(what) || wrong.push(what));
  // What one buyer alone shows is not adopted.
  for (const [email, number, amount] of buyers) {
    const last4 = number.slice(-4);
    const { data: customer } = await ask('POST', '/customers', { email });
    check('customers have the ids of the service', customer.id.startsWith('cust_'));
    const card = { cc_number: number, cc_exp_month: '12', cc_exp_year: '2049' };
    await ask('POST', `/customers/${customer.id}/payment-methods`, card);
    const { data: paid } = await ask('POST', '/charges', { customer_id: customer.id, amount });
    check('a charge is made', paid.amount === amount);
    check('the card is shown by its last four', paid.card_last4 === last4);
    const { data: voided } = await ask('POST', `/transactions/${paid.id}/void`);
    check('a void ends as void', voided?.status === 'void');
    const again = await ask('POST', `/transactions/${paid.id}/void`);
    check('a second void is refused for the state', again.code === 'state_invalid');
    const { data: listed } = await ask('GET', `/transactions?customer_id=${customer.id}&status=void`);
    check('voids are found by their state', listed?.[0]?.id === paid.id);
  }
  return wrong;
}

test('an application’s tests that pass against the service pass with its profile, and not without', async () => {
  const ids = [
    'ids of customers begin with cust_',
    'transaction.card_last_four is card_last4',
    'transaction.status voided is void',
    'code invalid_state is state_invalid',
  ];
  const planted = differences.filter(({ id }) => ids.includes(id));
  expect(planted).toHaveLength(ids.length);
  const standIn = await startStandIn({ planted });
  const { origin, written, file } = await captureFrom(standIn.url);
  expect(await testsOfApplication(`${origin}/api/v1`)).toEqual([]);
  await written();
  await standIn.stop();
  const { calls } = await readCapture(file);
  const comparison = await compareCalls(calls, { version: '0' });
  const profile = join(folder.path, 'service.profile.json');
  writeFileSync(profile, JSON.stringify(profileOf(comparison, ['service.har'])));
  const [plain, adopted] = [
    await startEmulator(['--ephemeral']),
    await startEmulator(['--ephemeral', '--profile', profile]),
  ];
  expect(await testsOfApplication(`${adopted.url}/api/v1`)).toEqual([]);
  expect(await testsOfApplication(`${plain.url}/api/v1`)).toEqual([
    'customers have the ids of the service',
    'the card is shown by its last four',
    'a void ends as void',
    'a second void is refused for the state',
  ]);
  await Promise.all([plain.stop(), adopted.stop()]);
});

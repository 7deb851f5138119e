import { expect, test } from 'vitest';
import { deskOfEachTest } from './setup.ts';
import { textOfRow } from './texts.ts';

const at = deskOfEachTest();

/** A run that is longer than what is loaded at once. */
async function longRun(): Promise<void> {
  const customer = await at.demo.saveCustomer({ first_name: 'Zenobia', last_name: 'First' });
  await at.client.call('markers.add', { text: 'the very beginning' });
  await at.demo.charged({
    amount: 98_765,
    reference_id: 'order-1',
    customer_id: customer.id,
    payment_method_id: (await at.demo.saveCard(customer)).id,
  });
  for (let count = 0; count < 200; count++) await at.demo.charged({ amount: 1_000 + count });
}

/** A desk that comes when the run is over. */
async function comesLater(): Promise<void> {
  at.session.reopen();
  await at.until(() => at.session.state).toBe('live');
  await at.until(() => at.rows.length).toBeGreaterThan(100);
}

/** Goes up until nothing is above. */
async function toTheTop(): Promise<void> {
  at.desk.shows(20);
  await at
    .until(() => {
      at.desk.select(0);
      return at.session.timeline.hasMore || at.session.timeline.isLoading;
    })
    .toBe(false);
  at.desk.select(0);
}

test('a run is read to its first row, and each of its calls has its object and its amount', async () => {
  await longRun();
  await comesLater();
  expect(at.rows.some((row) => row.includes('the very beginning'))).toBe(false);
  await toTheTop();
  expect(at.rows.findIndex((row) => row.includes('the very beginning'))).toBeLessThan(10);
  const charges = at.rows.filter((row) => /POST \S*charges +201/.test(row));
  expect(charges).toHaveLength(201);
  expect(charges.filter((row) => !/txn_\S+ +\$\d/.test(row))).toEqual([]);
});

test('the first row is one step away, and what is long ago says that its bodies are gone', async () => {
  await at.demo.saveCustomer({ first_name: 'Zenobia', last_name: 'First' });
  for (let count = 0; count < 16; count++) await Promise.all(Array.from({ length: 120 }, () => at.demo.balance()));
  await comesLater();
  await at.desk.selectFirst();
  expect(at.session.timeline.hasMore).toBe(false);
  const details = await at.opened(/customers +201/);
  expect(details).toContain('POST /api/v1/customers');
  expect(details).toContain('The log no longer contains the body and the response');
});

test('earlier rows come above the selected one, which stays selected', async () => {
  await longRun();
  await comesLater();
  at.desk.shows(20);
  at.desk.select(30);
  const selected = textOfRow(at.desk.selected!);
  const { length } = at.rows;
  at.desk.select(at.desk.index);
  at.desk.shows(60);
  await at.until(() => at.rows.length).toBeGreaterThan(length);
  expect(textOfRow(at.desk.selected!)).toBe(selected);
});

test.each([
  ['amount:>900', /98,?765|\$987\.65/],
  ['order-1', /\$987\.65/],
  ['Zenobia', /\$987\.65/],
  ['the very beginning', /the very beginning/],
])('a filter finds what happened long before the desk came: %s', async (filter, found) => {
  await longRun();
  await comesLater();
  at.desk.filter(filter);
  await at
    .until(() => {
      at.desk.shows(20);
      return at.desk.hasMore;
    })
    .toBe(false);
  await at.row(found);
});

test('a filter that nothing fits comes to its end', async () => {
  await longRun();
  await comesLater();
  at.desk.filter('nothing like this');
  await at
    .until(() => {
      at.desk.shows(20);
      return at.desk.hasMore || at.desk.pending.isSearching;
    })
    .toBe(false);
  expect(at.rows).toEqual([]);
});

test('what happens while earlier rows are loaded is there as well', async () => {
  await longRun();
  await comesLater();
  const loading = toTheTop();
  await at.demo.charged({ amount: 55_555 });
  await loading;
  await at.row(/\$555\.55/);
  expect(at.rows.filter((row) => row.includes('$555.55'))).toHaveLength(1);
  expect(at.rows.findIndex((row) => row.includes('the very beginning'))).toBeLessThan(10);
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { optionNames } from '../../src/core/kernel/declare/trigger-options.ts';
import { openCopies } from '../../src/desk/model/details/copy-as.ts';
import { openPage } from '../../src/desk/model/details/pages.ts';
import { openTriggers } from '../../src/desk/model/palette/palette.ts';
import { command } from '../cli/emulator.ts';
import { cards } from '../support/demo.ts';
import { deskOfEachTest } from './setup.ts';

const at = deskOfEachTest({ receiver: true });

/** Chooses how to copy the selected row. @returns what was copied */
async function copiedAs(name: string): Promise<string> {
  const before = at.copied.length;
  openCopies(at.desk);
  await at.chooser('Copy as');
  await at.choose(`^${name} {2}`);
  await at.until(() => at.copied).toHaveLength(before + 1);
  return at.copied.at(-1)!;
}

const run = async (text: string, env = {}): Promise<string> =>
  (await promisify(execFile)('sh', ['-c', text], { env: { ...process.env, ...env } })).stdout;

describe('copying', () => {
  test('gives the id of a row', async () => {
    const [id] = await at.payouts(1500);
    at.go('payouts');
    await at.select(id!);
    at.does('copy');
    await at.says(`^${id} went to the test\\.$`);
    expect(at.copied).toEqual([id]);
  });

  test('that is not possible is said in red, and offers the text', async () => {
    const [id] = await at.payouts(1500);
    at.go('payouts');
    await at.select(id!);
    at.hasClipboard = false;
    at.does('copy');
    await at.says(`^${id} could not be copied: there is no clipboard\\.$`);
    expect(at.desk.notices.message?.tone).toBe('bad');
    const form = await at.form('Copy the text from here');
    expect(form.fields.map(({ text }) => text)).toEqual([id]);
    form.submit();
    await at.until(() => at.desk.dialog).toBeNull();
  });

  test('gives the JSON of a row without its details, and of open ones', async () => {
    const { id } = await at.demo.charged();
    at.go('payments');
    await at.select(id);
    at.does('copyAll');
    await at.says('The JSON went to the test.');
    await at.opened(id);
    at.does('copyAll');
    await at.until(() => at.copied).toHaveLength(2);
    const shown = (await at.demo.read<{ data: unknown }>(`/transactions/${id}`)).data;
    expect(at.copied.map((text) => JSON.parse(text))).toEqual([shown, shown]);
  });

  test('gives a request as a command that sends it again as it is', async () => {
    const email = "o'brien@example.com";
    await at.demo.api.post('/customers', { email }, { 'X-Emulator-Outcome': 'late' });
    await at.select(/POST \/customers {2}201/);
    const curl = await copiedAs('curl');
    expect(curl).toContain("-H 'X-Emulator-Outcome: late'");
    expect(JSON.parse(await run(curl)).data).toMatchObject({ email });
    const { data } = await at.client.call('requests.list');
    expect(data.map(({ method, status }) => `${method} ${status}`)).toEqual(['POST 201', 'POST 201']);
  });

  test('gives of an object the call that made it, as a command and for a script', async () => {
    const customer = await at.demo.saveCustomer();
    const card = await at.demo.saveCard(customer);
    const { id } = await at.demo.charged({ customer_id: customer.id, payment_method_id: card.id });
    at.go('payments');
    await at.select(id);
    expect(await copiedAs('curl')).toMatch(/^curl -X POST .*\/api\/v1\/charges/);
    const script = await copiedAs('fetch');
    const answer = await (Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor)(
      script.replace('await fetch', 'return fetch'),
    )();
    expect([answer.status, (await answer.json()).data.amount]).toEqual([201, 4200]);
  });

  test('gives of an event the request that caused it', async () => {
    const customer = await at.demo.saveCustomer();
    const { id } = await at.demo.saveCard(customer);
    await at.demo.settled({ customer_id: customer.id, payment_method_id: id, amount: 1234 });
    await at.select(/payment\.completed {2}200/);
    const curl = await copiedAs('curl');
    expect(curl).toMatch(/^curl -X POST --url http:\/\/\S+\/charges .*1234/);
  });

  test('says that no request caused an event, or that the log does not hold it', async () => {
    await at.trigger('payout.created');
    await at.select(/payout\.created {2}200/);
    openCopies(at.desk);
    await at.choose('^curl');
    await at.says(/^evt_\w+… was caused by trigger payout\.created, so there is no request to send again\.$/);
    await at.demo.api.post('/charges', { amount: 1, descriptor: 'x'.repeat(50_000) });
    await at.select('POST /charges {2}400');
    openCopies(at.desk);
    await at.choose('^curl');
    await at.says(
      /^The call cannot be copied: the log omits part of the request req_\w+…, which has a secret in its path or a very long body\.$/,
    );
  });

  test('names the hidden values of a call, to be replaced', async () => {
    await at.demo.api.post('/charges', { payment_token: `ptok_${'x'.repeat(20)}`, amount: 1 });
    await at.select('POST /charges {2}400');
    expect(await copiedAs('curl')).toContain('"payment_token":"PAYMENT_TOKEN","amount":1');
    await at.says(/went to the test\. Replace PAYMENT_TOKEN first; the log hides it$/);
  });

  test('gives a declined charge of a one-time token as a command that makes a new token of the same card', async () => {
    const token = await at.demo.tokenize(cards.declined);
    const body = { payment_token: token, amount: 4321 };
    await at.demo.api.post('/charges', body, { 'Idempotency-Key': 'order-1' });
    await at.select('POST /charges {2}402');
    const command = await copiedAs('curl');
    await at.says(/It first makes a new token of the test card 4000000000000002$/);
    expect(JSON.parse(await run(command))).toMatchObject({ code: 'card_declined' });
    const { data } = await at.client.call('requests.list');
    expect(data.filter(({ path }) => path.endsWith('/charges')).map(({ status }) => status)).toEqual([402, 402]);
  });

  test('gives a charge with a used reference_id as a command without it', async () => {
    const body = async () => ({
      payment_token: await at.demo.tokenize(cards.declined),
      amount: 4321,
      reference_id: 'order-1',
    });
    await at.demo.api.post('/charges', await body(), { 'Idempotency-Key': 'order-1' });
    await at.demo.api.post('/charges', await body());
    for (const status of [402, 409]) {
      await at.select(`POST /charges {2}${status}`);
      const command = await copiedAs('curl');
      expect(command).not.toMatch(/reference_id|Idempotency-Key/);
      await at.says(/It leaves out the reference_id, because the payment was declined\. It first makes a new token/);
      expect(JSON.parse(await run(command))).toMatchObject({ code: 'card_declined' });
    }
  });

  test('gives a webhook byte for byte, and as a command that sends it with its signature', async () => {
    await at.trigger('payout.created');
    await at.until(() => at.hooked).toHaveLength(1);
    at.go('webhooks');
    await at.select(/payout\.created {2}200/);
    const [sent] = at.hooked;
    expect(await copiedAs('webhook')).toBe(sent!.body);
    await run(await copiedAs('signed webhook'));
    await at.until(() => at.hooked).toHaveLength(2);
    expect(at.hooked[1]!.body).toBe(sent!.body);
    expect(at.hooked[1]!.headers).toMatchObject({
      'service-signature': sent!.headers['service-signature'],
      'service-event': 'payout.created',
      'content-type': 'application/json',
    });
  });

  test('gives a command that checks the signature by a secret', async () => {
    const [endpoint] = (await at.client.call('webhook_endpoints.list')).data;
    await at.client.call('webhook_endpoints.update', { id: endpoint!.id, secret: 'whsec_of_a_test' });
    await at.trigger('payout.created');
    await at.until(() => at.hooked).toHaveLength(1);
    await at.select(/payout\.created {2}200/);
    const check = await copiedAs('signature check');
    expect(await run(check, { WEBHOOK_SECRET: 'whsec_of_a_test' })).toBe('valid\n');
    expect(await run(check, { WEBHOOK_SECRET: 'whsec_other' })).toBe('invalid\n');
  });

  test('of what was not sent says so', async () => {
    const [endpoint] = (await at.client.call('webhook_endpoints.list')).data;
    await at.client.call('webhook_endpoints.delete', { id: endpoint!.id });
    await at.trigger('payout.created');
    await at.select(/payout\.created {2}no endpoint/);
    openCopies(at.desk);
    await at.choose('^signed webhook');
    await at.says(/^evt_\w+… has not been sent yet, so it has no signature; send it first\.$/);
  });

  test('gives the address of a page', async () => {
    const id = await at.trigger('invoice.send', {}, 'invoice');
    at.go('checkout');
    while (at.desk.view.kinds![at.desk.position.part]!.title !== 'Invoices') at.desk.goToPart(1);
    await at.select(id);
    const address = await copiedAs('page');
    expect(address).toMatch(/\/invoice\/\w+$/);
    expect((await fetch(address)).status).toBe(200);
  });

  test('gives the keys of the data set, without a row too', async () => {
    const { keys } = await at.client.call('keys.get');
    expect(await copiedAs('key')).toBe(keys.secret.test);
    expect(await copiedAs('publishable key')).toBe(keys.publishable.test);
  });

  test.each(optionNames)('gives what was triggered as the command that does so again, with %s', async (option) => {
    const { name } = at.session.triggers.find(({ options }) => options.includes(option))!;
    openTriggers(at.desk, []);
    await at.chooser('Trigger', name);
    await at.choose(`^${name} {2}`);
    const { fields } = await at.form();
    const { spec, choices, fits } = fields.find((field) => field.spec.name === option)!;
    const typed = spec.type === 'amount' ? '15' : (choices?.[1] ?? fits[0]?.value ?? 'it was late');
    await at.submit({ [option]: typed });
    await at.says(`${name}: `);
    const words = (await copiedAs('command')).match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ''));
    expect(words.slice(0, 2)).toEqual(['npx', 'payments-emulator']);
    expect(words[words.indexOf(`--${option}`) + 1]).toBe(spec.type === 'amount' ? '1500' : typed);
    const told = await command([...words.slice(2), '--json']);
    expect(told).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(told.stdout).objects).not.toEqual([]);
  });
});

describe('the browser', () => {
  const opened = async (): Promise<string> => {
    openPage(at.desk);
    await at.says(/^Opened http/);
    return at.browsed.at(-1)!;
  };

  test('is opened on the page of a row', async () => {
    const id = await at.trigger('invoice.send', {}, 'invoice');
    at.go('checkout');
    while (at.desk.view.kinds![at.desk.position.part]!.title !== 'Invoices') at.desk.goToPart(1);
    await at.select(id);
    expect((await fetch(await opened())).status).toBe(200);
  });

  test('is opened on a captured mail', async () => {
    await at.trigger('invoice.send');
    at.go('mail');
    await at.select('@');
    expect(await (await fetch(await opened())).text()).toContain('The whole message as it was sent');
  });

  test('shows the page that is made when it is asked for', async () => {
    await at.trigger('subscription.created');
    at.go('customers');
    await at.select('cus_');
    expect(await opened()).toMatch(/\/portal\/\w{20}$/);
  });

  test('is opened on the inspector where a row has no page, and where there is no row', async () => {
    expect(await opened()).toMatch(new RegExp(`/inspector#/timeline\\?workspace=${at.demo.workspace}&mode=test$`));
    const [id] = await at.payouts(1500);
    at.desk.notices.message = null;
    at.go('payouts');
    await at.select(id!);
    expect(await opened()).toMatch(new RegExp(`/inspector#/object/${id}\\?workspace=${at.demo.workspace}&mode=test$`));
  });

  test('that is not there leaves the address on the clipboard', async () => {
    at.hasBrowser = false;
    await at.trigger('subscription.created');
    at.go('customers');
    await at.select('cus_');
    openPage(at.desk);
    await at.says(/^No browser is available; http\S+\/portal\/\w{20} went to the test$/);
    expect(at.copied).toEqual([expect.stringMatching(/\/portal\/\w{20}$/)]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { addLink, countCharges, goodCard } from '../browser/shop.ts';
import { grace } from '../support/checkout.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

type Fields = Readonly<Record<string, string>>;

/** A browser without a script: it opens a page, and posts the form that it shows. */
async function openForm(): Promise<{ url: string; slug: string; post: (further?: Fields) => Promise<Posted> }> {
  const { url, slug } = await addLink(sandbox, { amount: 2100 });
  const attempt = /name="attempt" value="([^"]+)"/.exec(await (await fetch(url)).text())![1]!;
  const typed = {
    ...grace,
    attempt,
    amount: '2100',
    cardNumber: goodCard,
    cardExpiry: '2034-12',
    cardCvc: '123',
  };
  return { url, slug, post: (further = {}) => postForm(url, { ...typed, ...further }) };
}

interface Posted {
  readonly status: number;
  readonly headers: Headers;
  /** Where it leads; null where it shows a page. */
  readonly location: string | null;
  /** What the page says of it. */
  readonly notice: string;
}

async function postForm(url: string, fields: Fields): Promise<Posted> {
  const { status, headers, text } = await answerTo(url, { method: 'POST', body: new URLSearchParams(fields) });
  return { status, headers, location: headers.get('location'), notice: noticeIn(text) };
}

async function answerTo(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const noticeIn = (page: string): string =>
  (/<div[^>]* id="notice"[^>]*>([\s\S]*?)<\/div>/.exec(page)?.[1] ?? '').replace(/<[^>]+>/g, ' ');

const setFault = async (kind: string, times: number, further: object = {}, on = 'checkout.pay'): Promise<void> => {
  const { status, body } = await sandbox.control.post('/faults', { on, kind, times, ...further });
  expect(status, JSON.stringify(body)).toBe(201);
};

interface Logged {
  id: string;
  path: string;
  status: number;
  fault: string | null;
}
const logged = async () => (await sandbox.control.get<{ data: Logged[] }>('/requests')).body.data;
const sold = () => countCharges(sandbox);

describe('the posted form of a checkout', () => {
  it('is paid by the calls that the script makes, which the log has without the number of the card', async () => {
    const { slug, post } = await openForm();
    expect((await post()).location).toMatch(/confirmation\?token=/);
    const entries = (await logged()).filter(({ path }) => !path.startsWith('/api/v1'));
    expect(entries.map(({ path, status }) => `${path} ${status}`)).toEqual([
      `/api/checkout/${slug}/pay 200`,
      '/vault/vlt_demo_sandbox/post 200',
    ]);
    for (const { id } of entries) {
      expect(JSON.stringify((await sandbox.control.get(`/requests/${id}`)).body)).not.toContain(goodCard);
    }
  });

  it('says how long to wait where there were too many attempts, by a fault or in earnest', async () => {
    const { post } = await openForm();
    await setFault('rate_limit', 1);
    const refused = await post();
    expect(refused).toMatchObject({ status: 429, notice: expect.stringMatching(/Too many attempts.*Wait 1 second/) });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await logged())[0]?.fault).toMatch(/^rate_limit /);
    expect((await post()).location).toMatch(/confirmation/);
    await sandbox.stop();
    sandbox = await createTestSandbox({ rateLimit: true });
    const another = await openForm();
    const declined = { cardNumber: '4000000000000002' };
    for (let at = 0; at < 30; at++) expect((await another.post(declined)).status).toBe(400);
    expect(await another.post(declined)).toMatchObject({
      status: 429,
      notice: expect.stringMatching(/Wait \d+ seconds/),
    });
  });

  it('is sent once more with the same key where the connection is cut, and pays once', async () => {
    const first = await openForm();
    await setFault('drop_connection', 1);
    expect((await first.post()).location).toMatch(/confirmation/);
    const second = await openForm();
    await setFault('answer_lost', 1);
    expect((await second.post()).location).toMatch(/confirmation/);
    expect(await sold()).toBe(2);
  });

  it('leads to what became of it where no answer came', async () => {
    const { url, post } = await openForm();
    await setFault('answer_lost', 2);
    const { location } = await post();
    expect(location).toMatch(/\?attempt=/);
    expect((await answerTo(new URL(location!, url).href)).headers.get('location')).toMatch(/confirmation/);
    const other = await openForm();
    await setFault('drop_connection', 2);
    const page = await answerTo(new URL((await other.post()).location!, url).href);
    expect(noticeIn(page.text)).toMatch(/did not go through.*Nothing was charged/);
    expect(await sold()).toBe(1);
  });

  it('comes back where the vault or the service refuses by a fault, and nothing is charged', async () => {
    const { post } = await openForm();
    await setFault('status', 1, { status: 500 }, 'vault.post');
    expect(await post()).toMatchObject({ status: 503, notice: expect.stringContaining('The connection was lost') });
    await setFault('status', 1, { status: 404 });
    expect(await post()).toMatchObject({ status: 404, notice: expect.stringContaining('This checkout is closed') });
    await setFault('status', 1, { status: 402 });
    expect(await post()).toMatchObject({ status: 402, notice: expect.stringContaining('Your bank wants to ask') });
    expect(await sold()).toBe(0);
    expect((await post()).location).toMatch(/confirmation/);
  });

  it('that has paid pays no more where it comes again, and is asked about first with another card', async () => {
    const { post } = await openForm();
    const [paid, again] = await Promise.all([post(), post()]);
    expect(paid).toMatchObject({ status: 303, location: expect.stringMatching(/confirmation\?token=/) });
    expect(again.location).toBe(paid.location);
    expect((await post()).location).toBe(paid.location);
    expect(await post({ cardNumber: '5200828282828210' })).toMatchObject({
      status: 400,
      notice: expect.stringContaining('This form was sent before'),
    });
    expect(await sold()).toBe(1);
  });
});

it('a posted form of the portal meets faults and is logged as the call of its script', async () => {
  const { body } = await sandbox.api.post<{ data: { id: string } }>('/customers', { email: 'ada@example.com' });
  const { data } = (await sandbox.control.post<{ data: { url: string } }>(`/customers/${body.data.id}/portal`)).body;
  const add = () =>
    postForm(`${data.url}/payment-methods`, { cardNumber: goodCard, cardExpiry: '12/34', cardCvc: '123' });
  await setFault('rate_limit', 1, {}, 'portal.add_card');
  const refused = await add();
  expect(refused).toMatchObject({ status: 429, notice: expect.stringMatching(/Too many attempts.*in 1 second\./) });
  expect(refused.headers.get('retry-after')).toBe('1');
  await setFault('drop_connection', 1, {}, 'portal.add_card');
  expect(await add()).toMatchObject({ status: 503, notice: expect.stringContaining('The connection was lost') });
  expect((await add()).location).toMatch(/\?done=added$/);
  const path = `/api${new URL(data.url).pathname}/payment-methods`;
  const calls = (await logged()).filter((each) => each.path === path);
  expect(calls.map(({ status, fault }) => [status, fault?.split(' ')[0] ?? null])).toEqual([
    [200, null],
    [0, 'drop_connection'],
    [429, 'rate_limit'],
  ]);
});

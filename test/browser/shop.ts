import type { Page, Request } from 'playwright-core';
import stringWidth from 'string-width';
import type { Visitor } from '../support/browser.ts';
import { grace } from '../support/checkout.ts';
import type { TestSandbox } from '../support/sandbox.ts';

type Json = Record<string, unknown>;

const locales = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'ja-JP'];

/** The language in which a page needs most room for a part of it. */
export async function widestLocale(url: string, part: RegExp): Promise<string> {
  const widths = await Promise.all(
    locales.map(async (locale) => {
      const html = await (await fetch(url, { headers: { 'accept-language': locale } })).text();
      const parts = [...html.matchAll(part)].map(([text]) => stringWidth(text.replace(/<[^>]*>/g, '').trim()));
      if (parts.length === 0) throw new Error(`${url} has nothing like ${part}.`);
      return Math.max(...parts);
    }),
  );
  return locales[widths.indexOf(Math.max(...widths))]!;
}

/** A page, or a frame in one. */
type Place = Pick<Page, 'getByLabel' | 'locator'>;

export interface Product {
  id: string;
}

export interface Session {
  id: string;
  url: string;
  slug: string;
  client_secret: string;
}

export interface Charged {
  id: string;
  status: string;
  amount: number;
  rail: string;
  email: string;
  metadata: Json;
  line_items: { name: string; quantity: number }[];
  three_ds_status: string | null;
  wallet_type: string | null;
  buyer_name: string | null;
  shipping_city: string | null;
}

/** Declines, and approves, on every gateway. */
export const declinedCard = '4000000000000002';
export const goodCard = '4000056655665556';

/** Where a shop thanks its buyers: a short text, as nobody looks at it. */
export const thanksUrl = ({ url }: { url: string }): string => `${url}/llms.txt`;
export const thanksPage = /\/llms\.txt$/;

export async function addProduct(sandbox: TestSandbox, fields: Json = {}): Promise<Product> {
  const product = { name: 'Walnut desk organizer', price: 4900, ...fields };
  return (await sandbox.api.post<{ data: Product }>('/products', product)).body.data;
}

export async function addSession(sandbox: TestSandbox, fields: Json = {}): Promise<Session> {
  const body = { amount: 4200, success_url: thanksUrl(sandbox), ...fields };
  const { status, body: answer } = await sandbox.api.post<{ data: Session }>('/checkout-sessions', body);
  if (status !== 201) throw new Error(JSON.stringify(answer));
  return answer.data;
}

export async function addLink(sandbox: TestSandbox, fields: Json): Promise<{ id: string; url: string; slug: string }> {
  const { status, body } = await sandbox.control.post<{ data: { id: string; url: string; slug: string } }>(
    '/payment-links',
    { name: 'Spring sale', ...fields },
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

export const changeSettings = (sandbox: TestSandbox, settings: Json) =>
  sandbox.control.patch('/workspaces/ws_demo', { settings });

/** The newest first. */
export const charges = async (sandbox: TestSandbox): Promise<Charged[]> =>
  (await sandbox.api.get<{ data: Charged[] }>('/transactions?limit=100')).body.data;

export const countCharges = async (sandbox: TestSandbox): Promise<number> => (await charges(sandbox)).length;

/** Fills in who pays, and where the bill goes. */
export const fillBuyer = (page: Place): Promise<void> =>
  fillFields(page, {
    email: grace.email,
    firstName: grace.firstName,
    lastName: grace.lastName,
    ...addressFields('billing'),
  });

export const fillAddress = (page: Place, prefix: 'billing' | 'shipping'): Promise<void> =>
  fillFields(page, addressFields(prefix));

const addressFields = (prefix: 'billing' | 'shipping'): Record<string, string> => ({
  [`${prefix}Address1`]: grace.billingAddress1,
  [`${prefix}City`]: grace.billingCity,
  [`${prefix}State`]: grace.billingState,
  [`${prefix}PostalCode`]: grace.billingPostalCode,
});

/** Fills in all fields at once, by their ids; what a page does while somebody types, tests with keys prove. */
async function fillFields(page: Place, values: Readonly<Record<string, string>>): Promise<void> {
  const [first = ''] = Object.keys(values);
  await page.locator(`#${first}`).evaluate(
    `for (const [id, value] of Object.entries(${JSON.stringify(values)})) {
      const field = document.getElementById(id);
      if (!field.readOnly) field.value = value;
      for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
    }`,
  );
}

export async function fillCard(page: Place, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('1234');
  await page.getByLabel('Security code').fill('123');
}

export const payButton = (page: Page) => page.locator('#pay');

export const notice = (page: Page) => page.locator('#notice');

/** Every attempt to pay that the page sends, with its key. */
export function watchAttempts(page: Page): { key: string; body: Json }[] {
  const attempts: { key: string; body: Json }[] = [];
  page.on('request', (request: Request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/pay')) return;
    attempts.push({ key: request.headers()['idempotency-key'] ?? '', body: request.postDataJSON() as Json });
  });
  return attempts;
}

/** The id of what has the focus. */
export const focused = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement.id');

/** What a test has cut itself is not a fault of the page. */
export function dropNetworkErrors({ faults }: Visitor): void {
  const list = faults as string[];
  list.splice(0, list.length, ...list.filter((fault) => !/ERR_(CONNECTION_RESET|FAILED)/.test(fault)));
}

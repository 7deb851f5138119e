import type { Assets } from '../../../pages/assets.ts';
import { html } from '../../../pages/html.ts';
import type { KeysView } from '../../control/wire.ts';
import type { Described } from '../../profile/descriptions.ts';
import { block, code, renderDocument, table, tabs } from './layout.ts';
import { errorTable, rateTable } from './limits.ts';
import type { ManualEntry } from './manual.ts';
import { snippets } from './snippets.ts';

interface Start {
  readonly assets: Assets;
  readonly version: string;
  /** The address at which the reader reaches the emulator. */
  readonly origin: string;
  readonly keys: KeysView;
  /** Whether the reader may see secret keys. */
  readonly showsSecrets: boolean;
  /** The effect of each special test card. */
  readonly cards: readonly (readonly [number: string, about: string])[];
  readonly manual: readonly ManualEntry[];
  readonly registry: Described;
}

const sections = [
  ['first-call', 'A first call'],
  ['addresses', 'Addresses and keys'],
  ['cards', 'Test cards'],
  ['make-it-happen', 'Make things happen'],
  ['webhooks', 'Webhooks'],
  ['errors', 'Errors and limits'],
  ['pages', 'Pages'],
  ['manual', 'The manual'],
] as const;

/** `/docs`: everything that developers need if they have only opened the port in a browser. */
export function startPage({ assets, version, origin, keys, showsSecrets, cards, manual, registry }: Start): string {
  const shown = (key: string | null): string => (showsSecrets ? (key ?? 'none') : "see 'npx payments-emulator keys'");
  const secret = showsSecrets ? (keys.keys.secret.test ?? 'sk_test_…') : 'sk_test_…';
  const call = (path: string, body: object) => ({ method: 'POST', url: `${origin}/api/v1${path}`, key: secret, body });
  const document = (name: string, text: string) => html`<a href="/docs/manual/${name}">${text}</a>`;
  return renderDocument({
    assets,
    title: 'Start',
    path: '/docs',
    listTitle: 'On this page',
    list: sections.map(([id, title]) => ({ path: `#${id}`, title })),
    body: html`<h1>A payments platform on your machine</h1>
<p>This is payments-emulator ${version}. It answers the merchant API and the public client API, shows the pages of buyers, and sends
signed webhooks. No real money moves, and no data leaves this machine.</p>

<h2 id="first-call">A first call</h2>
<p>A customer with a card that is saved, then a charge:</p>
${tabs('Make a customer', 'language', snippets(call('/customers', { email: 'ann@example.com', billing_postal_code: '62701', cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2034' })))}
${tabs('Charge the customer', 'language', snippets(call('/charges', { customer_id: 'cus_…', amount: 4200, reference_id: 'order-1' })))}
<p>Put the <code>id</code> of the first answer in the place of <code>cus_…</code>. The <code>reference_id</code> is your own name of the
payment: however often it is sent, the customer pays once. Amounts are cents, times are ISO 8601 in UTC. The charge is
<code>pending_settlement</code> and settles automatically after two seconds. ${document('getting-started', 'Getting started')} goes on from
here: a webhook, a refund, a declined card.</p>

<h2 id="addresses">Addresses and keys</h2>
${table(
  ['what', 'here'],
  [
    ['merchant API', code(keys.api_base)],
    ['client API', code(keys.client_base)],
    ['secret key, test', code(shown(keys.keys.secret.test))],
    ['publishable key, test', code(keys.keys.publishable.test ?? 'none')],
    ['webhook secret', code(shown(keys.webhook_secret))],
    ['workspace', code(keys.id)],
  ],
)}
<p>The key goes into <code>Authorization: Bearer</code>. <code>npx payments-emulator keys</code> prints the live ones too, and those of other workspaces.</p>

<h2 id="cards">Test cards</h2>
<p>Any expiry in the future, any security code. <code>4000056655665556</code> approves everywhere; these do something else:</p>
${table(
  ['number', 'what happens'],
  cards.map(([number, about]) => [code(number), about]),
)}
<p>Amounts decide as well, and rules of your own before both: ${document('outcomes', 'Outcomes')}.</p>

<h2 id="make-it-happen">Make things happen</h2>
<p>A terminal, or the same calls below <code>/_emulator</code> (${document('control-api', 'the control API')}):</p>
${block(
  `npx payments-emulator trigger payout.returned --code R03   # any event, on a new object or, with --id, on yours\nnpx payments-emulator settle                               # run everything that waits for the bank\nnpx payments-emulator clock advance 30d                    # with the renewals, retries and expiries in between\nnpx payments-emulator snapshot save before                 # go back with 'snapshot restore before'\nnpx payments-emulator faults add unavailable --on "POST /charges" --times 1\nnpx payments-emulator dashboard`,
  'bash',
)}

<h2 id="webhooks">Webhooks</h2>
${block('npx payments-emulator webhooks add http://localhost:3000/webhooks', 'bash')}
<p>Each event is a POST with <code>Service-Event</code> and <code>Service-Signature: t=…,v1=…</code>, where <code>v1</code> is the
HMAC-SHA256 in hex of <code>t</code>, a dot and the raw body by the endpoint's secret. Answer 2xx within 10 seconds; other answers are
tried again after 5 and after 30 minutes of the emulated clock. ${document('webhooks', 'Webhooks')} has the code that checks a signature, for
Node, Python, PHP, Ruby, Go, Java and C#.</p>

<h2 id="errors">Errors and limits</h2>
${block(`{"error": "No such customer: 'cus_1'.", "type": "invalid_request_error", "code": "parameter_invalid", "param": "customer_id"}`, 'json')}
${errorTable(registry)}
<p>Writes are limited by key and minute of the emulated clock, by the tier of the workspace; each answer carries
<code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Tier</code>, a 429 <code>Retry-After</code>.</p>
${rateTable(registry)}
<p>Every answer has a <code>Request-Id</code>; <code>npx payments-emulator requests show</code> with it says what was asked, answered and caused.</p>

<h2 id="pages">Pages</h2>
<p>Checkouts, payment links, invoices, payout claims and 3-D Secure challenges are pages of this emulator; objects of the API carry their
addresses. <code>npx payments-emulator trigger payment_link.create</code> makes one to look at. ${document('checkout', 'Checkout')} lists them, and
${document('browser-sdk', 'the browser SDK')} shows them on pages of yours.</p>

<h2 id="manual">The manual</h2>
<ul class="docs-cards">${manual.map(
      ({ name, title, about }) =>
        html`<li><a href="/docs/manual/${name}"><strong>${title}</strong><span>${about}</span></a></li>\n`,
    )}</ul>`,
  });
}

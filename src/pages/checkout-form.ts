import type { Context } from '../engine/context.ts';
import { transactionSettings } from '../resources/transaction/model.ts';
import { type TestCard, testCards } from '../simulation/cards.ts';
import type { Checkout, CheckoutField } from './checkout-state.ts';
import { addressFields, bankFields, cardFields, checkField, choiceField, inputField, selectField } from './fields.ts';
import { type Content, html, type Markup } from './html.ts';
import { icon } from './layout.ts';

/** Everything that is filled in to pay. The script of the page fills in sums and sends it. */
export function checkoutForm(ctx: Context, checkout: Checkout): Markup {
  const { cardEnabled, workspace, walletsEnabled, customFields } = checkout;
  const isTyped = cardEnabled || workspace.achEnabled;
  if (!isTyped && !walletsEnabled) {
    return html`<p class="notice notice-warn">${icon('alert')}<span>${workspace.name} takes no payments here at the moment.</span></p>`;
  }
  return html`<form id="checkout" class="stack stack-large" method="post" action="#" autocomplete="on" novalidate>
<noscript><p class="notice notice-warn">${icon('alert')}<span>Paying here needs JavaScript; please switch it on.</span></p></noscript>
<fieldset id="entries" class="stack stack-large">
${isTyped && section('contact', 'Contact', contactFields(checkout))}
${isTyped && checkout.collectShippingAddress && section('shipping', 'Shipping address', addressFields({ prefix: 'shipping' }))}
${customFields.length > 0 && html`<div id="custom">${section('custom', 'More about your order', html`<div class="fields">${customFields.map(customField)}</div>`)}</div>`}
${isTyped && instrumentSections(checkout)}
</fieldset>
<div class="stack"${!isTyped && html` hidden`}>
<div id="notice" tabindex="-1" hidden></div>
<button class="button button-primary" id="pay" type="submit"><span class="spinner" aria-hidden="true" hidden></span>${icon('lock')}<span id="payLabel">Pay</span></button>
<p class="visually-hidden" id="progress" role="status"></p>
</div>
${isTyped && testHints(ctx, checkout)}
</form>`;
}

/** A card or a bank account, and what whoever types it in must add. */
const instrumentSections = (checkout: Checkout): Markup => {
  const { cardEnabled, workspace, collectShippingAddress } = checkout;
  return html`${section('payment', 'Payment', paymentFields(checkout))}
${section(
  'billing',
  'Billing address',
  html`${collectShippingAddress && checkField({ id: 'billingAsShipping', label: 'Same as the shipping address', required: false, checked: true })}<div id="billingFields"${collectShippingAddress && html` hidden`}>${addressFields({ prefix: 'billing' })}</div>`,
)}
${workspace.achEnabled && html`<div id="authorization"${cardEnabled && html` hidden`}>${checkField({ id: 'achAuthorized', label: html`<span id="authorizationText">${workspace.achAuthorizationText}</span>` })}</div>`}`;
};

const section = (id: string, title: string, content: Content): Markup =>
  html`<section class="stack" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>`;

function contactFields(checkout: Checkout): Markup {
  const { emailFieldMode, customerEmail, phoneFieldMode, customerPhone, workspace } = checkout;
  const isPhoneRequired = workspace.requireCheckoutPhone;
  // What is hidden is known already; what is not known must be asked for after all.
  const hidesEmail = emailFieldMode === 'hidden' && customerEmail !== null;
  const hidesPhone = phoneFieldMode === 'hidden' && (customerPhone !== null || !isPhoneRequired);
  return html`<div class="fields fields-two">
${!hidesEmail && inputField({ id: 'email', label: 'Email', type: 'email', span: 'whole', autocomplete: 'email', inputmode: 'email', maxlength: 254, value: customerEmail, readOnly: emailFieldMode === 'read_only' && customerEmail !== null })}
${inputField({ id: 'firstName', label: 'First name', autocomplete: 'given-name', maxlength: 100 })}
${inputField({ id: 'lastName', label: 'Last name', autocomplete: 'family-name', maxlength: 100 })}
${!hidesPhone && inputField({ id: 'phone', label: 'Phone', type: 'tel', span: 'whole', required: isPhoneRequired, autocomplete: 'tel', inputmode: 'tel', maxlength: 50, value: customerPhone, readOnly: phoneFieldMode === 'read_only' && customerPhone !== null })}
</div>`;
}

/** A field that a payment link asks for; its answer is sent under the field's own id. */
function customField({ id, label, type, required, options }: CheckoutField, at: number): Markup {
  const field = { id: `custom${at}`, label, required };
  switch (type) {
    case 'text':
      return inputField({ ...field, maxlength: 500 });
    case 'number':
      return inputField({ ...field, inputmode: 'decimal' });
    case 'checkbox':
      return checkField(field);
    case 'select': {
      const none = { value: '', label: required ? 'Choose…' : 'None' };
      return selectField({ ...field, choices: [none, ...(options ?? []).map((value) => ({ value, label: value }))] });
    }
    default:
      throw new Error(`The custom field ${id} is of no known type.`);
  }
}

function paymentFields({ cardEnabled, workspace: { achEnabled } }: Checkout): Markup {
  const both = cardEnabled && achEnabled;
  return html`${
    both &&
    choiceField({
      id: 'method',
      label: html`<span class="visually-hidden">How do you want to pay?</span>`,
      value: 'card',
      choices: [
        { value: 'card', label: 'Card', icon: icon('card') },
        { value: 'ach', label: 'Bank account', icon: icon('bank') },
      ],
    })
  }${cardEnabled && html`<div id="cardFields">${cardFields()}</div>`}${
    achEnabled && html`<div id="bankFields"${cardEnabled && html` hidden`}>${bankFields()}</div>`
  }`;
}

/** Numbers that do something in this sandbox, each a press away. */
function testHints(ctx: Context, { cardEnabled, threeDsEnabled, workspace }: Checkout): Markup {
  const groups: readonly (readonly [title: string, cards: readonly TestCard[]])[] = [
    ['Ordinary cards', ordinaryCards(ctx)],
    ['Cards that do something', testCards.filter(({ behaviour }) => behaviour !== null && !isThreeDs(behaviour))],
    ['3-D Secure', threeDsEnabled ? testCards.filter(({ behaviour }) => isThreeDs(behaviour)) : []],
  ];
  return html`<details class="fold" id="hints">
<summary>Test numbers${icon('chevron')}</summary>
<div class="stack">
<p class="small soft">Press one to fill it in, with a test buyer wherever a field is empty. Real cards are refused.</p>
${
  cardEnabled &&
  groups.map(
    ([title, cards]) =>
      cards.length > 0 &&
      html`<div class="stack stack-small"><h3>${title}</h3><div class="hints">${cards.map(
        ({ number, about }) =>
          html`<button class="hint-row" type="button" data-card="${number}"><span>${about}</span><code>${number}</code></button>`,
      )}</div></div>`,
  )
}
${workspace.achEnabled && html`<div class="stack stack-small"><h3>Bank account</h3><div class="hints"><button class="hint-row" type="button" data-routing="021000021" data-account="000123456789"><span>Checking account that can be debited</span><code>021000021 / 000123456789</code></button></div></div>`}
</div>
</details>`;
}

const isThreeDs = (behaviour: string | null): boolean => behaviour?.startsWith('three_ds') ?? false;

/** One of each brand and funding that the gateway takes, and one that it does not. */
function ordinaryCards(ctx: Context): TestCard[] {
  const isDebitOnly = ctx.settings.gateway === 'debit_payouts' && !transactionSettings.of(ctx).smart_routing;
  const seen = new Set<string>();
  const firsts = testCards.filter(({ behaviour, brand, funding, country }) => {
    const kind = `${brand} ${funding}`;
    if (behaviour !== null || country !== 'US' || seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
  if (!isDebitOnly) return firsts.filter(({ brand }) => brand !== 'diners' && brand !== 'jcb');
  const taken = firsts.filter(({ funding }) => funding !== 'credit');
  const refused = firsts.find(({ funding }) => funding === 'credit');
  return refused === undefined
    ? taken
    : [...taken, { ...refused, about: `${refused.about}: refused, this gateway takes debit cards` }];
}

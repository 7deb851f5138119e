import { postalLines } from '../../payments/resources/common/postal.ts';
import { portalPath } from '../../payments/resources/portal/actions.ts';
import type { PortalView } from '../../payments/resources/portal/buyer-fields.ts';
import { addressFields, type InitialValues, inputField, nameFields } from '../fields.ts';
import { type Content, html, type Markup } from '../html.ts';
import type { Locale } from '../locale.ts';
import { isolateName } from '../shared/isolate-name.ts';
import { unfold } from './portal-parts.ts';

interface Options {
  /** The customer's likely country, ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** The customer's details and shipping address, both editable. */
export function detailsOf(locale: Locale, view: PortalView, options: Options): Content {
  const texts = locale.page.portal;
  const { name, email, phone, shippingAddress } = view.customer;
  const lines = shippingLines(locale, view);
  return html`<div class="portal-items">
<div class="portal-line"><div><h3>${texts.contact}</h3>
${[name === null ? texts.noName : isolateName(name), email, phone].map((line) => line !== null && html`<p class="soft">${line}</p>`)}</div>
${unfold(texts.edit, texts.contact, nameForm(locale, view))}</div>
<div class="portal-line"><div><h3>${locale.page.checkout.shippingAddress}</h3>
${lines.length === 0 ? html`<p class="soft">${texts.noAddress}</p>` : lines.map((line) => html`<p class="soft">${isolateName(line)}</p>`)}</div>
${unfold(shippingAddress === null ? texts.addAddress : texts.edit, shippingAddress === null ? null : locale.page.checkout.shippingAddress, addressForm(locale, view, options))}</div>
</div>`;
}

/** In the country's format. */
function shippingLines(locale: Locale, { customer: { shippingAddress, name } }: PortalView): string[] {
  if (shippingAddress === null) return [];
  const { address1, address2, postalCode, ...rest } = shippingAddress;
  return postalLines({ address_1: address1, address_2: address2, postal_code: postalCode, ...rest }, { name }, locale);
}

/** Omits unknown values. */
const known = (values: Readonly<Record<string, string | null>>): InitialValues =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));

const detailsForm = (
  { page: { portal: texts } }: Locale,
  view: PortalView,
  action: 'renamed' | 'moved',
  fields: Markup,
): Markup => html`<form class="stack portal-details" method="post" action="${portalPath(view)}/${action}" data-action="${action}" autocomplete="on" novalidate>
${fields}
<div><button class="button button-small" type="submit" disabled><span>${texts.saveDetails}</span></button></div>
</form>`;

function nameForm(locale: Locale, view: PortalView): Markup {
  const { fields } = locale.page;
  const { email, firstName, lastName, phone } = view.customer;
  const values = known({ email, firstName, lastName, phone });
  return detailsForm(
    locale,
    view,
    'renamed',
    html`<div class="fields fields-two joined">
${nameFields(locale, values)}
${inputField(locale, { id: 'email', label: fields.email, type: 'email', span: 'whole', autocomplete: 'email', inputmode: 'email', maxlength: 254, values })}
${inputField(locale, { id: 'phone', label: fields.phone, type: 'tel', span: 'whole', required: false, autocomplete: 'tel', inputmode: 'tel', maxlength: 40, values })}
</div>`,
  );
}

function addressForm(locale: Locale, view: PortalView, { country }: Options): Markup {
  const {
    address1 = null,
    address2 = null,
    city = null,
    state = null,
    postalCode = null,
  } = view.customer.shippingAddress ?? {};
  const values = known({
    shippingAddress1: address1,
    shippingAddress2: address2,
    shippingCity: city,
    shippingState: state,
    shippingPostalCode: postalCode,
  });
  const chosen = view.customer.shippingAddress?.country ?? country;
  // Most addresses have one line for the street. A second line is shown only if it is already in use.
  const hasSecondLine = values.shippingAddress2 !== undefined;
  const fields = addressFields(locale, 'shipping', { values, country: chosen, hasSecondLine });
  return detailsForm(locale, view, 'moved', fields);
}

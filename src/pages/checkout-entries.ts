import type { PayFields } from '../resources/checkout/model.ts';
import type { Entries } from './fields.ts';
import type { Locale } from './locale.ts';
import { brandOf, codeFault, digitsOf, expiryFault, numberFault } from './shared/card.ts';
import { addressForm, postalCodeFault } from './shared/countries.ts';
import { looksLikeEmail } from './shared/email.ts';
import type { Checkout } from './state.ts';
import type { ScriptTexts } from './texts/en.ts';

/** The fields of a posted form. */
type Posted = Readonly<Record<string, string>>;

/** Fields that are never sent back in a page. */
const secrets: ReadonlySet<string> = new Set(['cardNumber', 'cardCvc', 'bankAccountNumber']);

/** The posted fields, without sensitive ones. */
export const shownEntries = (posted: Posted): Posted =>
  Object.fromEntries(Object.entries(posted).filter(([id]) => !secrets.has(id)));

/** The number of each product, from the fields `quantity.prod_1`; values that are not numbers are ignored. */
export function quantitiesIn(posted: Posted): Readonly<Record<string, number>> {
  const chosen = Object.entries(posted).filter(([id]) => id.startsWith('quantity.'));
  return Object.fromEntries(
    chosen.map(([id, text]) => [id.slice('quantity.'.length), /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0]),
  );
}

const text = (posted: Posted, id: string): string => posted[id]?.trim() ?? '';

/** The billing address is always asked for; it is also the shipping address if the box is ticked. */
function prefixesOf(posted: Posted, { collectShippingAddress }: Checkout): readonly ('billing' | 'shipping')[] {
  if (!collectShippingAddress) return ['billing'];
  return posted.billingAsShipping === undefined ? ['shipping', 'billing'] : ['shipping'];
}

/**
 * The errors of a posted form, in the order of the page and in a buyer's words, from the same checks as the page's
 * script.
 * @param now the emulated time, ISO 8601
 */
export function faultsIn(posted: Posted, checkout: Checkout, now: string, locale: Locale): Entries['faults'] {
  const { script: texts, page } = locale;
  const { workspace, customerEmail, customerPhone, customFields } = checkout;
  const faults: Record<string, string> = {};
  const note = (id: string, fault: string | null) => {
    if (fault !== null) faults[id] = fault;
  };
  const require = (id: string, label: string) => note(id, text(posted, id) === '' ? texts.enter(label) : null);
  if (posted.email !== undefined || customerEmail === null) note('email', emailFault(text(posted, 'email'), texts));
  for (const id of page.familyNameFirst ? (['lastName', 'firstName'] as const) : (['firstName', 'lastName'] as const)) {
    require(id, page.fields[id]);
  }
  if (workspace.requireCheckoutPhone && customerPhone === null) require('phone', page.fields.phone);
  for (const [at, { label, type, required }] of customFields.entries()) {
    const answer = text(posted, `custom${at}`);
    if (type === 'number' && answer !== '' && !Number.isFinite(Number(answer))) {
      note(`custom${at}`, texts.noNumber(label));
    } else if (required && answer === '') {
      note(`custom${at}`, type === 'checkbox' ? texts.tick : texts.enter(label));
    }
  }
  note('cardNumber', numberFault(text(posted, 'cardNumber'), texts));
  note('cardExpiry', expiryFault(text(posted, 'cardExpiry'), now.slice(0, 7), texts));
  note('cardCvc', codeFault(text(posted, 'cardCvc'), brandOf(digitsOf(text(posted, 'cardNumber'))), texts));
  for (const prefix of prefixesOf(posted, checkout)) {
    const country = text(posted, `${prefix}Country`);
    require(`${prefix}Country`, page.fields.country);
    note(`${prefix}PostalCode`, postalCodeFault(text(posted, `${prefix}PostalCode`), country, texts));
    const { city, isLargestFirst } = addressForm(country, texts);
    const parts = [['Address1', page.fields.street] as const, ['City', city] as const];
    for (const [part, label] of isLargestFirst ? parts.reverse() : parts) require(`${prefix}${part}`, label);
  }
  return faults;
}

function emailFault(email: string, texts: ScriptTexts): string | null {
  if (email === '') return texts.email.missing;
  return looksLikeEmail(email) ? null : texts.email.wrong;
}

/** The buyer of a valid posted form, in the form of the pay body. */
export function buyerIn(posted: Posted, checkout: Checkout): Partial<PayFields> {
  const { customerEmail, customerPhone, collectShippingAddress } = checkout;
  const filled = (id: string): string | undefined => text(posted, id) || undefined;
  const billing = prefixesOf(posted, checkout).at(-1) ?? 'billing';
  return {
    email: filled('email') ?? customerEmail ?? undefined,
    firstName: filled('firstName'),
    lastName: filled('lastName'),
    phone: filled('phone') ?? customerPhone ?? undefined,
    billingAddress1: filled(`${billing}Address1`),
    billingCity: filled(`${billing}City`),
    billingState: filled(`${billing}State`),
    billingPostalCode: filled(`${billing}PostalCode`),
    billingCountry: filled(`${billing}Country`),
    customFieldValues: answersIn(posted, checkout),
    ...(collectShippingAddress
      ? {
          shippingAddress: {
            address1: filled('shippingAddress1'),
            city: filled('shippingCity'),
            state: filled('shippingState'),
            postalCode: filled('shippingPostalCode'),
            country: filled('shippingCountry'),
          },
        }
      : {}),
  };
}

function answersIn(posted: Posted, { customFields }: Checkout): PayFields['customFieldValues'] {
  const answers = customFields.flatMap(({ id, type }, at): [string, string | number | boolean][] => {
    const answer = text(posted, `custom${at}`);
    if (type === 'checkbox') return [[id, posted[`custom${at}`] !== undefined]];
    if (answer === '') return [];
    return [[id, type === 'number' ? Number(answer) : answer]];
  });
  return answers.length === 0 ? undefined : Object.fromEntries(answers);
}

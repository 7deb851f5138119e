import { lifecycle } from '../../../core/kernel/declare/lifecycle.ts';
import {
  about,
  assumed,
  baseFields,
  Flag,
  fixed,
  Id,
  nullable,
  OneOf,
  T,
  Words,
} from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { Cents, Metadata } from '../../platform/fields.ts';
import { Currency, IdOf, IdOfAny, isAddress, payPage } from '../common/fields.ts';

/** The states of a payment link, entirely assumed. The API only reads links; the developer moves them. */
export const paymentLinkLifecycle = lifecycle('payment_link', {
  states: ['active', 'inactive'],
  moves: {
    create: { from: null, to: 'active', by: 'developer', about: 'a link is made, as in the dashboard of the service' },
    pay: {
      from: 'active',
      to: 'active',
      by: 'network',
      about: 'a customer pays on its page; others may too',
      role: 'settle',
    },
    deactivate: {
      from: 'active',
      to: 'inactive',
      by: 'developer',
      about: 'it takes no more payments',
      role: 'void',
      harmless: true,
    },
    activate: {
      from: 'inactive',
      to: 'active',
      by: 'developer',
      about: 'it takes payments again',
      role: 'settle',
      harmless: true,
    },
  },
});
const fieldTypes = ['text', 'number', 'select', 'checkbox'] as const;

/** The most fields on a link's page, and the most choices of a field (assumed). */
const longestList = 50;

const LinkedProductModel = T.Object({
  product_id: IdOf('product'),
  variant_id: IdOfAny('variant of it', 'null where it is the product itself'),
  quantity: about(T.Integer(), 'How many of it are bought at once.'),
});

const CustomFieldModel = T.Object({
  id: about(T.String(), "What names the answer in the payment's `metadata.customFields`."),
  label: about(T.String(), 'What the buyer is asked.'),
  type: about(OneOf(fieldTypes), 'What kind of answer it takes.'),
  required: about(Flag(), 'Whether paying needs an answer.'),
  options: about(nullable(T.Array(T.String())), 'What a select chooses from; null for the others.'),
});
export type CustomField = Readonly<T.Static<typeof CustomFieldModel>>;

/** The additional questions of a page, in a body. */
export const CustomFieldsInput = () =>
  T.Array(
    T.Object({
      id: Id(),
      label: Words(200),
      type: OneOf(fieldTypes),
      required: T.Optional(Flag()),
      options: T.Optional(nullable(T.Array(Words(200), { minItems: 1, maxItems: longestList }))),
    }),
    { maxItems: longestList },
  );
export type CustomFields = T.Static<ReturnType<typeof CustomFieldsInput>>;

/** A page on which anybody may pay, any number of times, in its stored form; its fields are assumed. */
export const PaymentLinkModel = T.Object({
  ...baseFields('payment_link'),
  status: assumed(paymentLinkLifecycle.status),
  slug: about(assumed(fixed(T.String(), isAddress)), "The last part of the page's address."),
  name: about(assumed(T.String()), 'What the page calls itself.'),
  products: about(assumed(T.Array(LinkedProductModel)), 'What it sells; empty where it takes an amount.'),
  amount: about(assumed(nullable(Cents())), 'Cents; null where products are sold, at their prices of the day.'),
  currency: assumed(Currency()),
  custom_fields: about(assumed(T.Array(CustomFieldModel)), 'What its page asks beside the usual.'),
  collect_shipping_address: about(assumed(Flag()), 'Whether its page asks where to send the order.'),
  metadata: assumed(Metadata()),
});
export type PaymentLink = Readonly<T.Static<typeof PaymentLinkModel>>;

/** A link as the API shows it. Each answer builds the page's address; the record does not store the address. */
export const PaymentLinkView = T.Object({
  ...PaymentLinkModel.properties,
  url: about(T.String(), 'The exact public address of its page.'),
});

export const paymentLinks = collection('payment_link', {
  model: PaymentLinkModel,
  lifecycle: paymentLinkLifecycle,
  prefix: 'plink',
  indexes: [['status'], ['slug']],
  addresses: { slug: payPage },
});

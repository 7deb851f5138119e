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

/**
 * The states of a payment link, entirely assumed. The API can only read links; the developer changes their status.
 */
export const paymentLinkLifecycle = lifecycle('payment_link', {
  states: ['active', 'inactive'],
  moves: {
    create: {
      from: null,
      to: 'active',
      by: 'developer',
      about: 'a link is created, as in the service dashboard',
    },
    pay: {
      from: 'active',
      to: 'active',
      by: 'network',
      about: 'a customer pays on the link page; the link stays active',
      role: 'settle',
    },
    deactivate: {
      from: 'active',
      to: 'inactive',
      by: 'developer',
      about: 'the link stops accepting payments',
      role: 'void',
      harmless: true,
    },
    activate: {
      from: 'inactive',
      to: 'active',
      by: 'developer',
      about: 'the link accepts payments again',
      role: 'settle',
      harmless: true,
    },
  },
});
const fieldTypes = ['text', 'number', 'select', 'checkbox'] as const;

/** The maximum number of fields on the page of a link, and the maximum number of options of a field (assumed). */
const longestList = 50;

const LinkedProductModel = T.Object({
  product_id: IdOf('product'),
  variant_id: IdOfAny('variant', 'null if the link sells the product itself'),
  quantity: about(T.Integer(), 'The product quantity per purchase.'),
});

const CustomFieldModel = T.Object({
  id: about(T.String(), "The field id, which is the key of the answer in the payment's `metadata.customFields`."),
  label: about(T.String(), 'The question that the buyer sees.'),
  type: about(OneOf(fieldTypes), 'The type of the answer.'),
  required: about(Flag(), 'Whether the buyer must answer before paying.'),
  options: about(nullable(T.Array(T.String())), 'The options of a select field; null for other types.'),
});
export type CustomField = Readonly<T.Static<typeof CustomFieldModel>>;

/** The additional questions on a page, in a request body. */
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

/** A page on which anyone can pay, any number of times. This is the stored form; its fields are assumed. */
const PaymentLinkModel = T.Object({
  ...baseFields('payment_link'),
  status: assumed(paymentLinkLifecycle.status),
  slug: about(assumed(fixed(T.String(), isAddress)), 'The slug: the last segment of the page URL.'),
  name: about(assumed(T.String()), 'The page title.'),
  products: about(
    assumed(T.Array(LinkedProductModel)),
    'The products that the link sells; empty if the link specifies only an amount.',
  ),
  amount: about(
    assumed(nullable(Cents())),
    'The amount, in cents; null if the link sells products at their current prices.',
  ),
  currency: assumed(Currency()),
  custom_fields: about(assumed(T.Array(CustomFieldModel)), 'Additional questions on the page.'),
  collect_shipping_address: about(assumed(Flag()), 'Whether the page asks for a shipping address.'),
  metadata: assumed(Metadata()),
});
export type PaymentLink = Readonly<T.Static<typeof PaymentLinkModel>>;

/** A link as the API shows it. Each response builds the URL of the page; the record does not store the URL. */
export const PaymentLinkView = T.Object({
  ...PaymentLinkModel.properties,
  url: about(T.String(), 'The public URL of the page.'),
});

export const paymentLinks = collection('payment_link', {
  model: PaymentLinkModel,
  lifecycle: paymentLinkLifecycle,
  prefix: 'plink',
  indexes: [['status'], ['slug']],
  addresses: { slug: payPage },
});

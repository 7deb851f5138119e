import { collection } from '../../engine/collection.ts';
import { lifecycle } from '../../engine/lifecycle.ts';
import {
  about,
  assumed,
  baseFields,
  Cents,
  Flag,
  Id,
  Metadata,
  nullable,
  OneOf,
  T,
  Words,
} from '../../engine/schema.ts';

/** The states of a payment link; all of it is assumed. The API only reads links, so that the developer moves them. */
export const paymentLinkLifecycle = lifecycle('payment_link', {
  states: ['active', 'inactive'],
  moves: {
    create: { from: null, to: 'active', by: 'developer', about: 'a link is made, as in the dashboard of the service' },
    pay: {
      from: 'active',
      to: 'active',
      by: 'network',
      about: 'a customer pays on its page; others may too',
      key: 'settle',
    },
    deactivate: {
      from: 'active',
      to: 'inactive',
      by: 'developer',
      about: 'it takes no more payments',
      key: 'void',
      harmless: true,
    },
    activate: {
      from: 'inactive',
      to: 'active',
      by: 'developer',
      about: 'it takes payments again',
      key: 'settle',
      harmless: true,
    },
  },
});
const fieldTypes = ['text', 'number', 'select', 'checkbox'] as const;

/** How many fields a link's page may ask for, and how many choices one may have (assumed). */
const longestList = 50;

const LinkedProductModel = T.Object({
  product_id: T.String(),
  variant_id: nullable(T.String()),
  quantity: T.Integer(),
});

const CustomFieldModel = T.Object({
  id: T.String(),
  label: T.String(),
  type: OneOf(fieldTypes),
  required: Flag(),
  /** What a `select` chooses from; null for the others. */
  options: nullable(T.Array(T.String())),
});
export type CustomField = Readonly<T.Static<typeof CustomFieldModel>>;

/** What the page asks beside the usual, as a body gives it. */
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

/** A page that anybody may pay on, as often as they like; its fields are assumed. As it is stored. */
export const PaymentLinkModel = T.Object({
  ...baseFields('payment_link'),
  status: assumed(paymentLinkLifecycle.status),
  slug: assumed(T.String()),
  name: assumed(T.String()),
  products: assumed(T.Array(LinkedProductModel)),
  amount: about(assumed(nullable(Cents())), 'Cents; null where products are sold, at their prices of the day.'),
  currency: assumed(T.String()),
  custom_fields: assumed(T.Array(CustomFieldModel)),
  collect_shipping_address: assumed(Flag()),
  metadata: assumed(Metadata()),
});
export type PaymentLink = Readonly<T.Static<typeof PaymentLinkModel>>;

/** A link as the API shows it: the page's address is put together when it is answered, so that none is stored. */
export const PaymentLinkView = T.Object({ ...PaymentLinkModel.properties, url: T.String() });

export const paymentLinks = collection('payment_link', {
  model: PaymentLinkModel,
  lifecycle: paymentLinkLifecycle,
  prefix: 'plink',
  indexes: [['status'], ['slug']],
});

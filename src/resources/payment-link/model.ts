import type { MetadataValues } from '../../engine/checks.ts';
import { defineCollection } from '../../engine/collection.ts';
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
  publicSchema,
  T,
  Words,
} from '../../engine/schema.ts';

export const paymentLinkStatuses = ['active', 'inactive'] as const;
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
  status: assumed(OneOf(paymentLinkStatuses)),
  slug: assumed(T.String()),
  name: assumed(T.String()),
  products: assumed(T.Array(LinkedProductModel)),
  amount: about(assumed(nullable(Cents())), 'Cents; null where products are sold, at their prices of the day.'),
  currency: assumed(T.String()),
  custom_fields: assumed(T.Array(CustomFieldModel)),
  collect_shipping_address: assumed(Flag()),
  metadata: assumed(Metadata()),
});
export type PaymentLink = T.Static<typeof PaymentLinkModel> & { readonly metadata: MetadataValues };

/** A link as the API shows it: the page's address is put together when it is answered, so that none is stored. */
export const PaymentLinkView = T.Object({ ...publicSchema(PaymentLinkModel).properties, url: T.String() });

export const paymentLinks = defineCollection<PaymentLink>({
  name: 'payment_link',
  prefix: 'plink',
  indexes: [['status'], ['slug']],
});

import type { Context } from '../../../core/kernel/context.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { checkEmail, checkMetadata } from '../../platform/checks.ts';
import type { GatewayKind } from '../../platform/settings.ts';
import { platformSettings } from '../../platform/settings.ts';
import { givenAddress, wholeBilling, wholeShipping } from '../common/address.ts';
import { wholeName } from '../common/names.ts';
import { type Customer, type CustomerFields, customers } from './model.ts';

const keyOf = (email: string): string => email.toLowerCase();

/** Returns the customer with an email address, ignoring case. */
export const customerByEmail = (ctx: Context, email: string): Customer | undefined =>
  ctx.of(customers).newest({ email_key: [keyOf(email)] });

/**
 * Returns the vault for new customers: the vault of the debit-and-payouts rail if the workspace has this rail in this
 * mode.
 */
const vaultOf = (ctx: Context): GatewayKind =>
  platformSettings.of(ctx).debit_payouts_enabled[ctx.mode] ? 'debit_payouts' : platformSettings.of(ctx).gateway;

/**
 * Moves a customer onto the workspace's debit-and-payouts rail if the workspace has it, so that newly saved
 * instruments work on this rail. The customer can be older than the rail.
 */
export const ontoRail = (ctx: Context, customer: Customer): Customer =>
  vaultOf(ctx) === 'debit_payouts' ? ctx.update(customers, customer, { processor: 'debit_payouts' }) : customer;

/**
 * Creates a customer with an email address, or updates the existing customer (specification, "Customer"). An existing
 * customer moves onto the debit-and-payouts rail if the workspace has it.
 * @throws 400 `parameter_invalid`
 */
export function upsertCustomer(
  ctx: Context,
  fields: CustomerFields & { email: string },
): { customer: Customer; existing: boolean } {
  const email = checkEmail(fields.email);
  const known = customerByEmail(ctx, email);
  if (known !== undefined) return { customer: ontoRail(ctx, updateCustomer(ctx, known, fields)), existing: true };
  const { first_name = null, last_name = null, company = null, phone = null } = fields;
  const customer = ctx.put(customers, {
    ...ctx.base(customers, 'customer'),
    email,
    first_name,
    last_name,
    company,
    phone,
    ...wholeBilling(fields, null),
    ...wholeShipping(fields, null),
    processor: vaultOf(ctx),
    customer_vault_id: ctx.newId('vault'),
    metadata: checkMetadata(fields.metadata),
    email_key: keyOf(email),
  });
  return { customer, existing: false };
}

/**
 * Returns the email fields of a customer for a new address.
 * @throws 400 `parameter_invalid` if the address is invalid or belongs to another customer
 */
export function emailFields(ctx: Context, { id }: Customer, given: string): Pick<Customer, 'email' | 'email_key'> {
  const email = checkEmail(given);
  const holder = customerByEmail(ctx, email);
  if (holder !== undefined && holder.id !== id) {
    throw invalid('email', `The email address '${email}' is already used by another customer, ${holder.id}.`);
  }
  return { email, email_key: keyOf(email) };
}

/**
 * Changes the fields of a customer that the input contains; null clears a field.
 * @throws 400 `parameter_invalid`, also for an email address that belongs to another customer
 */
export function updateCustomer(ctx: Context, customer: Customer, fields: CustomerFields): Customer {
  const { first_name, last_name, company, phone } = fields;
  return ctx.update(customers, customer, {
    ...emailFields(ctx, customer, fields.email ?? customer.email),
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(company === undefined ? {} : { company }),
    ...(phone === undefined ? {} : { phone }),
    ...givenAddress('billing', fields),
    ...givenAddress('shipping', fields),
    ...(fields.metadata === undefined ? {} : { metadata: checkMetadata(fields.metadata) }),
  });
}

/** Returns a customer's full name; null if the name is unknown. */
export const fullName = ({ first_name, last_name }: Pick<Customer, 'first_name' | 'last_name'>): string | null =>
  wholeName(first_name, last_name);

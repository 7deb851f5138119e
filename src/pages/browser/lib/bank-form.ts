import { accountFault, digitsOf, routingFault } from './card.ts';
import type { Form } from './form.ts';

/** A bank account as it was typed in. */
export interface TypedBankAccount {
  readonly number: string;
  readonly routingNumber: string;
  readonly accountType: string;
  readonly accountHolderType: string;
}

/** Brings the fields of `bankFields()` to life. */
export function watchBank(form: Form): void {
  form.check('routingNumber', routingFault);
  form.check('bankAccountNumber', accountFault);
}

/** The account that was typed in; call it once the form has no faults. */
export const typedBankAccount = (form: Form): TypedBankAccount => ({
  number: digitsOf(form.text('bankAccountNumber')),
  routingNumber: form.text('routingNumber'),
  accountType: form.text('accountType'),
  accountHolderType: form.text('accountHolderType'),
});

import type { Context } from '../../../core/kernel/context.ts';
import { readCard } from '../../simulation/read-card.ts';
import { accountFingerprintOf, fingerprintOfNumber } from '../common/account-fingerprint.ts';
import { upsertCustomer } from '../customer/actions.ts';
import { saveCardOf } from '../customer/payment-methods.ts';
import { readBankAccount, saveBankAccount } from '../payment-method/actions.ts';
import type { Instrument } from './instrument.ts';
import type { Payer } from './page-payment.ts';

/** The buyer of triggered charges. */
export const buyer: Payer = {
  email: 'buyer@example.com',
  first_name: 'Bo',
  last_name: 'Buyer',
  billing_address_1: '1 Main St',
  billing_city: 'Springfield',
  billing_state: 'IL',
  billing_postal_code: '62701',
  billing_country: 'US',
};

const debitCard = '4000056655665556';
const account = { routing_number: '021000021', account_number: '000123456789' };

function demoAccount() {
  const bank_account = readBankAccount(account);
  return {
    bank_account,
    account_fingerprint: accountFingerprintOf(bank_account, fingerprintOfNumber(account.account_number)),
  };
}

/** Returns the buyer with a saved debit card, or with another instrument if the move requires one. */
export function demoBuyer(ctx: Context, instrument: 'card' | 'declined' | 'bank') {
  const { customer } = upsertCustomer(ctx, buyer);
  if (instrument === 'bank') {
    const { bank_account, account_fingerprint } = demoAccount();
    return { customer, method: saveBankAccount(ctx, customer, bank_account, account_fingerprint) };
  }
  const cc_number = instrument === 'declined' ? '4000000000000002' : debitCard;
  return { customer, method: saveCardOf(ctx, customer, { cc_number, cc_exp_month: '12', cc_exp_year: '2099' }) };
}

/** Returns the instrument that the buyer enters on a page: a debit card or a bank account. */
export function demoInstrument(ctx: Context, kind: 'card' | 'ach'): Instrument {
  const entered = { payment_method_id: null, cvc_given: true } as const;
  if (kind === 'ach') return { card: null, ...demoAccount(), behaviour: null, ...entered };
  const names = { number: 'number', exp_month: 'exp_month', exp_year: 'exp_year' } as const;
  const { card, behaviour } = readCard(ctx, { number: debitCard, exp_month: '12', exp_year: '2099' }, names);
  return { card, bank_account: null, behaviour, ...entered };
}

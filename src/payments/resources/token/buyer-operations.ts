import { all, exactly, needs, none, ruled } from '../../../core/kernel/declare/field-rules.ts';
import { bare, buyerOperation } from '../../../core/kernel/declare/operation.ts';
import { about, described, sensitive, T, Text, textForm, Words } from '../../../core/kernel/declare/schema.ts';
import { invalid, missing, resourceMissing } from '../../../core/kernel/errors.ts';
import { exactlyOne } from '../../platform/checks.ts';
import { cardForms } from '../../simulation/read-card.ts';
import { CardNumberInput } from '../common/card.ts';
import { accountForm } from '../common/fields.ts';
import { ownerOfVault, vault, vaultBankAccount, vaultCard } from './vault.ts';

const alias = (of: string) =>
  about(
    T.Optional(T.String(textForm('^tok_(sandbox|live)_', 'a vault alias', 'tok_sandbox_visa'))),
    `The alias for the ${of}, valid for 24 hours.`,
  );

/** The fields that contain the number to exchange. A body has exactly one of them. */
const numbers = ['card_number', 'bank_account_number'] as const;

/** The response: the posted fields under the same names, with aliases instead of numbers. */
const VaultAnswerModel = T.Object({
  card_number: alias('card number'),
  card_exp: about(T.Optional(T.String()), 'The expiration date from the request.'),
  card_cvc: alias('security code'),
  bank_account_number: alias('account number'),
});

/** The card-data vault (specification, "Public checkout client API", Tokenize). */
export const postToVault = buyerOperation('POST /vault/{vaultId}/post', {
  id: 'vault.post',
  summary: 'Exchange a card or a bank account number for aliases that are valid for 24 hours',
  params: { vaultId: 'The id of the vault, from `vaultConfig`.' },
  assumed: true,
  body: ruled(
    T.Object({
      card_number: T.Optional(CardNumberInput()),
      card_exp: about(
        T.Optional(
          described(Text(10), textForm('^(0[1-9]|1[0-2])/[0-9]{2}$', 'a month and year in the format MM/YY', '12/30')),
        ),
        'The card expiration date, in the format MM/YY.',
      ),
      card_cvc: sensitive(
        about(
          T.Optional(described(Text(10), textForm(cardForms.securityCode.source, '3 or 4 digits', '123'))),
          'The card security code, 3 or 4 digits.',
        ),
      ),
      bank_account_number: sensitive(
        about(T.Optional(described(Words(40), accountForm)), 'The bank account number, 4 to 17 digits.'),
      ),
    }),
    exactly(...numbers),
    needs('card_number', all('card_exp')),
    needs('bank_account_number', none('card_exp', 'card_cvc')),
  ),
  answers: [200, bare(VaultAnswerModel)],
  capability: vault,
  refuses: [resourceMissing],
  example: {
    params: { vaultId: 'vlt_demo_sandbox' },
    body: { card_number: '4000056655665556', card_exp: '12/30', card_cvc: '123' },
  },
  standIns: { tok_sandbox_visa: 'card_number', tok_sandbox_cvc: 'card_cvc' },
  owner: (kernel, { params }) => ownerOfVault(kernel, params.vaultId),
  handle: (ctx, { body }) => {
    const { card_number, card_exp, card_cvc, bank_account_number } = body;
    switch (exactlyOne({ card_number, bank_account_number }, numbers)) {
      case 'bank_account_number':
        for (const field of ['card_exp', 'card_cvc'] as const) {
          if (body[field] !== undefined)
            throw invalid(field, `${field} applies only to cards; omit it for a bank account.`);
        }
        return { bank_account_number: vaultBankAccount(ctx, bank_account_number ?? '') };
      case 'card_number':
        if (card_exp === undefined) throw missing('card_exp', 'card_exp is required; use the format MM/YY.');
        return vaultCard(ctx, { card_number: card_number ?? '', card_exp, card_cvc });
    }
  },
});

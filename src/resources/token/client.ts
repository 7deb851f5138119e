import { exactlyOne } from '../../engine/checks.ts';
import { invalid, missing, refusals } from '../../engine/errors.ts';
import { bare, clientOperation } from '../../engine/operation.ts';
import { about, sensitive, T, Text, Words } from '../../engine/schema.ts';
import { ownerOfVault, vault, vaultBankAccount, vaultCard } from './vault.ts';

const alias = () => T.Optional(T.String({ pattern: '^tok_(sandbox|live)_' }));

/** What is posted to the vault comes back under the same names, with aliases instead of numbers. */
const VaultAnswerModel = T.Object({
  card_number: alias(),
  card_exp: about(T.Optional(T.String()), 'As it was sent.'),
  card_cvc: alias(),
  bank_account_number: alias(),
});

/** The card-data vault (specification, "Public checkout client API", Tokenize). */
export const postToVault = clientOperation('POST /vault/{vaultId}/post', {
  id: 'vault.post',
  summary: 'Exchange a card, or a bank account number, for aliases that stand for it for 24 hours',
  assumed: true,
  body: T.Object({
    card_number: sensitive(T.Optional(Words(40))),
    card_exp: about(T.Optional(Text(10)), 'MM/YY'),
    card_cvc: sensitive(T.Optional(Text(10))),
    bank_account_number: sensitive(T.Optional(Words(40))),
  }),
  answers: [200, bare(VaultAnswerModel)],
  capability: vault,
  refuses: [refusals.resourceMissing],
  example: {
    params: { vaultId: 'vlt_demo_sandbox' },
    body: { card_number: '4000056655665556', card_exp: '12/30', card_cvc: '123' },
  },
  owner: (kernel, { params }) => ownerOfVault(kernel, params.vaultId),
  handle: (ctx, { body }) => {
    const { card_number, card_exp, card_cvc, bank_account_number } = body;
    switch (exactlyOne({ card_number, bank_account_number }, ['card_number', 'bank_account_number'])) {
      case 'bank_account_number':
        for (const field of ['card_exp', 'card_cvc'] as const) {
          if (body[field] !== undefined) throw invalid(field, `${field} belongs to a card, not to a bank account.`);
        }
        return { bank_account_number: vaultBankAccount(ctx, bank_account_number ?? '') };
      case 'card_number':
        if (card_exp === undefined) throw missing('card_exp', 'card_exp is required, written MM/YY.');
        return vaultCard(ctx, { card_number: card_number ?? '', card_exp, card_cvc });
    }
  },
});

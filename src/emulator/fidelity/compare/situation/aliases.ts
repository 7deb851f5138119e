import { isObject } from '../../../../core/base/json-values.ts';
import { vaultIdOf } from '../../../../payments/platform/vault-id.ts';
import { testCards } from '../../../../payments/simulation/cards.ts';
import type { Sandbox } from '../../../../sandbox/control/sandbox.ts';
import type { CapturedCall } from '../../capture/captured-call.ts';
import type { Bindings } from '../bindings.ts';
import { situationId } from '../situation.ts';

/** The fields that contain a vault alias, and the field of a vault request that creates it. */
const aliasFields: Readonly<Record<string, 'card_number' | 'card_cvc' | 'bank_account_number'>> = {
  vaultPanAlias: 'card_number',
  panAlias: 'card_number',
  vaultCvcAlias: 'card_cvc',
  vaultBankAccountAlias: 'bank_account_number',
};

/**
 * Creates aliases in the vault for those in a call. The vault is a separate service, so a capture often does not
 * include its calls. If the call shows the last four digits of a card, a test card with these digits is used if there
 * is one.
 */
export async function bindAliases(
  { call }: Sandbox,
  { body, answer, status = 500 }: CapturedCall,
  bindings: Bindings,
): Promise<void> {
  if (!isObject(body) || status >= 500) return;
  const unknown = Object.entries(aliasFields).filter(([field]) => {
    const alias = body[field];
    return typeof alias === 'string' && bindings.emulatorOf(alias) === undefined;
  });
  if (unknown.length === 0) return;
  const { vaultLast4, vaultBankLast4 } = body;
  const paid = isObject(answer) && isObject(answer.card) ? answer.card.last4 : undefined;
  const last4 = String(vaultLast4 ?? paid);
  const values = {
    card_number: testCards.find(({ number }) => number.endsWith(last4))?.number ?? usualCard,
    card_cvc: '123',
    bank_account_number: `00012345${String(vaultBankLast4 ?? '6789')}`,
  };
  const posted = Object.fromEntries(unknown.map(([, name]) => [name, values[name]]));
  const given = await call({
    method: 'POST',
    path: `/vault/${vaultIdOf({ id: situationId }, 'test')}/post`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...posted, ...('card_number' in posted ? { card_exp: '12/49' } : {}) }),
  });
  const made = JSON.parse(given.body) as Record<string, unknown>;
  for (const [field, name] of unknown) bindings.bind(String(body[field]), String(made[name]));
}

/** A debit card that every gateway accepts. */
const usualCard = '4000056655665556';

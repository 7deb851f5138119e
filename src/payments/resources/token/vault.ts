import { dayMs } from '../../../core/base/instants.ts';
import type { Context, Kernel } from '../../../core/kernel/context.ts';
import type { Capability } from '../../../core/kernel/declare/capability.ts';
import type { Owner } from '../../../core/kernel/declare/operation.ts';
import { about, assumed, described, nullable, OneOf, T, Text, Timestamp } from '../../../core/kernel/declare/schema.ts';
import { errorOf, invalid, missing, type Param } from '../../../core/kernel/errors.ts';
import { forgetOld } from '../../../core/kernel/expire-records.ts';
import { workspaces } from '../../../core/kernel/workspace.ts';
import { collection } from '../../../core/store/collection.ts';
import { callersOrigin } from '../../platform/surroundings.ts';
import { environmentOf, environments, vaultIdOf } from '../../platform/vault-id.ts';
import { type CardFieldNames, cardForms, readCard, readExpiry } from '../../simulation/read-card.ts';
import { fingerprintOfNumber } from '../common/account-fingerprint.ts';
import { type Card, CardModel, monthForm, yearForm } from '../common/card.ts';
import { IdOf } from '../common/fields.ts';
import { tokenExpired } from './actions.ts';
import { tokenSettings } from './model.ts';

/** Returns the workspace and mode of a vault id; null for an unknown id. */
export function ownerOfVault({ state }: Kernel, vaultId: string): Owner | null {
  const [, name = '', environment] = /^vlt_(\w+)_(sandbox|live)$/.exec(vaultId) ?? [];
  const workspace = state.root.of(workspaces).get(`ws_${name}`);
  if (workspace === undefined || environment === undefined) return null;
  return { workspace, mode: environment === 'live' ? 'live' : 'test' };
}

/** The vault's configuration for a page or an app (specification, "Public checkout client API", Load session). */
export const VaultConfigModel = T.Object({
  enabled: about(T.Boolean(), 'Whether the vault is enabled for the workspace.'),
  vaultId: IdOf('vault'),
  environment: about(OneOf(environments), 'The vault environment: sandbox in test mode, live in live mode.'),
  url: about(assumed(T.String()), 'The URL to post card and account numbers to.'),
});
export type VaultConfig = T.Static<typeof VaultConfigModel>;

export function vaultConfigOf(ctx: Context): VaultConfig {
  const { workspace, mode } = ctx;
  const origin = callersOrigin(ctx);
  const vaultId = vaultIdOf(workspace, mode);
  const url = `${origin}/vault/${vaultId}/post`;
  return { enabled: tokenSettings.of(workspace).vault_enabled, vaultId, environment: environmentOf(mode), url };
}

/** The card vault of a workspace. */
export const vault: Capability = {
  name: 'the vault',
  lackOf: (workspace) =>
    tokenSettings.of(workspace).vault_enabled
      ? null
      : 'The card vault is disabled for this workspace; enable it with the setting vault_enabled.',
};

/** The stored part of a number that was posted to the vault. The id is the alias. */
const VaultAliasModel = T.Object({
  id: T.String(),
  kind: OneOf(['card_number', 'card_cvc', 'bank_account_number']),
  /** The stored part of a card, the same part as for a token; null for other numbers. */
  card: nullable(CardModel),
  behaviour: nullable(T.String()),
  /** The last four digits of an account number; null for other numbers. */
  bank_last4: nullable(T.String()),
  /** `fingerprintOfNumber` of an account number; absent for other numbers. */
  bank_fingerprint: T.Optional(T.String()),
  created_at: Timestamp(),
});
type VaultAlias = Readonly<T.Static<typeof VaultAliasModel>>;

export const vaultAliases = collection('vault_alias', {
  model: VaultAliasModel,
  prefix: 'tok',
  removable: true,
  indexes: [],
});

/** How long an alias is valid, in milliseconds (assumed). */
const lifetime = dayMs;
/** How long an expired alias is stored, in milliseconds, so that it is rejected as expired instead of unknown. */
const forgottenAfter = 2 * dayMs;

function keep(ctx: Context, kept: Pick<VaultAlias, 'kind'> & Partial<VaultAlias>): string {
  forgetOld(ctx, vaultAliases, forgottenAfter);
  const id = ctx.newSecret(`${vaultAliases.prefix}_${environmentOf(ctx.mode)}`);
  const empty = { card: null, behaviour: null, bank_last4: null };
  return ctx.put(vaultAliases, { ...empty, ...kept, id, created_at: ctx.at }).id;
}

/**
 * Exchanges a card for aliases of its number and its security code. Neither of them is stored.
 * @param input `card_exp` as MM/YY
 * @throws 400 `parameter_invalid`, as for POST /tokens
 */
export function vaultCard(
  ctx: Context,
  input: { card_number: string; card_exp: string; card_cvc?: string },
): { card_number: string; card_exp: string; card_cvc?: string } {
  const [, exp_month, exp_year] = /^(\d{2})\/(\d{2})$/.exec(input.card_exp) ?? [];
  if (exp_month === undefined || exp_year === undefined) {
    throw invalid('card_exp', 'card_exp must have the format MM/YY, such as 12/30.');
  }
  const names = { number: 'card_number', exp_month: 'card_exp', exp_year: 'card_exp' } as const;
  const { card, behaviour } = readCard(ctx, { number: input.card_number, exp_month, exp_year }, names);
  if (input.card_cvc !== undefined && !cardForms.securityCode.test(input.card_cvc)) {
    throw invalid('card_cvc', 'card_cvc must have 3 or 4 digits.');
  }
  const kept = { card_number: keep(ctx, { kind: 'card_number', card, behaviour }), card_exp: input.card_exp };
  return input.card_cvc === undefined ? kept : { ...kept, card_cvc: keep(ctx, { kind: 'card_cvc' }) };
}

/**
 * Exchanges an account number for an alias. Only its last four digits and its fingerprint are stored.
 * @throws 400 `parameter_invalid` (specification, "Limits" 9)
 */
export function vaultBankAccount(ctx: Context, accountNumber: string): string {
  if (!/^\d{4,17}$/.test(accountNumber)) {
    throw invalid('bank_account_number', 'bank_account_number must have 4 to 17 digits.');
  }
  const bank_fingerprint = fingerprintOfNumber(accountNumber);
  return keep(ctx, { kind: 'bank_account_number', bank_last4: accountNumber.slice(-4), bank_fingerprint });
}

/** A text that a page's card field shows. @param longest the maximum length, in characters */
export const CardFieldText = (longest: number) =>
  about(
    T.Optional(Text(longest)),
    'The value shown in the card field. The service uses the value stored in the vault instead.',
  );

/** A part of an expiry from a client: a string or a number. */
const ExpiryPart = () => T.Unsafe<string | number>({ type: ['string', 'integer'], maxLength: 10 });
export const ExpMonthPart = () =>
  about(described(ExpiryPart(), { ...monthForm, minimum: 1, maximum: 12 }), 'Expiration month, 1 to 12.');
export const ExpYearPart = () =>
  about(described(ExpiryPart(), { ...yearForm, minimum: 10, maximum: 2099 }), 'Expiration year, two or four digits.');

/** The fields of a card that the client sends with its alias. */
export interface AliasFields {
  /** The month, 1 to 12. */
  expMonth?: string | number;
  /** The year, two or four digits. */
  expYear?: string | number;
  cvcAlias?: string;
}

const payNames: CardFieldNames = {
  number: 'vaultPanAlias',
  exp_month: 'vaultExpMonth',
  exp_year: 'vaultExpYear',
};

/** A card for a payment. */
export interface AliasedCard {
  readonly card: Card;
  /** The key of the card in the outcome table; null for an ordinary card. */
  readonly behaviour: string | null;
  /** Whether a security code came with the card. */
  readonly cvcGiven: boolean;
}

/**
 * Returns the card of an alias, with the expiry from the request. Reading an alias does not use it up.
 * @throws 400 `parameter_missing`, `parameter_invalid` (the alias is unknown, of another kind, or from the other
 * environment) or `token_expired`
 */
export function aliasedCard(
  ctx: Context,
  panAlias: string,
  { expMonth, expYear, cvcAlias }: AliasFields,
  names: CardFieldNames = payNames,
): AliasedCard {
  const { card, behaviour } = usableAlias(ctx, panAlias, 'card_number', names.number);
  if (card === null) throw new Error(`The card number alias ${panAlias} has no card.`);
  if (expMonth === undefined) throw missing(names.exp_month);
  if (expYear === undefined) throw missing(names.exp_year);
  const expiry = readExpiry({ exp_month: String(expMonth), exp_year: String(expYear) }, names);
  if (cvcAlias !== undefined) usableAlias(ctx, cvcAlias, 'card_cvc', 'vaultCvcAlias');
  return { card: { ...card, ...expiry }, behaviour, cvcGiven: cvcAlias !== undefined };
}

/**
 * Returns the stored part of an alias's account number.
 * @throws the same errors as `aliasedCard`
 */
export function aliasedBankAccount(
  ctx: Context,
  alias: string,
  param: Param = 'vaultBankAccountAlias',
): { last4: string; fingerprint: string | null } {
  const { bank_last4, bank_fingerprint = null } = usableAlias(ctx, alias, 'bank_account_number', param);
  if (bank_last4 === null) throw new Error(`The account number alias ${alias} has no digits.`);
  return { last4: bank_last4, fingerprint: bank_fingerprint };
}

const kindNames: Readonly<Record<VaultAlias['kind'], string>> = {
  card_number: 'a card number',
  card_cvc: 'a security code',
  bank_account_number: 'an account number',
};

function usableAlias(ctx: Context, id: string, kind: VaultAlias['kind'], param: Param): VaultAlias {
  const environment = environmentOf(ctx.mode);
  const [, other] = /^tok_(sandbox|live)_/.exec(id) ?? [];
  if (other !== undefined && other !== environment) {
    throw invalid(
      param,
      `${param} is an alias of the ${other} vault, but this payment requires an alias of the ${environment} vault.`,
    );
  }
  const alias = ctx.find(vaultAliases, id);
  if (alias === undefined) throw invalid(param, `${param} is not an alias of this workspace's ${environment} vault.`);
  if (alias.kind !== kind) {
    throw invalid(param, `${param} is the alias for ${kindNames[alias.kind]}, not for ${kindNames[kind]}.`);
  }
  if (ctx.isOver(alias.created_at, lifetime)) {
    const text = `${param} has expired; an alias is valid for 24 hours. Post the number to the vault again.`;
    throw errorOf(tokenExpired, text, { param });
  }
  return alias;
}

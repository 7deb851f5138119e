import type { Context, Kernel } from '../../../core/kernel/context.ts';
import type { Owner } from '../../../core/kernel/declare/operation.ts';
import { about, described, Flag, OneOf, T, Text, Words } from '../../../core/kernel/declare/schema.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { checkAmount, checkCountry, checkEmail } from '../../platform/checks.ts';
import { minorDigitsOf } from '../../platform/money.ts';
import type { CardFieldNames } from '../../simulation/read-card.ts';
import { CountryInput, IdInput } from '../common/fields.ts';
import { aliasedCard, ExpMonthPart, ExpYearPart } from '../token/vault.ts';
import type { Cardholder } from './actions.ts';

/** The fields in every body that name the owner (specification, "Client 3-D Secure"). */
export const ownerFields = {
  workspaceId: IdInput('workspace whose checkout it is'),
  sandbox: about(Flag(), 'Whether it is about the data of test mode.'),
};

/** The owner in a body; null if the workspace does not exist. */
function ownerNamed(
  kernel: Kernel,
  { body: { workspaceId, sandbox } }: { body: { workspaceId: string; sandbox: boolean } },
): Owner | null {
  const workspace = kernel.workspace(workspaceId);
  return workspace === undefined ? null : { workspace, mode: sandbox ? 'test' : 'live' };
}

/** The declarations of operations whose body names the owner. */
export const ownedByBody = { ownerBody: T.Object(ownerFields), owner: ownerNamed };

/** The fields that name the card by its alias. */
export const aliasFields = {
  panAlias: about(Words(100), "The vault's alias of the card number."),
  expMonth: ExpMonthPart(),
  expYear: ExpYearPart(),
};

const names: CardFieldNames = { number: 'panAlias', exp_month: 'expMonth', exp_year: 'expYear' };

/** The card of the aliases in a body. @throws 400 as `aliasedCard` */
export const cardOf = (
  ctx: Context,
  { panAlias, expMonth, expYear }: { panAlias: string; expMonth?: string | number; expYear?: string | number },
): Cardholder => aliasedCard(ctx, panAlias, { expMonth, expYear }, names);

/** The client's own data about the card field and the buyer. The vault's data about the card take precedence. */
export const buyerFields = {
  vaultBin: about(T.Optional(Text(20)), 'As the card field showed it; what the vault kept decides.'),
  brand: about(T.Optional(Text(40)), 'As the card field showed it; what the vault kept decides.'),
  last4: about(T.Optional(Text(10)), 'As the card field showed it; what the vault kept decides.'),
  billingCountry: T.Optional(CountryInput(10, "The buyer's country")),
  email: about(T.Optional(described(Text(254), { format: 'email' })), "The buyer's e-mail address."),
};

/** Checks the buyer's country and e-mail address. @throws 400 `parameter_invalid` */
export function checkBuyer({ billingCountry, email }: { billingCountry?: string; email?: string }): void {
  if (billingCountry) checkCountry(billingCountry, 'billingCountry');
  if (email) checkEmail(email);
}

const Measure = () => T.Unsafe<number | string>({ type: ['number', 'string'], maxLength: 20 });

/** The client's data about its browser or web view. */
export const BrowserFields = T.Object({
  java_enabled: about(T.Optional(Flag()), 'Whether the browser runs Java.'),
  javascript_enabled: about(T.Optional(Flag()), 'Whether the browser runs scripts.'),
  color_depth: about(T.Optional(Measure()), 'Bits of a colour on the screen.'),
  screen_width: about(T.Optional(Measure()), "Pixels of the screen's width."),
  screen_height: about(T.Optional(Measure()), "Pixels of the screen's height."),
  tz_offset: about(T.Optional(Measure()), 'Minutes between UTC and the local time.'),
  language: about(T.Optional(Text(35)), 'The language that the browser prefers, such as en-US.'),
});

export const channels = about(OneOf(['app', 'browser'], ['browser']), 'What the client is; app where none is given.');

/** An amount in the client 3-D Secure API. */
export const MajorUnits = () => about(T.Number({ exclusiveMinimum: 0 }), 'In major units: 42 or 42.00 for $42.00.');

/**
 * Converts an amount from major units to minor units, in which the rest of the service counts: 42.5 of `USD` are 4250
 * cents, 500 of `JPY` are 500.
 * @throws 400 `parameter_invalid` or `amount_too_large`
 */
export function minorUnitsOf(amount: number, currency: string): number {
  const digits = minorDigitsOf(currency);
  const minor = Math.round(amount * 10 ** digits);
  if (minor < 1 || Math.abs(amount * 10 ** digits - minor) > 1e-6) {
    throw invalid('amount', `amount must be in major units of ${currency}, with at most ${digits} decimals.`);
  }
  return checkAmount(minor);
}

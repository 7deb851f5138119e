import type { Context, Kernel } from '../../../core/kernel/context.ts';
import type { Owner } from '../../../core/kernel/declare/operation.ts';
import { about, described, Flag, OneOf, T, Text, Words } from '../../../core/kernel/declare/schema.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { checkAmount, checkCountry, checkEmail } from '../../platform/checks.ts';
import { minorDigitsOf } from '../../platform/money.ts';
import type { CardFieldNames } from '../../simulation/read-card.ts';
import { CountryInput, IdInput } from '../common/fields.ts';
import { aliasedCard, CardFieldText, ExpMonthPart, ExpYearPart } from '../token/vault.ts';
import type { Cardholder } from './actions.ts';

/** The fields in every body that identify the owner (specification, "Client 3-D Secure"). */
export const ownerFields = {
  workspaceId: IdInput('workspace of the checkout'),
  sandbox: about(Flag(), 'Whether the request is for test mode.'),
};

/** Returns the owner that a body identifies; null if the workspace does not exist. */
function ownerNamed(
  kernel: Kernel,
  { body: { workspaceId, sandbox } }: { body: { workspaceId: string; sandbox: boolean } },
): Owner | null {
  const workspace = kernel.workspace(workspaceId);
  return workspace === undefined ? null : { workspace, mode: sandbox ? 'test' : 'live' };
}

/** The declarations for operations whose body identifies the owner. */
export const ownedByBody = { ownerBody: T.Object(ownerFields), owner: ownerNamed };

/** The fields that identify the card by its alias. */
export const aliasFields = {
  panAlias: about(Words(100), 'The vault alias for the card number.'),
  expMonth: ExpMonthPart(),
  expYear: ExpYearPart(),
};

const names: CardFieldNames = { number: 'panAlias', exp_month: 'expMonth', exp_year: 'expYear' };

/**
 * Reads the card from the aliases in a body.
 * @throws 400 for the same reasons as `aliasedCard`
 */
export const cardOf = (
  ctx: Context,
  { panAlias, expMonth, expYear }: { panAlias: string; expMonth?: string | number; expYear?: string | number },
): Cardholder => aliasedCard(ctx, panAlias, { expMonth, expYear }, names);

/** The client's own data about the card field and the buyer. The vault's data about the card takes precedence. */
export const buyerFields = {
  vaultBin: CardFieldText(20),
  brand: CardFieldText(40),
  last4: CardFieldText(10),
  billingCountry: T.Optional(CountryInput(10, "The buyer's country")),
  email: about(T.Optional(described(Text(254), { format: 'email' })), "The buyer's email address."),
};

/**
 * Checks the buyer's country and email address.
 * @throws 400 `parameter_invalid`
 */
export function checkBuyer({ billingCountry, email }: { billingCountry?: string; email?: string }): void {
  if (billingCountry) checkCountry(billingCountry, 'billingCountry');
  if (email) checkEmail(email);
}

const Measure = () => T.Unsafe<number | string>({ type: ['number', 'string'], maxLength: 20 });

/** The client's data about its browser or web view. */
export const BrowserFields = T.Object({
  java_enabled: about(T.Optional(Flag()), 'Whether Java is enabled in the browser.'),
  javascript_enabled: about(T.Optional(Flag()), 'Whether JavaScript is enabled in the browser.'),
  color_depth: about(T.Optional(Measure()), 'The screen color depth, in bits.'),
  screen_width: about(T.Optional(Measure()), 'The screen width, in pixels.'),
  screen_height: about(T.Optional(Measure()), 'The screen height, in pixels.'),
  tz_offset: about(T.Optional(Measure()), 'The difference between UTC and local time, in minutes.'),
  language: about(T.Optional(Text(35)), 'The preferred browser language, such as en-US.'),
});

export const channels = about(OneOf(['app', 'browser'], ['browser']), 'The client type. Defaults to app.');

/** An amount in the client 3-D Secure API. */
export const MajorUnits = () =>
  about(T.Number({ exclusiveMinimum: 0 }), 'The amount in major currency units, such as 42 or 42.00 for $42.00.');

/**
 * Converts an amount from major units to minor units, which the rest of the service uses: 42.5 in `USD` is 4250
 * cents, and 500 in `JPY` is 500.
 * @throws 400 `parameter_invalid` or `amount_too_large`
 */
export function minorUnitsOf(amount: number, currency: string): number {
  const digits = minorDigitsOf(currency);
  const minor = Math.round(amount * 10 ** digits);
  if (minor < 1 || Math.abs(amount * 10 ** digits - minor) > 1e-6) {
    throw invalid('amount', `amount must be in major units of ${currency}, with at most ${digits} decimal places.`);
  }
  return checkAmount(minor);
}

import { imageFault } from '../../../core/base/images.ts';
import type { Context } from '../../../core/kernel/context.ts';
import type { MailBrand, PrintedDocument } from '../../mail/mail-draft.ts';
import { postalLines } from '../common/postal.ts';
import type { Printing } from '../common/printing.ts';
import { accountOf } from './actions.ts';
import { accountSettings } from './model.ts';

/**
 * Returns the merchant's name, logo, color and links in this mode, for emails, documents and pages. The name and logo
 * come from the account (specification, "Account"), which starts from the settings of the workspace. The rest comes
 * from the settings.
 */
export function brandOf(ctx: Context): MailBrand {
  const { name, logo_url } = accountOf(ctx);
  const { color, support_email, support_url, terms_url, privacy_url, address } = accountSettings.of(ctx).brand;
  return {
    name,
    logo_url: shownLogo(logo_url),
    color: shownColor(color),
    links: {
      email: support_email ?? null,
      support: support_url ?? null,
      terms: terms_url ?? null,
      privacy: privacy_url ?? null,
    },
    address: address ?? null,
  };
}

/** The merchant's details as documents print them. */
export const issuerOf = ({ name, color, address }: MailBrand, printing: Printing): PrintedDocument['issuer'] => ({
  name,
  color,
  address: address == null ? [] : postalLines(address, {}, printing),
});

/**
 * Returns the URL of the logo if pages can show it: an http or https URL, or a data URL of an image. Otherwise
 * returns null.
 */
function shownLogo(url: string | null): string | null {
  return url !== null && imageFault(url) === null ? url : null;
}

const usualColor = '#4f46e5';

function shownColor(color: string): string {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color.toLowerCase();
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  if (short === null) return usualColor;
  return `#${short
    .slice(1)
    .map((digit) => digit + digit)
    .join('')}`.toLowerCase();
}

import { imageFault } from '../../../core/base/images.ts';
import type { Context } from '../../../core/kernel/context.ts';
import type { MailBrand, PrintedDocument } from '../../mail/mail-draft.ts';
import { postalLines } from '../common/postal.ts';
import type { Printing } from '../common/printing.ts';
import { accountOf } from './actions.ts';
import { accountSettings } from './model.ts';

/**
 * The merchant's name, logo, color and links in this mode, for mails, documents and pages. Name and logo come from the
 * account (specification, "Account"), which starts from the workspace's settings; the rest comes from the settings.
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

/** The merchant, in the form that documents print. */
export const issuerOf = ({ name, color, address }: MailBrand, printing: Printing): PrintedDocument['issuer'] => ({
  name,
  color,
  address: address == null ? [] : postalLines(address, {}, printing),
});

/**
 * The logo's address, if pages can show it: an http address, or a data URL of a picture; otherwise null. The settings'
 * logo is not checked elsewhere.
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

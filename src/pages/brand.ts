import { hexOf, legible, type Rgb, rgbOfHex, surfaces, textOn, visible } from '../core/base/colors.ts';
import type { MailBrand } from '../payments/mail/mail-draft.ts';
import type { Locale } from './locale.ts';

/** The merchant's name, logo and color (`#rrggbb`). */
export type Brand = MailBrand;

/** The buyer's bank, whose pages do not belong to the merchant. */
export const sandboxBank = ({ page }: Locale): Brand => ({ name: page.sandbox.bank, logo_url: null, color: '#155e75' });

const defaultColor = '#4f46e5';

/** The six hexadecimal digits of a color, which are part of the name of a brand's stylesheet. */
export function brandKey(color: string): string {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color.trim())?.[1]?.toLowerCase() ?? defaultColor.slice(1);
  return digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('');
}

/**
 * The custom properties of a brand: its color, the color of text on it, and its color as text on light and on dark
 * surfaces, darkened or lightened until it is readable.
 */
export function brandSheet(key: string): string {
  const color = rgbOfHex(key);
  const darkFill = legible(color, surfaces.dark, visible);
  const byScheme = (light: Rgb, dark: Rgb) => `light-dark(${hexOf(light)},${hexOf(dark)})`;
  const ink = byScheme(legible(color, surfaces.light), legible(color, surfaces.dark));
  return (
    `:root{--brand:${byScheme(color, darkFill)};--on-brand:${byScheme(textOn(color), textOn(darkFill))};` +
    `--brand-ink:${ink}}\n`
  );
}

/** The icon of the browser tab: a card in the brand's color. */
export function brandIcon(key: string): string {
  const color = rgbOfHex(key);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${hexOf(color)}"/>` +
    `<g fill="none" stroke="${hexOf(textOn(color))}" stroke-width="2"><rect x="6" y="9" width="20" height="14" rx="3"/>` +
    `<path d="M6 14h20M10 19h4"/></g></svg>\n`
  );
}

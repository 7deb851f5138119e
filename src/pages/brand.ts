import { luminanceOf } from '../payments/mail/body.ts';
import type { MailBrand } from '../payments/mail/mail-draft.ts';
import type { Locale } from './locale.ts';

/** The merchant's name, logo and color (`#rrggbb`). */
export type Brand = MailBrand;

/** The buyer's bank, whose pages do not belong to the merchant. */
export const sandboxBank = ({ page }: Locale): Brand => ({ name: page.sandbox.bank, logo_url: null, color: '#155e75' });

/** Red, green and blue, 0 to 255. */
type Rgb = readonly number[];

const defaultColor = '#4f46e5';
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const nearBlack: Rgb = [17, 20, 26];
/** The surfaces of `styles/parts/tokens.css`, on which text in the brand's color must be readable. */
const surfaces = { light: white, dark: [24, 27, 33] } satisfies Record<string, Rgb>;
/** WCAG 2.2, 1.4.3 (AA), with some room for the tinted surfaces. */
const readable = 4.8;

/** The six digits of a color, which name the stylesheet of a brand. */
export function brandKey(color: string): string {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color.trim())?.[1]?.toLowerCase() ?? defaultColor.slice(1);
  return digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('');
}

/**
 * The custom properties of a brand: its color, the color of text on it, and its color as text on light and on dark
 * surfaces, darkened or lightened until it is readable.
 */
export function brandSheet(key: string): string {
  const color = rgbOf(key);
  const darkFill = mix(color, white, surfaces.dark, 3);
  const byScheme = (light: Rgb, dark: Rgb) => `light-dark(${hex(light)},${hex(dark)})`;
  const ink = byScheme(mix(color, black, surfaces.light, readable), mix(color, white, surfaces.dark, readable));
  return (
    `:root{--brand:${byScheme(color, darkFill)};--on-brand:${byScheme(textOn(color), textOn(darkFill))};` +
    `--brand-ink:${ink}}\n`
  );
}

/** The icon of the browser tab: a card in the brand's color. */
export function brandIcon(key: string): string {
  const color = rgbOf(key);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${hex(color)}"/>` +
    `<g fill="none" stroke="${hex(textOn(color))}" stroke-width="2"><rect x="6" y="9" width="20" height="14" rx="3"/>` +
    `<path d="M6 14h20M10 19h4"/></g></svg>\n`
  );
}

const rgbOf = (key: string): Rgb => [0, 2, 4].map((at) => Number.parseInt(key.slice(at, at + 2), 16));

const hex = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const textOn = (color: Rgb): Rgb => (contrast(color, white) >= contrast(color, nearBlack) ? white : nearBlack);

/** Mixes as little of another color into a color as gives the wanted contrast to a surface. */
function mix(color: Rgb, other: Rgb, surface: Rgb, wanted: number): Rgb {
  for (let step = 0; step <= 20; step++) {
    const share = step / 20;
    const mixed = color.map((part, at) => part + (other[at]! - part) * share);
    if (contrast(mixed, surface) >= wanted) return mixed;
  }
  return other;
}

/** The contrast ratio (WCAG 2.2): from 1 for the same color to 21 for black on white. */
function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** How a merchant presents themselves; the color is `#rrggbb`. */
export interface Brand {
  readonly name: string;
  readonly logo_url: string | null;
  readonly color: string;
}

type Rgb = readonly [red: number, green: number, blue: number];

const usualColor = '#4f46e5';
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const nearBlack: Rgb = [17, 20, 26];
/** The surfaces of `styles/parts/tokens.css`, on which text in the brand's color must be readable. */
const surfaces = { light: [255, 255, 255], dark: [24, 27, 33] } as const satisfies Record<string, Rgb>;
/** WCAG 2.2, 1.4.3 (AA), with some room for the tinted surfaces. */
const readable = 4.8;

/** The six digits of a color that a stylesheet of a brand is asked for by. */
export function brandKey(color: string): string {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color.trim())?.[1]?.toLowerCase() ?? usualColor.slice(1);
  return digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('');
}

/**
 * The custom properties of a brand: its color, what can be read on it, and its color as text on light and on dark
 * surfaces, made darker or lighter as far as reading asks.
 */
export function brandSheet(key: string): string {
  const color = rgbOf(key);
  const darkFill = towards(color, white, surfaces.dark, 3);
  return (
    `:root{--brand:${hex(color)};--on-brand:${hex(textOn(color))};--brand-ink:${hex(towards(color, black, surfaces.light, readable))}}` +
    `@media (prefers-color-scheme:dark){:root{--brand:${hex(darkFill)};--on-brand:${hex(textOn(darkFill))};` +
    `--brand-ink:${hex(towards(color, white, surfaces.dark, readable))}}}\n`
  );
}

/** The icon of a tab: a card in the brand's color. */
export function brandIcon(key: string): string {
  const color = rgbOf(key);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${hex(color)}"/>` +
    `<g fill="none" stroke="${hex(textOn(color))}" stroke-width="2"><rect x="6" y="9" width="20" height="14" rx="3"/>` +
    `<path d="M6 14h20M10 19h4"/></g></svg>\n`
  );
}

const rgbOf = (key: string): Rgb => [0, 2, 4].map((at) => Number.parseInt(key.slice(at, at + 2), 16)) as unknown as Rgb;

const hex = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const textOn = (color: Rgb): Rgb => (contrast(color, white) >= contrast(color, nearBlack) ? white : nearBlack);

/** The color, moved towards another until it stands out from the ground. */
function towards(color: Rgb, goal: Rgb, ground: Rgb, wanted: number): Rgb {
  for (let step = 0; step <= 20; step++) {
    const share = step / 20;
    const mixed = color.map((part, at) => part + (goal[at]! - part) * share) as unknown as Rgb;
    if (contrast(mixed, ground) >= wanted) return mixed;
  }
  return goal;
}

/** WCAG 2.2: from 1 (alike) to 21 (black on white). */
function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

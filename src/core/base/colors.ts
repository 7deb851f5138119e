/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The minimum contrast of text: WCAG 2.2, 1.4.3 (AA), with a margin for tinted surfaces. */
export const readable = 4.8;
/** The minimum contrast of borders and other parts that are not text (WCAG 2.2, 1.4.11). */
export const visible = 3;

export const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
export const nearBlack: Rgb = [17, 20, 26];
/** The usual background of text in each theme, from the surfaces in `pages/styles/parts/tokens.css`. */
export const surfaces = { light: white, dark: [24, 27, 33] } satisfies Record<string, Rgb>;

/** Parses six hexadecimal digits, with or without `#`. */
export function rgbOfHex(digits: string): Rgb {
  const part = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16);
  const from = digits.startsWith('#') ? 1 : 0;
  return [part(from), part(from + 2), part(from + 4)];
}

export const hexOf = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

export function mixed(color: Rgb, other: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => color[at] + (other[at] - color[at]) * share;
  return [part(0), part(1), part(2)];
}

/** Darkens or lightens a color in the fewest steps that give the wanted contrast with a surface. */
export function legible(color: Rgb, surface: Rgb, wanted = readable): Rgb {
  const end = contrast(white, surface) >= contrast(black, surface) ? white : black;
  for (let step = 0; step < 20; step++) {
    const tried = mixed(color, end, step / 20);
    if (contrast(tried, surface) >= wanted) return tried;
  }
  return end;
}

/** Returns white, or a near-black if that is easier to read on the color. */
export const textOn = (color: Rgb): Rgb => (contrast(white, color) >= contrast(nearBlack, color) ? white : nearBlack);

/** The contrast ratio (WCAG 2.2): from 1 for the same color to 21 for black on white. */
function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The relative luminance (WCAG 2.2). */
function luminanceOf(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

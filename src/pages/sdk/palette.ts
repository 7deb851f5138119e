import { make } from '../browser/lib/dom.ts';
import { fieldsOf } from '../shared/answer.ts';
import type { Theme } from './types.ts';

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** WCAG 2.2, 1.4.3 (AA), with some room for tinted surfaces. */
export const readable = 4.8;
/** The contrast of placeholders, which some styles paint semi-transparently. */
export const faint = 6;
/** WCAG 2.2, 1.4.11: borders and other parts that are not text. */
export const visible = 3;

const white: Rgb = [255, 255, 255];
const nearBlack: Rgb = [17, 20, 26];
/** The usual background of text in each theme. */
export const surfaces = { light: white, dark: [24, 27, 33] } satisfies Record<Theme, Rgb>;

/**
 * Reads any CSS color as it looks on a surface.
 * @returns null for an invisible color, and for a text that is not a color by itself, such as `inherit` or
 * `var(--shop)`
 */
export function rgbOf(color: unknown, surface: Rgb = white): Rgb | null {
  const [red = 0, green = 0, blue = 0, alpha = 0] = bytesOf(color) ?? [];
  return alpha === 0 ? null : mixed(surface, [red, green, blue], alpha / 255);
}

/** Whether a text is an invisible color, such as `transparent`. */
export const isClear = (color: unknown): boolean => bytesOf(color)?.[3] === 0;

/** Red, green, blue and alpha, 0 to 255. */
function bytesOf(color: unknown): Uint8ClampedArray | null {
  if (typeof color !== 'string' || !CSS.supports('color', color)) return null;
  const context = make('canvas', { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  // An assignment of an invalid color leaves the previous color.
  const [afterBlack, afterWhite] = ['#000', '#fff'].map((before) => {
    context.fillStyle = before;
    context.fillStyle = color;
    return context.fillStyle;
  });
  if (afterBlack !== afterWhite) return null;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}

export const hexOf = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The computed color for a CSS value in this document, such as `var(--ink)`. */
export function usedColor(value: string): Rgb {
  const probe = make('span', { hidden: true });
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return rgbOf(color) ?? nearBlack;
}

const mixed = (color: Rgb, other: Rgb, share: number): Rgb => {
  const part = (at: 0 | 1 | 2) => color[at] + (other[at] - color[at]) * share;
  return [part(0), part(1), part(2)];
};

/** A surface with a hint of the text's color. */
export const tinted = (surface: Rgb, ink: Rgb): Rgb => mixed(surface, ink, 0.05);

/**
 * Darkens or lightens a color as little as gives the wanted contrast to a surface. The server's copy for brand colors
 * is `pages/brand.ts`, which browsers cannot load.
 */
export function legible(color: Rgb, surface: Rgb, wanted = readable): Rgb {
  const end: Rgb = contrast(white, surface) >= contrast([0, 0, 0], surface) ? white : [0, 0, 0];
  for (let step = 0; step < 20; step++) {
    const tried = mixed(color, end, step / 20);
    if (contrast(tried, surface) >= wanted) return tried;
  }
  return end;
}

/** White, or near black if that is easier to read on a color. */
export const textOn = (color: Rgb): Rgb => (contrast(white, color) >= contrast(nearBlack, color) ? white : nearBlack);

/** The contrast ratio (WCAG 2.2): from 1 for the same color to 21 for black on white. */
function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminanceOf(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The theme of an appearance: the theme of its background, otherwise the theme that it names; null: it has neither. */
export function themeIn(appearance: unknown): Theme | null {
  const { theme, variables } = fieldsOf(appearance);
  const background = rgbOf(fieldsOf(variables).colorBackground);
  if (background !== null) return textOn(background) === white ? 'dark' : 'light';
  return theme === 'light' || theme === 'dark' ? theme : null;
}

/** The text color and the surface of a rule that sets neither. */
export interface Setting {
  /** The rule that this rule extends: `.Input` for `.Input:focus`. */
  readonly base: string;
  readonly color: Rgb;
  readonly surface: Rgb;
}

/**
 * The rules of an appearance, each with a readable text color if it sets the color or the background.
 * @param settingOf null for a rule without text
 * @param placeholder the rule of placeholders, which has the background of the rule that it extends
 */
export function readableRules(
  rules: unknown,
  settingOf: (name: string) => Setting | null,
  placeholder: string,
): Record<string, unknown> {
  const given: Record<string, unknown> = { [placeholder]: {}, ...fieldsOf(rules) };
  return Object.fromEntries(
    Object.entries(given).map(([name, properties]) => {
      const setting = settingOf(name);
      if (setting === null) return [name, properties];
      const own = colorsOf(properties);
      const base = colorsOf(given[setting.base]);
      const isFaint = name === placeholder;
      const background = own.background ?? (isFaint || own.color !== undefined ? base.background : undefined);
      if (own.color === undefined && background === undefined) return [name, properties];
      const surface = rgbOf(background, setting.surface) ?? setting.surface;
      const color = rgbOf(own.color ?? (isFaint ? undefined : base.color), surface) ?? setting.color;
      return [name, { ...fieldsOf(properties), color: hexOf(legible(color, surface, isFaint ? faint : readable)) }];
    }),
  );
}

function colorsOf(properties: unknown): { color: unknown; background: unknown } {
  const { color, background, backgroundColor, 'background-color': kebab } = fieldsOf(properties);
  return { color, background: backgroundColor ?? kebab ?? background };
}

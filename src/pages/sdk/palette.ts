import { hexOf, legible, mixed, nearBlack, type Rgb, readable, textOn, white } from '../../core/base/colors.ts';
import { make } from '../browser/lib/dom.ts';
import { fieldsOf } from '../shared/answer.ts';
import type { Theme } from './types.ts';

/** The contrast of placeholders, which some styles paint semi-transparently. */
export const faint = 6;
/**
 * Reads any CSS color as it appears on a surface.
 * @returns null for an invisible color, and for a text that is not a complete color, such as `inherit` or
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
  // Assigning an invalid color keeps the previous color.
  const [afterBlack, afterWhite] = ['#000', '#fff'].map((before) => {
    context.fillStyle = before;
    context.fillStyle = color;
    return context.fillStyle;
  });
  if (afterBlack !== afterWhite) return null;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}

/** The computed color for a CSS value in this document, such as `var(--ink)`. */
export function usedColor(value: string): Rgb {
  const probe = make('span', { hidden: true });
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return rgbOf(color) ?? nearBlack;
}

/** A surface with a slight tint of the text color. */
export const tinted = (surface: Rgb, ink: Rgb): Rgb => mixed(surface, ink, 0.05);

/**
 * The theme of an appearance: the theme of its background, or else the theme that it names; null if it has neither.
 */
export function themeIn(appearance: unknown): Theme | null {
  const { theme, variables } = fieldsOf(appearance);
  const background = rgbOf(fieldsOf(variables).colorBackground);
  if (background !== null) return textOn(background) === white ? 'dark' : 'light';
  return theme === 'light' || theme === 'dark' ? theme : null;
}

/** The text color and the surface of a rule that sets neither of them. */
export interface Setting {
  /** The rule that this rule extends: `.Input` for `.Input:focus`. */
  readonly base: string;
  readonly color: Rgb;
  readonly surface: Rgb;
}

/**
 * The rules of an appearance, each with a readable text color if it sets the color or the background.
 * @param settingOf returns null for a rule without text
 * @param placeholder the rule for placeholders, which has the background of the rule that it extends
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

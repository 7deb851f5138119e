import { hexOf, legible, type Rgb, visible } from '../../core/base/colors.ts';
import { fieldsOf } from '../shared/answer.ts';
import { isClear, readableRules, rgbOf, type Setting, themeIn, usedColor } from './palette.ts';
import type { AppearanceRules, StyleProperty } from './types.ts';

/** The properties that a page can set. They are in a record, so that the compiler detects a missing property. */
const allowed: Readonly<Record<StyleProperty, true>> = {
  background: true,
  'background-color': true,
  border: true,
  'border-bottom': true,
  'border-bottom-color': true,
  'border-bottom-width': true,
  'border-color': true,
  'border-left': true,
  'border-radius': true,
  'border-right': true,
  'border-style': true,
  'border-top': true,
  'border-width': true,
  'box-shadow': true,
  'caret-color': true,
  color: true,
  'font-family': true,
  'font-feature-settings': true,
  'font-size': true,
  'font-style': true,
  'font-variant': true,
  'font-variant-numeric': true,
  'font-weight': true,
  height: true,
  'letter-spacing': true,
  'line-height': true,
  'min-height': true,
  opacity: true,
  outline: true,
  'outline-color': true,
  'outline-offset': true,
  padding: true,
  'padding-bottom': true,
  'padding-left': true,
  'padding-right': true,
  'padding-top': true,
  'text-align': true,
  'text-decoration': true,
  'text-indent': true,
  'text-shadow': true,
  'text-transform': true,
  transition: true,
};

const longestValue = 300;
/** Values that load a file, or that end the declaration. */
const forbidden = /url|image|src|import|expression|element\(|attr\(|[\\{}<>;@]/i;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function harmless(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length <= longestValue && !forbidden.test(text) ? text : null;
}

/** Sets a property if its value is safe. */
export function setProperty(style: CSSStyleDeclaration, name: string, value: unknown): void {
  const text = harmless(value);
  if (text !== null) style.setProperty(name, text);
}

/** Sets the allowed properties. */
function setProperties(style: CSSStyleDeclaration, properties: unknown): void {
  if (typeof properties !== 'object' || properties === null) return;
  for (const [name, value] of Object.entries(properties)) {
    const property = kebab(name);
    if (Object.hasOwn(allowed, property)) setProperty(style, property, value);
  }
}

/** Adds an empty rule to a sheet and returns its style. */
function addRule(sheet: CSSStyleSheet, selector: string): CSSStyleDeclaration {
  const at = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
  const rule = sheet.cssRules[at];
  if (!(rule instanceof CSSStyleRule)) throw new TypeError(`'${selector}' is not a valid CSS selector.`);
  return rule.style;
}

/** The selectors of an appearance's rules, and the SDK's selectors for a field. */
const fieldSelectors: Readonly<Partial<Record<keyof AppearanceRules, string>>> = {
  '.Input': '.Input',
  '.Input:focus': '.Input:focus',
  '.Input:hover': '.Input:hover',
  '.Input::placeholder': '.Input::placeholder',
  '.Input--empty': '.Input.Input--empty',
  '.Input--complete': '.Input.Input--complete',
  '.Input--invalid': '.Input.Input--invalid',
};

const states: Readonly<Record<string, string>> = {
  base: '.Input',
  focus: '.Input:focus',
  complete: '.Input.Input--complete',
  invalid: '.Input.Input--invalid',
  placeholder: '.Input::placeholder',
};

/** The variables that are not colors. */
const variables: Readonly<Record<string, string>> = {
  fontFamily: '--font-family',
  fontSize: '--font-size',
  borderRadius: '--border-radius',
  spacing: '--spacing',
};

/** A font as data. Any other format would load the font from a URL. */
const ownFont =
  /^data:(font\/(woff2?|ttf|otf|sfnt)|application\/(x-)?font-(woff2?|ttf|otf|sfnt));base64,[A-Za-z0-9+/]+={0,2}$/;
const longestFont = 700_000;
const mostFonts = 8;

/** The `appearance` and the `style` of a field, each in its own sheet that can be replaced. */
export class FieldStyles {
  readonly #appearance = new CSSStyleSheet();
  readonly #style = new CSSStyleSheet();

  constructor(root: Document) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#appearance, this.#style];
  }

  /** Ignores unknown and unsafe parts, and corrects colors until they are readable. */
  setAppearance(appearance: unknown): void {
    const { variables: values, rules, fonts } = fieldsOf(appearance);
    const theme = themeIn(appearance);
    if (theme !== null) document.documentElement.dataset.theme = theme;
    this.#appearance.replaceSync('');
    const root = addRule(this.#appearance, ':root:root');
    const given = fieldsOf(values);
    for (const [name, property] of Object.entries(variables)) setProperty(root, property, given[name]);
    for (const [property, color] of Object.entries(fieldColors(given))) setProperty(root, property, hexOf(color));
    if (isClear(given.colorBackground)) setProperty(root, '--color-background', 'transparent');
    addRules(this.#appearance, readableRules(rules, fieldSetting('.Input'), '.Input::placeholder'), fieldSelectors);
    addFonts(fonts);
  }

  /** @param style properties by state, or properties for all states */
  setStyle(style: unknown): void {
    this.#style.replaceSync('');
    const isByState = Object.entries(fieldsOf(style)).some(
      ([name, value]) => Object.hasOwn(states, name) && typeof value === 'object',
    );
    addRules(
      this.#style,
      readableRules(isByState ? style : { base: style }, fieldSetting('base'), 'placeholder'),
      states,
    );
  }
}

/** The colors that an appearance's variables request in a field. */
function fieldColors(given: Readonly<Record<string, unknown>>): Readonly<Record<string, Rgb>> {
  const background = rgbOf(given.colorBackground);
  const surface = background ?? usedColor('var(--color-background)');
  const color = (name: string, property: string) => rgbOf(given[name], surface) ?? usedColor(`var(${property})`);
  return {
    ...(background === null ? {} : { '--color-background': surface }),
    '--color-primary': legible(color('colorPrimary', '--color-primary'), surface, visible),
    '--color-text': legible(color('colorText', '--color-text'), surface),
    '--color-placeholder': legible(color('colorPlaceholder', '--color-placeholder'), surface),
    '--color-danger': legible(color('colorDanger', '--color-danger'), surface),
    '--color-border': legible(color('colorBorder', '--color-border'), surface, visible),
  };
}

/** The default colors of a field. */
const fieldSetting =
  (base: string) =>
  (name: string): Setting => ({
    base,
    color: usedColor(/placeholder$/.test(name) ? 'var(--color-placeholder)' : 'var(--color-text)'),
    surface: usedColor('var(--color-background)'),
  });

/** Adds the rules with a known selector. */
export function addRules(sheet: CSSStyleSheet, rules: unknown, selectors: Readonly<Record<string, string>>): void {
  for (const [name, properties] of Object.entries(fieldsOf(rules))) {
    const selector = Object.hasOwn(selectors, name) ? selectors[name] : undefined;
    if (selector !== undefined) setProperties(addRule(sheet, selector), properties);
  }
}

export function addFonts(fonts: unknown): void {
  if (Array.isArray(fonts)) for (const font of fonts.slice(0, mostFonts)) addFont(font);
}

function addFont(font: unknown): void {
  const { family, src, weight, style } = fieldsOf(font);
  if (typeof family !== 'string' || typeof src !== 'string') return;
  if (src.length > longestFont || !ownFont.test(src)) return;
  const face = new FontFace(family, `url(${src})`, {
    ...(typeof weight === 'string' ? { weight } : {}),
    ...(typeof style === 'string' ? { style } : {}),
  });
  document.fonts.add(face);
  face.load().catch(() => document.fonts.delete(face));
}

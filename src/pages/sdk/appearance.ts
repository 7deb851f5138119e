import { addRule, declare, declareAll } from './css.ts';

/** What a page may style of a field, by the names that it uses for it. */
const selectors: Readonly<Record<string, string>> = {
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

const variables: Readonly<Record<string, string>> = {
  colorPrimary: '--color-primary',
  colorBackground: '--color-background',
  colorText: '--color-text',
  colorPlaceholder: '--color-placeholder',
  colorDanger: '--color-danger',
  colorBorder: '--color-border',
  fontFamily: '--font-family',
  fontSize: '--font-size',
  borderRadius: '--border-radius',
  spacing: '--spacing',
};

/** A font in the address itself; any other would be asked for somewhere else. */
const ownFont =
  /^data:(font\/(woff2?|ttf|otf|sfnt)|application\/(x-)?font-(woff2?|ttf|otf|sfnt));base64,[A-Za-z0-9+/]+={0,2}$/;
const longestFont = 700_000;
/** Of one appearance. */
export const mostFonts = 8;

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** The looks that a page asked a field for, each part in a sheet of its own that can be replaced. */
export class Looks {
  readonly #appearance = new CSSStyleSheet();
  readonly #style = new CSSStyleSheet();

  constructor(root: Document) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#appearance, this.#style];
  }

  /** `appearance` of the SDK: variables, rules and fonts; what is not known or not harmless is left out. */
  setAppearance(appearance: unknown): void {
    const { variables: values, rules, fonts } = Object.fromEntries(entriesOf(appearance));
    this.#appearance.replaceSync('');
    const root = addRule(this.#appearance, ':root');
    for (const [name, value] of entriesOf(values)) {
      if (Object.hasOwn(variables, name)) declare(root, variables[name] ?? '', value);
    }
    addRules(this.#appearance, rules, selectors);
    if (Array.isArray(fonts)) for (const font of fonts.slice(0, mostFonts)) addFont(font);
  }

  /** `style` of the SDK: sorted by state, or plain properties. */
  setStyle(style: unknown): void {
    this.#style.replaceSync('');
    const isSorted = entriesOf(style).some(([name, value]) => Object.hasOwn(states, name) && typeof value === 'object');
    addRules(this.#style, isSorted ? style : { base: style }, states);
  }
}

/** Adds the rules whose names are known, each under its own selector. */
export function addRules(sheet: CSSStyleSheet, rules: unknown, known: Readonly<Record<string, string>>): void {
  for (const [name, properties] of entriesOf(rules)) {
    const selector = Object.hasOwn(known, name) ? known[name] : undefined;
    if (selector !== undefined) declareAll(addRule(sheet, selector), properties);
  }
}

/** Takes a font that lies in the page's own words; any other is left out. */
export function addFont(font: unknown): void {
  const { family, src, weight, style } = Object.fromEntries(entriesOf(font));
  if (typeof family !== 'string' || typeof src !== 'string') return;
  if (src.length > longestFont || !ownFont.test(src)) return;
  const face = new FontFace(family, `url(${src})`, {
    ...(typeof weight === 'string' ? { weight } : {}),
    ...(typeof style === 'string' ? { style } : {}),
  });
  document.fonts.add(face);
  // A font that cannot be read is done without.
  face.load().catch(() => document.fonts.delete(face));
}

import { hexOf, legible, type Rgb, textOn, visible } from '../../../core/base/colors.ts';
import { addFonts, addRules, setProperty } from '../../sdk/appearance.ts';
import { type Message, ParentPort } from '../../sdk/messages.ts';
import { faint, readableRules, rgbOf, type Setting, themeIn, tinted, usedColor } from '../../sdk/palette.ts';
import { fieldsOf } from '../../shared/answer.ts';
import { originOf } from '../../shared/origins.ts';
import type { FrameState } from '../../state.ts';
import { isLoopbackHost } from './loopback.ts';

/** The variables of an appearance that are not colors, and the custom properties that they set. */
const properties: Readonly<Record<string, string>> = {
  borderRadius: '--radius',
  fontFamily: '--font',
  fontSize: '--size',
  spacing: '--gap',
};

/**
 * The selectors of an appearance's rules, and the corresponding selectors of this page. With `body`, they take
 * precedence over the page's own styles.
 */
const selectors: Readonly<Record<string, string>> = {
  '.Input': 'body .input',
  '.Input:focus': 'body .input:focus',
  '.Input:hover': 'body .input:hover',
  '.Input::placeholder': 'body .input::placeholder',
  '.Input--invalid': 'body .input[aria-invalid="true"]',
  '.Label': 'body .field label',
  '.Error': 'body .field .error',
  '.Button': 'body .button-primary',
  '.Button:hover': 'body .button-primary:hover',
};

const ground = 'body.layout-frame.layout-frame { background: var(--ground); border-radius: var(--radius); }';
/** The space between the text and the edge of the background. */
const room = '.layout-frame.layout-frame main { padding: 1rem; }';

/** The page around the frame. It receives messages only if its origin is allowed. */
export class ParentPage {
  readonly #port: ParentPort | null;
  /** The custom properties and rules of an appearance. */
  readonly #sheet = new CSSStyleSheet();
  /** The variables of all appearances so far. Each appearance adds to the earlier ones. */
  #variables: Readonly<Record<string, unknown>> = {};

  constructor(frame: FrameState | null) {
    const origin = frame === null ? null : originOfParent(frame.origins);
    this.#port = origin === null ? null : new ParentPort(origin, (message) => this.#receive(message));
    if (origin === null) return;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
    // Notifies the page around the frame that it can show this frame. That page then sends its appearance.
    this.#port?.post('hello');
    new ResizeObserver(() => {
      this.tell('resize', { height: Math.ceil(document.body.getBoundingClientRect().height) });
    }).observe(document.body);
  }

  tell(type: 'ready' | 'complete' | 'error' | 'resize', fields: Readonly<Record<string, unknown>> = {}): void {
    this.#port?.post(type, fields);
  }

  /** Applies an appearance, and ignores unknown or unsafe parts. */
  #receive({ type, appearance, blends }: Message): void {
    if (type !== 'appearance') return;
    const { variables, rules, fonts } = fieldsOf(appearance);
    this.#variables = { ...this.#variables, ...fieldsOf(variables) };
    const root = document.documentElement;
    const theme = themeIn({ ...fieldsOf(appearance), variables: this.#variables });
    if (theme !== null) root.dataset.theme = theme;
    this.#sheet.replaceSync(':root:root {}');
    const [rule] = this.#sheet.cssRules;
    if (!(rule instanceof CSSStyleRule)) return;
    for (const [name, property] of Object.entries(properties)) {
      setProperty(rule.style, property, this.#variables[name]);
    }
    const colors = colorsOf(this.#variables);
    for (const [property, color] of Object.entries(colors)) setProperty(rule.style, property, hexOf(color));
    // If the page around the frame has other colors, that page must not be visible behind the text.
    if (colors['--ground'] !== undefined) this.#sheet.insertRule(ground, 1);
    else if (theme !== null && blends !== true) for (const each of [ground, room]) this.#sheet.insertRule(each, 1);
    addRules(this.#sheet, readableRules(rules, settingOf, placeholder), selectors);
    addFonts(fonts);
  }
}

/** The colors that an appearance's variables request, corrected so that each color is readable or visible. */
function colorsOf(variables: Readonly<Record<string, unknown>>): Readonly<Record<string, Rgb>> {
  const background = rgbOf(variables.colorBackground);
  const surface = background ?? usedColor('var(--raised)');
  const given = (name: string, usual: string) => rgbOf(variables[name], surface) ?? usedColor(`var(${usual})`);
  const ink = legible(given('colorText', '--ink'), surface);
  const primary = given('colorPrimary', '--brand');
  // On a dark surface, a dark button would be invisible. On a light surface, users recognize a pale button by its
  // text.
  const fill = textOn(surface)[0] === 255 ? legible(primary, surface, visible) : primary;
  const border = rgbOf(variables.colorBorder, surface);
  return {
    ...(background === null ? {} : { '--ground': surface, '--surface': surface, '--raised': surface }),
    ...(background === null ? {} : { '--tint': tinted(surface, ink) }),
    ...(border === null ? {} : { '--line': border }),
    '--field-line': legible(border ?? usedColor('var(--field-line)'), surface, visible),
    '--ink': ink,
    '--soft': legible(
      given(variables.colorTextSecondary === undefined ? 'colorPlaceholder' : 'colorTextSecondary', '--soft'),
      surface,
      faint,
    ),
    '--danger': legible(given('colorDanger', '--danger'), surface),
    '--brand': fill,
    '--on-brand': legible(rgbOf(variables.colorPrimaryText, fill) ?? textOn(fill), fill),
    '--brand-ink': legible(primary, surface),
  };
}

/** The colors that the page's own styles give to the text of a rule. */
function settingOf(name: string): Setting | null {
  const base = name.replace(/(::?|--).*/, '');
  const [color, surface] = settings[base] ?? [];
  if (color === undefined || surface === undefined) return null;
  return { base, color: usedColor(name === placeholder ? 'var(--soft)' : color), surface: usedColor(surface) };
}

const placeholder = '.Input::placeholder';

const settings: Readonly<Record<string, readonly [color: string, surface: string]>> = {
  '.Input': ['var(--ink)', 'var(--surface)'],
  '.Label': ['var(--ink)', 'var(--raised)'],
  '.Error': ['var(--danger)', 'var(--raised)'],
  '.Button': ['var(--on-brand)', 'var(--brand)'],
};

/**
 * The allowed origin of the page around the frame: from the browser or, if the browser does not report it, from the
 * frame's URL.
 */
function originOfParent(allowed: readonly string[] | null): string | null {
  if (window.parent === window) return null;
  const claimed = new URLSearchParams(location.search).get('parent');
  const origin = location.ancestorOrigins?.[0] ?? claimed ?? originOf(document.referrer);
  if (origin === null) return null;
  return (allowed === null ? isLoopbackOrigin(origin) : allowed.includes(origin)) ? origin : null;
}

const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:/.test(origin) && originOf(origin) === origin && isLoopbackHost(new URL(origin).hostname);

/** The origins of the pages around the page that frames this page, as that page reports them. */
export const originsAround = (): readonly string[] =>
  new URLSearchParams(location.search).get('around')?.split(' ') ?? [];

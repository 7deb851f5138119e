import { addFont, addRules, mostFonts } from '../../sdk/appearance.ts';

/** How a merchant's page may change the look of the checkout in its frame: by variables that stand for ours. */
const properties: Readonly<Record<string, readonly string[]>> = {
  colorPrimary: ['--brand', '--brand-ink'],
  colorPrimaryText: ['--on-brand'],
  colorBackground: ['--surface', '--raised', '--ground'],
  colorText: ['--ink'],
  colorTextSecondary: ['--soft'],
  colorPlaceholder: ['--soft'],
  colorDanger: ['--danger'],
  colorBorder: ['--line', '--field-line'],
  borderRadius: ['--radius'],
  fontFamily: ['--font'],
  fontSize: ['--size'],
  spacing: ['--gap'],
};

/** What a page may style by the names that the SDK has for it; `body` outranks our own sheets. */
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

/** A value of one declaration, which fetches nothing. */
const safe = (value: string): boolean => value.length <= 200 && !/[;{}<>\\]|url\s*\(|image\s*\(|@import/i.test(value);

/**
 * Takes what is understood of an appearance; the rest is left out.
 * @param sheet the rules go into it, in the place of those that it held
 */
export function applyAppearance(appearance: unknown, sheet: CSSStyleSheet): void {
  const { variables, rules, fonts } = isObject(appearance) ? appearance : {};
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(isObject(variables) ? variables : {})) {
    const own = properties[name];
    if (own === undefined || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const text = String(value);
    if (safe(text)) for (const property of own) style.setProperty(property, text);
  }
  sheet.replaceSync('');
  addRules(sheet, rules, selectors);
  if (Array.isArray(fonts)) for (const font of fonts.slice(0, mostFonts)) addFont(font);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

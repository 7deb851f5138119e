/** Styles that a page asks for, let through property by property: nothing is loaded, nothing leaves its box. */

const allowed = new Set([
  'background',
  'background-color',
  'border',
  'border-bottom',
  'border-bottom-color',
  'border-bottom-width',
  'border-color',
  'border-left',
  'border-radius',
  'border-right',
  'border-style',
  'border-top',
  'border-width',
  'box-shadow',
  'caret-color',
  'color',
  'font-family',
  'font-feature-settings',
  'font-size',
  'font-style',
  'font-variant',
  'font-variant-numeric',
  'font-weight',
  'height',
  'letter-spacing',
  'line-height',
  'min-height',
  'opacity',
  'outline',
  'outline-color',
  'outline-offset',
  'padding',
  'padding-bottom',
  'padding-left',
  'padding-right',
  'padding-top',
  'text-align',
  'text-decoration',
  'text-indent',
  'text-shadow',
  'text-transform',
  'transition',
]);

const longest = 300;
/** What loads something, or could be read as more than one value. */
const forbidden = /url|image|src|import|expression|element\(|attr\(|[\\{}<>;@]/i;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function harmless(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length <= longest && !forbidden.test(text) ? text : null;
}

/** Sets one property where its value is harmless. */
export function declare(style: CSSStyleDeclaration, name: string, value: unknown): void {
  const text = harmless(value);
  if (text !== null) style.setProperty(name, text);
}

/** Sets those of the properties that a field may have. */
export function declareAll(style: CSSStyleDeclaration, properties: unknown): void {
  if (typeof properties !== 'object' || properties === null) return;
  for (const [name, value] of Object.entries(properties)) {
    const property = kebab(name);
    if (allowed.has(property)) declare(style, property, value);
  }
}

/** Adds a rule with an own selector to a sheet, and gives its declarations. */
export function addRule(sheet: CSSStyleSheet, selector: string): CSSStyleDeclaration {
  const at = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
  const rule = sheet.cssRules[at];
  if (!(rule instanceof CSSStyleRule)) throw new TypeError(`'${selector}' is no selector.`);
  return rule.style;
}

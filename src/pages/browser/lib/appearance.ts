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

/** A value of one declaration, which fetches nothing. */
const safe = (value: string): boolean => value.length <= 200 && !/[;{}<>\\]|url\s*\(|image\s*\(|@import/i.test(value);

/** Takes what is understood of an appearance; the rest is left out. */
export function applyAppearance(appearance: unknown): void {
  const variables = isObject(appearance) && isObject(appearance.variables) ? appearance.variables : {};
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(variables)) {
    const own = properties[name];
    if (own === undefined || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const text = String(value);
    if (safe(text)) for (const property of own) style.setProperty(property, text);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

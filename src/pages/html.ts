/** Text that is already markup and is not escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** A value in a template. Texts are escaped, but markup is not. Null, undefined and false are omitted. */
export type Content = Markup | string | number | null | undefined | false | readonly Content[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text between tags and in quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

function textOf(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Markup) return content.text;
  return typeof content === 'object' ? content.map(textOf).join('') : escapeHtml(String(content));
}

/**
 * Markup with values. Stored texts are escaped. Attributes must always be quoted, because a value could otherwise add
 * another attribute.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let text = strings[0]!;
  for (const [at, value] of values.entries()) text += textOf(value) + strings[at + 1]!;
  return new Markup(text);
}

/** An attribute with a leading space; empty for null and undefined. */
export const attribute = (name: string, value: string | number | null | undefined): Markup | null =>
  value === null || value === undefined ? null : html` ${name}="${value}"`;

/** Never call this function with text that a user stored. */
export const raw = (text: string): Markup => new Markup(text);

/** A value for a `<script type="application/json">`. No text in the value can end the element. */
export const jsonForScript = (value: unknown): Markup =>
  raw(JSON.stringify(value).replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`));

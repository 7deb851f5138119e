/** Text that is markup already, and is written as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What a template may hold: texts are escaped, markup is not, and nothing stands for what is absent. */
export type Content = Markup | string | number | null | undefined | false | readonly Content[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it may stand between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

function textOf(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Markup) return content.text;
  return typeof content === 'object' ? content.map(textOf).join('') : escapeHtml(String(content));
}

/**
 * Markup with values put in. Whatever a user stored is a text and is escaped; so that nothing gets round that,
 * attributes are always written in quotes.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let text = strings[0]!;
  for (const [at, value] of values.entries()) text += textOf(value) + strings[at + 1]!;
  return new Markup(text);
}

/** Our own markup as it is; never for what a user stored. */
export const raw = (text: string): Markup => new Markup(text);

/** A value as the content of a `<script type="application/json">`: no text in it can end the element. */
export const jsonForScript = (value: unknown): Markup =>
  raw(JSON.stringify(value).replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`));

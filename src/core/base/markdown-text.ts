import { clean } from './terminal-text.ts';

/** A text as Markdown that shows it unchanged, in one line and without its markup, in tables as well. */
export const markdownText = (text: string): string =>
  clean(text).replace(/[\\`*_[\]<>|#~&]/g, (found) => `&#${found.charCodeAt(0)};`);

/** The same in the letters of a program. */
export const markdownCode = (text: string): string => `<code>${markdownText(text)}</code>`;

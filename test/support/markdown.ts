export { grid } from '../../scripts/manual-tables.js';

/** What GitHub makes of a heading, for links to it. */
export const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\w -]/gu, '')
    .replaceAll(' ', '-');

/** A text in lines of at most 130 characters; those of a list's item are indented like its first one. */
export function wrapped(text: string): string[] {
  const lines: string[] = [];
  const indent = text.startsWith('- ') ? '  ' : '';
  // Code is not broken.
  for (const word of text.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= 130) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : `${indent}${word}`);
  }
  return lines;
}

export const code = (text: string): string => `\`${text}\``;

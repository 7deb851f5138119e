export { grid } from '../../scripts/manual-tables.js';

/** What GitHub makes of a heading, for links to it. */
export const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\w -]/gu, '')
    .replaceAll(' ', '-');

export const code = (text: string): string => `\`${text}\``;

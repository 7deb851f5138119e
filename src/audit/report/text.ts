import { clean } from '../../core/base/terminal-text.ts';
import type { Level } from '../rule.ts';

/** Styles a text, or returns it unchanged if styles are off. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string) => string;

export const levelStyles = { error: 'red', warning: 'yellow', note: 'cyan' } as const satisfies Record<
  Level,
  Parameters<Paint>[0]
>;

/** The width of sentences, in characters. */
const reportWidth = 100;

/** A sentence in lines, each indented; `first` replaces the first indent. */
export function wrapped(text: string, indent: string, first = indent): string[] {
  const lines: string[] = [''];
  for (const word of clean(text).split(' ')) {
    const last = lines.at(-1)!;
    if (last !== '' && last.length + 1 + word.length > reportWidth - indent.length) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line, at) => `${at === 0 ? first : indent}${line}`);
}

/** The first lines of a text; the last of them ends with dots if lines are missing. */
export const firstLines = (lines: readonly string[], most: number): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most - 1), `${lines[most - 1]} …`];

/** A text on one line, cut between words at a width in characters. */
export const onOneLine = (text: string, width = reportWidth): string => {
  const characters = [...clean(text)];
  if (characters.length <= width) return characters.join('');
  const start = characters.slice(0, width - 2).join('');
  const words = start.replace(/\s+\S*$/, '');
  return `${words.length > width / 2 ? words : start} …`;
};

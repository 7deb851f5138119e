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

/** A sentence in lines, each indented; `first` replaces the first indent. Only a word that needs a longer line is cut. */
export function wrapped(text: string, indent: string, first = indent): string[] {
  const width = reportWidth - indent.length;
  const lines: string[] = [''];
  for (const each of clean(text).split(' ')) {
    const word = each.length > width ? `${each.slice(0, width - 1)}…` : each;
    const last = lines.at(-1)!;
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line, at) => `${at === 0 ? first : indent}${line}`);
}

/** The first lines of a text; the last of them ends with dots if lines are missing. */
export const firstLines = (lines: readonly string[], most: number): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most - 1), `${lines[most - 1]} …`];

/** The first sentence of a text: what happened, before its circumstances. */
export const firstSentence = (text: string): string => /^.*?[.!?](?=\s+[A-Z])/s.exec(text)?.[0] ?? text;

import type { Level } from '../rule.ts';

/** Styles a text, or returns it unchanged if styles are off. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string) => string;

export const levelStyles = { error: 'red', warning: 'yellow', note: 'cyan' } as const satisfies Record<
  Level,
  Parameters<Paint>[0]
>;

/** The first lines of a text; the last of them ends with dots if lines are missing. */
export const firstLines = (lines: readonly string[], most: number): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most - 1), `${lines[most - 1]} …`];

/** The first sentence of a text: what happened, before its circumstances. */
export const firstSentence = (text: string): string => /^.*?[.!?](?=\s+[A-Z])/s.exec(text)?.[0] ?? text;

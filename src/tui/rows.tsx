import { Box, Text } from 'ink';
import { createContext, memo, type ReactElement, useContext } from 'react';
import { clean } from '../text.ts';
import type { Line, Span, Tone } from './cells.ts';

/** Whether there are colours. */
export const ColorContext = createContext(true);

const colors: Partial<Record<Tone, string>> = { good: 'green', wait: 'yellow', bad: 'red' };

/** One row of the screen. Whatever its texts hold, nothing in them is a command to the terminal. */
const Row = memo(
  function Row({ line, isStrong }: { line: Line; isStrong: boolean }): ReactElement {
    const hasColor = useContext(ColorContext);
    const spans = compact(line);
    return (
      <Text wrap="truncate-end">
        {spans.length === 0
          ? ' '
          : spans.map(({ text, tone = 'plain' }, at) => (
              <Text
                // biome-ignore lint/suspicious/noArrayIndexKey: spans have no other name than their place
                key={at}
                color={hasColor ? colors[tone] : undefined}
                dimColor={tone === 'dim' && !isStrong}
                bold={tone === 'bold' || isStrong}
              >
                {clean(text)}
              </Text>
            ))}
      </Text>
    );
  },
  (before, after) => before.isStrong === after.isStrong && isSame(before.line, after.line),
);

/** The same line in fewer pieces: each of them, and each blank at the end, would cost Ink as much as a word. */
function compact(line: Line): Span[] {
  const spans: { text: string; tone: Tone }[] = [];
  for (const { text, tone = 'plain' } of line) {
    const last = spans.at(-1);
    if (last !== undefined && (last.tone === tone || text.trim() === '')) last.text += text;
    else spans.push({ text, tone });
  }
  for (let last = spans.at(-1); last !== undefined; last = spans.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    spans.pop();
  }
  return spans;
}

const isSame = (one: Line, other: Line): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every(({ text, tone }, at) => text === other[at]!.text && tone === other[at]!.tone));

/** Lines below each other, each of one row. */
export function Rows({ lines, strong = -1 }: { lines: readonly Line[]; strong?: number }): ReactElement {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen has no other name than its place
        <Row key={at} line={line} isStrong={at === strong} />
      ))}
    </Box>
  );
}

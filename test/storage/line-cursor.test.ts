import { describe, expect, it } from 'vitest';
import { LineCursor, Unexpected } from '../../src/storage/line-cursor.ts';
import { randomFrom } from './workload.ts';

const texts = ['', 'plain', '"', '\\', '\\\\"', '],[', '{"a":1}', 'é', '💳', '\ud800', '\u0000\n'];

function anyValue(random: (limit: number) => number, depth: number): unknown {
  const kind = random(depth > 3 ? 5 : 7);
  if (kind < 2) return texts[random(texts.length)]!;
  if (kind === 2) return random(2_000_000) - 1_000_000.5;
  if (kind === 3) return [true, false, null][random(3)];
  if (kind === 4) return random(10);
  const values = Array.from({ length: random(4) }, () => anyValue(random, depth + 1));
  // No name ends with a backslash: JSON.parse of Node 24 takes others for it afterwards.
  return kind === 5
    ? values
    : Object.fromEntries(values.map((value, at) => [`${texts[random(texts.length)]}${at}`, value]));
}

const cursorOn = (text: string): LineCursor => {
  const bytes = Buffer.from(`before${text}`);
  return new LineCursor(bytes, 'before'.length, bytes.length);
};

describe('going through a line', () => {
  it.each([1, 2, 3])('finds where each value ends, and what it is (%i)', (seed) => {
    const random = randomFrom(seed);
    for (let round = 0; round < 2_000; round++) {
      const values = [anyValue(random, 0), texts[random(texts.length)]!, anyValue(random, 0)] as const;
      const line = cursorOn(JSON.stringify(values));
      line.expect('[');
      if (random(2) === 0) line.skip();
      else expect(line.value()).toEqual(values[0]);
      expect(line.takes('"no such"')).toBe(false);
      line.expect(',');
      expect(line.string()).toBe(values[1]);
      expect(line.takes(',')).toBe(true);
      expect(line.value()).toEqual(values[2]);
      line.expect(']');
    }
  });

  it.each([
    ['a text that does not end', '"abc', (line: LineCursor) => line.skip()],
    ['a list that does not end', '[1,[2]', (line: LineCursor) => line.skip()],
    ['nothing', ']', (line: LineCursor) => line.skip()],
    ['a text in a list that does not end', '["abc]', (line: LineCursor) => line.value()],
    ['a text alone that does not end', '"abc', (line: LineCursor) => line.string()],
    ['a number where a text should be', '1', (line: LineCursor) => line.string()],
    ['something else', '{}', (line: LineCursor) => line.expect('[')],
  ])('says so of %s', (_what, text, look) => {
    expect(() => look(cursorOn(text))).toThrow(Unexpected);
  });
});

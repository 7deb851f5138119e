import type { StoryPair } from './comparison.ts';

/** A sequence of stories. */
export interface StoryRange {
  readonly from: number;
  readonly to: number;
  /**
   * Why the sequence is folded: its stories are equal, or there are too many to draw; null if the sequence is drawn.
   */
  readonly folded: 'equal' | 'many' | null;
}

/** The minimum number of consecutive equal stories to fold. */
const leastFolded = 4;
/** The number of equal stories that stay visible beside a difference. */
const context = 1;
/** The maximum number of stories to draw, or to unfold, at the same time. */
const mostDrawn = 200;

/**
 * Divides stories into long sequences of equal stories and the stories between them.
 * @param marked the story that is always drawn
 */
export function foldStories(
  stories: readonly StoryPair[],
  isQuiet: (pair: StoryPair, at: number) => boolean,
  marked: number | null,
): StoryRange[] {
  const stretches: StoryRange[] = [];
  const add = (from: number, to: number, folded: StoryRange['folded']): void => {
    for (let at = from; at < to; at += mostDrawn) {
      const end = Math.min(to, at + mostDrawn);
      const isMany = folded === null && at > from && !(marked !== null && at <= marked && marked < end);
      stretches.push({ from: at, to: end, folded: isMany ? 'many' : folded });
    }
  };
  let at = 0;
  while (at < stories.length) {
    const quiet = isQuiet(stories[at]!, at);
    let end = at;
    while (end < stories.length && isQuiet(stories[end]!, end) === quiet) end++;
    const from = at + (at === 0 ? 0 : context);
    const to = end - (end === stories.length ? 0 : context);
    if (quiet && to - from >= leastFolded) {
      add(at, from, null);
      add(from, to, 'equal');
      add(to, end, null);
    } else add(at, end, null);
    at = end;
  }
  return stretches;
}

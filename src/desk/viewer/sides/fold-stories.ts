import type { StoryPair } from './comparison.ts';

/** Stories that follow each other. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Why it is folded: its stories are equal, or there are too many to draw; null if it is drawn. */
  readonly folded: 'equal' | 'many' | null;
}

/** Equal stories in a row of at least so many are folded. */
const leastFolded = 4;
/** So many of them stay beside a difference. */
const context = 1;
/** How many stories are drawn, or unfolded, at once. */
const mostDrawn = 200;

/** Long stretches of equal stories, and what is between. @param marked is always drawn */
export function foldedOf(
  stories: readonly StoryPair[],
  isQuiet: (pair: StoryPair, at: number) => boolean,
  marked: number | null,
): Stretch[] {
  const stretches: Stretch[] = [];
  const add = (from: number, to: number, folded: Stretch['folded']): void => {
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

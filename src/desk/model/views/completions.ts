import { filterKeys } from '../../../core/base/filter-words.ts';
import type { Desk } from '../desk.ts';
import { movesOf } from '../moves/moves.ts';

/** The possible values for a filter key in the current view. */
function valuesOf({ session, view, position }: Desk, key: string): readonly string[] {
  switch (key) {
    case 'state': {
      if (view.name === 'webhooks') return ['pending', 'delivered', 'failed'];
      const kind = view.kinds?.[position.part]?.name;
      const moves = movesOf(session.triggers).filter((move) => kind === undefined || move.kind === kind);
      return [...new Set(moves.flatMap(({ from, to }) => [...from, to]))].sort();
    }
    case 'type': {
      const types = session.triggers.filter(({ kind }) => kind === 'event').map(({ name }) => name);
      const groups = types.map((type) => `${type.slice(0, type.indexOf('.'))}.*`);
      return [...new Set([...groups, ...types])].sort();
    }
    case 'status':
      return ['>=400', '>=500', '200'];
    case 'amount':
      return ['>50', '<10'];
    case 'since':
      return ['-1h', '-1d', '-7d'];
    default:
      return [];
  }
}

/** Completions for the word that the user is typing into a filter. */
export function completionsOf(desk: Desk, word: string): readonly string[] {
  const [, key, value = ''] = /^(\w+):(.*)$/.exec(word) ?? [];
  if (key === undefined) {
    return Object.keys(filterKeys)
      .map((each) => `${each}:`)
      .filter((each) => each.startsWith(word));
  }
  return valuesOf(desk, key)
    .filter((each) => each.startsWith(value))
    .map((each) => `${key}:${each}`);
}

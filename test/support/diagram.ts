import { type AnyLifecycle, sourcesOf } from '../../src/core/kernel/declare/lifecycle.ts';

/** A lifecycle as text: each state with the status it is shown as, and the moves that leave it. */
export function diagramOf(lifecycle: AnyLifecycle): string {
  const { noun, states, statusOf, moves: table } = lifecycle;
  const moves = Object.entries(table);
  const lines = [noun, ''];
  const leaving = (state: string | null) =>
    moves.filter(([, verb]) => (state === null ? verb.from === null : sourcesOf(verb).includes(state)));
  for (const state of [null, ...states]) {
    const status = state === null ? '' : statusOf[state];
    lines.push(state === null ? '(none)' : status === state ? state : `${state}, shown as ${status}`);
    for (const [name, { to, by, emits = [], refusal }] of leaving(state)) {
      const tells = emits.length === 0 ? '' : `, sends ${emits.join(', ')}`;
      const else409 = refusal === 409 ? ', else 409' : '';
      lines.push(`  --${name}--> ${to}  (by ${by}${tells}${else409})`);
    }
    if (leaving(state).length === 0) lines.push('  the end');
  }
  return `${lines.join('\n')}\n`;
}

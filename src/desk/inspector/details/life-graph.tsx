import { useMemo } from 'preact/hooks';
import type { Life } from '../../model/details/structure.ts';
import { words } from '../../model/format.ts';
import { layoutLife, start } from './life-layout.ts';

interface GraphOptions {
  readonly life: Life;
  readonly follow: (id: string) => void;
}

/** How small the graph gets in a narrow pane, which then scrolls: the names stay readable. */
const smallest = 0.8;

/**
 * The states of an object as a graph: the moves that the object made are solid, and the moves that are legal now are
 * dashed.
 */
export function LifeGraph({ life, follow }: GraphOptions) {
  const { state, steps } = life;
  const key = `${state} ${steps.length} ${steps.at(-1)?.id ?? ''} ${life.legal.join(' ')}`;
  const { left, width, height, states, moves } = useMemo(() => layoutLife(life), [key]);
  const way = [...new Set(steps.flatMap(({ from, to }) => [from ?? 'made', to]))].map(words).join(', ');
  return (
    // Each lifecycle gets a new SVG element, because browsers keep the old styles after a partial change.
    <svg
      style={{ minWidth: `${Math.round(width * smallest)}px` }}
      key={key}
      class="life"
      viewBox={`${left} 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={`Current state: ${words(state)}. History: ${way || words(state)}.`}
    >
      <defs>
        {['way', 'legal', 'other'].map((kind) => (
          <marker
            key={kind}
            id={`arrow-${kind}`}
            class={`arrow-${kind}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0,0 L8,4 L0,8 z" />
          </marker>
        ))}
      </defs>
      {moves.map(({ key: name, path, verbs, step, isLegal }) => {
        const kind = step !== null ? 'way' : isLegal ? 'legal' : 'other';
        return (
          <path key={name} class={`move is-${kind}`} d={path} marker-end={`url(#arrow-${kind})`}>
            <title>{`${verbs.map(words).join(', ')}${step?.at == null ? '' : `, ${step.at}`}`}</title>
          </path>
        );
      })}
      {states.map(({ name, x, y, width: wide, height: high, isPast, isNow }) =>
        name === start ? (
          <circle key={name} class={isPast ? 'is-past' : ''} cx={x} cy={y} r={4} />
        ) : (
          <g key={name} class={`state${isNow ? ' is-now' : isPast ? ' is-past' : ''}`} data-state={name}>
            <rect x={x - wide / 2} y={y - high / 2} width={wide} height={high} rx={high / 2} />
            <text x={x} y={y} text-anchor="middle" dominant-baseline="central">
              {words(name)}
            </text>
          </g>
        ),
      )}
      {moves.map(
        ({ key: name, step, x, y }) =>
          step?.at != null && (
            <text key={name} class="move-at" x={x} y={y} dominant-baseline="central" onClick={() => follow(step.id)}>
              {step.shown}
            </text>
          ),
      )}
    </svg>
  );
}

import { graphlib, layout } from '@dagrejs/dagre';
import type { Life, Step } from '../../model/details/structure.ts';
import { words } from '../../model/format.ts';
import { widthOf } from '../text-width.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface PlacedState extends Box {
  readonly name: string;
  /** Whether the object is or was in this state. */
  readonly isPast: boolean;
  readonly isNow: boolean;
}

export interface PlacedMove {
  readonly key: string;
  /** The `d` attribute of an SVG path. */
  readonly path: string;
  readonly verbs: readonly string[];
  /** The latest step along this move; null if the object never made this move. */
  readonly step: Step | null;
  readonly isLegal: boolean;
  /** The left edge of its label. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedLife {
  /** The left edge of the graph, which is at most 0. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly moves: readonly PlacedMove[];
}

/**
 * The font size of a state's name relative to the font size of the page, as in the style sheet, and the space around
 * the name, in pixels.
 */
const scale = 12 / 13;
const beside = 20;
const high = 24;
/** The margin around the graph, in pixels. */
const margin = 6;
/** The space for the time beside a move, in pixels. */
const timeSize = { width: 64, height: 12 };
/** The name of the start node, before all states. */
export const start = '·';

/** The route and the label position that the layout computes for a move. */
interface Routed {
  readonly points?: readonly Point[];
  readonly x?: number;
  readonly y?: number;
}

/** Positions the states of a lifecycle and routes the moves between them. */
export function layoutLife({ state, moves, steps, legal }: Life): PlacedLife {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 22, ranksep: 30, marginx: margin, marginy: margin });
  graph.setDefaultEdgeLabel(() => ({}));
  const edges = new Map<string, { from: string; to: string; verbs: string[]; isLegal: boolean }>();
  const add = (from: string, to: string, verb: string, isLegal: boolean): void => {
    if (from === to) return;
    const key = `${from}>${to}`;
    const edge = edges.get(key) ?? { from, to, verbs: [], isLegal: false };
    if (!edge.verbs.includes(verb)) edge.verbs.push(verb);
    edges.set(key, { ...edge, isLegal: edge.isLegal || isLegal });
  };
  for (const { name, verb, from, to } of moves) {
    for (const each of from.length === 0 ? [start] : from) {
      add(each, to, verb, each === state && legal.includes(name));
    }
  }
  for (const { from, to, verb } of steps) add(from ?? start, to, verb, false);
  const names = new Set([state, ...[...edges.values()].flatMap(({ from, to }) => [from, to])]);
  for (const name of names) {
    const width = name === start ? 10 : widthOf(words(name), true) * scale + beside;
    graph.setNode(name, { width, height: name === start ? 10 : high });
  }
  const stepOf = ({ from, to }: { from: string; to: string }): Step | null =>
    steps.findLast((step) => (step.from ?? start) === from && step.to === to) ?? null;
  for (const edge of edges.values()) {
    // The moves that the object made are straight, so that no state covers them.
    const own = { ...timeSize, labelpos: 'r', labeloffset: 4, weight: 8 };
    graph.setEdge(edge.from, edge.to, stepOf(edge) === null ? {} : own);
  }
  layout(graph);
  const rows = new Set([...names].map((name) => Math.round(graph.node(name).y ?? 0)));
  const been = new Set(steps.flatMap(({ from, to }) => [from ?? start, to]));
  const { width = 0, height = 0 } = graph.graph();
  const drawn = [...edges.values()].flatMap(({ from, to }) => (graph.edge(from, to) as Routed).points ?? []);
  // A curve can extend beyond the area that the states need.
  const left = Math.min(0, ...drawn.map(({ x }) => x - margin));
  const right = Math.max(width, ...drawn.map(({ x }) => x + margin));
  return {
    left,
    width: right - left,
    height,
    states: [...names].map((name) => {
      const node = graph.node(name);
      return { name, ...boxOf(node), isPast: been.has(name), isNow: name === state };
    }),
    moves: [...edges].map(([key, edge]) => {
      const { points = [], x = 0, y = 0 } = graph.edge(edge.from, edge.to) as Routed;
      const { verbs, isLegal } = edge;
      const path = curve(route(points, boxOf(graph.node(edge.from)), boxOf(graph.node(edge.to)), rows));
      return { key, path, verbs, step: stepOf(edge), isLegal, x: x - timeSize.width / 2, y };
    }),
  };
}

/**
 * The points of a move, which crosses each row of states vertically and goes sideways only between the rows, so that no
 * state covers it.
 */
function route(points: readonly Point[], from: Box, to: Box, rows: ReadonlySet<number>): Point[] {
  const inner = points.slice(1, -1);
  const [first = to, last = from] = [inner[0], inner.at(-1)];
  const down = first.y > from.y ? 1 : -1;
  const across = inner.flatMap(({ x, y }) =>
    rows.has(Math.round(y))
      ? [
          { x, y: y - (down * high) / 2 },
          { x, y: y + (down * high) / 2 },
        ]
      : [{ x, y }],
  );
  return [borderOf(from, first.x, down), ...across, borderOf(to, last.x, -down)];
}

/** The point of the lower (1) or upper (-1) border of a state that is nearest to `x`. */
function borderOf({ x, y, width, height }: Box, towards: number, side: number): Point {
  const reach = Math.max(0, width / 2 - height / 2);
  return { x: Math.min(Math.max(towards, x - reach), x + reach), y: y + (side * height) / 2 };
}

const boxOf = ({ x = 0, y = 0, width, height }: Partial<Point> & Omit<Box, keyof Point>): Box => ({
  x,
  y,
  width,
  height,
});

/** A smooth curve that bends at each of the given points. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const parts = [`M${first.x},${first.y}`];
  for (const [at, point] of rest.entries()) {
    const next = rest[at + 1];
    if (next === undefined) parts.push(`L${point.x},${point.y}`);
    else parts.push(`Q${point.x},${point.y} ${(point.x + next.x) / 2},${(point.y + next.y) / 2}`);
  }
  return parts.join(' ');
}

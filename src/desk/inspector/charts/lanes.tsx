import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { when } from '../../model/format.ts';
import {
  type Ends,
  endsOf,
  laneNames,
  lanesOf,
  type PlacedMark,
  placeMarks,
  type Scale,
  scales,
} from '../../model/time/lanes.ts';
import type { PageState } from '../keyboard-focus.ts';
import { colourOf, penFor } from './pen.ts';
import { selectRow } from './select.ts';

/**
 * The heights of a lane and of the time labels below, and the widths of the lane names and of the space after the
 * lanes, in pixels.
 */
const laneHeight = 14;
const timesHeight = 14;
const namesWidth = 74;
const endWidth = 8;
/** The minimum distance, in pixels, that the pointer must move while pressed to select a range. */
const leastDrag = 5;

/** A range on the lanes' scale, from 0 to 1. */
type Range = readonly [from: number, to: number];

/** The log as lanes over time. A click selects a row; dragging limits the rows to a range. */
export function Lanes({ look: { desk } }: { readonly look: PageState }) {
  const [scale, setScale] = useState<Scale>('order');
  const [drag, setDrag] = useState<Range | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const facts = desk.session.timeline.facts();
  const { marks, ends } = useMemo(() => {
    const all = lanesOf(facts);
    return { marks: placeMarks(all, scale), ends: endsOf(all, scale) };
  }, [facts, scale]);
  const selected = desk.selected?.key ?? null;
  const { only } = desk.position;
  const width = canvas.current?.clientWidth;
  useLayoutEffect(() => {
    if (canvas.current !== null)
      draw(canvas.current, marks, { selected, only: typeof only === 'string' ? null : only, drag, ends });
  }, [marks, selected, only, drag, ends, width]);
  if (marks.length === 0) return null;
  const narrow = (): void => {
    if (drag === null) return;
    const [left, right] = inOrder(drag);
    const inside = marks.filter(({ from, to }) => to >= left && from <= right);
    if (inside.length > 0) desk.showOnly(new Set(inside.map(({ mark }) => mark.key)));
  };
  const [first] = marks;
  return (
    <section class="lanes" aria-label="Lanes over time">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${marks.length} requests, events, deliveries and jobs from ${spoken(first!)} to ${spoken(marks.at(-1)!)}`}
        title="Click to select a row; drag to select a range"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = shareOf(event);
          setDrag([at, at]);
        }}
        onPointerMove={(event) => {
          if (drag !== null) setDrag([drag[0], shareOf(event)]);
        }}
        onPointerUp={(event) => {
          if (isDrag(event.currentTarget, drag)) narrow();
          else {
            const nearby = nearest(event, marks);
            selectRow(desk, ({ key }) => key === nearby?.mark.key);
          }
          setDrag(null);
        }}
        onPointerCancel={() => setDrag(null)}
      />
      <p class="lanes-scale">
        <select
          aria-label="Scale"
          value={scale}
          onChange={({ currentTarget }) => setScale(scales.find((each) => each === currentTarget.value) ?? 'order')}
        >
          {scales.map((each) => (
            <option key={each} value={each}>
              {scaleNames[each]}
            </option>
          ))}
        </select>
        {only !== null && (
          <button type="button" class="link" onClick={() => desk.showOnly(null)}>
            Show all
          </button>
        )}
      </p>
    </section>
  );
}

const scaleNames: Readonly<Record<Scale, string>> = {
  order: 'Evenly spaced',
  real: 'Real time',
  emulated: 'Emulated time',
};

const spoken = ({ mark }: PlacedMark): string =>
  new Date(mark.times.emulated.from).toISOString().slice(0, 19).replace('T', ' ');

const inOrder = ([from, to]: Range): Range => (from <= to ? [from, to] : [to, from]);

const roomOf = (canvas: HTMLCanvasElement): number => canvas.clientWidth - namesWidth - endWidth;

const isDrag = (canvas: HTMLCanvasElement, drag: Range | null): boolean =>
  drag !== null && Math.abs(drag[1] - drag[0]) * roomOf(canvas) > leastDrag;

interface Pointed {
  readonly clientX: number;
  readonly clientY: number;
  readonly currentTarget: HTMLCanvasElement;
}

/** The position of the pointer on the scale, from 0 to 1. */
function shareOf({ clientX, currentTarget }: Pointed): number {
  const share = (clientX - currentTarget.getBoundingClientRect().left - namesWidth) / roomOf(currentTarget);
  return Math.max(0, Math.min(1, share));
}

function nearest(event: Pointed, marks: readonly PlacedMark[]): PlacedMark | null {
  const lane = laneNames[Math.floor((event.clientY - event.currentTarget.getBoundingClientRect().top) / laneHeight)];
  const at = shareOf(event);
  const distance = ({ from, to }: PlacedMark): number => Math.max(0, from - at, at - to) || Math.abs(from - at) / 1_000;
  return marks
    .filter(({ mark }) => mark.lane === lane)
    .reduce<PlacedMark | null>((best, each) => (best === null || distance(each) < distance(best) ? each : best), null);
}

interface Drawn {
  /** The key of the selected row. */
  readonly selected: string | null;
  /** The keys of the rows in the selected range; null if no range is selected. */
  readonly only: ReadonlySet<string> | null;
  readonly drag: Range | null;
  readonly ends: Ends | null;
}

function draw(canvas: HTMLCanvasElement, marks: readonly PlacedMark[], { selected, only, drag, ends }: Drawn): void {
  const height = laneNames.length * laneHeight;
  const pen = penFor(canvas, height + timesHeight);
  if (pen === null) return;
  const { context, width, colour } = pen;
  const x = (share: number): number => namesWidth + share * (width - namesWidth - endWidth);
  for (const [at, name] of laneNames.entries()) {
    context.fillStyle = colour('soft');
    context.fillText(name, 4, at * laneHeight + laneHeight / 2);
    context.fillStyle = colour('line');
    context.fillRect(namesWidth, at * laneHeight + laneHeight - 1, width - namesWidth, 1);
  }
  const known = new Set<string>();
  for (const { mark, from, to, again } of marks) {
    const y = laneNames.indexOf(mark.lane) * laneHeight;
    const left = x(from);
    const wide = Math.max(3, x(to) - left);
    const strength = only === null || only.has(mark.key) ? 1 : 0.2;
    // Of several identical marks at the same position, only one is drawn.
    const look = `${y} ${Math.round(left)} ${Math.round(wide)} ${mark.tone} ${strength}`;
    if (known.has(look) && again.length === 0 && mark.key !== selected) continue;
    known.add(look);
    context.fillStyle = colour(colourOf(mark.tone));
    context.globalAlpha = strength * (wide > 6 ? 0.45 : 1);
    // A failure fills its lane, so that it stands out even without color.
    const [top, high] = mark.tone === 'bad' ? [1, laneHeight - 3] : [3, laneHeight - 7];
    context.fillRect(left, y + top, wide, high);
    context.globalAlpha = strength;
    for (const retry of again) context.fillRect(x(retry), y + 2, 2, laneHeight - 5);
    context.globalAlpha = 1;
    if (mark.key !== selected) continue;
    context.strokeStyle = colour('brand-ink');
    context.lineWidth = 1.5;
    context.strokeRect(left - 2, y + 1.5, wide + 4, laneHeight - 4);
  }
  if (ends !== null) {
    const [from, to] = [ends.from, ends.to].map((time) => when(new Date(time).toISOString(), ends.to));
    context.fillStyle = colour('soft');
    context.fillText(from!, namesWidth, height + timesHeight / 2);
    context.textAlign = 'right';
    context.fillText(to!, width - endWidth, height + timesHeight / 2);
    context.textAlign = 'left';
  }
  if (drag === null) return;
  const [left, right] = inOrder(drag);
  context.fillStyle = colour('brand-ink');
  context.globalAlpha = 0.15;
  context.fillRect(x(left), 0, x(right) - x(left), height);
  context.globalAlpha = 1;
}

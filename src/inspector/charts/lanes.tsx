import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type LaneMark, laneNames, lanesOf } from '../../desk/time/lanes.ts';
import type { Look } from '../look.ts';
import { colourOf, penFor } from './pen.ts';
import { selectRow } from './select.ts';

/** The height of a lane and the width of its label, in pixels. */
const laneHeight = 14;
const namesWidth = 74;

type Scale = 'order' | 'time';

/** What happened, as lanes over time; a click selects the row. */
export function Lanes({ look: { desk } }: { readonly look: Look }) {
  const [scale, setScale] = useState<Scale>('order');
  const canvas = useRef<HTMLCanvasElement>(null);
  const facts = desk.session.timeline.facts();
  const marks = useMemo(() => lanesOf(facts), [facts]);
  const selected = desk.selected?.key ?? null;
  useLayoutEffect(() => {
    if (canvas.current !== null) draw(canvas.current, marks, scale, selected);
  });
  if (marks.length === 0) return null;
  const [first] = marks;
  const last = marks.at(-1)!;
  return (
    <section class="lanes" aria-label="Lanes over time">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${marks.length} requests, events, deliveries and jobs from ${spoken(first!.from)} to ${spoken(last.from)}`}
        onClick={(event) => {
          const mark = nearest(event, marks, scale);
          selectRow(desk, ({ key }) => key === mark?.key);
        }}
      />
      <button
        type="button"
        class="link"
        aria-pressed={scale === 'time'}
        onClick={() => setScale(scale === 'time' ? 'order' : 'time')}
      >
        {scale === 'time' ? 'emulated time' : 'in order'}
      </button>
    </section>
  );
}

const spoken = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** The position of a moment, from 0 to 1. */
function placer(marks: readonly LaneMark[], scale: Scale): (mark: LaneMark, at: number) => number {
  if (scale === 'order') {
    const most = Math.max(1, marks.at(-1)?.place ?? 1);
    return ({ place }) => place / most;
  }
  const start = marks.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);
  const end = marks.reduce((most, { to }) => Math.max(most, to), start);
  const length = Math.max(1, end - start);
  return (_, at) => (at - start) / length;
}

function nearest(event: MouseEvent, marks: readonly LaneMark[], scale: Scale): LaneMark | null {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const lane = laneNames[Math.floor((event.clientY - box.top) / laneHeight)];
  const at = (event.clientX - box.left - namesWidth) / (box.width - namesWidth - 8);
  const place = placer(marks, scale);
  const own = marks.filter((mark) => mark.lane === lane);
  const distance = (mark: LaneMark): number =>
    Math.max(0, place(mark, mark.from) - at, at - place(mark, mark.to)) ||
    Math.abs(place(mark, mark.from) - at) / 1_000;
  return own.reduce<LaneMark | null>(
    (best, mark) => (best === null || distance(mark) < distance(best) ? mark : best),
    null,
  );
}

function draw(canvas: HTMLCanvasElement, marks: readonly LaneMark[], scale: Scale, selected: string | null): void {
  const pen = penFor(canvas, laneNames.length * laneHeight);
  if (pen === null) return;
  const { context, width, colour } = pen;
  for (const [at, name] of laneNames.entries()) {
    context.fillStyle = colour('soft');
    context.fillText(name, 4, at * laneHeight + laneHeight / 2);
    context.fillStyle = colour('line');
    context.fillRect(namesWidth, at * laneHeight + laneHeight - 1, width - namesWidth, 1);
  }
  const place = placer(marks, scale);
  const x = (mark: LaneMark, at: number): number => namesWidth + place(mark, at) * (width - namesWidth - 8);
  for (const mark of marks) {
    const y = laneNames.indexOf(mark.lane) * laneHeight;
    const from = x(mark, mark.from);
    const wide = Math.max(3, x(mark, mark.to) - from);
    context.fillStyle = colour(colourOf(mark.tone));
    context.globalAlpha = mark.to > mark.from && wide > 6 ? 0.45 : 1;
    context.fillRect(from, y + 3, wide, laneHeight - 7);
    context.globalAlpha = 1;
    for (const again of mark.again) context.fillRect(x(mark, again), y + 2, 2, laneHeight - 5);
    if (mark.key !== selected) continue;
    context.strokeStyle = colour('brand-ink');
    context.lineWidth = 1.5;
    context.strokeRect(from - 2, y + 1.5, wide + 4, laneHeight - 4);
  }
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type LaneMark, laneNames, lanesOf } from '../../desk/time/lanes.ts';
import type { Look } from '../look.ts';

/** How high a lane is, and how wide what names them is, in pixels. */
const laneHeight = 14;
const namesWidth = 74;

type Scale = 'order' | 'time';

/** What happened, as lanes over time; a click selects the row below. */
export function Lanes({ look: { desk } }: { readonly look: Look }) {
  const [scale, setScale] = useState<Scale>('order');
  const canvas = useRef<HTMLCanvasElement>(null);
  const marks = lanesOf(desk.session.timeline.facts());
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
          const at = mark === null ? -1 : desk.rows.findIndex(({ key }) => key === mark.key);
          if (at !== -1) desk.select(at);
          desk.touched();
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

/** Where a moment stands, from 0 to 1. */
function placer(marks: readonly LaneMark[], scale: Scale): (mark: LaneMark, at: number) => number {
  if (scale === 'order') {
    const most = Math.max(1, marks.at(-1)?.place ?? 1);
    return ({ place }) => place / most;
  }
  const start = Math.min(...marks.map(({ from }) => from));
  const length = Math.max(1, Math.max(...marks.map(({ to }) => to)) - start);
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
  const { clientWidth: width } = canvas;
  const height = laneNames.length * laneHeight;
  const ratio = devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const style = getComputedStyle(canvas);
  const colours = new Map<string, string>();
  const colour = (name: string): string => {
    const known = colours.get(name);
    if (known !== undefined) return known;
    // A property may be a function of the scheme; as a colour of the element it is one.
    canvas.style.color = `var(--${name})`;
    const made = style.color;
    colours.set(name, made);
    return made;
  };
  pen.scale(ratio, ratio);
  pen.font = `11px ${style.fontFamily}`;
  pen.textBaseline = 'middle';
  for (const [at, name] of laneNames.entries()) {
    pen.fillStyle = colour('soft');
    pen.fillText(name, 4, at * laneHeight + laneHeight / 2);
    pen.fillStyle = colour('line');
    pen.fillRect(namesWidth, at * laneHeight + laneHeight - 1, width - namesWidth, 1);
  }
  const place = placer(marks, scale);
  const x = (mark: LaneMark, at: number): number => namesWidth + place(mark, at) * (width - namesWidth - 8);
  for (const mark of marks) {
    const y = laneNames.indexOf(mark.lane) * laneHeight;
    const from = x(mark, mark.from);
    const wide = Math.max(3, x(mark, mark.to) - from);
    pen.fillStyle = colour(tones[mark.tone]);
    pen.globalAlpha = mark.to > mark.from && wide > 6 ? 0.45 : 1;
    pen.fillRect(from, y + 3, wide, laneHeight - 7);
    pen.globalAlpha = 1;
    for (const again of mark.again) pen.fillRect(x(mark, again), y + 2, 2, laneHeight - 5);
    if (mark.key !== selected) continue;
    pen.strokeStyle = colour('brand-ink');
    pen.lineWidth = 1.5;
    pen.strokeRect(from - 2, y + 1.5, wide + 4, laneHeight - 4);
  }
  canvas.style.color = '';
}

const tones = { plain: 'soft', dim: 'field-line', bold: 'ink', good: 'good', wait: 'warn', bad: 'danger' } as const;

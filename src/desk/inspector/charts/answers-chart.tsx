import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { latency } from '../../model/format.ts';
import { type AnswerMark, answersOf, countsOf } from '../../model/time/answers.ts';
import type { PageState } from '../keyboard-focus.ts';
import { colourOf, penFor } from './pen.ts';
import { selectRow } from './select.ts';

/** The height of the chart and the width of its labels, in pixels. */
const chartHeight = 84;
const namesWidth = 52;
const radius = 3;
/** The maximum number of webhooks to draw, latest first; more would overlap. */
const mostDeliveries = 1_000;
/** The latencies of the grid lines, in milliseconds. */
const lines = [1, 10, 100, 1_000, 10_000];

/** The latency and status of the response to each attempt; a click selects the webhook. */
export function AnswersChart({ look: { desk } }: { readonly look: PageState }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { items } = desk.session.lists.deliveries;
  const answers = useMemo(() => answersOf(items.slice(0, mostDeliveries)), [items]);
  const selected = desk.selected?.target.type === 'delivery' ? desk.selected.target.delivery.id : null;
  useLayoutEffect(() => {
    if (canvas.current !== null) draw(canvas.current, answers, selected);
  });
  if (answers.length === 0) return null;
  const counts = countsOf(answers);
  const slowest = answers.reduce((most, answer) => Math.max(most, answer.latency), 0);
  return (
    <section class="answers" aria-label="Webhook responses">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${answers.length} attempts; the slowest response took ${latency(slowest)}`}
        onClick={(event) => {
          const mark = nearest(event, answers);
          selectRow(desk, ({ target }) => target.type === 'delivery' && target.delivery.id === mark?.delivery);
        }}
      />
      <ul>
        {counts.slice(0, 5).map(({ answer, tone, count }) => (
          <li key={answer} class={`tone-${tone}`}>
            {answer} <span class="tone-dim">×{count.toLocaleString('en-US')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The position of a response, from 0 to 1: horizontally by the order of the attempts, vertically by the logarithm of
 * the latency.
 */
const across = (at: number, count: number): number => (count === 1 ? 0.5 : at / (count - 1));
const upwards = (milliseconds: number): number =>
  Math.log10(Math.min(20_000, Math.max(1, milliseconds))) / Math.log10(20_000);

function nearest(event: MouseEvent, answers: readonly AnswerMark[]): AnswerMark | null {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const at = (event.clientX - box.left - namesWidth) / Math.max(1, box.width - namesWidth - 2 * radius);
  return answers[Math.round(Math.min(1, Math.max(0, at)) * (answers.length - 1))] ?? null;
}

function draw(canvas: HTMLCanvasElement, answers: readonly AnswerMark[], selected: string | null): void {
  const pen = penFor(canvas, chartHeight);
  if (pen === null) return;
  const { context, width, colour } = pen;
  const heightOf = (milliseconds: number): number => chartHeight - 8 - upwards(milliseconds) * (chartHeight - 16);
  for (const line of lines) {
    const y = heightOf(line);
    context.fillStyle = colour('line');
    context.fillRect(namesWidth, y, width - namesWidth, 1);
    context.fillStyle = colour('soft');
    context.fillText(line < 1_000 ? `${line} ms` : `${line / 1_000} s`, 4, y);
  }
  for (const [at, { delivery, latency: took, tone }] of answers.entries()) {
    const x = namesWidth + radius + across(at, answers.length) * (width - namesWidth - 2 * radius);
    context.fillStyle = colour(colourOf(tone));
    context.beginPath();
    // A failure is a square, so that it stands out even without color.
    if (tone === 'bad') context.rect(x - radius, heightOf(took) - radius, 2 * radius, 2 * radius);
    else context.arc(x, heightOf(took), radius, 0, 2 * Math.PI);
    context.fill();
    if (delivery !== selected) continue;
    context.strokeStyle = colour('brand-ink');
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc(x, heightOf(took), radius + 2.5, 0, 2 * Math.PI);
    context.stroke();
  }
}

import type { ClockView, EventView } from '../sandbox/control/wire.ts';

/** How many of the events that came are listed. */
export const mostNamed = 8;

interface Waited {
  /** The events that came, oldest first. */
  readonly came: readonly Pick<EventView, 'type'>[];
  readonly clock: ClockView;
  /** The object that the awaited event is about. */
  readonly id?: string | undefined;
  /** The caller's names for moving the clock and for settling. */
  readonly calls: { readonly advance: string; readonly settle: string };
}

/** Sentences that list the events that came instead of an awaited event, and why that event will not come by itself. */
export function missingEventSentences({ came, clock, id, calls }: Waited): string {
  const about = id === undefined ? '' : ` about ${id}`;
  const named = came.slice(-mostNamed).map(({ type }) => type);
  const instead = named.length === 0 ? `No event${about} came.` : `What came${about}: ${named.join(', ')}.`;
  const held = clock.held === 0 ? '' : ` ${clock.held} settled only by ${calls.settle}.`;
  const next =
    clock.next === null
      ? ''
      : ` Next on the clock: ${clock.next.kind} of ${clock.next.subject} at ${clock.next.due_at}.`;
  const stands = clock.mode === 'frozen' ? ` The clock is at ${clock.now}: move it with ${calls.advance}.` : '';
  return `${instead}${next}${stands}${held}`;
}

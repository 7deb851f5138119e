import type { ClockView, EventView } from '../sandbox/control/wire.ts';

/** The maximum number of events to list. */
export const mostNamed = 8;

interface Waited {
  /** The events that arrived, oldest first. */
  readonly came: readonly Pick<EventView, 'type'>[];
  readonly clock: ClockView;
  /** The object of the expected event. */
  readonly id?: string | undefined;
  /** What the caller's interface calls the two actions: advancing the clock and settling. */
  readonly calls: { readonly advance: string; readonly settle: string };
}

/**
 * Returns sentences that list the events that arrived instead of the expected one, and explain why the expected event
 * will not arrive without an action.
 */
export function missingEventSentences({ came, clock, id, calls }: Waited): string {
  const about = id === undefined ? '' : ` about ${id}`;
  const named = came.slice(-mostNamed).map(({ type }) => type);
  const instead = named.length === 0 ? `No event${about} came.` : `What came${about}: ${named.join(', ')}.`;
  const held = clock.held === 0 ? '' : ` Jobs waiting for ${calls.settle}: ${clock.held}.`;
  const next =
    clock.next === null
      ? ''
      : ` The next job is ${clock.next.kind} for ${clock.next.subject}, due at ${clock.next.due_at}.`;
  const stands = clock.mode === 'frozen' ? ` The clock is frozen at ${clock.now}; move it with ${calls.advance}.` : '';
  return `${instead}${next}${stands}${held}`;
}

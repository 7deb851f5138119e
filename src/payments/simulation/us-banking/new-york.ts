import { dayMs, hourMs, minuteMs, secondMs } from '../../../core/base/instants.ts';

/** A local time in New York: the day, counted from 1970-01-01, and the milliseconds on the clock since midnight. */
export interface LocalTime {
  readonly day: number;
  readonly time: number;
}

let format: Intl.DateTimeFormat | null = null;

/** The UTC offset of New York at an instant, in milliseconds. It is negative, because clocks there are behind UTC. */
function offsetAt(instant: number): number {
  format ??= new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' });
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /GMT-(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(instant)) ?? [];
  return -(Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds) * secondMs);
}

/** Converts an instant in milliseconds to the local time in New York. */
export function inNewYork(instant: number): LocalTime {
  const local = instant + offsetAt(instant);
  const day = Math.floor(local / dayMs);
  return { day, time: local - day * dayMs };
}

/**
 * Converts a local time in New York to an instant, in milliseconds. The time must be after three o'clock, because
 * clocks change before that.
 */
export function fromNewYork({ day, time }: LocalTime): number {
  const local = day * dayMs + time;
  // New York is four or five hours behind UTC.
  return local - offsetAt(local + 5 * hourMs);
}

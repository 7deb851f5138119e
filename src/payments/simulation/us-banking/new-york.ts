import { dayMs, hourMs, minuteMs, secondMs } from '../../../core/base/instants.ts';

/** A moment in New York: the day, counted since 1970-01-01, and the milliseconds since its midnight on a clock there. */
export interface LocalTime {
  readonly day: number;
  readonly time: number;
}

let format: Intl.DateTimeFormat | null = null;

/** How far clocks in New York are ahead of UTC at an instant, in milliseconds; negative, because they are behind. */
function offsetAt(instant: number): number {
  format ??= new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' });
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /GMT-(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(instant)) ?? [];
  return -(Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds) * secondMs);
}

/** The time in New York at an instant in milliseconds. */
export function inNewYork(instant: number): LocalTime {
  const local = instant + offsetAt(instant);
  const day = Math.floor(local / dayMs);
  return { day, time: local - day * dayMs };
}

/** The instant of a time in New York, in milliseconds. The time is later than three o'clock, when clocks change. */
export function fromNewYork({ day, time }: LocalTime): number {
  const local = day * dayMs + time;
  // Clocks in New York are four or five hours behind.
  return local - offsetAt(local + 5 * hourMs);
}

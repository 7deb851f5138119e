/** How often the dashboard draws and asks, and how long it waits for what a person does. Times are in milliseconds. */
export interface Pace {
  /** How many drawings a second there may be for long. */
  readonly drawingsPerSecond: number;
  /** From one look whether something has changed to the next. */
  readonly pollInterval: number;
  /** The least between two drawings of what the stream brings. */
  readonly newsInterval: number;
  /** How long no key comes before the emulator is asked for what was typed. */
  readonly typingPause: number;
  /** How long a question stands on the screen before Enter answers it: whoever pressed it earlier had not read it. */
  readonly readingTime: number;
}

/** What suits people. Nobody reads along in most tests, which do not wait for eyes and fingers. */
export const ownPace: Pace = {
  drawingsPerSecond: 12,
  pollInterval: 1_000,
  newsInterval: 100,
  typingPause: 150,
  readingTime: 150,
};

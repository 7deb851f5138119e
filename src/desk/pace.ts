/**
 * How often the desk is drawn and the emulator asked, and how long is waited for answers and for what a person does. Times
 * are in milliseconds.
 */
export interface Pace {
  /** How many drawings a second there may be for long. */
  readonly drawingsPerSecond: number;
  /** The least between two drawings of what the stream brings, and in a flood: rows that stand still are easier to read. */
  readonly newsInterval: number;
  readonly floodInterval: number;
  /** From one look whether something has changed to the next. */
  readonly pollInterval: number;
  /** How often the status is asked for although nothing seems to happen. */
  readonly statusInterval: number;
  /** How long after the emulator is gone it is looked for again. */
  readonly reconnectDelay: number;
  /** How often the emulator is asked whether it is there, and after how long without an answer it is said to hang. */
  readonly heartbeat: number;
  readonly hungAfter: number;
  /** The least time from the end of an audit to the next one. */
  readonly auditInterval: number;
  /** How long nothing is typed before the emulator is asked for what was. */
  readonly typingPause: number;
  /** How long a question stands on the screen before Enter answers it: whoever pressed it earlier had not read it. */
  readonly readingTime: number;
  /** How long a row stays selected before its details are asked for, and how far two of them are apart. */
  readonly previewDelay: number;
  readonly previewInterval: number;
  /** After how long a wait shows itself, and how long keys wait for rows that do not come. */
  readonly waitShownAfter: number;
  readonly rowsTimeout: number;
  /** How long the first answers of receivers are waited for, and how often they are asked for. */
  readonly deliveryTimeout: number;
  readonly deliveryInterval: number;
  /** How long a message stands, and a warning before the next one may take its place. */
  readonly noticeDuration: number;
  readonly warningReadingTime: number;
}

/** What suits people. Nobody reads along in most tests, which do not wait for eyes and fingers. */
export const ownPace: Pace = {
  drawingsPerSecond: 12,
  newsInterval: 100,
  floodInterval: 250,
  pollInterval: 1_000,
  statusInterval: 5_000,
  reconnectDelay: 1_000,
  heartbeat: 1_000,
  // At most 2.5 s after it began to.
  hungAfter: 1_500,
  auditInterval: 3_000,
  typingPause: 150,
  readingTime: 150,
  previewDelay: 60,
  previewInterval: 200,
  waitShownAfter: 300,
  rowsTimeout: 2_000,
  deliveryTimeout: 3_000,
  deliveryInterval: 150,
  noticeDuration: 15_000,
  warningReadingTime: 4_000,
};

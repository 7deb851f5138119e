/**
 * How often the desk draws and polls, and how long it waits for answers and for people. All times are in milliseconds.
 */
export interface Pace {
  /** The most drawings per second over a longer time. */
  readonly drawingsPerSecond: number;
  /**
   * The least time between two drawings of messages from the stream, normally and in a flood: rows that stand still are
   * easier to read.
   */
  readonly newsInterval: number;
  readonly floodInterval: number;
  /** The time between two checks for changes. */
  readonly pollInterval: number;
  /** The time between two polls of the status if nothing happens. */
  readonly statusInterval: number;
  /** How long to wait before connecting again to an emulator that is gone. */
  readonly reconnectDelay: number;
  /**
   * The time between two heartbeats to the emulator, and the time after which an emulator without an answer counts as
   * hanging.
   */
  readonly heartbeat: number;
  readonly hungAfter: number;
  /** The least time between the end of an audit and the next one. */
  readonly auditInterval: number;
  /** How long to wait after the last key before the emulator searches for the typed text. */
  readonly typingPause: number;
  /**
   * How long a question must be on the screen before Enter answers it: an earlier Enter was meant for another element.
   */
  readonly readingTime: number;
  /** How long a row must be selected before its details load, and the least time between two such loads. */
  readonly previewDelay: number;
  readonly previewInterval: number;
  /** When a wait becomes visible, and how long keys wait for rows. */
  readonly waitShownAfter: number;
  readonly rowsTimeout: number;
  /** How long to wait for receivers' first answers, and how often to ask for them. */
  readonly deliveryTimeout: number;
  readonly deliveryInterval: number;
  /** How long a message stays, and how long a warning stays before the next may replace it. */
  readonly noticeDuration: number;
  readonly warningReadingTime: number;
}

/** The pace for people. Most tests use a faster one. */
export const ownPace: Pace = {
  drawingsPerSecond: 12,
  newsInterval: 100,
  floodInterval: 250,
  pollInterval: 1_000,
  statusInterval: 5_000,
  reconnectDelay: 1_000,
  heartbeat: 1_000,
  // A hanging emulator is noticed within 2.5 s.
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

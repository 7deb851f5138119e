/**
 * How often the desk draws and polls, and how long it waits for responses and for the user. All times are in
 * milliseconds.
 */
export interface Pace {
  /** The maximum number of drawings per second over a longer time. */
  readonly drawingsPerSecond: number;
  /**
   * The minimum time between two drawings of messages from the stream, normally and in a flood. Rows that do not move
   * are easier to read.
   */
  readonly newsInterval: number;
  readonly floodInterval: number;
  /** The time between two checks for changes. */
  readonly pollInterval: number;
  /** The time between two polls of the status if there are no changes. */
  readonly statusInterval: number;
  /** How long to wait before reconnecting to an emulator that is gone. */
  readonly reconnectDelay: number;
  /**
   * The time between two heartbeats to the emulator, and the time after which an emulator that does not respond
   * counts as hanging.
   */
  readonly heartbeat: number;
  readonly hungAfter: number;
  /** The minimum time between the end of an audit and the start of the next one. */
  readonly auditInterval: number;
  /** How long to wait after the last key before the emulator searches for the typed text. */
  readonly typingPause: number;
  /**
   * How long a dialog must be on the screen before Enter confirms it. An earlier Enter was meant for another element.
   */
  readonly readingTime: number;
  /** How long a row must be selected before its details load, and the minimum time between two such loads. */
  readonly previewDelay: number;
  readonly previewInterval: number;
  /** How long the details of a row may load before the pane shows that they load. */
  readonly previewPatience: number;
  /** The time after which a wait becomes visible, and how long keys wait for rows. */
  readonly waitShownAfter: number;
  readonly rowsTimeout: number;
  /** How long to wait for the receivers' first responses, and the time between two checks for them. */
  readonly deliveryTimeout: number;
  readonly deliveryInterval: number;
  /** How long a message stays, and how long a warning stays before the next warning can replace it. */
  readonly noticeDuration: number;
  readonly warningReadingTime: number;
}

/** The pace for users. Most tests use a faster pace. */
export const ownPace: Pace = {
  drawingsPerSecond: 12,
  newsInterval: 100,
  floodInterval: 250,
  pollInterval: 1_000,
  statusInterval: 5_000,
  reconnectDelay: 1_000,
  heartbeat: 1_000,
  // The desk detects a hanging emulator within 2.5 s.
  hungAfter: 1_500,
  auditInterval: 3_000,
  typingPause: 150,
  readingTime: 150,
  previewDelay: 60,
  previewInterval: 200,
  previewPatience: 150,
  waitShownAfter: 300,
  rowsTimeout: 2_000,
  deliveryTimeout: 3_000,
  deliveryInterval: 150,
  noticeDuration: 15_000,
  warningReadingTime: 4_000,
};

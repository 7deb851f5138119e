import { ownPace, type Pace } from '../../src/desk/model/pace.ts';

/** For tests that look at what is shown, not at when. */
export const hurried: Pace = {
  ...ownPace,
  drawingsPerSecond: 100,
  newsInterval: 50,
  pollInterval: 100,
  statusInterval: 300,
  reconnectDelay: 100,
  heartbeat: 200,
  auditInterval: 200,
  typingPause: 10,
  readingTime: 20,
  previewDelay: 5,
  previewInterval: 20,
  deliveryInterval: 20,
};

/**
 * For a desk whose emulator is in the same process: nothing waits on purpose, and what ends by itself outlasts a test,
 * so that no test depends on how fast the machine is.
 */
export const atOnce: Pace = {
  ...hurried,
  drawingsPerSecond: 1_000,
  newsInterval: 0,
  floodInterval: 0,
  pollInterval: 10,
  statusInterval: 50,
  reconnectDelay: 5,
  heartbeat: 50,
  hungAfter: 60_000,
  auditInterval: 10,
  typingPause: 1,
  previewDelay: 0,
  previewInterval: 0,
  waitShownAfter: 60_000,
  previewPatience: 60_000,
  rowsTimeout: 60_000,
  deliveryTimeout: 60_000,
  deliveryInterval: 5,
  noticeDuration: 60_000,
  warningReadingTime: 60_000,
};

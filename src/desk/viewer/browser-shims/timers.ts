/* Node's timers, made of the browser's timers. */

const { setTimeout: set, clearTimeout: clear } = globalThis;

export const setTimeout = (call: () => void, delay?: number) => {
  const timer = set(call, delay);
  return { timer, unref: () => {} };
};
export const clearTimeout = (held: { timer: number }): void => clear(held.timer);
export const setImmediate = (call: () => void): void => void set(call, 0);

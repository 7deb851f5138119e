import type { Unsubscribe } from './types.ts';

type Listeners<E> = { [K in keyof E]?: Set<(payload: E[K]) => void> };

/** Listeners by event. One that throws is reported to the page and keeps no other from hearing. */
export class Emitter<E extends object> {
  readonly #listeners: Listeners<E> = {};

  on<K extends keyof E>(event: K, listener: (payload: E[K]) => void): Unsubscribe {
    const listeners = this.#listeners[event] ?? new Set<(payload: E[K]) => void>();
    this.#listeners[event] = listeners;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<K extends keyof E>(event: K, payload: E[K]): void {
    for (const listener of [...(this.#listeners[event] ?? [])]) {
      try {
        listener(payload);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

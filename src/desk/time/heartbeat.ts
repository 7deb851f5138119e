import type { Client } from '../../client.ts';
import { ClientError } from '../../client-error.ts';
import type { Pace } from '../pace.ts';
import { type Cancel, every, Later } from './timer.ts';

/** Knows whether the emulator answers: one that hangs closes no connection, so that it has to be asked. */
export class Heartbeat {
  readonly #client: () => Client;
  readonly #changed: () => void;
  readonly #pace: Pick<Pace, 'heartbeat' | 'hungAfter'>;
  #stop: Cancel | null = null;
  readonly #told = new Later();
  #isAsking = false;
  /** Since when it has said nothing although it was asked; null: it owes no answer. */
  #waitingSince: number | null = null;
  /** When it last said anything. */
  heardAt = performance.now();

  /** @param changed called when it hangs, and when it goes on */
  constructor(client: () => Client, changed: () => void, pace: Pick<Pace, 'heartbeat' | 'hungAfter'>) {
    this.#pace = pace;
    this.#client = client;
    this.#changed = changed;
  }

  open(): void {
    void this.#ask();
    this.#stop = every(this.#pace.heartbeat, () => void this.#ask());
  }

  close(): void {
    this.#stop?.();
    this.#told.cancel();
  }

  /** It has said something, whatever that was. */
  hear(): void {
    const wasSilent = this.silence !== null;
    this.heardAt = performance.now();
    this.#waitingSince = this.#isAsking ? this.heardAt : null;
    if (wasSilent) this.#changed();
  }

  /** For how many milliseconds it has left a question unanswered; null while it answers soon. */
  get silence(): number | null {
    if (this.#waitingSince === null) return null;
    const waited = performance.now() - this.#waitingSince;
    return waited < this.#pace.hungAfter ? null : waited;
  }

  async #ask(): Promise<void> {
    if (this.silence !== null) this.#changed();
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#waitingSince ??= performance.now();
    this.#told.do(this.#pace.hungAfter, this.#changed);
    const isThere = await this.#client()
      .health()
      .then(
        () => true,
        (error: unknown) => error instanceof ClientError,
      );
    this.#told.cancel();
    this.#isAsking = false;
    // One that cannot be reached any more is gone: the stream says so.
    if (isThere) this.hear();
  }
}

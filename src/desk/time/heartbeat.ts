import type { Client } from '../../client.ts';
import { ClientError } from '../../client-error.ts';

/** How often the emulator is asked whether it is there, in milliseconds. */
const interval = 1_000;
/** After how many milliseconds without an answer it is said to hang: at most 2.5 s after it began to. */
const hungAfter = 1_500;

/** Knows whether the emulator answers: one that hangs closes no connection, so that it has to be asked. */
export class Heartbeat {
  readonly #client: () => Client;
  readonly #changed: () => void;
  #timer: NodeJS.Timeout | undefined;
  #told: NodeJS.Timeout | undefined;
  #isAsking = false;
  /** Since when it has said nothing although it was asked; null: it owes no answer. */
  #waitingSince: number | null = null;
  /** When it last said anything. */
  heardAt = performance.now();

  /** @param changed called when it hangs, and when it goes on */
  constructor(client: () => Client, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
  }

  open(): void {
    void this.#ask();
    this.#timer = setInterval(() => void this.#ask(), interval);
  }

  close(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#told);
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
    return waited < hungAfter ? null : waited;
  }

  async #ask(): Promise<void> {
    if (this.silence !== null) this.#changed();
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#waitingSince ??= performance.now();
    this.#told = setTimeout(this.#changed, hungAfter);
    const isThere = await this.#client()
      .health()
      .then(
        () => true,
        (error: unknown) => error instanceof ClientError,
      );
    clearTimeout(this.#told);
    this.#isAsking = false;
    // One that cannot be reached any more is gone: the stream says so.
    if (isThere) this.hear();
  }
}

import { ClientError } from '../../../client/error.ts';
import type { Client } from '../../../client/node-client.ts';
import type { Pace } from '../pace.ts';
import { type Cancel, every, Later } from './timer.ts';

/**
 * Detects whether the emulator responds. A hanging emulator does not close connections, so the heartbeat must send
 * requests.
 */
export class Heartbeat {
  readonly #client: () => Client;
  readonly #changed: () => void;
  readonly #pace: Pick<Pace, 'heartbeat' | 'hungAfter'>;
  #stop: Cancel | null = null;
  readonly #told = new Later();
  #isAsking = false;
  /** When the pending heartbeat was sent; null if no heartbeat is pending. */
  #waitingSince: number | null = null;
  /** When the emulator last sent any data. */
  heardAt = performance.now();

  /** @param changed called when the emulator starts to hang, and when it recovers */
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

  /** Call this whenever the emulator has sent data. */
  hear(): void {
    const wasSilent = this.silence !== null;
    this.heardAt = performance.now();
    this.#waitingSince = this.#isAsking ? this.heardAt : null;
    if (wasSilent) this.#changed();
  }

  /** How long a heartbeat has been pending, in milliseconds; null while responses arrive in time. */
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
      .call('health')
      .then(
        () => true,
        (error: unknown) => error instanceof ClientError,
      );
    this.#told.cancel();
    this.#isAsking = false;
    // The stream reports a lost connection.
    if (isThere) this.hear();
  }
}

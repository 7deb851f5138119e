import type { ScreenFinding } from '../../../audit/judge.ts';
import { reasonOf } from '../moves/outcomes.ts';
import type { Session } from '../session.ts';
import type { RowSubject } from '../targets.ts';
import { detailsOf } from './details.ts';
import type { Details } from './structure.ts';

/** The details that are open, or shown beside the list. */
export class OpenDetails {
  readonly #session: Session;
  /** The target of the details. An object has the state and the legal moves that it had when it was last loaded. */
  target: RowSubject;
  content: Details | null = null;
  failure: string | null = null;
  /** Changes whenever the content changes. */
  version = 0;
  /** The number of stream messages received when the content was requested. */
  #askedAt = 0;
  /** The connection over which the content was requested. */
  #askedIn = 0;

  constructor(session: Session, target: RowSubject) {
    this.#session = session;
    this.target = target;
  }

  #changed(): void {
    this.version++;
    this.#session.redraw('answer');
  }

  async load(): Promise<void> {
    this.#askedAt = this.#session.received;
    this.#askedIn = this.#session.connections;
    if (this.target.type === 'finding') this.target = { type: 'finding', finding: this.#latest(this.target.finding) };
    try {
      this.content = await detailsOf(this.#session, this.target);
      this.failure = null;
      const { object, endpoint } = this.content;
      if (endpoint !== undefined) this.target = { type: 'endpoint', endpoint };
      if (this.target.type === 'object' && object !== undefined) this.target = { type: 'object', object };
    } catch (error) {
      this.failure = reasonOf(error);
    }
    this.#changed();
  }

  /**
   * Loads the content again if something has happened since the last load, or if the emulator is back. A snapshot is compared only once, because
   * the comparison reads all records.
   */
  refresh(): void {
    const { target } = this;
    const isBack = this.#askedIn !== this.#session.connections;
    if (isBack ? this.content === null && this.failure === null : target.type === 'snapshot' || this.content === null)
      return;
    const isOld =
      isBack ||
      (target.type === 'finding'
        ? this.#latest(target.finding) !== target.finding
        : this.#askedAt !== this.#session.received);
    if (isOld) void this.load();
  }

  /** The finding in the last audit. */
  #latest(finding: ScreenFinding): ScreenFinding {
    return this.#session.lists.findings.latest(finding);
  }
}

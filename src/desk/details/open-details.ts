import { CustomerLists } from '../lists/customer-lists.ts';
import { reasonOf } from '../moves/outcomes.ts';
import type { Session } from '../session.ts';
import type { Target } from '../targets.ts';
import { detailsOf } from './details.ts';
import type { Details } from './structure.ts';

/** The details that are open, or stand beside the list: what is known of a row's target. */
export class OpenDetails {
  readonly #session: Session;
  readonly #customerLists: CustomerLists;
  /** What they are about; of an object, as it was when they were loaded last, with the moves that are legal then. */
  target: Target;
  content: Details | null = null;
  failure: string | null = null;
  /** Changes with what there is to be shown. */
  version = 0;
  /** How many messages the stream had brought when the content was asked for. */
  #askedAt = 0;

  constructor(session: Session, target: Target) {
    this.#session = session;
    this.target = target;
    this.#customerLists = new CustomerLists(session, () => this.#changed());
  }

  #changed(): void {
    this.version++;
    this.#session.redraw('answer');
  }

  async load(): Promise<void> {
    this.#askedAt = this.#session.received;
    try {
      this.content = await detailsOf(this.#session, this.target, this.#customerLists);
      this.failure = null;
      const { object } = this.content;
      if (this.target.type === 'object' && object !== undefined) this.target = { type: 'object', object };
    } catch (error) {
      this.failure = reasonOf(error);
    }
    this.#changed();
  }

  /** Loads the content again where something has happened since. A snapshot is compared once: that reads all there is. */
  refresh(): void {
    if (this.target.type === 'snapshot') return;
    if (this.content !== null && this.#askedAt !== this.#session.received) void this.load();
  }

  /** Has the emulator look further for what is shown in part; to be called as long as somebody looks. */
  lookFurther(): void {
    this.#customerLists.lookFurther();
  }
}

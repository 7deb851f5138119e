import { clean } from '../core/base/terminal-text.ts';

/** A file that is no record, or one that cannot be used: one line that says why and what to do. */
export class RecordError extends Error {
  static override readonly name = 'RecordError';
  override readonly name = 'RecordError';

  /** @param message may quote what a record says */
  constructor(message: string) {
    super(clean(message));
  }
}

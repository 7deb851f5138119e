import { clean } from '../core/base/terminal-text.ts';

/**
 * The error for a file that is not a record, or for a record that cannot be used: one line with the reason and what
 * to do next.
 */
export class RecordError extends Error {
  static override readonly name = 'RecordError';
  override readonly name = 'RecordError';

  /** @param message a message that can quote the record; control characters are removed */
  constructor(message: string) {
    super(clean(message));
  }
}

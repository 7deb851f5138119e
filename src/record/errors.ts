import { clean } from '../core/base/terminal-text.ts';

/**
 * The refusal of a file that is not a record, or of a record that cannot be used: one line with the reason and what to do.
 */
export class RecordError extends Error {
  static override readonly name = 'RecordError';
  override readonly name = 'RecordError';

  /** @param message may quote the record: control characters are removed */
  constructor(message: string) {
    super(clean(message));
  }
}

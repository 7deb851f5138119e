import type { Registry } from '../../core/kernel/declare/registry.ts';
import type { Profile } from './profile.ts';

/**
 * The days on which captures of the service confirmed assumptions, by the name of the assumption:
 * `transaction.settled_at`, `transaction.status=voided`, `code invalid_state`, `operation payouts.cancel`.
 */
export type Confirmed = ReadonlyMap<string, string>;

/** The declarations as the documents show them. */
export interface Described extends Pick<Registry, 'slices' | 'events' | 'refusals' | 'codesOf' | 'operationsOf'> {
  /** The profile that changed them; absent: they are the emulator's own. */
  readonly profile?: Profile;
  /** What captures of the service confirmed; absent: nothing. */
  readonly confirmed?: Confirmed | undefined;
}

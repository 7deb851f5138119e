import { createHash } from 'node:crypto';
import type { StoredEvent } from '../../core/kernel/events.ts';

/** Whether an event about unknown objects keeps what the application stored with the known ones. */
export type KeptMetadata = 'with metadata' | 'without metadata';

/**
 * The data of an event about objects that the application does not know, as of another product of the account. The
 * unknown ids depend only on the known ones, so that a run can be repeated.
 */
export const unknownData = (data: StoredEvent['data'], kept: KeptMetadata): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (kept === 'without metadata' && name === 'metadata') return [name, {}];
      if (kept === 'without metadata' && name === 'reference_id') return [name, null];
      return [name, isId(value) ? unknownId(value, kept) : value];
    }),
  );

const isId = (value: unknown): value is string => typeof value === 'string' && /^[a-z]+_\w{6,}$/.test(value);

/** An id that no object has. */
export const unknownId = (id: string, kept: KeptMetadata): string =>
  `${id.slice(0, id.indexOf('_'))}_${createHash('sha256').update(`${id} ${kept}`).digest('hex').slice(0, 20)}`;

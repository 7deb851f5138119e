import { createHash } from 'node:crypto';
import { isObject } from '../../core/base/json-values.ts';
import type { StoredEvent } from '../../core/kernel/events.ts';
import { isId } from '../platform/event-names.ts';

/** Whether an event about unknown objects has metadata, as another product of the account stored it. */
export type UnknownMetadata = 'other metadata' | 'no metadata';

/**
 * The data of an event about objects that the application does not know, as of another product of the account. The
 * unknown texts depend only on the known ones, so that a run can be repeated.
 */
export const unknownData = (data: StoredEvent['data'], how: UnknownMetadata): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (name === 'reference_id' && typeof value === 'string')
        return [name, how === 'no metadata' ? null : unknownText(value)];
      if (name === 'metadata' && isObject(value)) return [name, how === 'no metadata' ? {} : unknownMetadata(value)];
      return [name, isId(value) ? unknownId(value, how) : value];
    }),
  );

const unknownMetadata = (metadata: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, typeof value === 'string' ? unknownText(value) : value]),
  );

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);

const unknownText = (text: string): string => `other-${hashOf(text)}`;

/** An id that no object has. */
export const unknownId = (id: string, how: UnknownMetadata): string =>
  `${id.slice(0, id.indexOf('_'))}_${hashOf(`${id} ${how}`)}`;

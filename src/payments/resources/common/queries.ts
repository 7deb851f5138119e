import { about, Integer, T, Text } from '../../../core/kernel/declare/schema.ts';
import { usualLimit } from '../../../core/kernel/pagination.ts';

/** The parameters of every list (specification, "Conventions" 3). */
export const listQuery = {
  limit: about(
    T.Optional(Integer({ minimum: 1, maximum: 100, default: usualLimit })),
    'The maximum number of objects per page.',
  ),
  starting_after: about(T.Optional(Text(100)), 'The id of the last object on the previous page.'),
};

/** A list filter: returns only the objects that belong to a given object. */
export const ofObject = (noun: string) =>
  about(T.Optional(Text(100)), `Returns only objects for the ${noun} with this id.`);

import { about, Integer, T, Text } from '../../../core/kernel/declare/schema.ts';
import { usualLimit } from '../../../core/kernel/pagination.ts';

/** The parameters of every list (specification, "Conventions" 3). */
export const listQuery = {
  limit: about(T.Optional(Integer({ minimum: 1, maximum: 100, default: usualLimit })), 'How many objects a page has.'),
  starting_after: about(T.Optional(Text(100)), 'The id of the last object of the page before.'),
};

/** A filter of a list, by the object to which the listed objects refer. */
export const ofObject = (noun: string) => about(T.Optional(Text(100)), `Only objects of the ${noun} with this id.`);

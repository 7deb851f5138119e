import { Integer, T, Text } from '../../engine/schema.ts';

/** What every list takes (specification, "Conventions" 3). */
export const listQuery = {
  limit: T.Optional(Integer({ minimum: 1, maximum: 100 })),
  starting_after: T.Optional(Text(100)),
};

import { OneOf, T } from '../../kernel/declare/schema.ts';
import { errorTypes } from '../../kernel/errors.ts';
import { orNull } from './schemas.ts';

/** What the answers of the control API have in common. */

/** Paging of control lists: like the merchant API's. */
export const pageFields = {
  limit: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
  starting_after: T.Optional(T.String({ maxLength: 100 })),
};

/** Asks for the last page of a list, the oldest, in place of the first one; newest first as well. */
export const lastPage = { page: T.Optional(OneOf(['last'])) };

export const ErrorBody = T.Object({
  error: T.String(),
  type: OneOf(Object.keys(errorTypes) as (keyof typeof errorTypes)[]),
  code: T.Optional(T.String()),
  param: T.Optional(T.String()),
});
export type ErrorBody = T.Static<typeof ErrorBody>;

export const EventName = T.Object({ id: T.String(), type: T.String() });

export const Removed = T.Object({ id: T.String(), deleted: T.Boolean() });
export type Removed = T.Static<typeof Removed>;

/** What something is about, as far as one line tells it. */
export const About = T.Object({
  id: T.String(),
  /** Cents; null where it is about no amount. */
  amount: orNull(T.Integer()),
  currency: orNull(T.String()),
  /** Whom it is about: an e-mail address or a name, where one is known. */
  who: T.String(),
});
export type About = T.Static<typeof About>;

export const ChangeView = T.Object({
  object: T.String(),
  id: T.String(),
  verb: T.String(),
  from: orNull(T.String()),
  to: T.String(),
});

import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { errorTypes } from '../../../core/kernel/errors.ts';
import { orNull } from './schemas.ts';

/** Common parts of the control API's responses. */

/** Control lists have the same pagination as the merchant API. */
export const pageFields = {
  limit: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
  starting_after: T.Optional(T.String({ maxLength: 100 })),
};

/**
 * Requests the last page of a list, with the oldest records, instead of the first page. It is also sorted newest
 * first.
 */
export const lastPage = { page: T.Optional(OneOf(['last'])) };

export const ErrorBody = T.Object({
  error: T.String(),
  type: OneOf(Object.keys(errorTypes) as (keyof typeof errorTypes)[]),
  code: T.Optional(T.String()),
  param: T.Optional(T.String()),
});
export type ErrorBody = T.Static<typeof ErrorBody>;

export const EventName = T.Object({ id: T.String(), type: T.String() });

export const RemovalResult = T.Object({ id: T.String(), deleted: T.Boolean() });
export type RemovalResult = T.Static<typeof RemovalResult>;

/** A summary of a subject, in one line. */
export const SubjectSummary = T.Object({
  id: T.String(),
  /** Cents; null if the subject has no amount. */
  amount: orNull(T.Integer()),
  currency: orNull(T.String()),
  /** The person: an e-mail address or a name, if one is known. */
  who: T.String(),
});
export type SubjectSummary = T.Static<typeof SubjectSummary>;

export const ChangeView = T.Object({
  object: T.String(),
  id: T.String(),
  verb: T.String(),
  from: orNull(T.String()),
  to: T.String(),
  /** The paths of the fields that a developer edited; absent if the change is a move. */
  edited: T.Optional(T.Array(T.String())),
});

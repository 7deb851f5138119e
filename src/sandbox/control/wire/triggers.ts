import { moveRoles } from '../../../core/kernel/declare/lifecycle.ts';
import { Anything, Id, OneOf, T, Text, Words } from '../../../core/kernel/declare/schema.ts';
import { ofEachOption } from '../../../core/kernel/declare/trigger-options.ts';
import { Cents } from '../../../payments/platform/fields.ts';
import { EventName } from './common.ts';
import { InputField } from './outcomes.ts';
import { orNull } from './schemas.ts';

/** Triggers, and their results. */

const mostAtOnce = 1_000;

export const TriggerView = T.Object({
  name: T.String(),
  kind: OneOf(['event', 'transition']),
  about: T.String(),
  resource: T.String(),
  /**
   * The moves of the trigger, with their source states and their target state. A move without source states creates the
   * object.
   */
  moves: T.Array(
    T.Object({
      move: T.String(),
      from: T.Array(T.String()),
      to: T.String(),
      /** The same states in the form of the API, with a finer state in parentheses: `pending (in_transit)`. */
      shown: T.Object({ from: T.Array(T.String()), to: T.String() }),
      /** The meaning of the move for the object. User interfaces offer moves with the same role in the same way. */
      role: orNull(OneOf(moveRoles)),
      /** Whether the move moves no money and can be reversed, so that the dashboard needs no confirmation. */
      harmless: T.Boolean(),
    }),
  ),
  /** The options of the move, in addition to `id`, `set` and `count`. */
  options: T.Array(T.String()),
  /** The form field of each option. */
  fields: T.Array(InputField),
});
export type TriggerView = T.Static<typeof TriggerView>;

/** The request for a trigger. */
export const TriggerInput = T.Object({
  /** Make exactly this move on this object. */
  id: T.Optional(Id()),
  ...ofEachOption({
    amount: () => T.Optional(Cents()),
    code: () => T.Optional(Words(100)),
    choice: () => T.Optional(Words(100)),
    text: () => T.Optional(Text()),
  }),
  /** Paths in the request that creates the new object, and their values. */
  set: T.Optional(Anything()),
  count: T.Optional(T.Integer({ minimum: 1, maximum: mostAtOnce })),
});
export type TriggerInput = T.Static<typeof TriggerInput>;

export const TriggerResult = T.Object({
  objects: T.Array(
    T.Object({
      id: T.String(),
      object: T.String(),
      status: orNull(T.String()),
      /** The last move of the object, with the states of its lifecycle; null if the object changed without a move. */
      moved: orNull(T.Object({ move: T.String(), from: orNull(T.String()), to: T.String(), code: orNull(T.String()) })),
    }),
  ),
  events: T.Array(EventName),
});
export type TriggerResult = T.Static<typeof TriggerResult>;

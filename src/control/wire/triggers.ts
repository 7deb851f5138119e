import { moveRoles } from '../../kernel/declare/lifecycle.ts';
import { Anything, Id, OneOf, T, Text, Words } from '../../kernel/declare/schema.ts';
import { ofEachOption } from '../../kernel/declare/trigger-options.ts';
import { Cents } from '../../platform/fields.ts';
import { EventName } from './common.ts';
import { InputField } from './outcomes.ts';
import { orNull } from './schemas.ts';

/** What can be triggered, and what came of it. */

const mostAtOnce = 1_000;

export const TriggerView = T.Object({
  name: T.String(),
  kind: OneOf(['event', 'transition']),
  about: T.String(),
  resource: T.String(),
  /** The moves that bring it about, with the states they leave from (none: it makes the object) and lead to. */
  moves: T.Array(
    T.Object({
      move: T.String(),
      from: T.Array(T.String()),
      to: T.String(),
      /** What it does for the object: whoever shows objects offers moves of one role alike. */
      role: orNull(OneOf(moveRoles)),
      /** Whether it moves no money and can be made good again, so that the dashboard asks no question. */
      harmless: T.Boolean(),
    }),
  ),
  /** What it takes beside `id`, `set` and `count`. */
  options: T.Array(T.String()),
  /** How a form asks for each of these. */
  fields: T.Array(InputField),
});
export type TriggerView = T.Static<typeof TriggerView>;

/** What a trigger is asked to do. */
export const TriggerInput = T.Object({
  /** Make exactly this move on this object. */
  id: T.Optional(Id()),
  ...ofEachOption({
    amount: () => T.Optional(Cents()),
    code: () => T.Optional(Words(100)),
    choice: () => T.Optional(Words(100)),
    text: () => T.Optional(Text()),
  }),
  /** Paths of the request that makes the fresh object, and their values. */
  set: T.Optional(Anything()),
  count: T.Optional(T.Integer({ minimum: 1, maximum: mostAtOnce })),
});
export type TriggerInput = T.Static<typeof TriggerInput>;

export const TriggerRan = T.Object({
  objects: T.Array(
    T.Object({
      id: T.String(),
      object: T.String(),
      status: orNull(T.String()),
      /** What the last of its moves did, as its lifecycle names the states; null: it was changed without a move. */
      moved: orNull(T.Object({ move: T.String(), from: orNull(T.String()), to: T.String(), code: orNull(T.String()) })),
    }),
  ),
  events: T.Array(EventName),
});
export type TriggerRan = T.Static<typeof TriggerRan>;

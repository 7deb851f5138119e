import { Anything, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { ClockReading } from './clock.ts';
import { FieldChange } from './events.ts';
import { Count, Iso, ModeName, orNull } from './schemas.ts';

/** Workspaces, their keys, and their saved states. */

export const WorkspaceView = T.Object({
  id: T.String(),
  name: T.String(),
  fixture: T.String(),
  settings: Anything(),
  clock: ClockReading,
  /** When a call created the workspace, by the machine's clock; null if it comes from the start. */
  created_at: orNull(Iso()),
  /** The last API call or change, by the machine's clock; null if not since the emulator started. */
  last_used_at: orNull(Iso()),
  /** After this many milliseconds without use, the emulator removes the workspace; null if it never does. */
  expires_after: orNull(Count()),
  /** When the emulator removes the workspace unless it is used, by the machine's clock. */
  expires_at: orNull(Iso()),
});
export type WorkspaceView = T.Static<typeof WorkspaceView>;

export const KeysView = T.Object({
  id: T.String(),
  keys: T.Object({
    secret: T.Object({ test: orNull(T.String()), live: orNull(T.String()) }),
    publishable: T.Object({ test: orNull(T.String()), live: orNull(T.String()) }),
  }),
  scoped: T.Array(T.Object({ key: T.String(), mode: ModeName(), scopes: T.Array(T.String()) })),
  apps: T.Array(T.Object({ client_id: T.String(), client_secret: T.String(), name: T.String() })),
  webhook_secret: T.String(),
  api_base: T.String(),
  client_base: T.String(),
});
export type KeysView = T.Static<typeof KeysView>;

export const NewWorkspaceView = T.Object({
  id: T.String(),
  keys: KeysView.properties.keys,
  webhook_secret: T.String(),
  api_base: T.String(),
  client_base: T.String(),
});
export type NewWorkspaceView = T.Static<typeof NewWorkspaceView>;

export const ApiKeyView = T.Object({
  /** A name for the key in calls; it does not contain the key. */
  id: T.String(),
  key: T.String(),
  kind: OneOf(['secret', 'publishable']),
  mode: ModeName(),
  /** Null if the key has all scopes of its kind. */
  scopes: orNull(T.Array(T.String())),
  /** By the machine's clock; null if the key comes from a fixture. */
  created_at: orNull(Iso()),
  /** By the machine's clock; null if not used since the emulator started. */
  last_used_at: orNull(Iso()),
  /** When a rotated key ends, by the machine's clock; null if it does not. */
  expires_at: orNull(Iso()),
});
export type ApiKeyView = T.Static<typeof ApiKeyView>;

export const TokenView = T.Object({
  id: T.String(),
  workspace: T.String(),
  name: T.String(),
  /** By the machine's clock. */
  created_at: Iso(),
  /** By the machine's clock; null if not used since the emulator started. */
  last_used_at: orNull(Iso()),
});
export type TokenView = T.Static<typeof TokenView>;

/** A new token. Only this response shows it. */
export const NewToken = T.Object({ ...TokenView.properties, token: T.String() });
export type NewToken = T.Static<typeof NewToken>;

export const Reset = T.Object({ id: T.String(), fixture: T.String() });
export type Reset = T.Static<typeof Reset>;

export const SnapshotView = T.Object({
  id: T.String(),
  name: T.String(),
  workspace: T.String(),
  /** The time of the workspace's clock after the restore. */
  at: Iso(),
  records: Count(),
});
export type SnapshotView = T.Static<typeof SnapshotView>;

/** The differences between a snapshot and the current state. */
export const SnapshotDiff = T.Object({
  name: T.String(),
  /** The time of the workspace's clock when the snapshot was saved. */
  at: Iso(),
  now: Iso(),
  /** The kinds that have differences. */
  kinds: T.Array(
    T.Object({
      kind: T.String(),
      added: Count(),
      changed: Count(),
      removed: Count(),
      /** The records that differ, newest first, followed by the removed records. */
      records: T.Array(
        T.Object({
          id: T.String(),
          change: OneOf(['added', 'changed', 'removed']),
          /** What the record is about: its amount, its state, and its type or name. */
          about: T.Object({
            amount: orNull(T.Integer()),
            currency: orNull(T.String()),
            state: orNull(T.String()),
            text: T.String(),
          }),
          /** The fields of a changed record. A long value is cut and ends with `…`. */
          fields: T.Array(FieldChange),
        }),
      ),
      /** How many more records differ. */
      more: Count(),
    }),
  ),
});
export type SnapshotDiff = T.Static<typeof SnapshotDiff>;

export const FixtureLoadResult = T.Object({
  fixture: T.String(),
  /** The workspaces of the fixture. `replaced` means that a workspace with the same id existed. */
  workspaces: T.Array(T.Object({ id: T.String(), replaced: T.Boolean() })),
});
export type FixtureLoadResult = T.Static<typeof FixtureLoadResult>;

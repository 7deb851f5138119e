import { lastInstant } from '../base/instants.ts';
import { type AnyCollectionDef, collection } from '../store/collection.ts';
import { Anything, nullable, OneOf, T, Timestamp, textForm } from './declare/schema.ts';
import type { Settings } from './declare/settings.ts';
import { type ClockState, mostRate } from './time/clock.ts';

export type Mode = 'test' | 'live';
export const modes = ['test', 'live'] as const;

const ClockModel = T.Unsafe<ClockState>(
  T.Object({
    mode: OneOf(['running', 'frozen']),
    offset_ms: T.Integer({ minimum: -lastInstant, maximum: lastInstant }),
    frozen_at: nullable(T.Integer({ minimum: 0, maximum: lastInstant })),
    rate: T.Optional(T.Number({ minimum: 1, maximum: mostRate })),
    rate_from: T.Optional(T.Integer({ minimum: 0, maximum: lastInstant })),
  }),
);

/** The id of a workspace. URLs, e-mail names and file names contain the id. */
export const WorkspaceId = () =>
  T.String(textForm('^ws_[A-Za-z0-9_]{1,60}$', 'ws_ followed by up to 60 letters, digits or underscores', 'ws_shop'));

const FixtureFileModel = T.Object({
  /** The name of the fixture's file; for an additional file, its path relative to the fixture's folder. */
  file: T.String(),
  /** The SHA-256 hash of the content, in hexadecimal. */
  sha256: T.String(),
});
/** A file of a fixture at the time when the fixture was loaded. */
export type FixtureFile = Readonly<T.Static<typeof FixtureFileModel>>;

const WorkspaceModel = T.Object({
  id: WorkspaceId(),
  name: T.String(),
  /** The settings of the kernel and of every slice. `composeSettings` creates their model. */
  settings: T.Unsafe<Settings>(Anything()),
  clock: ClockModel,
  /** The signing secret for endpoints that have no secret of their own (`--forward-to`). */
  webhook_secret: T.String(),
  /** The fixture of the workspace, which `reset` loads again; empty if it is not known. */
  fixture: T.String(),
  /**
   * The files of the fixture, main file first. Absent if the fixture is not a file, or if an earlier version loaded it.
   */
  fixture_files: T.Optional(T.Array(FixtureFileModel)),
  /** When a call created the workspace, by the machine's clock; absent if it comes from the start. */
  created_at: T.Optional(Timestamp()),
  /** The latest use that was stored, by the machine's clock. */
  used_at: T.Optional(Timestamp()),
  /** After this many milliseconds without use, the emulator removes the workspace; absent if it never does. */
  expires_after: T.Optional(T.Integer({ minimum: 1 })),
});
/** The value of `fixture` for a workspace from a record, because a record can refer only to a bundled fixture. */
export const noFixture = '';
/** A workspace: its settings and clock, and two data sets, test and live. */
export type Workspace = Readonly<T.Static<typeof WorkspaceModel>>;

export const workspaces = collection('workspace', { model: WorkspaceModel, prefix: 'ws', indexes: [] });

const ApiKeyModel = T.Object({
  id: T.String(),
  workspace_id: T.String(),
  mode: OneOf(modes),
  kind: OneOf(['secret', 'publishable']),
  /** The scopes of the key; null if the key has all scopes of its kind. */
  scopes: T.Unsafe<readonly string[] | null>(nullable(T.Array(T.String()))),
  /** When a call created the key, by the machine's clock; absent if it comes from a fixture. */
  created_at: T.Optional(Timestamp()),
  /** When a key that was rotated ends, by the machine's clock. */
  expires_at: T.Optional(Timestamp()),
});
/** A key of the merchant API. Its id is the key itself. */
export type ApiKey = Readonly<T.Static<typeof ApiKeyModel>>;

export const apiKeys = collection('api_key', {
  model: ApiKeyModel,
  prefix: 'key',
  indexes: [['workspace_id']],
  addresses: { id: 'key' },
});

const AppModel = T.Object({
  id: T.String(),
  workspace_id: T.String(),
  name: T.String(),
  client_id: T.String(),
  client_secret: T.String(),
});

export const apps = collection('app', {
  model: AppModel,
  prefix: 'app',
  indexes: [['workspace_id'], ['client_id']],
  addresses: { id: 'app', client_id: 'app' },
});

const AppTokenModel = T.Object({
  id: T.String(),
  workspace_id: T.String(),
  mode: OneOf(modes),
  client_id: T.String(),
  expires_at: Timestamp(),
});

export const appTokens = collection('app_token', {
  model: AppTokenModel,
  prefix: 'pat',
  indexes: [['workspace_id']],
  addresses: { id: 'token' },
});

const ControlTokenModel = T.Object({
  id: T.String(),
  workspace_id: T.String(),
  /** The purpose of the token, in the words of its creator; empty if there is none. */
  name: T.String(),
  /** The SHA-256 hash of the token, in hexadecimal. The token itself is shown once and never stored. */
  hash: T.String(),
  created_at: Timestamp(),
});
/** A token of the control API that gives access to one workspace. */
export type ControlToken = Readonly<T.Static<typeof ControlTokenModel>>;

/**
 * No index contains only the workspace. Therefore, a reset, a snapshot or a fixture of the workspace does not affect
 * its tokens.
 */
export const controlTokens = collection('control_token', {
  model: ControlTokenModel,
  prefix: 'ctl',
  indexes: [['hash']],
});

/**
 * Whether each record of a kind contains its workspace id, because the record is not in a workspace's data set: keys,
 * endpoints.
 */
export const namesWorkspace = (def: AnyCollectionDef): boolean =>
  def.indexes.some((fields) => fields.length === 1 && String(fields[0]) === 'workspace_id');

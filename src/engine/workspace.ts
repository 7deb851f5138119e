import type { ClockState } from './clock.ts';
import { defineCollection } from './collection.ts';
import type { OutcomeRule } from './outcomes.ts';
import type { Settings } from './settings.ts';

export type Mode = 'test' | 'live';
export const modes = ['test', 'live'] as const;

/** A workspace: its settings and clock, and two data sets, test and live. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly settings: Settings;
  readonly clock: ClockState;
  /** The secret that endpoints made without one of their own (`--forward-to`) sign with. */
  readonly webhook_secret: string;
  /** The fixture it was made from and `reset` goes back to. */
  readonly fixture: string;
}

export const workspaces = defineCollection<Workspace>({ name: 'workspace', prefix: 'ws', indexes: [] });

/** A key of the merchant API; its id is the key itself. */
export interface ApiKey {
  readonly id: string;
  readonly workspace_id: string;
  readonly mode: Mode;
  readonly kind: 'secret' | 'publishable';
  /** Null: everything the kind may do. */
  readonly scopes: readonly string[] | null;
}

export const apiKeys = defineCollection<ApiKey>({ name: 'api_key', prefix: 'key', indexes: [['workspace_id']] });

/** An installed app, whose access tokens reach the app routes. */
export interface App {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export const apps = defineCollection<App>({
  name: 'app',
  prefix: 'app',
  indexes: [['workspace_id'], ['client_id']],
});

/** A workspace's own outcome rule. `matched` counts how often it fitted, for rules with `nth`. */
export interface WorkspaceRule extends OutcomeRule {
  readonly id: string;
  readonly workspace_id: string;
  readonly matched: number;
}

export const rules = defineCollection<WorkspaceRule>({ name: 'rule', prefix: 'rule', indexes: [['workspace_id']] });

/** An access token of an app; its id is the token. It lives an hour of the emulated clock. */
export interface AppToken {
  readonly id: string;
  readonly workspace_id: string;
  readonly mode: Mode;
  readonly client_id: string;
  /** ISO 8601. */
  readonly expires_at: string;
}

export const appTokens = defineCollection<AppToken>({ name: 'app_token', prefix: 'pat', indexes: [['workspace_id']] });

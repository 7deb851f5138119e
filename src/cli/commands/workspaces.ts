import type { KeysView } from '../../sandbox/control/wire.ts';
import { wrongUsage } from '../failure.ts';
import { bodyFrom } from '../options/data.ts';
import { instant, safeJson } from '../output.ts';
import type { Session } from '../session.ts';

export async function listWorkspaces({ client, out }: Session): Promise<void> {
  const page = await client.call('workspaces.list');
  out.document(page, () =>
    out.table(
      ['id', 'name', 'gateway', 'clock', 'fixture', 'expires'],
      page.data.map(({ id, name, settings, clock, fixture, expires_at }) => [
        id,
        name,
        String(settings.gateway),
        clock.mode,
        fixture,
        expires_at === null ? '' : instant(expires_at),
      ]),
      'No workspaces.',
    ),
  );
}

export async function showWorkspace({ client, out }: Session, id: string): Promise<void> {
  const workspace = await client.call('workspaces.get', { id });
  out.document(workspace, () => safeJson(workspace, 2));
}

export interface WorkspaceChanges {
  data?: string[];
  /** A duration, or `never`. */
  expiresAfter?: string;
}

export interface WorkspaceOptions extends WorkspaceChanges {
  id?: string;
  fixture?: string;
  name?: string;
}

/** The fields of a workspace that options change. */
const changedFields = ({ data, expiresAfter }: WorkspaceChanges) => ({
  ...(data === undefined ? {} : { settings: bodyFrom(data) as Record<string, unknown> }),
  ...(expiresAfter === undefined ? {} : { expires_after: expiresAfter === 'never' ? null : expiresAfter }),
});

export async function addWorkspace({ client, out }: Session, options: WorkspaceOptions): Promise<void> {
  const { id, fixture, name } = options;
  const create = (named?: string | object) =>
    client.call('workspaces.create', {
      ...(id === undefined ? {} : { id }),
      ...(named === undefined ? {} : { fixture: named }),
      ...(name === undefined ? {} : { name }),
      ...changedFields(options),
    });
  const made = await (fixture === undefined
    ? create()
    : (await import('./fixture.ts')).withFixture(out, fixture, create));
  out.document(made, () =>
    out.pairs([
      ['workspace', made.id],
      ...keyPairs(made.keys),
      ['webhook secret', made.webhook_secret],
      ['API', made.api_base],
    ]),
  );
}

export async function updateWorkspace({ client, out }: Session, id: string, changes: WorkspaceChanges): Promise<void> {
  const fields = changedFields(changes);
  if (Object.keys(fields).length === 0) throw wrongUsage('Specify what to change, with -d or --expires-after.');
  const workspace = await client.call('workspaces.update', { id, ...fields });
  out.document(workspace, () => {
    const expiry = workspace.expires_at === null ? 'never' : instant(workspace.expires_at);
    return `${safeJson(workspace.settings, 2)}${changes.expiresAfter === undefined ? '' : `\nExpires: ${expiry}`}`;
  });
}

export async function removeWorkspace({ client, out }: Session, id: string): Promise<void> {
  const removed = await client.call('workspaces.delete', { id });
  out.document(removed, () => `Removed ${removed.id}.`);
}

export async function listTokens({ client, out }: Session): Promise<void> {
  const page = await client.call('control_tokens.list');
  out.document(page, () =>
    out.table(
      ['id', 'workspace', 'name', 'made', 'last used'],
      page.data.map(({ id, workspace, name, created_at, last_used_at }) => [
        id,
        workspace,
        name,
        created_at,
        last_used_at ?? 'not since startup',
      ]),
      'No tokens.',
    ),
  );
}

export async function addToken({ client, out }: Session, name: string | undefined): Promise<void> {
  const made = await client.call('control_tokens.create', { name });
  out.document(made, () =>
    out.pairs([
      ['token', made.token],
      ['workspace', made.workspace],
      ['id', made.id],
    ]),
  );
  out.note('This token is shown only once. To use it in commands and tests, set EMULATOR_TOKEN.');
}

export async function removeToken({ client, out }: Session, id: string): Promise<void> {
  const removed = await client.call('control_tokens.delete', { id });
  out.document(removed, () => `Removed ${removed.id}.`);
}

/** The four keys of a workspace, each with its purpose. */
export const keyPairs = ({ secret, publishable }: KeysView['keys']): [string, string | null][] => [
  ['secret, test', secret.test],
  ['publishable, test', publishable.test],
  ['secret, live', secret.live],
  ['publishable, live', publishable.live],
];

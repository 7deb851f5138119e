import { notFound } from '../engine/errors.ts';
import { pageOf } from '../engine/pagination.ts';
import { Anything, T } from '../engine/schema.ts';
import { partialModel, SettingsModel, type SettingsPatch } from '../engine/settings.ts';
import { type Workspace, workspaces } from '../engine/workspace.ts';
import { exportWorkspace } from './export.ts';
import { keysOf } from './keys.ts';
import { defineControl } from './operation.ts';
import type { Sandbox } from './sandbox.ts';
import { pageFields, Removed, Reset, WorkspaceMade, WorkspaceView } from './wire.ts';
import { createWorkspace, removeWorkspace, resetWorkspace, updateWorkspace, workspaceView } from './workspace-life.ts';

const settings = () => T.Optional(T.Unsafe<SettingsPatch>(partialModel(SettingsModel)));

export const workspaceOperations = [
  defineControl({
    id: 'workspaces.list',
    method: 'GET',
    path: '/workspaces',
    summary: 'List workspaces',
    query: T.Object(pageFields),
    success: 200,
    envelope: 'list',
    answer: WorkspaceView,
    handle: (sandbox, { query }) => {
      const page = pageOf(sandbox.engine.state.root.of(workspaces), query);
      return { data: page.data.map((each) => workspaceView(sandbox, each)), has_more: page.has_more };
    },
  }),
  defineControl({
    id: 'workspaces.create',
    method: 'POST',
    path: '/workspaces',
    summary: 'Make an isolated workspace with fresh keys',
    body: T.Object({
      id: T.Optional(T.String({ pattern: '^ws_[A-Za-z0-9_]{1,60}$', examples: ['ws_shop'] })),
      fixture: T.Optional(T.String({ minLength: 1, maxLength: 1_000 })),
      settings: settings(),
    }),
    success: 201,
    envelope: 'data',
    answer: WorkspaceMade,
    example: { body: { settings: { gateway: 'gateway_a' } } },
    handle: async (sandbox, { body, cause }) => {
      const made = await createWorkspace(sandbox, body, cause);
      const { id, keys, webhook_secret, api_base, client_base } = keysOf(sandbox, made);
      return { id, keys, webhook_secret, api_base, client_base };
    },
  }),
  defineControl({
    id: 'workspaces.get',
    method: 'GET',
    path: '/workspaces/{id}',
    summary: 'Read a workspace and its settings',
    success: 200,
    envelope: 'data',
    answer: WorkspaceView,
    handle: (sandbox, { params }) => workspaceView(sandbox, find(sandbox, params.id)),
  }),
  defineControl({
    id: 'workspaces.update',
    method: 'PATCH',
    path: '/workspaces/{id}',
    summary: 'Change settings of a workspace',
    body: T.Object({ name: T.Optional(T.String({ minLength: 1, maxLength: 200 })), settings: settings() }),
    success: 200,
    envelope: 'data',
    answer: WorkspaceView,
    example: { body: { settings: { settlement: { mode: 'manual' } } } },
    handle: (sandbox, { params, body, cause }) =>
      workspaceView(sandbox, updateWorkspace(sandbox, find(sandbox, params.id), body, cause)),
  }),
  defineControl({
    id: 'workspaces.delete',
    method: 'DELETE',
    path: '/workspaces/{id}',
    summary: 'Remove a workspace and all that it holds',
    success: 200,
    envelope: 'data',
    answer: Removed,
    handle: async (sandbox, { params, cause }) => {
      const workspace = find(sandbox, params.id);
      removeWorkspace(sandbox, workspace, cause);
      for (const { name } of await sandbox.snapshots.list(workspace.id)) {
        await sandbox.snapshots.delete(workspace.id, name);
      }
      return { id: workspace.id, deleted: true };
    },
  }),
  defineControl({
    id: 'reset',
    method: 'POST',
    path: '/reset',
    summary: 'Put the workspace back to its fixture',
    success: 200,
    envelope: 'data',
    answer: Reset,
    handle: async (sandbox, { workspace, cause }) => {
      const { id, fixture } = await resetWorkspace(sandbox, workspace, cause);
      return { id, fixture };
    },
  }),
  defineControl({
    id: 'export',
    method: 'GET',
    path: '/export',
    summary: 'Read the whole state of the workspace as a fixture',
    query: T.Object({
      /** Every workspace, not the picked one alone. */
      all: T.Optional(T.Boolean()),
    }),
    success: 200,
    envelope: 'bare',
    answer: Anything(),
    handle: (sandbox, { query, workspace }) =>
      query.all === true
        ? {
            workspaces: [...sandbox.engine.allWorkspaces()].flatMap(
              (each) => exportWorkspace(sandbox, each).workspaces,
            ),
          }
        : exportWorkspace(sandbox, workspace),
  }),
];

function find({ engine }: Sandbox, id = ''): Workspace {
  const workspace = engine.workspace(id);
  if (workspace === undefined) throw notFound('workspace', id);
  return workspace;
}

import { LengthOfTime } from '../../../core/kernel/declare/length-of-time.ts';
import { bare, list } from '../../../core/kernel/declare/operation.ts';
import { Anything, nullable, T } from '../../../core/kernel/declare/schema.ts';
import { errorOf, notFound } from '../../../core/kernel/errors.ts';
import { pageOf } from '../../../core/kernel/pagination.ts';
import { type Workspace, WorkspaceId, workspaces } from '../../../core/kernel/workspace.ts';
import { largestInputFile } from '../../../core/system/regular-file.ts';
import { workspaceSettings } from '../../../payments/resources/registry.ts';
import { beyondToken, StreamedJson, sandboxOperation, tokenOfWorkspace } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { NewWorkspaceView, pageFields, RemovalResult, Reset, WorkspaceView } from '../wire.ts';
import { exportWorkspace } from './export.ts';
import { FixtureRequest } from './fixture-source.ts';
import { jsonPieces } from './json-pieces.ts';
import { keysOf } from './keys.ts';
import { oneAtATime } from './load-limits.ts';
import { type Removing, removeWithSnapshots } from './removal.ts';
import {
  createWorkspace,
  type Making,
  type Resetting,
  resetWorkspace,
  updateWorkspace,
  workspaceView,
} from './workspace-life.ts';

const settings = () => T.Optional(workspaceSettings.patch);

export const workspaceOperations = [
  sandboxOperation('GET /workspaces', {
    id: 'workspaces.list',
    reach: 'workspace',
    summary: 'List workspaces',
    query: T.Object(pageFields),
    answers: [200, list(WorkspaceView)],
    handle: (sandbox: Uses<'engine' | 'uses'>, { query, workspace, within }) => {
      if (within !== null) return { data: [workspaceView(sandbox, workspace)], has_more: false };
      const page = pageOf(sandbox.engine.state.root.of(workspaces), query);
      return { data: page.data.map((each) => workspaceView(sandbox, each)), has_more: page.has_more };
    },
  }),
  sandboxOperation('POST /workspaces', {
    id: 'workspaces.create',
    summary: 'Create an isolated workspace with new keys',
    body: T.Object({
      id: T.Optional(WorkspaceId()),
      fixture: T.Optional(FixtureRequest),
      settings: settings(),
      name: T.Optional(T.String({ minLength: 1, maxLength: 200 })),
      expires_after: T.Optional(nullable(LengthOfTime())),
    }),
    largestBody: largestInputFile,
    answers: [201, NewWorkspaceView],
    example: { body: { settings: { gateway: 'gateway_a' } } },
    handle: async (sandbox: Making, { body, cause }) => {
      const made = await createWorkspace(sandbox, body, cause);
      const { id, keys, webhook_secret, api_base, client_base } = keysOf(sandbox, made);
      return { id, keys, webhook_secret, api_base, client_base };
    },
  }),
  sandboxOperation('GET /workspaces/{id}', {
    id: 'workspaces.get',
    reach: 'workspace in path',
    summary: 'Read a workspace and its settings',
    answers: [200, WorkspaceView],
    handle: (sandbox: Uses<'engine' | 'uses'>, { params }) => workspaceView(sandbox, find(sandbox, params.id)),
  }),
  sandboxOperation('PATCH /workspaces/{id}', {
    id: 'workspaces.update',
    reach: 'workspace in path',
    summary: 'Change the settings of a workspace',
    body: T.Object({
      name: T.Optional(T.String({ minLength: 1, maxLength: 200 })),
      settings: settings(),
      expires_after: T.Optional(nullable(LengthOfTime())),
    }),
    answers: [200, WorkspaceView],
    example: { body: { settings: { settlement: { mode: 'manual' } } } },
    handle: (sandbox: Uses<'engine' | 'expiry' | 'uses'>, { params, body, cause, within }) => {
      if (body.expires_after !== undefined && within !== null) {
        const message = `The life of ${within} is its operator's decision, so its token cannot change expires_after. Use the token for the whole emulator.`;
        throw errorOf(tokenOfWorkspace, message, { param: 'expires_after' });
      }
      return workspaceView(sandbox, updateWorkspace(sandbox, find(sandbox, params.id), body, cause));
    },
  }),
  sandboxOperation('DELETE /workspaces/{id}', {
    id: 'workspaces.delete',
    summary: 'Remove a workspace and all its content',
    answers: [200, RemovalResult],
    handle: async (sandbox: Removing, { params, cause }) => {
      const workspace = find(sandbox, params.id);
      await removeWithSnapshots(sandbox, workspace, cause);
      return { id: workspace.id, deleted: true };
    },
  }),
  sandboxOperation('POST /reset', {
    id: 'reset',
    reach: 'workspace',
    summary: 'Reset the workspace to its fixture',
    answers: [200, Reset],
    handle: async (sandbox: Resetting, { workspace, within, cause }) => {
      const { id, fixture } = await oneAtATime(sandbox, within, () => resetWorkspace(sandbox, workspace, cause));
      return { id, fixture };
    },
  }),
  sandboxOperation('GET /export', {
    id: 'export',
    reach: 'workspace',
    summary: 'Read the whole state of the workspace as a fixture',
    query: T.Object({
      /** Whether the response contains every workspace, not only the selected one. */
      all: T.Optional(T.Boolean()),
    }),
    answers: [200, bare(Anything())],
    handle: (sandbox: Uses<'engine'>, { query, workspace, within }) => {
      if (query.all === true && within !== null) throw beyondToken('the export of all workspaces', within);
      const exported = query.all === true ? [...sandbox.engine.allWorkspaces()] : [workspace];
      return new StreamedJson(
        jsonPieces({ workspaces: exported.flatMap((each) => exportWorkspace(sandbox, each).workspaces) }),
      );
    },
  }),
];

function find({ engine }: Uses<'engine'>, id = ''): Workspace {
  const workspace = engine.workspace(id);
  if (workspace === undefined) throw notFound('workspace', id);
  return workspace;
}

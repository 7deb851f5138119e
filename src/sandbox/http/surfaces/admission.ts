import type { FastifyRequest } from 'fastify';
import { didYouMean } from '../../../core/base/closest.ts';
import { errorOf, errorOfPart, invalidPart, resourceMissing, unauthenticated } from '../../../core/kernel/errors.ts';
import { type ControlToken, type Mode, modes, type Workspace } from '../../../core/kernel/workspace.ts';
import { beyondToken, type Reach } from '../../control/operation.ts';
import type { Sandbox, Uses } from '../../control/sandbox.ts';
import type { ServedOperation } from '../call.ts';
import { isSameText } from '../guard.ts';

/** The conditions for access to the control API. */
export interface AccessPolicy {
  readonly sandbox: Sandbox;
  /** The token of the whole emulator; null if the emulator has none. */
  readonly token: string | null;
  /** Whether every caller must send a token, because other machines can reach the emulator. */
  readonly isTokenRequired: boolean;
}

/** What a caller of the control API can see and change. */
export interface CallerScope {
  readonly workspace: Workspace;
  readonly mode: Mode;
  /** The caller's token, which gives access only to the workspace; null if the caller can access the whole emulator. */
  readonly token: ControlToken | null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How a route without an operation relates to one workspace. If absent, it requires the token of the whole
     * emulator.
     */
    reach?: Reach;
  }
}

/**
 * Decides what a caller can access, for every route that shows or changes a sandbox: by the token in `Authorization`,
 * and by `?workspace=` and `?mode=`. A workspace token gives access only to operations that declare how they relate
 * to one workspace, and only for that workspace. Its caller does not learn whether other workspaces exist.
 * @throws 401, 403 `token_of_workspace`, 404 `resource_missing` and 400 `parameter_invalid`
 */
export function admitted(gate: AccessPolicy, request: FastifyRequest): CallerScope {
  const { sandbox } = gate;
  // Anyone can ask whether the emulator is healthy, and learns nothing else.
  const isHealth = request.operation?.id === 'health';
  if (isHealth && (gate.isTokenRequired || bearerOf(request) !== undefined))
    return { workspace: sandbox.engine.workspace(sandbox.defaultWorkspace)!, mode: 'test', token: null };
  const token = tokenOf(gate, request);
  if (token === null) return { ...chosen(sandbox, request, sandbox.defaultWorkspace), token };
  checkReach(request, token.workspace_id);
  return { ...chosen(sandbox, request, token.workspace_id), token };
}

/**
 * The caller's workspace token; null if the caller can access the whole emulator.
 * @throws 401 if a required token is missing, and for an unknown token, wherever the emulator listens
 */
export function tokenOf(
  { sandbox, token, isTokenRequired }: AccessPolicy,
  request: FastifyRequest,
): ControlToken | null {
  const sent = bearerOf(request);
  // A client may send its merchant API key to every address, which does not count as a wrong token.
  const isToken = sent !== undefined && (isTokenRequired || !/^[sp]k_(test|live)_/.test(sent));
  if (!isToken) {
    if (!isTokenRequired) return null;
    throw errorOf(
      unauthenticated,
      'The control API of this emulator requires a token. Send it in an `Authorization: Bearer` header, or set EMULATOR_TOKEN.',
    );
  }
  if (token !== null && isSameText(sent, token)) return null;
  const record = sandbox.tokens.use(sent);
  if (record !== undefined) return record;
  const here = isTokenRequired ? '' : ' On this machine, no token is required: unset EMULATOR_TOKEN.';
  throw errorOf(unauthenticated, `The token is not valid: it was removed, or it belongs to another emulator.${here}`);
}

/** The token that a request sends; undefined if it sends none. */
export const bearerOf = ({ headers: { authorization = '' } }: FastifyRequest): string | undefined =>
  /^Bearer +(.+)$/i.exec(authorization)?.[1];

/**
 * @throws 403 `token_of_workspace` for a request that does not belong to this workspace, or is not known to belong to
 * one
 */
function checkReach(request: FastifyRequest, within: string): void {
  const { operation } = request;
  const reach = operation === null ? request.routeOptions.config.reach : reachOf(operation);
  if (reach === undefined) {
    const path = operation === null ? request.routeOptions.url : `/_emulator${operation.path}`;
    throw beyondToken(`${request.method} ${path}`, within);
  }
  const { id } = request.params as { id?: unknown };
  if (reach === 'workspace in path' && id !== within) throw beyondToken('another workspace', within);
  const { workspace = within } = request.query as { workspace?: unknown };
  if (workspace !== within) throw beyondToken('another workspace', within);
}

/** Operations of slices work in the data set of their caller. */
const reachOf = (operation: ServedOperation): Reach | undefined => ('act' in operation ? operation.reach : 'workspace');

/** The data set that `?workspace=` and `?mode=` select. */
function chosen(
  { engine }: Uses<'engine'>,
  { query }: FastifyRequest,
  usual: string,
): { readonly workspace: Workspace; readonly mode: Mode } {
  const { workspace: id = usual, mode = 'test' } = query as { workspace?: string; mode?: string };
  if (mode !== 'test' && mode !== 'live')
    throw invalidPart('mode', `mode must be one of ${modes.join(', ')}.${didYouMean(String(mode), modes)}`);
  const workspace = engine.workspace(String(id));
  if (workspace !== undefined) return { workspace, mode };
  const known = [...engine.allWorkspaces()].slice(0, 5).map((each) => each.id);
  // The workspace of a token may no longer exist. Its caller must not learn of other workspaces.
  const there = usual === id ? '' : ` There is ${known.join(', ')}.`;
  throw errorOfPart(resourceMissing, 'workspace', `No such workspace: '${id}'.${there}`);
}

import { isAudited } from '../control/audit-trail.ts';
import type { Uses } from '../control/sandbox.ts';
import type { Call, Credential, ServedOperation } from './call.ts';

/** Notes the use of a workspace by a call of the control API, and the change for the audit log. */
export function noteChange(
  { uses, audit }: Uses<'audit' | 'uses'>,
  { id, operation, caller, token }: Call,
  params: unknown,
): void {
  if (caller !== null) uses.note(caller.workspace.id);
  if (operation === null || !isAudited(operation.id)) return;
  const { id: subject = null } = (params ?? {}) as { id?: string };
  const by = token === null ? 'emulator' : `token ${token.id}`;
  const workspace = caller?.workspace.id ?? null;
  audit.note({ action: operation.id, workspace, by, request_id: id, subject });
}

/** Notes the use of a workspace and a key. A read of the control API is no use: an open inspector makes many. */
export function noteUse(
  { uses }: Uses<'uses'>,
  { surface, method }: ServedOperation,
  workspaceId: string,
  key: Credential | null,
): void {
  if (surface !== 'control' || method !== 'GET') uses.note(workspaceId);
  if (key !== null) uses.note(key.id);
}

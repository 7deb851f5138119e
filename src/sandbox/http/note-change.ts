import { isObject } from '../../core/base/json-values.ts';
import { isAudited } from '../control/audit-trail.ts';
import type { Uses } from '../control/sandbox.ts';
import type { Call, Credential, ServedOperation } from './call.ts';

/**
 * Notes the use of a workspace by a call of the control API, and the change for the audit log.
 * @param result what the operation answers; a new object has its id there
 */
export function noteChange(
  { uses, audit }: Uses<'audit' | 'uses'>,
  { id, operation, caller, token }: Call,
  params: unknown,
  result: unknown,
): void {
  if (caller !== null) uses.note(caller.workspace.id);
  if (operation === null || !isAudited(operation.id)) return;
  const called = caller?.workspace.id ?? null;
  const changed = subjectOf(operation.id, params, result);
  const isOwn = operation.id.startsWith('workspaces.');
  audit.note({
    action: operation.id,
    workspace: isOwn ? changed : called,
    by: token === null ? 'emulator' : `token ${token.id}`,
    request_id: id,
    subject: isOwn || changed === called ? null : changed,
  });
}

/** What an operation changed: the ids or the name in its path, or else in its answer. */
function subjectOf(operation: string, params: unknown, result: unknown): string | null {
  const loaded = isObject(result) && Array.isArray(result.workspaces) ? result.workspaces : null;
  if (loaded !== null) return loaded.map((each) => textIn(each, 'id')).join(', ');
  const ofAnswer = operation.startsWith('snapshots.') ? 'name' : 'id';
  return textIn(params, 'id') ?? textIn(params, 'name') ?? textIn(result, ofAnswer);
}

/** A text in a field of a value; null if there is none. */
function textIn(value: unknown, field: string): string | null {
  const text = isObject(value) ? value[field] : null;
  return typeof text === 'string' ? text : null;
}

/** Notes the use of a workspace and a key. A read of the control API is no use: an open inspector makes many. */
export function noteUse(
  { uses }: Uses<'uses'>,
  { surface, method }: ServedOperation,
  workspaceId: string,
  key: Credential | null,
): void {
  if (surface !== 'control' || method !== 'GET') uses.note(workspaceId);
  // The tokens of an app live for an hour, and no list shows them.
  if (key !== null && key.kind !== 'app') uses.note(key.id);
}

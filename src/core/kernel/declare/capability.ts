import { errorOf, refusal } from '../errors.ts';
import type { Mode, Workspace } from '../workspace.ts';

/**
 * A capability that a workspace can have in a mode. Operations that require it are refused if the workspace does not
 * have it.
 */
export interface Capability {
  /** The name in the manual's tables. */
  readonly name: string;
  /** The error message if the workspace does not have the capability; null if it does. */
  readonly lackOf: (workspace: Workspace, mode: Mode) => string | null;
}

export const capabilityRequired = refusal(400, 'capability_required');

/**
 * Refuses the call if the workspace does not have the required capability.
 * @throws 400 `capability_required`
 */
export function requireCapability(
  capability: Capability | undefined,
  { workspace, mode }: { readonly workspace: Workspace; readonly mode: Mode },
): void {
  const lack = capability?.lackOf(workspace, mode) ?? null;
  if (lack !== null) throw errorOf(capabilityRequired, lack);
}

import { errorOf, refusal } from '../errors.ts';
import type { Mode, Workspace } from '../workspace.ts';

/** An ability that a workspace has or lacks in a mode. Operations that need the ability are refused without it. */
export interface Capability {
  /** Its name in the manual's tables. */
  readonly name: string;
  /** The message of the refusal if the workspace lacks the capability; null if the workspace has it. */
  readonly lackOf: (workspace: Workspace, mode: Mode) => string | null;
}

export const capabilityRequired = refusal(400, 'capability_required');

/**
 * Refuses a workspace that lacks the required capability, if a capability is required.
 * @throws 400 `capability_required`
 */
export function requireCapability(
  capability: Capability | undefined,
  { workspace, mode }: { readonly workspace: Workspace; readonly mode: Mode },
): void {
  const lack = capability?.lackOf(workspace, mode) ?? null;
  if (lack !== null) throw errorOf(capabilityRequired, lack);
}

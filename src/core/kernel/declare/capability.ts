import { errorOf, refusal } from '../errors.ts';
import type { Mode, Workspace } from '../workspace.ts';

/** Something that a workspace can or cannot do in a mode. Operations that need it are refused without it. */
export interface Capability {
  /** Its name in the manual's tables. */
  readonly name: string;
  /** The message of the refusal if it is off; null if it is on. */
  readonly lackOf: (workspace: Workspace, mode: Mode) => string | null;
}

export const capabilityRequired = refusal(400, 'capability_required');

/**
 * Refuses if a workspace lacks the capability that is needed, if any.
 * @throws 400 `capability_required`
 */
export function requireCapability(
  capability: Capability | undefined,
  { workspace, mode }: { readonly workspace: Workspace; readonly mode: Mode },
): void {
  const lack = capability?.lackOf(workspace, mode) ?? null;
  if (lack !== null) throw errorOf(capabilityRequired, lack);
}

import { refusal, refuse } from '../errors.ts';
import type { Mode, Workspace } from '../workspace.ts';

/** Something that a workspace can do in a mode, or cannot: operations that need it say so, and are refused without it. */
export interface Capability {
  /** As the manual's tables name it. */
  readonly name: string;
  /** What somebody is told who asks where it is off; null where it is on. */
  readonly lackOf: (workspace: Workspace, mode: Mode) => string | null;
}

export const capabilityRequired = refusal(400, 'capability_required');

/**
 * Refuses where a workspace lacks what is needed, if anything is.
 * @throws 400 `capability_required`
 */
export function requireCapability(
  capability: Capability | undefined,
  { workspace, mode }: { readonly workspace: Workspace; readonly mode: Mode },
): void {
  const lack = capability?.lackOf(workspace, mode) ?? null;
  if (lack !== null) throw refuse(capabilityRequired, lack);
}

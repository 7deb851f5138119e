import { refusals, refuse } from './errors.ts';
import type { Mode, Workspace } from './workspace.ts';

/** Something that a workspace can do in a mode, or cannot: operations that need it say so, and are refused without it. */
export interface Capability {
  /** As the manual's tables name it. */
  readonly name: string;
  /** What somebody is told who asks where it is off; null where it is on. */
  readonly lackOf: (workspace: Workspace, mode: Mode) => string | null;
}

/**
 * Refuses where a workspace lacks what is needed, if anything is.
 * @throws 400 `capability_required`
 */
export function requireCapability(
  capability: Capability | undefined,
  { workspace, mode }: { readonly workspace: Workspace; readonly mode: Mode },
): void {
  const lack = capability?.lackOf(workspace, mode) ?? null;
  if (lack !== null) throw refuse(refusals.capabilityRequired, lack);
}

/** Payouts, their links and requests, the balance, account checks (specification, "What the service does"). */
export const debitPayouts: Capability = {
  name: 'debit-and-payouts',
  lackOf: ({ id, settings }, mode) =>
    settings.debit_payouts_enabled[mode]
      ? null
      : `The debit-and-payouts capability is not enabled for ${mode} keys of ${id}; ` +
        `its setting debit_payouts_enabled.${mode} turns it on.`,
};

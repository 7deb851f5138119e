import { refusals, refuse } from './errors.ts';
import type { Mode, Workspace } from './workspace.ts';

/**
 * Refuses where a workspace has no debit-and-payouts capability in a mode (specification, "What the service does").
 * @throws 400 `capability_required`
 */
export function requireCapability({ id, settings }: Workspace, mode: Mode): void {
  if (settings.debit_payouts_enabled[mode]) return;
  throw refuse(
    refusals.capabilityRequired,
    `The debit-and-payouts capability is not enabled for ${mode} keys of ${id}; ` +
      `its setting debit_payouts_enabled.${mode} turns it on.`,
  );
}

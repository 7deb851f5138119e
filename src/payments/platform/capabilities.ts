import type { Capability } from '../../core/kernel/declare/capability.ts';
import { platformSettings } from './settings.ts';

/** Payouts, their links and requests, the balance, account checks (specification, "What the service does"). */
export const debitPayouts: Capability = {
  name: 'debit-and-payouts',
  lackOf: (workspace, mode) =>
    platformSettings.of(workspace).debit_payouts_enabled[mode]
      ? null
      : `The debit-and-payouts capability is not enabled for ${mode} keys of ${workspace.id}; ` +
        `its setting debit_payouts_enabled.${mode} turns it on.`,
};

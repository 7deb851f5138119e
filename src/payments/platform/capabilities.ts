import type { Capability } from '../../core/kernel/declare/capability.ts';
import { platformSettings } from './settings.ts';

/** Payouts, payout links and requests, the balance, and account checks (specification, "What the service does"). */
export const debitPayouts: Capability = {
  name: 'debit-and-payouts',
  lackOf: (workspace, mode) =>
    platformSettings.of(workspace).debit_payouts_enabled[mode]
      ? null
      : `The debit-and-payouts capability is not enabled for ${mode} keys of ${workspace.id}; ` +
        `set the workspace setting debit_payouts_enabled.${mode} to true to enable it.`,
};

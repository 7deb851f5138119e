import type { Mode, Workspace } from '../../core/kernel/workspace.ts';

export const environments = ['sandbox', 'live'] as const;

/** The environment of the vault for a mode. */
export const environmentOf = (mode: Mode): (typeof environments)[number] => (mode === 'test' ? 'sandbox' : 'live');

/** The id of a workspace's vault. In test mode, `ws_demo` has the vault `vlt_demo_sandbox`. */
export const vaultIdOf = (workspace: Pick<Workspace, 'id'>, mode: Mode): string =>
  `vlt_${workspace.id.replace(/^ws_/, '')}_${environmentOf(mode)}`;

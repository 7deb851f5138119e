import type { Mode } from '../../core/kernel/workspace.ts';

/** A data set; what it lacks is up to the emulator. */
export interface Scope {
  workspace?: string;
  mode?: Mode;
}

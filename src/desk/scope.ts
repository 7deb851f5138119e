import type { Mode } from '../kernel/workspace.ts';

/** A data set; what it lacks is up to the emulator. */
export interface Scope {
  workspace?: string;
  mode?: Mode;
}

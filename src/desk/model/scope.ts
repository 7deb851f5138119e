import type { Mode } from '../../core/kernel/workspace.ts';

/** A data set; the emulator chooses the parts that the scope lacks. */
export interface Scope {
  workspace?: string;
  mode?: Mode;
}

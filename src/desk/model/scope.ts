import type { Mode } from '../../core/kernel/workspace.ts';

/** A data set. The emulator chooses the parts that the scope does not contain. */
export interface Scope {
  workspace?: string;
  mode?: Mode;
}

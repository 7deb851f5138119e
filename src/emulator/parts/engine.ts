import { Engine } from '../../core/kernel/engine.ts';
import { Scheduler } from '../../core/kernel/time/scheduler.ts';
import type { EngineParts } from '../../sandbox/control/sandbox.ts';
import type { Store } from '../../sandbox/files/persistence.ts';
import type { Start } from './start.ts';

/** The engine over the stored state, and the jobs of its clock. The engine holds its commits until it is released. */
export function createEngine({ registry, begun, warn }: Start, { state, journal }: Store): EngineParts {
  const engine = new Engine({ state, registry, journal, calls: begun?.calls, warn });
  // Nothing is written until every step that can fail has succeeded.
  engine.hold();
  return { engine, scheduler: new Scheduler(engine, warn) };
}

import type { Registry } from '../../core/kernel/declare/registry.ts';
import type { Cause } from '../../core/kernel/events.ts';
import type { StartPoint } from '../../record/resume/start-point.ts';
import { declarations } from '../../sandbox/declarations.ts';
import { longFlag, type NameOption } from '../option-names.ts';
import type { SandboxOptions } from '../sandbox-options.ts';

/** What every part of a starting emulator can depend on. */
export interface Start {
  readonly options: SandboxOptions;
  readonly registry: Registry;
  /** The point of a recorded run that the emulator resumes; null if it loads a fixture or a data folder. */
  readonly begun: StartPoint | null;
  /** How messages name an option. */
  readonly named: NameOption;
  readonly warn: (message: string) => void;
}

/** The cause of everything that the start changes. */
export const startCause: Cause = { type: 'control', id: 'start', name: 'start' };

/** @throws RecordError if the record to resume is not a record, or does not have the run or the place */
export async function readStart(options: SandboxOptions): Promise<Start> {
  const { from, named = longFlag, warn = () => {} } = options;
  const registry = declarations();
  const begun = from === undefined ? null : await beginningAt({ ...options, from }, registry, warn);
  return { options, registry, begun, named, warn };
}

const beginningAt: typeof import('../../record/resume/start-point.ts').beginningAt = async (...request) =>
  (await import('../../record/resume/start-point.ts')).beginningAt(...request);

import { resolve } from 'node:path';
import type { Registry } from '../kernel/declare/registry.ts';
import type { HeadLine } from './format.ts';
import { pageIn, runsToGoOn } from './read.ts';
import { type Moment, momentOf, setClocks } from './replay.ts';
import { chosenRun } from './runs.ts';

/** A moment of a recorded run at which an emulator begins. */
export interface BeginsAt extends Moment, Pick<HeadLine, 'workspace' | 'options' | 'overrides'> {}

/** A place of a recorded run, at which an emulator begins. */
export interface PlaceOfRun {
  /** The file of a record. */
  readonly from: string;
  /** The run, of a record that holds several; default: the first. */
  readonly run?: string | undefined;
  /** As `stepsBefore` has it; default: the end. */
  readonly at?: string | undefined;
}

/**
 * What a recorded run was at a place, with fresh secrets in the place of those that the record hides, and with clocks that
 * go on from there.
 * @param remark takes what to say to somebody who named no run of several
 * @throws RecordError where the file is no record, or has no such run or place
 */
export function beginningAt(
  { from: file, run: name, at: place }: PlaceOfRun,
  registry: Registry,
  remark: (text: string) => void,
): BeginsAt {
  const chosen = chosenRun(runsToGoOn(pageIn(resolve(file)), file), { run: name, place }, file);
  if (chosen.remark !== null) remark(chosen.remark);
  const { record } = chosen.run;
  const moment = momentOf(record, chosen.steps, registry);
  setClocks(moment);
  const { workspace, options, overrides } = record.head;
  return { ...moment, workspace, options, overrides };
}

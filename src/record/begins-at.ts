import { resolve } from 'node:path';
import type { Registry } from '../kernel/declare/registry.ts';
import type { HeadLine } from './format.ts';
import { stepsBefore } from './places.ts';
import { pageIn, readToGoOn } from './read.ts';
import { type Moment, momentOf, setClocks } from './replay.ts';

/** A moment of a recorded run at which an emulator begins. */
export interface BeginsAt extends Moment, Pick<HeadLine, 'workspace' | 'options' | 'overrides'> {}

/**
 * What a recorded run was at a place, with fresh secrets in the place of those that the record hides, and with clocks that
 * go on from there.
 * @param place as `stepsBefore` has it; default: the end
 * @throws RecordError where the file is no record, or has no such place
 */
export function beginningAt(file: string, place: string | undefined, registry: Registry): BeginsAt {
  const record = readToGoOn(pageIn(resolve(file)), file);
  const moment = momentOf(record, stepsBefore(record, place, file), registry);
  setClocks(moment);
  const { workspace, options, overrides } = record.head;
  return { ...moment, workspace, options, overrides };
}

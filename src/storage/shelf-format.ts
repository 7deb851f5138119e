import type { Snapshot } from '../engine/saved-state.ts';
import type { Mode, Workspace } from '../engine/workspace.ts';
import { isCount, isObject } from './loading.ts';

/*
 * A snapshot is a file of lines that are framed as those of the journal are. The first one is the head, the last one tells
 * how many records there are, and the checksum of all checksums before. Each line between is a list: what its records
 * are (`test/transaction`; `own/rule` for what belongs to no mode), and the records as rows.
 */

/** The format of snapshots; files of format 1 had a record a line, and no checksums. */
export const shelfFormat = 2;

export interface ShelfHead {
  readonly snapshot: Snapshot;
  /** The real instant at which it was saved, in milliseconds. */
  readonly saved: number;
  readonly workspace: Workspace;
  /** The emulated instant, in milliseconds. */
  readonly now: number;
  /** How many ids had been drawn in each mode; null where the file tells later. */
  readonly counts: Readonly<Record<Mode, number>> | null;
}

/** The last line. */
export interface ShelfEnd {
  readonly end: number;
  readonly sum: string;
}

export const shelfHead = ({ snapshot, ...rest }: ShelfHead) => ({ format: shelfFormat, ...snapshot, ...rest });

/** The head that a first line holds; null where it is none of a format that is known here. */
export function shelfHeadOf(value: unknown): ShelfHead | null {
  if (!isObject(value) || (value.format !== shelfFormat && value.format !== 1)) return null;
  const { id, name, workspace_id, at, records, saved, workspace, now, counts } = value;
  const isWhole =
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof workspace_id === 'string' &&
    typeof at === 'string' &&
    isCount(records) &&
    typeof saved === 'number' &&
    isObject(workspace) &&
    typeof now === 'number';
  if (!isWhole) return null;
  const head = {
    snapshot: { id, name, workspace_id, at, records },
    saved,
    workspace: workspace as unknown as Workspace,
    now,
  };
  if (value.format === 1) return { ...head, counts: null };
  if (!isObject(counts) || !isCount(counts.test) || !isCount(counts.live)) return null;
  return { ...head, counts: { test: counts.test, live: counts.live } };
}

import type { FieldSchema } from '../../../sandbox/profile/places.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { OpenFinding } from './findings.ts';

/** The place that is compared. */
export interface At {
  readonly call: CapturedCall;
  readonly operation: string;
  /** The path in the body: `data.status`. */
  readonly path: string;
  /** What has the field: an object's type, or the operation; and the path in it. */
  readonly owner: string;
  readonly field: string;
  readonly schema: FieldSchema | undefined;
  /** Whether the place, or what it is in, is assumed. */
  readonly assumed: boolean;
  /** The finding that all differences here follow from. */
  readonly root: OpenFinding | null;
  /** The emulator's clock, in milliseconds. */
  readonly now: number;
  /** The row of the coverage. */
  readonly row: string | null;
}

/** The same place of three answers: the service's, the emulator's, and the emulator's with another seed. */
export type Three = readonly [service: unknown, emulator: unknown, reseeded: unknown];

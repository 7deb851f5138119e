import type { FieldSchema } from '../../../../sandbox/profile/places.ts';
import type { CapturedCall } from '../../capture/captured-call.ts';

/** A place in two responses that are compared. */
export interface Place {
  readonly call: CapturedCall;
  readonly operation: string;
  /** The path in the body, such as `data.status`. */
  readonly path: string;
  /** What contains the field: the type of an object, or the operation. `field` is the path in it. */
  readonly owner: string;
  readonly field: string;
  readonly schema: FieldSchema | undefined;
  /** Whether the place, or something that contains it, is assumed. */
  readonly assumed: boolean;
  /** The service's ids of the objects around the place, the innermost last. */
  readonly objects: readonly string[];
  /** The emulator's clock, in milliseconds. */
  readonly now: number;
  /** The row in the coverage table. */
  readonly row: string | null;
}

/**
 * The values at the same place of three responses: the service's, the emulator's, and the emulator's with another
 * seed.
 */
export type AnswerTriple = readonly [service: unknown, emulator: unknown, reseeded: unknown];

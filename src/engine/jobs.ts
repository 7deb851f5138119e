import { defineCollection } from './collection.ts';

/** Work that the clock will do: a record, never a closure or a timer, so that restarts keep it. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  /** The id of the object it is about. */
  readonly subject: string;
  /** ISO 8601; null while manual settlement holds it back. */
  readonly due_at: string | null;
  /** Whether it is part of a settlement, which `settle` may bring forward. */
  readonly settlement: boolean;
  readonly params: Readonly<Record<string, unknown>>;
}

export const jobs = defineCollection<Job>({
  name: 'job',
  prefix: 'job',
  indexes: [['subject'], ['settlement']],
  order: (job) => job.due_at,
});

/** A run that is over: it is looked at, and nothing can be done in it. */
export interface RecordedRun {
  /** What ran, and how it came out, in a few words. */
  readonly title: string;
  /** The end of what its command printed; empty if nothing was kept. */
  readonly output: string;
  /** Its name, of a record that holds several. */
  readonly name?: string;
  /** The address at which it stands beside another run. */
  readonly beside?: string;
  /** The command that goes back to a place of it. */
  readonly wayBack: (place: string) => string;
}

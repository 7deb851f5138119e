/** A recorded run, which can be viewed but not changed. */
export interface RecordedRun {
  /** The command of the run and its result, in a few words. */
  readonly title: string;
  /** The end of the command's output; empty if the record has no output. */
  readonly output: string;
  /** The name of the run in a record with several runs. */
  readonly name?: string;
  /** The URL of the view that compares the run with another run. */
  readonly beside?: string;
  /** Returns the command that resumes the run at a place. */
  readonly resumeCommand: (place: string) => string;
}

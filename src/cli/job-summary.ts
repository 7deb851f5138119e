import { appendFileSync } from 'node:fs';
import { complain } from './failure.ts';

/**
 * Appends Markdown to the job summary, if the CI has one. A failure is ignored, because a summary must not make the
 * job fail.
 */
export function appendToJobSummary(markdown: () => string): void {
  const { GITHUB_STEP_SUMMARY: file } = process.env;
  if (file === undefined || file === '') return;
  try {
    appendFileSync(file, markdown());
  } catch (error) {
    complain(`The file in GITHUB_STEP_SUMMARY could not be written: ${(error as Error).message}`);
  }
}

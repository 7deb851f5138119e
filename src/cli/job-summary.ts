import { appendFileSync } from 'node:fs';
import { complain } from './failure.ts';

/**
 * Appends Markdown to the summary of the job, if the CI has one. A failure is ignored: the job must not fail because of
 * its summary.
 */
export function appendToJobSummary(markdown: () => string): void {
  const { GITHUB_STEP_SUMMARY: file } = process.env;
  if (file === undefined || file === '') return;
  try {
    appendFileSync(file, markdown());
  } catch (error) {
    complain(`GITHUB_STEP_SUMMARY could not be written to: ${(error as Error).message}`);
  }
}

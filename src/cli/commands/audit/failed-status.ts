import { ScenarioFailed } from '../../../audit/trial/controls.ts';
import { complain, exitCodes } from '../../failure.ts';

/**
 * Reports that the scenario fails by itself. @returns the exit status
 * @param keep keeps the failed run
 * @throws the error if it has another cause
 */
export async function failedStatus(
  error: unknown,
  keep: (run: number) => Promise<void> = async () => {},
): Promise<number> {
  if (!(error instanceof ScenarioFailed)) throw error;
  const { output, failure, ended, number } = error.run;
  if (output !== '') process.stderr.write(`${output}\n\n`);
  complain(error.message);
  await keep(number);
  return failure === null ? exitCodes.refused : ended.status;
}

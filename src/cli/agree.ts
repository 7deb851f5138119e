import { createInterface } from 'node:readline/promises';
import { CommandFailure, exitCodes, wrongUsage } from './failure.ts';

/**
 * Asks for confirmation before an action that cannot be undone.
 * @param undone the sentence after a no: `No call was made.`
 * @throws CommandFailure without a terminal, or after a no
 */
export async function agree(undone: string): Promise<void> {
  if (process.stdin.isTTY !== true)
    throw wrongUsage(`${undone} Confirmation requires a terminal; to continue without one, add --yes.`);
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await questions.question('Continue? [y/N] ');
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure(exitCodes.refused, undone);
  } finally {
    questions.close();
  }
}

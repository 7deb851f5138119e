import { createInterface } from 'node:readline/promises';
import { CommandFailure, exitCodes, wrongUsage } from './failure.ts';

/**
 * Asks for confirmation before an action that cannot be undone.
 * @param undone the sentence after a no: `No call was made.`
 * @throws CommandFailure without a terminal, or after a no
 */
export async function agree(undone: string): Promise<void> {
  if (process.stdin.isTTY !== true)
    throw wrongUsage(`${undone} There is no terminal to ask for confirmation: add --yes to continue.`);
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await questions.question('Continue? [y/N] ');
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure(exitCodes.refused, undone);
  } finally {
    questions.close();
  }
}

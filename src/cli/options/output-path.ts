import {
  checkOutput,
  type OutputKind,
  type OutputOptions,
  OutputRefused,
  tryOutput,
} from '../../core/system/output-file.ts';
import { wrongUsage } from '../failure.ts';

/**
 * Checks the output file of a command before the command starts, so that the result is not lost at the end.
 * @param named the option or argument that names the file
 * @throws CommandFailure (wrong usage)
 */
export function checkOutputPath(file: string, named: string, kind: OutputKind, options: OutputOptions): void {
  try {
    checkOutput(file, kind, options);
    if (kind.isStreamable !== true) tryOutput(file);
  } catch (error) {
    throw asWrongUsage(error, named);
  }
}

function asWrongUsage(error: unknown, named: string): unknown {
  if (!(error instanceof OutputRefused)) return error;
  const wayOut = error.isForeign ? ' Choose another file, or overwrite this one with --force.' : '';
  return wrongUsage(`${named} ${error.message}${wayOut}`);
}

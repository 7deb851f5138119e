import { quoted } from '../../core/base/terminal-text.ts';

/**
 * Returns the command that resumes a record from a place.
 * @param place null for the end of the run
 * @param run the name of the run, if the record has several
 */
export const resumeCommand = (file: string, place: string | null, run?: string): string =>
  [
    `npx payments-emulator start --ephemeral --from ${quoted(file)}`,
    ...(run === undefined ? [] : [`--run ${quoted(run)}`]),
    ...(place === null ? [] : [`--at ${quoted(place)}`]),
  ].join(' ');

/** Returns the same command for the author of the record: webhooks go to the URLs of the recorded run. */
export const ownWayBack = (file: string, place: string | null, run?: string): string =>
  `${resumeCommand(file, place, run)} --webhooks keep`;

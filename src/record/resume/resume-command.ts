import { quoted } from '../../core/base/terminal-text.ts';

/**
 * The command that goes back to a place of a record.
 * @param place null: the end
 * @param run the run, of a record that holds several
 */
export const wayBack = (file: string, place: string | null, run?: string): string =>
  [
    `emulator start --ephemeral --from ${quoted(file)}`,
    ...(run === undefined ? [] : [`--run ${quoted(run)}`]),
    ...(place === null ? [] : [`--at ${quoted(place)}`]),
  ].join(' ');

/** The same for whoever made the record: webhooks go where the run sent them, as they did then. */
export const ownWayBack = (file: string, place: string | null, run?: string): string =>
  `${wayBack(file, place, run)} --webhooks keep`;

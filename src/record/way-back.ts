import { quoted } from '../text.ts';

/** The command that goes back to a place of a record. */
export const wayBack = (file: string, place: string): string =>
  `emulator start --ephemeral --from ${quoted(file)} --at ${quoted(place)}`;

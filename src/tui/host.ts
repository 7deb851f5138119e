import type { Host } from '../desk/host.ts';

/** What the dashboard asks of the terminal and of who opened it. */
export interface TerminalHost extends Host {
  /** Whether leaving stops the emulator. */
  readonly ownsEmulator: boolean;
  /** Shows a text in the pager; resolves when that is closed. */
  page(text: string): Promise<void>;
  /** Opens a text in the editor, as a file of that name that cannot be written to; resolves when that is closed. */
  edit(name: string, text: string): Promise<void>;
  /** Gives the terminal back and stops the process until the shell goes on with it. */
  suspend(): void;
  leave(how: 'quit' | 'interrupt'): void;
}

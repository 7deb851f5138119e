import type { Host } from '../model/host.ts';

/** The functions that the dashboard needs from the terminal and from its caller. */
export interface TerminalHost extends Host {
  /** Whether leaving the dashboard stops the emulator. */
  readonly ownsEmulator: boolean;
  /** Shows a text in the pager; resolves when the user closes the pager. */
  page(text: string): Promise<void>;
  /** Opens a text in the editor as a read-only file of this name; resolves when the user closes the editor. */
  edit(name: string, text: string): Promise<void>;
  /** Releases the terminal and stops the process until the shell continues it. */
  suspend(): void;
  leave(how: 'quit' | 'interrupt'): void;
}

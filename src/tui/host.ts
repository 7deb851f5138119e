/** What the dashboard asks of the terminal and of who opened it. */
export interface Host {
  /** Whether leaving stops the emulator. */
  readonly ownsEmulator: boolean;
  /** Puts a text on the clipboard; resolves with where it went, in words. */
  copy(text: string): Promise<string>;
  /** Shows a text in the pager; resolves when that is closed. */
  page(text: string): Promise<void>;
  /** Opens a text in the editor, as a file of that name that cannot be written to; resolves when that is closed. */
  edit(name: string, text: string): Promise<void>;
  /** Opens an address in the browser. @returns whether there is one */
  browse(address: string): Promise<boolean>;
  /** Gives the terminal back and stops the process until the shell goes on with it. */
  suspend(): void;
  leave(how: 'quit' | 'interrupt'): void;
}

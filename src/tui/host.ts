/** What the dashboard asks of the terminal and of who opened it. */
export interface Host {
  /** Whether leaving stops the emulator. */
  readonly ownsEmulator: boolean;
  copy(text: string): void;
  /** Shows a text in the pager; resolves when that is closed. */
  page(text: string): Promise<void>;
  /** Gives the terminal back and stops the process until the shell goes on with it. */
  suspend(): void;
  leave(how: 'quit' | 'interrupt'): void;
}

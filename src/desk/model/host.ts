/** The user's actions in this renderer, as words for hints. */
export interface ActionWords {
  /** `choose Trigger` */
  readonly trigger: string;
  readonly fault: string;
  /** `Add …` */
  readonly endpoint: string;
  /** `Send again sends it` */
  readonly resend: string;
  /** `the time above moves it` */
  readonly clock: string;
  /** `the tabs above show the other kinds` */
  readonly otherKinds: string;
  /** The key that goes to the view at a place; null: that view has no key. */
  readonly keyOf: (place: number) => string | null;
}

/** The functions that the desk needs from its renderer. */
export interface Host {
  /** The name of the renderer, for the history of what it edits. */
  readonly name: 'dashboard' | 'inspector';
  readonly ways: ActionWords;
  /** Whether the user has Windows, whose `cmd.exe` reads a command otherwise than sh. */
  readonly isWindows: boolean;
  /**
   * Copies a text; resolves with a phrase that tells where the copy is.
   * @throws Error that says why the text could not be copied
   */
  copy(text: string): Promise<string>;
  /** Opens an address in the browser. @returns false if there is no browser */
  browse(address: string): Promise<boolean>;
}

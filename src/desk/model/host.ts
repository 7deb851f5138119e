/** Words for the user's actions in this renderer, for hints. */
export interface ActionWords {
  /** `choose Trigger` */
  readonly trigger: string;
  readonly fault: string;
  /** `Add …` */
  readonly endpoint: string;
  /** `click Send again to send it` */
  readonly resend: string;
  /** `to move it to any other time, click the time above` */
  readonly clock: string;
  /** `Use the tabs above to see the other kinds` */
  readonly otherKinds: string;
  /** Returns the key that opens the view at a place; null if that view has no key. */
  readonly keyOf: (place: number) => string | null;
}

/** The functions that the desk needs from its renderer. */
export interface Host {
  /** The name of the renderer, for the history of its edits. */
  readonly name: 'dashboard' | 'inspector';
  readonly ways: ActionWords;
  /** Whether the user has Windows, where `cmd.exe` parses a command differently than sh. */
  readonly isWindows: boolean;
  /**
   * Copies a text. Resolves with a phrase that describes where the copy is.
   * @throws Error that explains why the text could not be copied
   */
  copy(text: string): Promise<string>;
  /** Opens a URL in the browser. @returns false if no browser is available */
  browse(address: string): Promise<boolean>;
}

/** How the user does something in this renderer, as words for hints. */
export interface Ways {
  /** `press t` */
  readonly trigger: string;
  readonly fault: string;
  /** `w sends it` */
  readonly resend: string;
  /** `← and → show the other kinds` */
  readonly otherKinds: string;
}

/** What the desk needs from its renderer. */
export interface Host {
  readonly ways: Ways;
  /** Copies a text; resolves with a phrase that says where it went. */
  copy(text: string): Promise<string>;
  /** Opens an address in the browser. @returns false if there is no browser */
  browse(address: string): Promise<boolean>;
}

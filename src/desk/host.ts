/** How something is done where the desk is drawn, in words for sentences that lead there. */
export interface Ways {
  /** `press t` */
  readonly trigger: string;
  readonly fault: string;
  /** `w sends it` */
  readonly resend: string;
  /** `← and → show the other kinds` */
  readonly otherKinds: string;
}

/** What the desk asks of whoever draws it. */
export interface Host {
  readonly ways: Ways;
  /** Puts a text on the clipboard; resolves with where it went, in words. */
  copy(text: string): Promise<string>;
  /** Opens an address in the browser. @returns whether there is one */
  browse(address: string): Promise<boolean>;
}

/** How something is done where the desk is drawn, in words for sentences that lead there. */
export interface Ways {
  /** `choose Trigger` */
  readonly trigger: string;
  readonly fault: string;
  /** `Send again sends it` */
  readonly resend: string;
  /** `the time above moves it` */
  readonly clock: string;
  /** `the tabs above show the other kinds` */
  readonly otherKinds: string;
  /** The key that goes to the view at a place; null: it has none. */
  readonly keyOf: (place: number) => string | null;
}

/** What the desk asks of whoever draws it. */
export interface Host {
  readonly ways: Ways;
  /** Puts a text on the clipboard; resolves with where it went, in words. */
  copy(text: string): Promise<string>;
  /** Opens an address in the browser. @returns whether there is one */
  browse(address: string): Promise<boolean>;
}

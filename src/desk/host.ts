/** What the desk asks of whoever draws it. */
export interface Host {
  /** Puts a text on the clipboard; resolves with where it went, in words. */
  copy(text: string): Promise<string>;
  /** Opens an address in the browser. @returns whether there is one */
  browse(address: string): Promise<boolean>;
}

/** Builds the pages' scripts and styles and the browser SDK of the project at `root` into a folder. */
export function buildBrowser(root: string, outdir: string): Promise<void>;

import type { Metafile } from 'esbuild';

/** Builds the pages' scripts and styles, the browser SDK and the manual of the project at `root` into a folder. */
export function buildBrowser(root: string, outdir: string): Promise<Metafile[]>;

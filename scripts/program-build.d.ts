import type { Metafile } from 'esbuild';

/** Builds what runs in Node, and its licences, into a folder. */
export function buildPrograms(
  folder: string,
): Promise<{ outputs: Record<string, Pick<Metafile['outputs'][string], 'inputs'>> }[]>;

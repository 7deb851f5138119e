import { ensureBrowserBuilt } from './build.ts';

/** What the pages load must be there before any test asks for a page. */
export const setup = (): Promise<void> => ensureBrowserBuilt();

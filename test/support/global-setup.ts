import { browserProgram } from './browser-program.ts';
import { ensureBrowserBuilt } from './build.ts';

/**
 * What the pages load must be there before any test asks for it. The bundled browser is unpacked before any test opens it: of several processes that unpack at once, some would start half a browser.
 */
export const setup = async (): Promise<void> => {
  // Where there is none, the tests that need it say so.
  await Promise.all([ensureBrowserBuilt(), browserProgram().catch(() => null)]);
};

import { browserProgram } from './browser-program.ts';
import { ensureBrowserBuilt, ensureFontsBuilt } from './build.ts';

/**
 * What the pages load, and the fonts of PDFs, must be there before any test asks for them. The bundled browser is unpacked before any test
 * opens it: of several processes that unpack at once, some would start half a browser.
 */
export const setup = async (): Promise<void> => {
  // Where there is none, the tests that need it say so.
  await Promise.all([ensureBrowserBuilt().then(ensureFontsBuilt), browserProgram().catch(() => null)]);
};

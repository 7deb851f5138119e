// Bundles the sources into dist/: few files start faster than many, and development libraries stay out of the install.
import { existsSync } from 'node:fs';
import { rename, rm, symlink } from 'node:fs/promises';
import { build } from 'esbuild';

// Built aside and put in place at the end: a build that fails leaves the last good one.
const aside = `dist.${process.pid}.tmp`;
await build({
  entryPoints: { cli: 'src/cli/main.ts' },
  outdir: aside,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [bundleDevelopmentLibraries()],
});
await rm('dist', { recursive: true, force: true });
await rename(aside, 'dist');
await linkProgram();

/**
 * Lets `npx emulator` find the program in a clone as it does in a project that has it installed. Without the link npx
 * installs the clone into its cache first, at every call.
 */
async function linkProgram() {
  const link = 'node_modules/.bin/emulator';
  if (process.platform === 'win32' || !existsSync('node_modules/.bin') || existsSync(link)) return;
  await symlink('../../bin/emulator.js', link);
}

/** Libraries that are devDependencies (small, pure) are bundled; dependencies stay imports. */
function bundleDevelopmentLibraries() {
  return {
    name: 'bundle-development-libraries',
    setup(builder) {
      builder.onResolve({ filter: /^(typebox|@lukeed\/ms|tinyduration)(\/|$)/ }, async (args) => {
        if (args.pluginData === 'inner') return undefined;
        const { resolveDir, kind } = args;
        const found = await builder.resolve(args.path, { resolveDir, kind, pluginData: 'inner' });
        return { path: new URL(import.meta.resolve(args.path)).pathname, sideEffects: found.sideEffects };
      });
    },
  };
}

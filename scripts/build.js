// Bundles the sources into dist/: few files start faster than many, and development libraries stay out of the install.
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: { cli: 'src/cli/main.ts', index: 'src/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  external: [],
  sourcemap: true,
  logLevel: 'warning',
  plugins: [bundleDevelopmentLibraries()],
});

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

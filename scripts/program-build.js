import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.js';

/** The libraries that a user installs; all others are bundled. */
const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

export const options = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  // Ink loads its debugger only for debugging.
  external: [...Object.keys(peerDependencies).flatMap((name) => [name, `${name}/*`]), 'react-devtools-core'],
  // What it names first loads its parts by a `require` that is handed to it, which nobody can bundle.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  logLevel: 'warning',
};

/** Bundled code may be CommonJS, and require modules of Node. */
export const requireInModule = {
  js: "import { createRequire as requireBeside } from 'node:module';\nconst require = requireBeside(import.meta.url);",
};

/**
 * Builds what runs in Node: the command line and the entries for tests as ECMAScript modules, and the entry for
 * `require`.
 * @param folder where the files go
 * @returns what esbuild says about the bundles
 */
export async function buildPrograms(folder) {
  const programs = {
    ...options,
    minify: true,
    // For a clone: the package has no maps, which would make it half as big again.
    sourcemap: true,
    sourcesContent: false,
    // React without its warnings is faster, and half as large.
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    outdir: folder,
  };
  const modules = await build({
    ...programs,
    format: 'esm',
    entryPoints: {
      cli: 'src/cli/program.ts',
      dashboard: 'src/desk/terminal/open.tsx',
      'dashboard-program': 'src/cli/dashboard-program.ts',
      index: 'src/index.ts',
      outside: 'src/testing/esm-side.ts',
      testcontainers: 'src/testing/testcontainers.ts',
      vitest: 'src/testing/vitest.ts',
    },
    // A command loads the parts that it needs.
    splitting: true,
    banner: requireInModule,
  });
  const required = await build({
    ...programs,
    format: 'cjs',
    entryPoints: { index: 'src/index.ts' },
    outExtension: { '.js': '.cjs' },
    define: { ...programs.define, 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
    // Under a runner that loads it by `require`, no module can be imported, not even one of Node.
    supported: { 'dynamic-import': false },
    plugins: [startOutside()],
  });
  const metafiles = [modules, required].map(({ metafile }) => metafile);
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), licencesOf(inputs));
  return metafiles;
}

/**
 * The file for `require` contains only the calls: the emulator is loaded as a module, outside of what a test runner
 * loads.
 */
function startOutside() {
  return {
    name: 'start-outside',
    setup(builder) {
      builder.onResolve({ filter: /\/(start|initial-state)\.ts$/ }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: join(import.meta.dirname, '../src/testing/esm-bridge.ts') } : undefined,
      );
    },
  };
}

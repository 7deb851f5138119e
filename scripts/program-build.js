import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
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

/** React without its warnings is faster, and half as large. */
const production = { 'process.env.NODE_ENV': '"production"' };

/** Bundled code may be CommonJS, and require modules of Node. */
export const requireInModule = {
  js: "import { createRequire as requireBeside } from 'node:module';\nconst require = requireBeside(import.meta.url);",
};

/**
 * Builds what runs in Node: the command line and the entries for tests as ECMAScript modules, and the entry for
 * `require`.
 * @param folder where the files go
 * @returns which files have code of which inputs, in the form of esbuild
 */
export async function buildPrograms(folder) {
  // For a clone: the package has no maps, which would make it half as big again.
  const common = { minify: true, sourcemap: true };
  const modules = await buildModules(folder, common);
  const { metafile } = await build({
    ...options,
    ...common,
    sourcesContent: false,
    metafile: true,
    outdir: folder,
    format: 'cjs',
    entryPoints: { index: 'src/index.ts' },
    outExtension: { '.js': '.cjs' },
    define: { ...production, 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
    // Under a runner that loads it by `require`, no module can be imported, not even one of Node.
    supported: { 'dynamic-import': false },
    plugins: [startOutside()],
  });
  const built = [modules, metafile];
  const inputs = built.flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), licencesOf(inputs));
  return built;
}

/**
 * Builds the modules. A command loads the parts that it needs, and what starts the emulator is in few files: Node takes
 * as long to find and link a file as to run a small one.
 */
async function buildModules(folder, { minify, sourcemap }) {
  const bundle = await rolldown({
    input: {
      cli: 'src/cli/program.ts',
      dashboard: 'src/desk/terminal/open.tsx',
      'dashboard-program': 'src/cli/dashboard-program.ts',
      index: 'src/index.ts',
      outside: 'src/testing/esm-side.ts',
      testcontainers: 'src/testing/testcontainers.ts',
      vitest: 'src/testing/vitest.ts',
    },
    platform: 'node',
    tsconfig: false,
    external: (id) => options.external.some((name) => id === name || id.startsWith(name.replace(/\*$/, ''))),
    resolve: { alias: options.alias },
    transform: { target: options.target, define: production },
    logLevel: 'warn',
    // A group may contain what a command imports only when it needs it.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    minify,
    sourcemap,
    banner: requireInModule.js,
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      groups: [
        { name: 'cli', test: /src.cli.program\.ts$/, priority: 4 },
        {
          name: 'commands',
          test: /src.(?:cli.(?:session|views)|cli.groups.[\w-]+|core.base.[\w-]+)\.ts$/,
          priority: 3,
        },
        {
          name: 'emulator',
          test: /src.(?:emulator.parts.start|sandbox.requests.marks|core.validation.(?:stored-objects|references))\.ts$/,
          priority: 2,
        },
        { name: 'files', test: /src.sandbox.files.(?:[\w-]+.)?[\w-]+\.ts$/, priority: 1 },
        { name: 'start', test: /src.cli.commands.start.start\.ts$/, priority: 1 },
        { name: 'sandbox', test: /src.emulator.sandbox\.ts$/ },
      ],
    },
  });
  await bundle.close();
  const chunks = output.filter(({ type }) => type === 'chunk');
  const inputsOf = ({ modules }) =>
    Object.fromEntries(
      Object.entries(modules).map(([path, { renderedLength }]) => [
        relative(process.cwd(), path),
        { bytesInOutput: renderedLength },
      ]),
    );
  return { outputs: Object.fromEntries(chunks.map((chunk) => [chunk.fileName, { inputs: inputsOf(chunk) }])) };
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

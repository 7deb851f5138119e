import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.js';
import { keepLinesOfMaps } from './line-maps.js';

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
/** The libraries that are installed with the package; all others are devDependencies and bundled. */
const installed = Object.keys({ ...dependencies, ...peerDependencies });

export const options = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  // Ink loads its debugger only for debugging.
  external: [...installed.flatMap((name) => [name, `${name}/*`]), 'react-devtools-core'],
  // What it names first loads its parts by a `require` that is handed to it, which nobody can bundle.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // For the lines of stack traces, which is all that is left of them; the sources themselves would make the package half as
  // big again.
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  plugins: [bundleRequired(), startFastifyFaster(), findSignalsFaster()],
};

/**
 * Builds what runs in Node: the command line as CommonJS, which starts faster and whose compiled code can be kept, and
 * the entries for tests and the dashboard as ECMAScript modules.
 * @param folder where the files go
 */
export async function buildPrograms(folder) {
  const commandLine = {
    ...options,
    format: 'cjs',
    // Names of one letter make a start 8 % faster; EMULATOR_DEBUG reads the source maps.
    minify: true,
    charset: 'ascii',
    define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
  };
  const program = {
    ...commandLine,
    banner: { js: `//${noChecksum}\n'use strict';\nconst lazily = module.lazily ?? ((name) => import(name));` },
    plugins: [...options.plugins, leaveModules()],
  };
  const file = 'src/cli/program.ts';
  const built = await Promise.all([
    build({ ...commandLine, entryPoints: { cli: 'src/cli/main.ts' } }),
    build({ ...program, entryPoints: { whole: file } }),
    build({ ...program, plugins: [...program.plugins, leaveEmulator()], entryPoints: { client: file } }),
    build({
      ...commandLine,
      entryPoints: { index: 'src/index.ts' },
      // Under a runner that loads it by `require`, no module can be imported, not even one of Node.
      supported: { 'dynamic-import': false },
      plugins: [...options.plugins, startOutside()],
    }),
    build({
      ...options,
      format: 'esm',
      minify: true,
      // React without its warnings is faster, and half as large.
      define: { 'process.env.NODE_ENV': '"production"' },
      entryPoints: {
        index: 'src/index.ts',
        outside: 'src/programmatic/outside.ts',
        vitest: 'src/vitest.ts',
        dashboard: 'src/tui/open.tsx',
        'dashboard-program': 'src/cli/dashboard-program.ts',
        mcp: 'src/cli/mcp/server.ts',
        certificate: 'src/tls/certificate.ts',
      },
      outdir: folder,
      splitting: true,
      // Bundled code may be CommonJS, and require modules of Node.
      banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    }),
  ]);
  const [, whole, client, required] = built;
  for (const { metafile } of [whole, client]) finish(metafile);
  for (const { metafile } of [client, required]) refuseEmulator(metafile);
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), licencesOf(inputs));
  keepLinesOfMaps(folder);
}

const noChecksum = '0'.repeat(64);

/**
 * Puts the checksum of a program into its first line, under which its compiled code is kept. V8 supports no dynamic
 * imports in a script with kept code, so its loader does them. Both replacements keep the length of the line, because
 * source maps contain columns.
 */
function finish({ outputs }) {
  const [path, { imports }] = Object.entries(outputs).find(([name]) => name.endsWith('.cjs'));
  let count = 0;
  // esbuild does not escape the characters of tagged templates, but the program is read as ASCII.
  const ascii = readFileSync(path, 'utf8').replaceAll(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const text = ascii.replaceAll(/\bimport(?=\("([^"]+)"\))/g, (found, name) => {
    if (!imports.some((each) => each.path === name && each.kind === 'dynamic-import')) return found;
    count += 1;
    return 'lazily';
  });
  const expected = imports.filter(({ kind }) => kind === 'dynamic-import').length;
  if (count !== expected) throw new Error(`${path} has ${expected} dynamic imports, of which ${count} were found.`);
  writeFileSync(path, text.replace(noChecksum, createHash('sha256').update(text).digest('hex')), 'latin1');
}

/** The sources load some libraries on first use, by a `require` of their own; esbuild knows only the usual one. */
function bundleRequired() {
  const own = 'const require = createRequire(import.meta.url);';
  return {
    name: 'bundle-required',
    setup(builder) {
      builder.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const contents = await readFile(path, 'utf8');
        return contents.includes(own) ? { contents: contents.replace(own, ''), loader: 'ts' } : undefined;
      });
    },
  };
}

/**
 * fastify's router compiles a function for each of its hundreds of nodes, to compare the beginning of a path; comparing
 * directly saves 30 ms of a start. Its server loads TLS and HTTP/2: 5 ms. Nothing here uses HTTP/2, and TLS users
 * provide the server ("serverFactory").
 */
function startFastifyFaster() {
  const compiled = /return new Function\('path', 'i', .*\n/;
  return {
    name: 'start-fastify-faster',
    setup(builder) {
      builder.onLoad({ filter: /find-my-way[\\/]lib[\\/]node\.js$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!compiled.test(text)) throw new Error(`${path} compiles no prefixes any more.`);
        return { contents: text.replace(compiled, 'return (path, i) => path.startsWith(prefix, i);\n') };
      });
      builder.onResolve({ filter: /^node:http(s|2)$/ }, ({ path, importer }) =>
        /fastify[\\/]lib[\\/]server\.js$/.test(importer) ? { path, namespace: 'unused' } : undefined,
      );
      builder.onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
    },
  };
}

/**
 * To name signals, human-signals (of execa) compares each of 65 numbers with up to 65 entries of a table of Node, each of
 * which is slow to read: 10 ms before a program is started. Of a copy it takes 0.3.
 */
function findSignalsFaster() {
  const table = 'import{constants}from"node:os";';
  return {
    name: 'find-signals-faster',
    setup(builder) {
      builder.onLoad({ filter: /human-signals[\\/]build[\\/]src[\\/]main\.js$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!text.includes(table)) throw new Error(`${path} has no table of signals any more.`);
        const copy = 'import{constants as own}from"node:os";const constants={signals:{...own.signals}};';
        return { contents: text.replace(table, copy) };
      });
    },
  };
}

/**
 * Ink awaits at its top level, which CommonJS cannot, and who answers agents, or makes a certificate, loads a library of
 * half a megabyte: they are modules beside the program.
 */
function leaveModules() {
  return {
    name: 'leave-modules',
    setup(builder) {
      builder.onResolve({ filter: /\/tui\/open\.tsx$/ }, () => ({ path: './dashboard.js', external: true }));
      builder.onResolve({ filter: /\/mcp\/server\.ts$/ }, () => ({ path: './mcp.js', external: true }));
      builder.onResolve({ filter: /\/certificate\.ts$/ }, () => ({ path: './certificate.js', external: true }));
    },
  };
}

/**
 * The file for `require` contains only the calls: the emulator is loaded as a module, outside of what a test runner
 * loads.
 */
function startOutside() {
  return {
    name: 'start-outside',
    setup(builder) {
      builder.onResolve({ filter: /\/(start|beginning)\.ts$/ }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: join(import.meta.dirname, '../src/programmatic/inside.ts') } : undefined,
      );
    },
  };
}

/** The program for commands that talk to a running emulator leaves out what only the others load. */
function leaveEmulator() {
  const left =
    /\/(commands\/(start|stop|exec|audit-trial|fixture|doctor|record)|text-fields|sandbox|declarations|registry|openapi|load)\.ts$/;
  return {
    name: 'leave-emulator',
    setup(builder) {
      builder.onResolve({ filter: left }, ({ kind, path }) =>
        kind === 'dynamic-import' ? { path, namespace: 'left' } : undefined,
      );
      builder.onLoad({ filter: /./, namespace: 'left' }, ({ path }) => ({
        contents: `throw new Error(${JSON.stringify(`${path} is in whole.cjs: see wholeCommands in src/cli/main.ts`)});`,
      }));
    },
  };
}

/** If one of these commands came to need the emulator, all of them would become slower. */
function refuseEmulator({ inputs, outputs }) {
  const heavy = Object.keys(inputs).filter((path) => /^src\/(resources|storage|http|fixtures|sandbox)\b/.test(path));
  if (heavy.length === 0) return;
  throw new Error(
    `${Object.keys(outputs).at(-1)} would hold ${heavy.slice(0, 5).join(', ')}: see leaveEmulator in scripts/program-build.js`,
  );
}

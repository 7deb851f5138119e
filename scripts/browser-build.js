// Bundles what runs in a browser: the pages' scripts and styles, the browser SDK, and the manual.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.js';
import { buildManual } from './manual.js';
import { viewerOptions } from './viewer-build.js';

const pages = 'src/pages';
/** Browsers of 2024 and later, which support `light-dark()`. */
const target = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

/** Files directly in a folder are entries, which pages load by name; files in folders below are their parts. */
const entriesIn = (folder, extension, prefix = '') =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(extension) && !entry.name.endsWith('.d.ts'))
        .map((entry) => ({ in: join(folder, entry.name), out: prefix + entry.name.slice(0, -extension.length) }))
    : [];

const common = (root, outdir) => ({
  absWorkingDir: root,
  outdir,
  bundle: true,
  minify: true,
  charset: 'utf8',
  target,
  logLevel: 'warning',
  metafile: true,
  write: false,
});

/** The SDK in two forms: a global for a `<script>`, and a module with a default export. */
const sdkForms = [
  {
    format: 'iife',
    name: 'sdk.js',
    contents: `import { createFactory } from './factory.ts'; globalThis.PaymentsSDK = createFactory(document.currentScript?.src ?? '');`,
  },
  {
    format: 'esm',
    name: 'sdk.mjs',
    contents: `import { createFactory } from './factory.ts'; export const PaymentsSDK = createFactory(import.meta.url); export const { PaymentsError } = PaymentsSDK; export default PaymentsSDK;`,
  },
];

/** The types of the module: importing it declares no global. */
const sdkTypes = (types) => `${types}
/** The factory: \`PaymentsSDK('pk_test_demo')\`. */
export declare const PaymentsSDK: PaymentsFactory;
export declare const PaymentsError: PaymentsErrorClass;
/** An error of the SDK. */
export type PaymentsError = PaymentsErrorLike;
export default PaymentsSDK;
`;

/** The types of the global of the script. */
const sdkGlobalTypes = `import type { PaymentsFactory } from './sdk.js';

declare global {
  /** Of \`<script src=".../sdk/v1/sdk.js">\`. */
  var PaymentsSDK: PaymentsFactory;
}
`;

/**
 * Builds everything into a folder. Each file is replaced as a whole, so that readers get the old or the new one.
 * @param root the project's folder
 * @returns what esbuild says about the bundles
 */
export async function buildBrowser(root, outdir) {
  const frames = entriesIn(join(root, pages, 'sdk/frames'), '.ts', 'sdk-');
  const built = await Promise.all([
    build({
      ...common(root, outdir),
      entryPoints: [
        ...entriesIn(join(root, pages, 'browser'), '.ts'),
        ...frames,
        ...entriesIn(join(root, pages, 'styles'), '.css'),
      ],
      format: 'esm',
    }),
    build({
      ...common(root, outdir),
      entryPoints: [
        { in: 'src/desk/inspector/main.tsx', out: 'inspector' },
        { in: 'src/desk/inspector/audit-worker.ts', out: 'judge' },
        { in: 'src/desk/inspector/styles/inspector.css', out: 'inspector' },
      ],
      format: 'esm',
      jsx: 'automatic',
      jsxImportSource: 'preact',
    }),
    build({ ...common(root, outdir), ...viewerOptions(root) }),
    ...sdkForms.map(({ format, name, contents }) =>
      build({
        ...common(root, outdir),
        stdin: { contents, resolveDir: join(root, pages, 'sdk'), loader: 'ts' },
        format,
        outdir: undefined,
        outfile: join(outdir, name),
      }),
    ),
  ]);
  await mkdir(outdir, { recursive: true });
  await Promise.all(
    built.flatMap(({ outputFiles }) => outputFiles).map(({ path, contents }) => putInPlace(path, contents)),
  );
  const metafiles = built.map(({ metafile }) => metafile);
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  await putInPlace(join(outdir, 'THIRD-PARTY-LICENSES'), licencesOf(inputs.map((path) => join(root, path))));
  const [looks, surface] = await Promise.all(
    ['appearance-types.ts', 'types.ts'].map((name) => readFile(join(root, pages, 'sdk', name), 'utf8')),
  );
  await putInPlace(
    join(outdir, 'sdk.d.ts'),
    sdkTypes(looks + surface.replace(/^.*from '.\/appearance-types.ts';\n/gm, '')),
  );
  await putInPlace(join(outdir, 'sdk-global.d.ts'), sdkGlobalTypes);
  await buildManual(root, join(outdir, 'manual'));
  return metafiles;
}

async function putInPlace(path, contents) {
  const aside = join(dirname(path), `.${process.pid}-${path.split(/[\\/]/).at(-1)}.tmp`);
  await writeFile(aside, contents);
  await rename(aside, path);
}

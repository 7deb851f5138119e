// Bundles what shows a record: the inspector, and the operations of the control API that answer it, without Node.
import { join } from 'node:path';

const shims = 'src/desk/viewer/browser-shims';

/** Browser replacements for Node modules, and for a module that compiles code, which the page's policy forbids. */
const inPlaceOf = [
  [/^node:timers$/, 'timers.ts'],
  [/^node:crypto$/, 'crypto.ts'],
  [/\/store\/shape\.ts$|^\.\/shape\.ts$/, 'shape.ts'],
  [/\/validator\.ts$/, 'validator.ts'],
];

/** Modules of Node, but libraries that are loaded when they are first needed: neither is needed to show a record. */
const absent = /^node:|^(undici|yaml|pdfkit|fontkit|nodemailer|chokidar|fast-json-stringify|ajv)(\/|$)/;

/** @param root the project's folder */
export const viewerOptions = (root) => ({
  entryPoints: [
    { in: 'src/desk/viewer/main.tsx', out: 'record' },
    { in: 'src/desk/viewer/record.css', out: 'record' },
    { in: 'src/desk/viewer/loader.ts', out: 'record-loader' },
  ],
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  inject: [join(root, shims, 'globals.ts')],
  plugins: [
    {
      name: 'viewer',
      setup(build) {
        for (const [filter, file] of inPlaceOf) {
          build.onResolve({ filter }, () => ({ path: join(root, shims, file) }));
        }
        build.onResolve({ filter: absent }, ({ path }) => ({ path, namespace: 'absent' }));
        build.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
          contents: `const refuse = () => { throw new Error(${JSON.stringify(`A record has no ${path}.`)}); };
module.exports = new Proxy({}, { get: () => refuse });`,
          loader: 'js',
        }));
      },
    },
  ],
});

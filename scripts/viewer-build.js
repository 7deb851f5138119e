// Bundles what shows a record: the inspector, and the operations of the control API that answer it, without Node.
import { join } from 'node:path';

/** What stands in the place of what a browser lacks. Nothing of it is needed to answer from a record. */
const stands = {
  'node:timers': 'src/record/viewer/timers.ts',
  'node:crypto': 'src/record/viewer/crypto.ts',
};

/** Libraries that are loaded when they are needed first, which is never in a record. */
const unused = /^(undici|yaml|pdfkit|nodemailer|chokidar|fast-json-stringify|ajv)(\/|$)/;

/** @param root the project's folder */
export const viewerOptions = (root) => ({
  entryPoints: [{ in: 'src/record/viewer/main.ts', out: 'record' }],
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  plugins: [
    {
      name: 'viewer',
      setup(build) {
        // A page with this policy compiles no code at run time: copiers are written out there.
        build.onResolve({ filter: /\/shape\.ts$/ }, () => ({ path: join(root, 'src/record/viewer/shape.ts') }));
        build.onResolve({ filter: /^node:/ }, ({ path }) =>
          path in stands ? { path: join(root, stands[path]) } : { path, namespace: 'nothing' },
        );
        build.onResolve({ filter: unused }, ({ path }) => ({ path, namespace: 'nothing' }));
        build.onLoad({ filter: /.*/, namespace: 'nothing' }, ({ path }) => ({
          contents: `const refuse = () => { throw new Error(${JSON.stringify(`${path} is not there in a record`)}); };
module.exports = new Proxy({}, { get: () => refuse });`,
          loader: 'js',
        }));
      },
    },
  ],
});

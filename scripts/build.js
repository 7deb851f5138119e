// Bundles the sources into dist/: few files start faster than many, and development libraries need not be installed.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildBrowser } from './browser-build.js';
import { isFresh } from './fresh.js';
import { generatedFiles, writeGenerated } from './generated.js';
import { buildPrograms, options } from './program-build.js';

// A fresh build is not repeated: tests often follow an install, which builds. The first `npx payments-emulator` in a clone also
// runs `prepare`, beside an emulator that may be loading the files that a build would replace.
const schemas = ['fixture.schema.json', 'run-record.schema.json', 'profile.schema.json'];
const isWhole = ['dist/index.d.cts', ...generatedFiles, ...schemas].every((file) => existsSync(file));
if (process.argv.includes('--unless-fresh') && isWhole && isFresh('dist/cli.js', ['src', 'scripts', 'docs']))
  process.exit();

// Builds into a temporary folder and replaces dist/ at the end, so that a failed build leaves the last good one.
const aside = `dist.${process.pid}.tmp`;
const isProgramAlone = process.argv.includes('--program-only');
// Written before the programs: the file is one of their sources, and they must be newer than it.
if (!isProgramAlone) await writeGenerated(process.cwd());
await buildPrograms(aside);
await copyFonts();
if (!isProgramAlone) {
  await buildBrowser(process.cwd(), join(process.cwd(), aside, 'browser'));
  const { declarationsOf, furtherDeclarations } = await import('./declarations.js');
  await writeFile(join(aside, 'index.d.cts'), declarationsOf(process.cwd()));
  // Both entries have the same types. A module can re-export the types of the CommonJS entry, but not the reverse.
  await writeFile(join(aside, 'index.d.ts'), "export * from './index.cjs';\n");
  for (const entry of ['testcontainers', 'vitest'])
    await writeFile(join(aside, `${entry}.d.ts`), furtherDeclarations(process.cwd(), entry));
  await writeSchemas();
}
await putInPlace();

/** Copies what PDFs embed letters of. */
async function copyFonts() {
  const noto = 'node_modules/@expo-google-fonts/noto-sans';
  await mkdir(join(aside, 'fonts'));
  await copyFile(join(noto, 'LICENSE_FONT'), join(aside, 'fonts/OFL.txt'));
  for (const weight of ['400Regular', '700Bold']) {
    const file = `NotoSans_${weight}.ttf`;
    await copyFile(join(noto, weight, file), join(aside, 'fonts', file));
  }
}

/** Writes the schemas that derive from the declarations: of fixtures and profiles, for editors, and of run records. */
async function writeSchemas() {
  const bundle = join(process.cwd(), aside, 'schemas.js');
  const contents = `
    import { declarations } from './src/sandbox/declarations.ts';
    import { runRecordSchema } from './src/record/read/schema.ts';
    export { fixtureSchema } from './src/sandbox/fixtures/schema.ts';
    export { profileSchema } from './src/sandbox/profile/model.ts';
    export const recordSchema = () => runRecordSchema(declarations());`;
  await build({
    ...options,
    format: 'esm',
    sourcemap: false,
    stdin: { contents, resolveDir: process.cwd() },
    outfile: bundle,
  });
  const { fixtureSchema, recordSchema, profileSchema } = await import(pathToFileURL(bundle).href);
  const made = [fixtureSchema(), recordSchema(), profileSchema()];
  // People read them too, to see what a field means. Compressed, the indentation makes hardly a difference.
  for (const [at, file] of schemas.entries()) await writeFile(file, `${JSON.stringify(made[at], null, 2)}\n`);
  await rm(bundle);
}

/**
 * Replaces dist/ by two renames, so that readers find the old or the new one; tries again if another build came
 * between.
 */
async function putInPlace(attemptsLeft = 5) {
  const old = `dist.${process.pid}-${attemptsLeft}.tmp`;
  if (existsSync('dist')) await rename('dist', old);
  try {
    await rename(aside, 'dist');
  } catch (error) {
    if (attemptsLeft === 0 || !['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
    return putInPlace(attemptsLeft - 1);
  } finally {
    await rm(old, { recursive: true, force: true });
  }
}

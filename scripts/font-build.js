// Makes the fonts of the PDFs from Noto Sans: the letters listed in `src/mail/letters.json`.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'esbuild';
import subsetFont from 'subset-font';
import { coarseFont } from './coarse-font.js';

const packages = 'node_modules/@expo-google-fonts';
/** By the name of the font in `letters.json`. A bold East Asian font would double the size, so the PDFs imitate it. */
const fonts = {
  'noto-sans-regular': { letters: 'noto-sans', from: 'noto-sans/400Regular/NotoSans_400Regular.ttf' },
  'noto-sans-bold': { letters: 'noto-sans', from: 'noto-sans/700Bold/NotoSans_700Bold.ttf' },
  'noto-sans-jp': { letters: 'noto-sans-jp', from: 'noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf' },
  'noto-sans-sc': { letters: 'noto-sans-sc', from: 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf' },
  'noto-sans-kr': { letters: 'noto-sans-kr', from: 'noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf' },
};
/** The grid for thousands of East Asian letters, in units per em. */
const coarseGrid = 256;

/**
 * Makes the fonts, or takes the cached ones of the same sources.
 * @param root the folder of the project
 * @param folder where the fonts go, with their licence
 */
export async function buildFonts(root, folder) {
  const kept = join(root, 'node_modules/.cache/payments-emulator', `fonts-${await keyOf(root)}`);
  if (!existsSync(kept)) {
    const aside = `${kept}.${process.pid}`;
    await makeFonts(root, aside);
    await rename(aside, kept).catch(() => rm(aside, { recursive: true, force: true }));
  }
  await mkdir(folder, { recursive: true });
  await cp(kept, folder, { recursive: true });
}

/** A short hash of everything that the fonts are made of. */
async function keyOf(root) {
  const names = ['noto-sans', 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'];
  const sources = [
    ...['scripts/font-build.js', 'scripts/coarse-font.js', 'src/mail/letters.ts', 'src/mail/letters.json'],
    ...names.map((name) => join(packages, name, 'package.json')),
  ];
  const hash = createHash('sha256');
  for (const path of sources) hash.update(await readFile(join(root, path)));
  return hash.digest('hex').slice(0, 16);
}

async function makeFonts(root, folder) {
  const lettersOf = await loadLetters(root);
  await mkdir(folder, { recursive: true });
  // If two fonts have a letter, the first is used; the second does not need it.
  const written = new Set();
  for (const [name, { letters, from }] of Object.entries(fonts)) {
    const isEastAsian = letters === name;
    const wanted = [...lettersOf(letters)].filter((letter) => !isEastAsian || !written.has(letter));
    if (isEastAsian) for (const letter of wanted) written.add(letter);
    const cut = await subsetFont(await readFile(join(root, packages, from)), wanted.join(''), {
      targetFormat: 'sfnt',
      noLayoutClosure: true,
      noHinting: isEastAsian,
      // The PDF library needs longer to read these tables than the letters, and composed letters work without them.
      dropTables: ['GDEF', 'GPOS', 'GSUB'],
    });
    const font = isEastAsian ? coarseFont(cut, coarseGrid) : cut;
    await writeFile(join(folder, `${name}.ttf.br`), await compressed(font));
  }
  await copyFile(join(root, packages, 'noto-sans/LICENSE_FONT'), join(folder, 'OFL.txt'));
}

const compressed = (bytes) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS } });

/** The program's own list of letters, by which the PDFs choose fonts. */
async function loadLetters(root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/mail/letters.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'warning',
  });
  const { lettersOf } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return lettersOf;
}

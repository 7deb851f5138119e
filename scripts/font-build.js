// Makes the fonts of the PDFs: the letters of Latin, Greek and Cyrillic script out of Noto Sans.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const source = 'node_modules/@expo-google-fonts/noto-sans';
const files = {
  'noto-sans-regular.ttf': '400Regular/NotoSans_400Regular.ttf',
  'noto-sans-bold.ttf': '700Bold/NotoSans_700Bold.ttf',
};

/**
 * @param root the folder of the project
 * @param folder where the fonts go, with their licence
 */
export async function buildFonts(root, folder) {
  const ranges = JSON.parse(await readFile(join(root, 'src/mail/font-ranges.json'), 'utf8'));
  const text = ranges.map(charactersOf).join('');
  await mkdir(folder, { recursive: true });
  for (const [name, path] of Object.entries(files)) {
    const font = await subsetFont(await readFile(join(root, source, path)), text, {
      targetFormat: 'truetype',
      noLayoutClosure: true,
    });
    await writeFile(join(folder, name), font);
  }
  await copyFile(join(root, source, 'LICENSE_FONT'), join(folder, 'OFL.txt'));
}

/** @param range the first and the last code point, in hexadecimal digits */
function charactersOf(range) {
  const [first, last] = range.map((digits) => Number.parseInt(digits, 16));
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('');
}

// Packing leaves `prepare` out: it builds a clone, and its script is not in the package, of which npm would warn.
// `node scripts/manifest.js pack` before npm reads package.json, and `node scripts/manifest.js restore` after.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const [manifest, whole] = ['package.json', 'package.json.whole'];

/** Puts package.json back as it was, also where an earlier packing was interrupted. */
const restore = () => existsSync(whole) && renameSync(whole, manifest);

restore();
if (process.argv[2] === 'pack') {
  const text = readFileSync(manifest, 'utf8');
  const { scripts, ...rest } = JSON.parse(text);
  delete scripts.prepare;
  writeFileSync(whole, text);
  writeFileSync(manifest, `${JSON.stringify({ ...rest, scripts }, null, 2)}\n`);
}

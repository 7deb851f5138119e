// Removes `prepare` for packing: it builds a clone, but its script is not in the package, and npm would warn. Run `node
// scripts/manifest.js pack` before npm reads package.json, and `node scripts/manifest.js restore` afterwards.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const [manifest, whole] = ['package.json', 'package.json.whole'];

/** Restores package.json, also after an interrupted packing. */
const restore = () => existsSync(whole) && renameSync(whole, manifest);

restore();
if (process.argv[2] === 'pack') {
  const text = readFileSync(manifest, 'utf8');
  const { scripts, ...rest } = JSON.parse(text);
  delete scripts.prepare;
  writeFileSync(whole, text);
  writeFileSync(manifest, `${JSON.stringify({ ...rest, scripts }, null, 2)}\n`);
}

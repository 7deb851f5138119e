// Prints the section of CHANGELOG.md of this version, as the text of a release. `node scripts/release-notes.js ADDRESS`:
// the address of the files of that version, to which its links lead.
import { readFileSync } from 'node:fs';

const [, , address = ''] = process.argv;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## )/m);
const section = sections.find((each) => each.startsWith(`## ${version}\n`));

if (section === undefined) {
  process.stderr.write(`CHANGELOG.md has no section '## ${version}'.\n`);
  process.exitCode = 1;
} else {
  const text = section.slice(section.indexOf('\n')).trim();
  process.stdout.write(`${text.replaceAll(/\]\((?!https?:|#)/g, `](${address}/`)}\n`);
}

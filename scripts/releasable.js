// Checks whether the project can be published: `node scripts/releasable.js v0.1.0`, and before each `npm publish`.
import { readFileSync } from 'node:fs';

const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const [section = ''] = /^## .*$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
const isUnpublished = /not\s+published\s+yet/i.test(readFileSync('README.md', 'utf8'));
const tag = process.argv[2] ?? `v${version}`;

const faults = [
  [tag !== `v${version}`, `The tag is ${tag}, but package.json has the version ${version}: make them one.`],
  [section !== `## ${version}`, `CHANGELOG.md begins with '${section}': name the section '## ${version}'.`],
  [
    isUnpublished,
    "README.md says 'not published yet', which the release makes untrue: leave only npm install --save-dev payments-emulator.",
  ],
  [
    repository === undefined,
    "package.json names no repository, without which the registry shows the README's links broken: " +
      'npm pkg set repository.type=git repository.url=git+https://….git, or push a tag and let release.yml publish.',
  ],
].flatMap(([isSo, says]) => (isSo ? [says] : []));

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;

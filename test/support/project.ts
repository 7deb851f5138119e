import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './build.ts';

/** The names of the program in a project. */
const ownNames = ['emulator', 'payments-emulator'];

/** Makes a folder an empty project in which payments-emulator and everything that this project has is installed. */
export function installInto(folder: string, project: object = { private: true, type: 'module' }): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(project)}\n`);
  const [here, there] = [join(folder, 'node_modules'), join(projectFolder, 'node_modules')];
  mkdirSync(join(here, '.bin'), { recursive: true });
  for (const name of readdirSync(there)) if (!name.startsWith('.')) symlinkSync(join(there, name), join(here, name));
  for (const name of readdirSync(join(there, '.bin'))) {
    if (!ownNames.includes(name)) symlinkSync(join(there, '.bin', name), join(here, '.bin', name));
  }
  symlinkSync(projectFolder, join(here, 'payments-emulator'));
  for (const name of ownNames) symlinkSync(join(projectFolder, 'bin/emulator.js'), join(here, '.bin', name));
}

/** The environment of a shell in such a project: ours, without what would change what tools do there. */
export function environmentIn(folder: string): Record<string, string | undefined> {
  const foreign =
    /^(EMULATOR_|NO_COLOR|FORCE_COLOR|CI$|NODE_OPTIONS|NODE_ENV|NODE_TEST|VITEST|TEST$|DEV$|PROD$|MODE$|npm_)/;
  const ours = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(ours), PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}` };
}

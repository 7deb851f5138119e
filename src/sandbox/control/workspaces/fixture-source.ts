import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { Anything, T } from '../../../core/kernel/declare/schema.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { errorOf, invalid, resourceMissing, ServiceError } from '../../../core/kernel/errors.ts';
import { noFixture } from '../../../core/kernel/workspace.ts';
import {
  FixtureError,
  fileOf,
  isBundled,
  loadFixtureOfFiles,
  NoFixture,
  reportingAllProblems,
} from '../../fixtures/load.ts';
import type { Fixture, FixtureOfFiles } from '../../fixtures/schema.ts';
import type { Uses } from '../sandbox.ts';
import { trialOn } from './fixture-trial.ts';

/** A fixture, with the name that its workspaces store. */
export interface NamedFixture {
  readonly name: string;
  readonly fixture: FixtureOfFiles;
}

/**
 * The fixture that a call requests: the name of a bundled fixture, a file below the emulator's folder, or the fixture
 * itself.
 */
export const FixtureRequest = T.Union([T.String({ minLength: 1, maxLength: 1_000 }), Anything()]);

/** The folder in which the emulator was started, even if the process later changes its working folder. */
const startFolder = process.cwd();

const inlinePrefix = 'inline:';

/** Fixtures from calls, kept because a reset of their workspaces needs them again. */
const sent = new WeakMap<Engine, Map<string, Fixture>>();

function sentTo(engine: Engine): Map<string, Fixture> {
  const known = sent.get(engine) ?? new Map<string, Fixture>();
  sent.set(engine, known);
  return known;
}

/**
 * The fixture that a call requests. A caller must not read arbitrary files, so the error for a file elsewhere does
 * not reveal whether the file exists.
 * @throws 400 `parameter_invalid` for a file that is not a fixture, or is elsewhere; 404 for a missing file
 */
export async function askedFixture(sandbox: Uses<'engine'>, asked: unknown): Promise<NamedFixture> {
  if (typeof asked === 'string') {
    if (!isBundled(asked) && !mayBeNamed(asked)) {
      throw invalid(
        'fixture',
        'fixture must be a bundled fixture, a file below the folder in which the emulator was started, or the fixture itself.',
      );
    }
    return { name: asked, fixture: await fixtureNamed(sandbox, asked) };
  }
  const text = JSON.stringify(asked);
  const name = `${inlinePrefix}${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  const { checkSent } = await import('../../fixtures/check.ts');
  const trial = trialOn(sandbox.engine.registry);
  return { name, fixture: await refusing(async () => checkSent(asked, text, trial)) };
}

/** Stores a fixture from a call. Drops fixtures that no workspace uses, because they would fill the memory. */
export function keepSent(sandbox: Uses<'engine'>, { name, fixture }: NamedFixture): void {
  if (!name.startsWith(inlinePrefix)) return;
  const known = sentTo(sandbox.engine);
  const remembered = new Set([...sandbox.engine.allWorkspaces()].map((workspace) => workspace.fixture));
  for (const each of known.keys()) if (!remembered.has(each)) known.delete(each);
  known.set(name, fixture);
}

/**
 * The fixture that a workspace uses, or that was passed at the start of the emulator.
 * @throws 400 if the fixture does not load; 404 if it no longer exists
 */
export async function fixtureNamed(sandbox: Uses<'engine'>, name: string): Promise<FixtureOfFiles> {
  if (name === noFixture) {
    const message =
      'The workspace was created from a record, and a record contains no fixture. Load a fixture: npx payments-emulator fixture load FILE';
    throw errorOf(resourceMissing, message, { param: 'fixture' });
  }
  if (name.startsWith(inlinePrefix)) {
    const known = sentTo(sandbox.engine).get(name);
    if (known !== undefined) return known;
    const message = `${name} was sent in a call, and the emulator keeps such fixtures only while it runs. Send the fixture again.`;
    throw errorOf(resourceMissing, message, { param: 'fixture' });
  }
  return refusing(() => loadFixtureOfFiles(name, trialOn(sandbox.engine.registry)));
}

async function refusing<A>(work: () => Promise<A>): Promise<A> {
  try {
    return await work();
  } catch (error) {
    throw asRefusal(error);
  }
}

/**
 * Makes workspaces of a fixture.
 * @throws 400 with all problems of the fixture if it cannot be made
 */
export const makingOf = <A>(
  { engine }: Uses<'engine'>,
  { name, fixture }: NamedFixture,
  work: () => A | Promise<A>,
): Promise<A> => {
  const source = name.startsWith(inlinePrefix) ? { sent: fixture } : { file: fileOf(name) };
  return refusing(() => reportingAllProblems(source, trialOn(engine.registry), work));
};

/** The error response to a call with a faulty fixture. */
const asRefusal = (error: unknown): unknown =>
  error instanceof NoFixture
    ? errorOf(resourceMissing, error.message, { param: 'fixture' })
    : error instanceof FixtureError && !(error instanceof ServiceError)
      ? invalid('fixture', error.message)
      : error;

/** Whether a call may name a file. Only files below the emulator's folder are allowed. */
export const mayBeNamed = (file: string): boolean => isBelow(resolve(startFolder, file), startFolder);

/** Whether a path is below a folder, after resolving the links in the existing part of the path. */
function isBelow(path: string, folder: string): boolean {
  const from = relative(realOf(folder), realOf(path));
  return from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}

/**
 * The real path. For a missing file, it is based on the real path of the nearest existing folder. A broken link
 * counts as outside every folder, because the response would otherwise reveal which files exist elsewhere.
 */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = resolve(path, '..');
    if (isLink(path)) return parse(path).root;
    return above === path ? path : resolve(realOf(above), relative(above, path));
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

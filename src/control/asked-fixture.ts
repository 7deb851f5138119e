import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { FixtureError, isBundled, loadFixture, NoFixture } from '../fixtures/load.ts';
import type { Fixture } from '../fixtures/schema.ts';
import { Anything, T } from '../kernel/declare/schema.ts';
import { invalid, refuse, resourceMissing, ServiceError } from '../kernel/errors.ts';
import type { Sandbox } from './sandbox.ts';

/** A fixture with the name that its workspaces remember it by. */
export interface NamedFixture {
  readonly name: string;
  readonly fixture: Fixture;
}

/** What a call may name: a bundled fixture, a file below the folder of the emulator, or the fixture itself. */
export const AskedFixture = T.Union([T.String({ minLength: 1, maxLength: 1_000 }), Anything()]);

/** The folder that the emulator was started in: what the process does later to its own changes nothing. */
const startFolder = process.cwd();

const inlinePrefix = 'inline:';

/** The fixtures that calls sent, for the reset of the workspaces that were made of them. */
const sent = new WeakMap<Sandbox, Map<string, Fixture>>();

function sentTo(sandbox: Sandbox): Map<string, Fixture> {
  const known = sent.get(sandbox) ?? new Map<string, Fixture>();
  sent.set(sandbox, known);
  return known;
}

/**
 * The fixture that a call asks for. Who may call is no reader of all files: what lies elsewhere is refused alike,
 * whether it is there or not.
 * @throws 400 `parameter_invalid` where it is none, or lies elsewhere; 404 where there is none
 */
export async function askedFixture(sandbox: Sandbox, asked: unknown): Promise<NamedFixture> {
  if (typeof asked === 'string') {
    if (!isBundled(asked) && !isBelow(resolve(startFolder, asked), startFolder)) {
      throw invalid(
        'fixture',
        'A call may name a bundled fixture or a file below the folder that the emulator was started in, or send the fixture itself.',
      );
    }
    return { name: asked, fixture: await fixtureNamed(sandbox, asked) };
  }
  const text = JSON.stringify(asked);
  const name = `${inlinePrefix}${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  const { checkFixture } = await import('../fixtures/check.ts');
  return { name, fixture: await refusing(async () => checkFixture(text, 'fixture')) };
}

/** Keeps a fixture that a call sent. Those that no workspace remembers any more go: they would fill the memory. */
export function keepSent(sandbox: Sandbox, { name, fixture }: NamedFixture): void {
  if (!name.startsWith(inlinePrefix)) return;
  const known = sentTo(sandbox);
  const remembered = new Set([...sandbox.engine.allWorkspaces()].map((workspace) => workspace.fixture));
  for (const each of known.keys()) if (!remembered.has(each)) known.delete(each);
  known.set(name, fixture);
}

/**
 * The fixture that a workspace remembers, or that whoever started the emulator named.
 * @throws 400 where it does not load; 404 where it is not there any more
 */
export async function fixtureNamed(sandbox: Sandbox, name: string): Promise<Fixture> {
  if (name.startsWith(inlinePrefix)) {
    const known = sentTo(sandbox).get(name);
    if (known !== undefined) return known;
    const message = `${name} was sent by a call, and is kept as long as the emulator runs. Send it again.`;
    throw refuse(resourceMissing, message, { param: 'fixture' });
  }
  return refusing(() => loadFixture(name));
}

async function refusing<A>(work: () => Promise<A>): Promise<A> {
  try {
    return await work();
  } catch (error) {
    throw asRefusal(error);
  }
}

/** What is wrong with a fixture as the refusal of a call. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof NoFixture
    ? refuse(resourceMissing, error.message, { param: 'fixture' })
    : error instanceof FixtureError && !(error instanceof ServiceError)
      ? invalid('fixture', error.message)
      : error;

/** Whether a path leads to a place below a folder, links followed as far as it is there. */
function isBelow(path: string, folder: string): boolean {
  const from = relative(realOf(folder), realOf(path));
  return from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}

/**
 * Where a path really leads; of one that is not there, where its nearest folder that is there does. A link that leads to
 * nothing leads nowhere below anything: else the answer would tell what is there elsewhere.
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

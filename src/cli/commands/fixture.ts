import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { ClientError } from '../../client/node-client.ts';
import { type OutputKind, type OutputOptions, writeOutput } from '../../core/system/output-file.ts';
import { FixtureError } from '../../sandbox/fixtures/errors.ts';
import { problemLines } from '../../sandbox/fixtures/problems.ts';
import { callNaming, exitCodes, isRefusedFixture, unusableFixture, wrongUsage } from '../failure.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { counted, type Output } from '../output.ts';
import type { Session } from '../session.ts';

export async function listFixtures({ out }: Session): Promise<void> {
  const { bundledFixtures, loadFixture } = await import('../../sandbox/fixtures/load.ts');
  const rows: { name: string; about: string; workspaces: string[] }[] = [];
  for (const name of bundledFixtures().keys()) {
    const { workspaces } = await loadFixture(name);
    rows.push({ name, about: about[name] ?? '', workspaces: workspaces.map(({ id }) => id) });
  }
  out.document({ data: rows, has_more: false }, () =>
    out.table(
      ['name', 'holds', 'workspaces'],
      rows.map((row) => [row.name, row.about, row.workspaces.join(', ')]),
      'No fixtures.',
    ),
  );
}

const about: Readonly<Record<string, string>> = {
  default: 'one workspace for each kind of gateway, with only an opening balance',
  empty: 'one workspace with keys and no other data',
  shop: 'one year of data from a small shop: orders, refunds, disputes, subscriptions, invoices',
  marketplace: 'payouts in every state, claim links, payout requests, returns',
  ci: 'a small data set with a frozen clock and manual settlement',
};

/**
 * Loads a fixture into the emulator. The emulator itself reads a file below its own folder, and reads it again at a
 * reset. The content of any other file is sent to the emulator.
 * @throws CommandFailure (wrong usage) for an invalid fixture, whether this process or the emulator refuses it
 */
export async function withFixture<A>(
  out: Output,
  fixture: string,
  use: (fixture: string | object) => Promise<A>,
): Promise<A> {
  const { isBundled, loadFixture, reportingAllProblems, shadowedNote } = await import('../../sandbox/fixtures/load.ts');
  const note = shadowedNote(fixture);
  if (note !== null) out.note(note);
  if (isBundled(fixture) || !existsSync(fixture)) return callNaming('fixture', use(fixture));
  try {
    return await use(resolve(fixture));
  } catch (error) {
    if (!isRefusedFixture(error) && !isBeyondToken(error)) throw error;
  }
  // Either the emulator or the caller's token is not allowed to read the file, or the fixture is invalid.
  const { tryFixture } = await import('../../emulator/try-fixture.ts');
  const asUsage = (error: Error) =>
    error instanceof FixtureError || isRefusedFixture(error) ? unusableFixture(error) : error;
  try {
    const content = await loadFixture(fixture, tryFixture);
    return await use(content).catch(async (error: Error) => {
      if (!isRefusedFixture(error)) throw error;
      // The lines of the file say more than those of the content that was sent.
      const refused = new FixtureError(error.message.split('\n'));
      return reportingAllProblems({ file: fixture }, tryFixture, () => {
        throw refused;
      });
    });
  } catch (error) {
    throw asUsage(error as Error);
  }
}

/** Whether a token of one workspace is not sufficient. Such a token cannot name a file, but can send its content. */
const isBeyondToken = (error: unknown): boolean =>
  error instanceof ClientError && error.body.code === 'token_of_workspace';

export async function loadIntoEmulator({ client, out }: Session, fixture: string): Promise<void> {
  const loaded = await withFixture(out, fixture, (named) => client.call('fixtures.load', { fixture: named }));
  out.document(loaded, () =>
    loaded.workspaces.map(({ id, replaced }) => `${id} ${replaced ? 'was replaced' : 'was made'}.`).join('\n'),
  );
}

/** A fixture that a person wrote starts like a saved one, so a save may also replace it. */
export const fixtureKind: OutputKind = {
  noun: 'fixture',
  example: 'fixture.yaml',
  isOwn: (beginning) => /^(?:[ \t]*(?:#.*|"?\$schema"?:.*|\{)?\r?\n)*[ \t]*\{?[ \t]*"?workspaces"?:/.test(beginning),
};

export async function saveFixture(
  { client, out }: Session,
  file: string,
  { all = false, ...options }: { all?: boolean } & OutputOptions,
): Promise<void> {
  checkOutputPath(file, 'save', fixtureKind, options);
  const exported = await client.call('export', { all });
  await writeFixture(file, exported, options);
  const { workspaces } = exported as { workspaces: { id: string; data?: Record<string, Record<string, unknown[]>> }[] };
  const records = workspaces
    .flatMap(({ data = {} }) => Object.values(data))
    .flatMap((kinds) => Object.values(kinds))
    .reduce((sum, list) => sum + list.length, 0);
  const ids = workspaces.map(({ id }) => id);
  out.document(
    { file, workspaces: ids, records },
    () => `Saved ${ids.join(', ')} with ${counted(records, 'record')} to ${file}.`,
  );
}

/**
 * Writes a fixture to a file that only its owner can read, because it contains keys and signing secrets. The old file
 * stays until the new text is complete.
 * @throws CommandFailure (wrong usage) if the file cannot be written
 */
export async function writeFixture(file: string, fixture: unknown, options: OutputOptions): Promise<void> {
  const { textFor } = await import('../../sandbox/fixtures/parse.ts');
  try {
    await writeOutput(file, await textFor(fixture, file), fixtureKind, options);
  } catch (error) {
    throw wrongUsage(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/**
 * Checks a file or a bundled fixture as a load would, without an emulator. The exit status for an invalid fixture is
 * 2, as for a load.
 */
export async function checkFile({ out }: Session, nameOrFile: string): Promise<number> {
  const [{ examineFixture }, { fileOf, readFixture, shadowedNote }, { tryFixture }] = await Promise.all([
    import('../../sandbox/fixtures/check.ts'),
    import('../../sandbox/fixtures/load.ts'),
    import('../../emulator/try-fixture.ts'),
  ]);
  const note = shadowedNote(nameOrFile);
  if (note !== null) out.note(note);
  const file = fileOf(nameOrFile);
  let text: string;
  try {
    text = readFixture(file);
  } catch (error) {
    throw wrongUsage((error as Error).message);
  }
  const name = basename(file);
  const { fixture, problems } = await examineFixture(text, name, dirname(file), { trial: tryFixture });
  const valid = problems.length === 0;
  out.document({ file: nameOrFile, valid, problems }, () =>
    valid
      ? `${nameOrFile} is a valid fixture for ${fixture!.workspaces.map(({ id }) => id).join(', ')}.`
      : problemLines(problems).join('\n'),
  );
  return valid ? exitCodes.done : exitCodes.wrongUsage;
}

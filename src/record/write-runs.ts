import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Sandbox } from '../control/sandbox.ts';
import { Assets } from '../pages/assets.ts';
import { Disguise } from './disguise.ts';
import type { RunTold } from './format.ts';
import { leavings, linesOf } from './lines.ts';
import { packed, recordPage } from './page.ts';
import type { AuditLine, ToldAudit } from './runs.ts';
import type { Tape } from './tape.ts';

const compress = promisify(gzip);
const unpack = promisify(gunzip);

/** The lines of a run that is over, compressed: most runs of an audit are kept for nothing. */
export type KeptRun = Buffer;

/**
 * Keeps a run, until it is known whether a record needs it.
 * @param most how many bytes it may have; beyond that, what is in sections without a failure goes
 */
export async function keptRun(sandbox: Sandbox, tape: Tape, run: RunTold, most: number): Promise<KeptRun> {
  let kept: KeptRun = Buffer.alloc(0);
  for (const leaving of leavings) {
    kept = await compress((await linesOf(sandbox, tape, run, leaving)).join('\n'));
    if (kept.length <= most) break;
  }
  return kept;
}

/** A record of several runs as a page: its runs in the order in which the audit tells them. */
export async function runsPage(runs: readonly KeptRun[], audit: ToldAudit, title: string): Promise<string> {
  const lines: string[] = [];
  for (const run of runs) lines.push(...(await unpack(run)).toString('utf8').split('\n'));
  lines.push(new Disguise().of({ audit } satisfies AuditLine));
  return recordPage(new Assets(), await packed(lines), title);
}

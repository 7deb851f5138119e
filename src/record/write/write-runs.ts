import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Assets } from '../../pages/assets.ts';
import type { Uses } from '../../sandbox/control/sandbox.ts';
import type { AuditLine, AuditSummary } from '../audit-line.ts';
import type { CommandRun } from '../format.ts';
import { Disguise } from './disguise.ts';
import { packed, recordPage } from './page.ts';
import type { RunRecorder } from './run-recorder.ts';
import { chunksOf, serializeRun } from './serialize-run.ts';
import { omissions } from './trim-entries.ts';

const compress = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * The compressed content of a finished run. It is kept in this form because most runs of an audit are never written.
 */
export type CompressedRun = Buffer;

/**
 * Keeps a run until the audit knows whether a record needs it.
 * @param most the maximum size of the run in bytes; if it is larger, parts of sections without a failure are omitted
 */
export async function keptRun(
  sandbox: Uses<'defaultWorkspace' | 'engine' | 'options' | 'overrides' | 'profile' | 'url' | 'version'>,
  recorder: RunRecorder,
  run: CommandRun,
  most: number,
): Promise<CompressedRun> {
  let kept: CompressedRun = Buffer.alloc(0);
  for (const leaving of omissions) {
    const chunks: string[] = [];
    for await (const chunk of chunksOf(serializeRun(sandbox, recorder, run, leaving))) chunks.push(chunk);
    kept = await compress(chunks.join(''));
    if (kept.length <= most) break;
  }
  return kept;
}

/** Builds a record of several runs as an HTML page. The runs are in the order of the audit's report. */
export async function runsPage(runs: readonly CompressedRun[], audit: AuditSummary, title: string): Promise<string> {
  const disguise = new Disguise();
  const pieces: string[] = [];
  for (const run of runs) pieces.push((await unpack(run)).toString('utf8'));
  const line: AuditLine = { audit };
  pieces.push(JSON.stringify(line, (_, value) => (typeof value === 'string' ? disguise.of(value) : value)));
  return recordPage(new Assets(), await packed(pieces), disguise.of(title));
}

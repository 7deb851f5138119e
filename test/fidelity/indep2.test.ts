import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { compareCalls } from '../../src/emulator/fidelity/compare/compare.ts';
test('indep2', async () => {
  const calls = JSON.parse(readFileSync('/tmp/w/indep-calls.json', 'utf8')).map((c: any) => ({ ...c, url: new URL(c.url), query: new URLSearchParams(c.query) }));
  const { findings, notCompared, compared, assumptions } = await compareCalls(calls, { version: '0' });
  writeFileSync('/tmp/w/indep.txt', `${compared} of ${calls.length} ${findings.length}\n` + findings.map(({ finding: f, change }) => `${f.kind} ${f.operation} ${f.place} | ${JSON.stringify(f.service)?.slice(0, 100)} <> ${JSON.stringify(f.emulator)?.slice(0, 100)} ${f.seen}/${f.of} +${f.consequences} #${f.first.entry} ${JSON.stringify(change)}`).join('\n') + '\n' + JSON.stringify(notCompared, null, 1) + assumptions.filter((a) => a.state !== 'untouched').length);
}, 120000);

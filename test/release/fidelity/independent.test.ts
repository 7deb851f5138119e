import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCapture } from '../../../src/emulator/fidelity/capture/read-capture.ts';
import { type Comparison, compareCalls } from '../../../src/emulator/fidelity/compare/compare.ts';
import { profileOf } from '../../../src/emulator/fidelity/compare/profile-of.ts';
import { reportOf, terminalComparison } from '../../../src/emulator/fidelity/compare/report.ts';
import { temporaryFolder } from '../../cli/emulator.ts';

/*
 * `independent.har` is a session with a small service, in Python, that was written from the specification alone by
 * somebody who had not read the emulator, and that decides for itself wherever the specification is silent: products,
 * customers, charges, refunds, payouts, links, subscriptions and webhooks. It was captured with `emulator capture`; most
 * headers are left out to keep it small. `independent.txt` is the report, which people have read finding by finding.
 */

const folder = temporaryFolder();
afterAll(folder.remove);

/** What a finding says, wherever it is told of first: an event repeats fields of its object. */
const saidIn = ({ findings }: Comparison): string[] =>
  findings.map(
    ({ finding: { kind, place, service } }) => `${kind} ${place.split('.').at(-1)} ${JSON.stringify(service)}`,
  );

describe('an independent service, held against the emulator', { timeout: 120_000 }, () => {
  it('has the findings that were read, and a profile of it takes those away that it adopts', async () => {
    const { calls } = await readCapture(join(import.meta.dirname, 'independent.har'));
    const named = calls.map((call) => ({ ...call, capture: 'independent.har' }));
    const before = await compareCalls(named, { version: '0' });
    const report = terminalComparison(reportOf(['independent.har'], before), (_style, text) => text);
    // The last line counts all assumptions of the emulator, whose number has nothing to do with this service.
    await expect(`${report.slice(0, report.lastIndexOf('\n\n'))}\n`).toMatchFileSnapshot('independent.txt');

    const profile = join(folder.path, 'independent.profile.json');
    writeFileSync(profile, JSON.stringify(profileOf(before, ['independent.har'])));
    const after = await compareCalls(named, { version: '0', profile });
    const adopted = before.findings.filter(({ finding }) => finding.adoptable);
    expect(adopted.length).toBeGreaterThan(40);
    const name = ({ finding: { operation, place, service } }: Comparison['findings'][number]) =>
      `${operation} ${place} ${JSON.stringify(service)}`;
    expect(after.findings.map(name).filter((each) => adopted.map(name).includes(each))).toEqual([]);
    // With the service's delay, a payment is disputed in time, and its dispute shows how it differs.
    const further = saidIn(after).filter((each) => !saidIn(before).includes(each));
    expect(further).toEqual(['behaviour status "lost"']);
    expect(after.compared).toBe(before.compared);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCapture } from '../../../src/emulator/fidelity/capture/read-capture.ts';
import { compareCalls } from '../../../src/emulator/fidelity/compare/compare.ts';
import type { Finding } from '../../../src/emulator/fidelity/compare/findings.ts';
import { profileOf } from '../../../src/emulator/fidelity/compare/profile-of.ts';
import type { GatewayKind } from '../../../src/payments/platform/settings.ts';
import { temporaryFolder } from '../../cli/emulator.ts';
import { captureFrom } from '../../fidelity/capturing.ts';
import { ensureBuilt } from '../../support/build.ts';
import { everyOperation } from '../../support/every-operation.ts';
import { freePort } from '../../support/free-port.ts';
import { startReceiver } from '../../support/receiver.ts';
import type { Difference } from '../../support/stand-in/difference.ts';
import { differences } from '../../support/stand-in/differences.ts';
import { startStandIn } from '../../support/stand-in/stand-in.ts';

const folder = temporaryFolder();
beforeAll(ensureBuilt);
afterAll(folder.remove);

/** A session with a stand-in, captured with its webhooks. */
async function capturedSession(planted: readonly Difference[], gateway: GatewayKind = 'debit_payouts') {
  const port = await freePort();
  const receiver = await startReceiver();
  const settings = { three_ds_enabled: true, address_suggest: true };
  const webhooksTo = `http://127.0.0.1:${port}/webhooks`;
  const standIn = await startStandIn({ gateway, settings, planted, webhooksTo });
  const args = ['--webhooks-to', receiver.url, '--port', String(port)];
  const { origin, written, file } = await captureFrom(standIn.url, ...args);
  const { key, publishableKey, app, advance } = standIn;
  await everyOperation({ base: `${origin}/api/v1`, key, publishableKey, app, advance, gateway, seed: 7, length: 140 });
  await standIn.delivered();
  await written();
  await standIn.stop();
  await receiver.close();
  return { standIn, calls: (await readCapture(file)).calls };
}

const placesOf = ({ operation, place, also }: Difference) => [{ operation, place }, ...also];

const shows = (difference: Difference, { kind, operation, place }: Finding): boolean =>
  difference.kind === kind &&
  placesOf(difference).some((each) => (each.operation === '*' || each.operation === operation) && each.place === place);

const nameOf = ({ operation, place }: Finding): string => `${operation} ${place}`;

const brief = ({ kind, operation, place, service, emulator }: Finding) => ({
  kind,
  operation,
  place,
  service,
  emulator,
});

describe('a stand-in of the service, held against the emulator', { timeout: 180_000 }, () => {
  it.each(['debit_payouts', 'gateway_a'] as const)(
    'has no finding where nothing is planted, on %s',
    async (gateway) => {
      const { calls } = await capturedSession([], gateway);
      const { findings, compared } = await compareCalls(calls, { version: '0' });
      expect(findings.map(({ finding }) => brief(finding))).toEqual([]);
      expect(compared).toBeGreaterThan(calls.length - 10);
    },
  );

  it('has what is planted, all at once, by kind and place, and nothing beside it', async () => {
    const { standIn, calls } = await capturedSession(differences);
    const { findings } = await compareCalls(calls, { version: '0' });
    const met = differences.filter(({ id }) => (standIn.met.get(id) ?? 0) > 0);
    const beside = findings.filter(({ finding }) => !differences.some((each) => shows(each, finding)));
    const missed = met.filter((each) => !findings.some(({ finding }) => shows(each, finding)));
    expect(beside.map(({ finding }) => brief(finding))).toEqual([]);
    // A few follow from another that is planted with them.
    expect(met.length).toBeGreaterThan(80);
    expect(met.length - missed.length).toBeGreaterThan(78);
    // What can be adopted is gone with a profile of it, and nothing new comes.
    const profile = join(folder.path, 'service.profile.json');
    const made = profileOf({ findings }, ['service.har']);
    // What only one object shows is not adopted.
    expect(made.adopted.length).toBeGreaterThan(30);
    writeFileSync(profile, JSON.stringify(made));
    const { findings: after } = await compareCalls(calls, { version: '0', profile });
    const left = findings.filter(({ finding }) => !finding.adoptable).map(({ finding }) => nameOf(finding));
    const still = after.map(({ finding }) => nameOf(finding)).filter((name) => !left.includes(name));
    // A further event of a profile has the data of the one beside it, to which the service adds a fee.
    expect(still.filter((name) => name !== 'event payment.succeeded data.fee')).toEqual([]);
  });
});

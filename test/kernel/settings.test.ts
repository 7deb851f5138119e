import { describe, expect, it } from 'vitest';
import { Registry } from '../../src/core/kernel/declare/registry.ts';
import { T } from '../../src/core/kernel/declare/schema.ts';
import { composeSettings, setting, settings } from '../../src/core/kernel/declare/settings.ts';
import { slice } from '../../src/core/kernel/declare/slice.ts';
import { platform } from '../../src/payments/platform/slice.ts';

const lampSettings = settings({
  bright: setting(T.Boolean(), ({ gateway }) => gateway === 'gateway_a', 'whether lamps are bright'),
  shade: setting(T.Object({ color: T.String(), size: T.Integer() }), { color: 'red', size: 3 }, 'the shade'),
  rooms: setting(T.Record(T.String()), {}, 'where lamps stand'),
});
const lamp = slice('lamp', { settings: [lampSettings] });
const all = composeSettings([platform, lamp]);

describe('the settings of a slice', () => {
  it('begin with their defaults, which may depend on the gateway', () => {
    expect(lampSettings.of({ settings: all.defaultsFor({ gateway: 'gateway_a' }) }).bright).toBe(true);
    expect(lampSettings.of({ settings: all.defaultsFor({ gateway: 'gateway_b' }) }).bright).toBe(false);
  });

  it('are their defaults where an older version stored a workspace without them', () => {
    const { bright: _, ...stored } = { ...all.defaultsFor({ gateway: 'gateway_a' }), bright: undefined };
    expect(lampSettings.of({ settings: stored })).toMatchObject({ bright: true, shade: { color: 'red' } });
  });

  it('are merged where they have parts, and replaced where they are a map', () => {
    const before = all.merge(all.defaultsFor({ gateway: 'gateway_a' }), { shade: { size: 4 }, rooms: { hall: 'a' } });
    expect(lampSettings.of({ settings: all.merge(before, { rooms: { attic: 'b' } }) })).toMatchObject({
      bright: true,
      shade: { color: 'red', size: 4 },
      rooms: { attic: 'b' },
    });
    expect(lampSettings.of({ settings: all.merge(before, { rooms: {} }) }).rooms).toEqual({});
  });

  it('have names of their own, or the declarations do not load', () => {
    const gateway = settings({ gateway: setting(T.Boolean(), true, 'not the platform’s') });
    expect(() => new Registry([platform, lamp, slice('lantern', { settings: [lampSettings, gateway] })])).toThrow(
      /two groups declare the setting bright; .*shade; .*rooms; .*gateway\.$/,
    );
  });
});

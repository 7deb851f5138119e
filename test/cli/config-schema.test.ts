import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { configSchema } from '../../src/cli/options/settings.ts';
import { projectFolder } from '../support/build.ts';
import { expectFile } from '../support/written-pages.ts';

describe('the published schema of emulator.config.json', () => {
  const published = JSON.parse(readFileSync(join(projectFolder, 'emulator.config.schema.json'), 'utf8'));

  test('is what the command line accepts', async () => {
    await expectFile('emulator.config.schema.json', `${JSON.stringify(configSchema(), null, 2)}\n`);
  });

  test('takes every kind of setting and refuses unknown keys and wrong values', () => {
    const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(published);
    expect(
      accepts({ $schema: 'x', port: 0, forwardTo: 'http://127.0.0.1:3000', strict: true, allowedHost: ['a.test'] }),
    ).toBe(true);
    for (const wrong of [{ prot: 1 }, { port: 'x' }, { port: 65_536 }, { settle: 'later' }, { strict: 'yes' }]) {
      expect(accepts(wrong)).toBe(false);
    }
  });
});

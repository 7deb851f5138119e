import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { declarations } from '../../src/sandbox/declarations.ts';
import { buildOpenApi } from '../../src/sandbox/http/openapi/openapi.ts';

it.each(['merchant', 'client'] as const)(
  'the description of the %s API passes a public linter without an error or a warning',
  async (api) => {
    const folder = mkdtempSync(join(tmpdir(), 'interface-'));
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(buildOpenApi(declarations(), '0.0.0', 'http://127.0.0.1:4747', api)));
    try {
      const linter = await execa('node_modules/.bin/redocly', ['lint', '--format=json', file], {
        env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        reject: false,
      });
      expect({ status: linter.exitCode, ...JSON.parse(linter.stdout).totals }).toEqual({
        status: 0,
        errors: 0,
        warnings: 0,
        ignored: 0,
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);

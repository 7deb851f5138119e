// Where the box office finds the platform and keeps its books; `node settings.js` prints what is in them.
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readBooks } from './office.js';

const { env } = process;
const platform = env.EMULATOR_URL ?? 'http://127.0.0.1:4747';

export const settings = {
  platform,
  api: `${platform}/api/v1`,
  key: env.EMULATOR_SECRET_KEY ?? 'sk_test_demo',
  secret: env.EMULATOR_WEBHOOK_SECRET ?? 'whsec_demo',
  file: join(env.SHOP_DATA ?? join(tmpdir(), 'tickets'), new URL(platform).port, 'books.json'),
};

if (process.argv[1] === resolve(import.meta.filename)) console.log(JSON.stringify(await readBooks(settings.file)));

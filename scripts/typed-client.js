// Writes the types of a merchant's and of a page's client, made by a public generator from the interface descriptions.
// Tests are written against these types, so a description that contradicts a test does not compile.
import { mkdir, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { startEmulator } from '../dist/index.js';

const emulator = await startEmulator();
try {
  await mkdir('test/generated', { recursive: true });
  for (const [path, file] of [
    ['/openapi.json', 'merchant-api.ts'],
    ['/openapi-client.json', 'client-api.ts'],
  ]) {
    const description = await (await fetch(new URL(path, emulator.url))).text();
    await writeFile(`test/generated/${file}`, astToString(await openapiTS(description)));
  }
} finally {
  await emulator.stop();
}

// Writes the types of a merchant's client, made from the interface description by a public generator. Tests are written
// against them, so that a description that does not say what the tests do fails to compile.
import { mkdir, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { startEmulator } from '../dist/index.js';

const emulator = await startEmulator();
try {
  const description = await (await fetch(new URL('/openapi.json', emulator.url))).text();
  await mkdir('test/generated', { recursive: true });
  await writeFile('test/generated/merchant-api.ts', astToString(await openapiTS(description)));
} finally {
  await emulator.stop();
}

// Measures undici's Pool alone: posts the same bytes unsigned and unrecorded, over 16 connections. Started as: node
// bare-sender.js URL COUNT BODY-FILE
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const [url, count, file] = process.argv.slice(2);
const body = readFileSync(file);
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections: 16, pipelining: 1 });
const headers = { 'content-type': 'application/json' };
let left = Number(count);

async function sendSome() {
  while (left-- > 0) {
    const answer = await pool.request({ path: pathname, method: 'POST', headers, body });
    await answer.body.dump();
  }
}

await Promise.all(Array.from({ length: 16 }, sendSome));
await pool.close();
process.stdout.write('{}');

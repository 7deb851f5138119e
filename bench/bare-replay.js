// Measures JSON.parse alone on a journal: reads and parses each line and keeps the result. Started as: node
// bare-replay.js FILE
import { readFileSync } from 'node:fs';

const begun = performance.now();
const text = readFileSync(process.argv[2], 'utf8');
const lines = [];
for (let start = 0, end = text.indexOf('\n'); end !== -1; start = end + 1, end = text.indexOf('\n', start)) {
  lines.push(JSON.parse(text.slice(start, end)));
}
const milliseconds = performance.now() - begun;
process.stdout.write(JSON.stringify({ milliseconds, lines: lines.length }));

// Writes how much memory a process had at most, in MB, to the file that it is told.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');

const file = process.env.PEAK_MEMORY_FILE;

/** On Linux `resourceUsage` also tells of the process that started this one. */
const peak = () =>
  existsSync('/proc/self/status')
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
    : process.resourceUsage().maxRSS;

if (file !== undefined) process.on('exit', () => writeFileSync(file, String(peak() / 1024)));

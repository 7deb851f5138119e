// A command for `emulator exec` that leaves the emulator to others: it says where that is, and ends by SIGTERM.
process.stdout.write(`ready ${process.env.EMULATOR_URL}\n`);
process.stdin.resume();
setInterval(() => {}, 1_000_000);
process.on('SIGTERM', () => process.exit(0));

#!/usr/bin/env node
'use strict';
const { enableCompileCache } = require('node:module');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`emulator: Node ${process.versions.node} is too old; payments-emulator needs 20.19 or later.\n`);
  process.exitCode = 1;
} else {
  start().catch((error) => {
    const isUnbuilt = error.code === 'ERR_MODULE_NOT_FOUND' && /module '.*dist.cli\.js'/.test(error.message);
    const why = isUnbuilt ? "dist/ is missing: run 'npm run build' first." : error.message;
    process.stderr.write(`emulator: ${why}\n`);
    process.exitCode = 1;
  });
}

async function start() {
  // Keeps the compiled code for the next command; Node 20 cannot.
  enableCompileCache?.();
  if (process.env.EMULATOR_DEBUG !== undefined) process.setSourceMapsEnabled(true);
  const { run } = await import('../dist/cli.js');
  await run(process.argv);
}

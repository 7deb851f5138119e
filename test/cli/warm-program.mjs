// The built program in a process that stays: each command is `dist/cli.js` run anew, without Node's start before it.
import { globalAgent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const program = new URL('../../dist/cli.js', import.meta.url).href;
const heard = [process, process.stdout, process.stderr];
const signals = ['SIGINT', 'uncaughtException', 'error'];
const ours = { ...process.env };
/** Milliseconds for what a command leaves behind to close. */
const patience = 5_000;

// Counted once the channel to the test is open: what keeps a process without a command alive.
process.channel.ref();
let count = 0;
process.on('message', async (command) => process.send(await run(command)));

/** Runs a command to its end; `left` is what would have kept its process from ending then. */
async function run({ args, cwd, env }) {
  const before = resources();
  const printed = { stdout: '', stderr: '' };
  const [restoreOutput, restoreListeners] = [collectInto(printed), noteListeners()];
  process.chdir(cwd);
  replaceEnvironment(env);
  process.argv = [process.execPath, 'emulator', ...args];
  process.exitCode = undefined;
  try {
    await import(`${program}?${++count}`);
    const left = await leftBeside(before);
    return { ...printed, exitCode: process.exitCode ?? 0, left };
  } catch (error) {
    return { ...printed, exitCode: 1, left: [`an error: ${error instanceof Error ? error.stack : error}`] };
  } finally {
    restoreListeners();
    restoreOutput();
    replaceEnvironment(ours);
    process.exitCode = undefined;
  }
}

function collectInto(printed) {
  const writes = ['stdout', 'stderr'].map((name) => {
    const { write } = process[name];
    process[name].write = (chunk, ...more) => {
      printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      const done = more.at(-1);
      if (typeof done === 'function') process.nextTick(done);
      return true;
    };
    return () => {
      process[name].write = write;
    };
  });
  return () => {
    for (const restore of writes) restore();
  };
}

/** A command listens to its process; the listeners end with it. */
function noteListeners() {
  const noted = heard.flatMap((emitter) => signals.map((name) => [emitter, name, new Set(emitter.listeners(name))]));
  return () => {
    for (const [emitter, name, before] of noted) {
      for (const listener of emitter.listeners(name)) if (!before.has(listener)) emitter.off(name, listener);
    }
  };
}

function replaceEnvironment(env) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** What keeps this process alive, connections that Node itself would let go aside. */
const resources = () => process.getActiveResourcesInfo().filter((name) => !/^(SignalWrap|TTYWrap)$/.test(name));

async function leftBeside(before) {
  const deadline = performance.now() + patience;
  for (;;) {
    globalAgent.destroy();
    const left = resources();
    for (const name of before) {
      const at = left.indexOf(name);
      if (at !== -1) left.splice(at, 1);
    }
    if (left.length === 0 || performance.now() > deadline) return left;
    await sleep(1);
  }
}

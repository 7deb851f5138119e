// The built program in a process that stays: each command is run as `bin/emulator.js` does, without Node's start before it.
// What a command prints, and what its own children print, goes out by stdout and stderr, each ended by the mark.
import { AsyncLocalStorage } from 'node:async_hooks';
import { globalAgent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const { run: runCommandLine } = await import('../../dist/cli.js');
const mark = process.argv[2];
const heard = [process, process.stdout, process.stderr];
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK', 'uncaughtException', 'error'];
const ours = { ...process.env };
/** Milliseconds for what a command leaves behind to close. */
const patience = 5_000;

/** The command that asks for the process to end; one that is over may still ask for it, by a timer. */
const commands = new AsyncLocalStorage();
let current = null;
const { exit } = process;
process.exit = (status) => (commands.getStore() ?? current)?.exit(status);

// Counted once the channel to the test is open: what keeps a process without a command alive.
process.channel.ref();
process.on('message', async (command) => process.send(await run(command)));
process.on('disconnect', () => exit());

/** Runs a command to its end; `left` is what would have kept its process from ending then. */
async function run({ args, cwd, env }) {
  const before = resources();
  const restoreListeners = noteListeners();
  process.chdir(cwd);
  replaceEnvironment(env);
  process.argv = [process.execPath, 'emulator', ...args];
  process.exitCode = undefined;
  const command = new Running();
  current = command;
  try {
    await Promise.race([commands.run(command, () => runCommandLine(process.argv)), command.exited]);
    const left = await leftBeside(before);
    return { exitCode: command.status ?? process.exitCode ?? 0, left };
  } catch (error) {
    return { exitCode: 1, left: [`an error: ${error instanceof Error ? error.stack : error}`] };
  } finally {
    current = null;
    restoreListeners();
    replaceEnvironment(ours);
    process.exitCode = undefined;
    await Promise.all(
      [process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write(mark, done))),
    );
  }
}

/** A command, and the status with which it wanted its process to end at once. */
class Running {
  status;
  #tell;
  exited = new Promise((resolve) => {
    this.#tell = resolve;
  });

  exit(status) {
    this.status ??= status ?? process.exitCode ?? 0;
    this.#tell();
  }
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

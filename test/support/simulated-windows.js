// Loaded before a program (`node --import`), it makes files behave as Windows can make them: for tests on other systems.
//
// What it cannot show: paths with backslashes and drives, names that Windows reserves, limits of their length, and
// letters that differ in case alone; `.cmd` files and their quoting; how processes and consoles are ended there; files
// that cannot be removed while somebody has them open; what a virus scanner really does; and how long any of it takes.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

Object.defineProperty(process, 'platform', { ...Object.getOwnPropertyDescriptor(process, 'platform'), value: 'win32' });

/** What tests may change: a refusal of a call, by its name and the path that it would write to or open. */
const simulated = { refusalOf: (_call, _path) => null };
globalThis.simulatedWindows = simulated;

const errorOf = (code, call, path) => Object.assign(new Error(`${code}: simulated, ${call} '${path}'`), { code });

const isOpenHere = (path) =>
  fs.readdirSync('/proc/self/fd').some((file) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${file}`) === path;
    } catch {
      return false;
    }
  });

/** How often each rename was refused: a scanner has each new file open for two attempts. */
const refusals = new Map();

function refusalOfRename(from, to) {
  const refused = refusals.get(to) ?? 0;
  if (refused < 2) {
    refusals.set(to, refused + 1);
    return errorOf('EPERM', 'rename', `${from}' -> '${to}`);
  }
  // Windows cannot replace a file that is open.
  if (isOpenHere(to)) return errorOf('EPERM', 'rename', `${from}' -> '${to}`);
  const refusal = simulated.refusalOf('rename', to);
  if (refusal === null) refusals.delete(to);
  return refusal;
}

const isDirectory = (file) => real.fstatSync(file).isDirectory();

/** By the name of a call: why it is refused; null where it is not. */
const refuses = {
  rename: refusalOfRename,
  link: (_from, to) => errorOf('EPERM', 'link', to),
  fsync: (file) => (isDirectory(file) ? errorOf('EPERM', 'fsync', file) : null),
  fdatasync: (file) => (isDirectory(file) ? errorOf('EPERM', 'fdatasync', file) : null),
  open: (path) => simulated.refusalOf('open', String(path)),
};

const real = { ...fs };
const realPromises = { ...fs.promises };

for (const [name, refusalOf] of Object.entries(refuses)) {
  fs[`${name}Sync`] = (...args) => {
    const refusal = refusalOf(...args);
    if (refusal !== null) throw refusal;
    return real[`${name}Sync`](...args);
  };
  fs[name] = (...args) => {
    const refusal = refusalOf(...args);
    if (refusal === null) real[name](...args);
    else process.nextTick(args.at(-1), refusal);
  };
  if (name in realPromises)
    fs.promises[name] = async (...args) => {
      const refusal = refusalOf(...args);
      if (refusal !== null) throw refusal;
      return realPromises[name](...args);
    };
}

/** Some versions of Node report another device for an open file than for its path. */
function withOtherDevice(stats) {
  stats.dev += typeof stats.dev === 'bigint' ? 1n : 1;
  return stats;
}

fs.fstatSync = (...args) => withOtherDevice(real.fstatSync(...args));
fs.fstat = (...args) => {
  const done = args.pop();
  real.fstat(...args, (error, stats) => done(error, stats && withOtherDevice(stats)));
};

// The `FileHandle` of Yarn's Plug'n'Play, which has neither, is of all systems; the one here behaves like it.
const handle = await realPromises.open(process.execPath, 'r');
const prototype = Object.getPrototypeOf(handle);
await handle.close();
const { stat } = prototype;
prototype.stat = async function (...args) {
  return withOtherDevice(await stat.apply(this, args));
};
for (const name of ['sync', 'datasync'])
  prototype[name] = () => {
    throw new Error('Method not implemented.');
  };

syncBuiltinESMExports();

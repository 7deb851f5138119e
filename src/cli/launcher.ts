/** How often the process looks whether its launcher still runs, in milliseconds. */
const lookedAfter = 500;

/** An npm script that is one command of this program; behind `&` it could be one that is meant to stay. */
const oneCommand = /^["']?(payments-)?emulator["']?(?=\s|$)[^&]*$/;

/**
 * Ends a process that `npx` or an npm script has started when that is killed: npm passes the signal on to a shell, which
 * dies of it and tells nobody. Others who start this program may leave it behind on purpose.
 */
export function endWithLauncher({ npm_lifecycle_script: script = '' }: NodeJS.ProcessEnv): void {
  if (!oneCommand.test(script)) return;
  const launcher = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === launcher && isRunning(launcher)) return;
    clearInterval(timer);
    // A command that must clean up listens to this signal.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, lookedAfter);
  timer.unref();
}

/** On Windows a process keeps the id of its parent after that has ended. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** How often the process checks whether its launcher still runs, in milliseconds. */
const lookedAfter = 500;

/** An npm script that consists of one command of this program. A command before `&` may be meant to keep running. */
const oneCommand = /^["']?(payments-)?emulator["']?(?=\s|$)[^&]*$/;

/**
 * Ends a process that `npx` or an npm script has started, when that launcher is killed. npm passes the signal on to a
 * shell, which dies without passing it on. Other launchers may leave this program running on purpose.
 */
export function endWithLauncher({ npm_lifecycle_script: script = '' }: NodeJS.ProcessEnv): void {
  if (!oneCommand.test(script)) return;
  const launcher = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === launcher && isRunning(launcher)) return;
    clearInterval(timer);
    // A command that must clean up listens for this signal.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, lookedAfter);
  timer.unref();
}

/** Whether a process is running. On Windows, a process keeps the id of its parent after the parent has ended. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process is running, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the dashboard can be shown, asked before anything of it is loaded. */

/** Ink draws nothing where it takes the environment for a build machine's; so do we. */
export const isBuildMachine = (env: NodeJS.ProcessEnv): boolean =>
  [env.CI, env.CONTINUOUS_INTEGRATION].some((value) => value !== undefined && value !== '0' && value !== 'false');

/** Why there can be no dashboard; null where there can. */
export function whyNoDashboard(
  stdin: { isTTY?: boolean },
  stdout: { isTTY?: boolean },
  env: NodeJS.ProcessEnv,
): string | null {
  if (stdout.isTTY !== true || stdin.isTTY !== true) return 'there is no terminal';
  if (isBuildMachine(env)) return 'CI is set';
  return env.TERM === 'dumb' ? 'TERM is dumb' : null;
}

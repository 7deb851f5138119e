/** The signals that end commands, by the exit status that shells return: 128 plus the signal's number. */
const signals: Readonly<Record<number, string>> = {
  129: 'SIGHUP',
  130: 'SIGINT',
  134: 'SIGABRT',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  143: 'SIGTERM',
};

/**
 * Describes how a command ended, with the name of the signal if a signal ended it, because few people know that 137
 * means SIGKILL.
 */
export const exitWords = (status: number): string => {
  const signal = signals[status];
  return `ended with status ${status}${signal === undefined ? '' : ` (${signal})`}`;
};

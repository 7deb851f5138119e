/** The signals that commands end by, by the status that shells tell of them: 128 and the signal's number. */
const signals: Readonly<Record<number, string>> = {
  129: 'SIGHUP',
  130: 'SIGINT',
  134: 'SIGABRT',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  143: 'SIGTERM',
};

/** How a command ended, with the signal if it was one: few people know that 137 is a kill. */
export const exitWords = (status: number): string => {
  const signal = signals[status];
  return `ended with status ${status}${signal === undefined ? '' : ` (${signal})`}`;
};

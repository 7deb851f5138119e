import type { Command } from 'commander';

type Example = readonly [command: string, about: string];

/** The examples at the end of the help of the most used commands, by the words of the command. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  start: [
    ['emulator start', 'Start with the default workspaces'],
    [
      'emulator start --fixture shop --forward-to http://127.0.0.1:3000/webhooks',
      'Start with sample data and webhooks',
    ],
    ['emulator start --ephemeral --port 0 --json', 'Start in CI, on a free port, without files'],
  ],
  init: [['emulator init --forward-to http://127.0.0.1:3000/webhooks', 'Set up this project']],
  exec: [
    ['emulator exec -- npm test', 'Run tests beside a new emulator'],
    ['emulator exec --fixture shop --record run.html -- npm test', 'Save the run as an HTML page'],
  ],
  trigger: [
    ['emulator trigger payout.returned', 'Make a payout and return it'],
    ['emulator trigger payment.disputed --id txn_1001', 'Dispute an existing payment'],
    ['emulator trigger --list', 'List everything that you can trigger'],
  ],
  'clock advance': [
    ['emulator clock advance 30d', 'Move 30 days forward'],
    ['emulator clock advance --to next', 'Move to the next job'],
  ],
  'events wait': [
    ['emulator events wait payment.completed', 'Wait for the first payment'],
    ['emulator events wait payout.paid --id po_1001 --timeout 10s', 'Wait for one payout'],
  ],
  'webhooks add': [
    ['emulator webhooks add http://127.0.0.1:3000/webhooks', 'Send every event to this address'],
    ['emulator webhooks add http://127.0.0.1:3000/hooks --events payout.paid,payout.failed', 'Send two event types'],
  ],
  post: [
    ['emulator post /customers -d email=ada@example.com', 'Create a customer'],
    ['emulator post /charges -d @charge.json', 'Send a body from a file'],
  ],
  'faults add': [
    ['emulator faults add latency --on charges.create --ms 3s', 'Delay every charge by three seconds'],
    ['emulator faults add duplicate --on delivery --times 1', 'Send the next webhook twice'],
  ],
  audit: [
    ['emulator audit -- npm test', 'Run your tests under each adversity'],
    ['emulator audit', 'Lint the run of a running emulator'],
  ],
};

/** Adds its examples to the help of each command. */
export function addExamples(program: Command): void {
  for (const [path, list] of Object.entries(examples)) {
    const command = path
      .split(' ')
      .reduce<Command | undefined>((at, name) => at?.commands.find((each) => each.name() === name), program);
    const lines = list.map(([line, about]) => `  ${line}\n      ${about}`);
    command?.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
}

import type { Command } from 'commander';

type Example = readonly [command: string, about: string];

/** The examples at the end of the help of the most used commands, keyed by the words of the command. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  start: [
    ['npx payments-emulator start', 'Start with the default workspaces'],
    [
      'npx payments-emulator start --fixture shop --forward-to http://127.0.0.1:3000/webhooks',
      'Start with sample data and forward webhooks',
    ],
    ['npx payments-emulator start --ephemeral --port 0 --json', 'Start in CI on a free port, without storing files'],
  ],
  init: [['npx payments-emulator init --forward-to http://127.0.0.1:3000/webhooks', 'Set up this project']],
  exec: [
    ['npx payments-emulator exec -- npm test', 'Run tests with a new emulator'],
    ['npx payments-emulator exec --fixture shop --record run.html -- npm test', 'Save the run as an HTML page'],
  ],
  trigger: [
    ['npx payments-emulator trigger payout.returned', 'Create a payout and return it'],
    ['npx payments-emulator trigger payment.disputed --id txn_1001', 'Dispute an existing payment'],
    ['npx payments-emulator trigger --list', 'List everything that you can trigger'],
  ],
  'clock advance': [
    ['npx payments-emulator clock advance 30d', 'Move the clock forward by 30 days'],
    ['npx payments-emulator clock advance --to next', 'Move the clock to the next job'],
  ],
  'events wait': [
    ['npx payments-emulator events wait payment.completed', 'Wait for the first payment'],
    [
      'npx payments-emulator events wait payout.paid --id po_1001 --timeout 10s',
      'Wait for a specific payout to be paid',
    ],
  ],
  'webhooks add': [
    ['npx payments-emulator webhooks add http://127.0.0.1:3000/webhooks', 'Send every event to this address'],
    [
      'npx payments-emulator webhooks add http://127.0.0.1:3000/hooks --events payout.paid,payout.failed',
      'Send only two event types',
    ],
  ],
  post: [
    ['npx payments-emulator post /customers -d email=ada@example.com', 'Create a customer'],
    ['npx payments-emulator post /charges -d @charge.json', 'Create a charge with a body from a file'],
  ],
  'faults add': [
    ['npx payments-emulator faults add latency --on charges.create --ms 3s', 'Delay every charge by three seconds'],
    ['npx payments-emulator faults add duplicate --on delivery --times 1', 'Send the next webhook twice'],
  ],
  audit: [
    ['npx payments-emulator audit -- npm test', 'Run your tests under each adversity'],
    ['npx payments-emulator audit', 'Lint the activity in a running emulator'],
  ],
};

/** Adds the examples to the help of each command. */
export function addExamples(program: Command): void {
  for (const [path, list] of Object.entries(examples)) {
    const command = path
      .split(' ')
      .reduce<Command | undefined>((at, name) => at?.commands.find((each) => each.name() === name), program);
    const lines = list.map(([line, about]) => `  ${line}\n      ${about}`);
    command?.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
}

import { exitCodes } from '../failure.ts';
import { configFile, globalSettings, type Setting, startSettings } from './settings.ts';

/** The names of the help topics, each with its first line. */
export const helpTopics = {
  environment: 'Environment variables',
  configuration: 'Flags, variables and the configuration file',
  'exit-codes': 'Command exit statuses',
} as const;

type Topic = keyof typeof helpTopics;

export const isHelpTopic = (word: string | undefined): word is Topic =>
  word !== undefined && Object.hasOwn(helpTopics, word);

/** The text of a help topic. */
export const topicText = (topic: Topic): string => `${helpTopics[topic]}\n\n${texts[topic]().join('\n')}\n`;

const texts: Readonly<Record<Topic, () => string[]>> = {
  environment: () => [
    ...rows([...variableRows(), ...otherVariables]),
    '',
    "A flag overrides a variable. See 'npx payments-emulator help configuration'.",
  ],
  configuration: () => [
    'The emulator reads each option from the first source that sets it:',
    '',
    ...rows([
      ['1. a flag', '--forward-to http://127.0.0.1:3000/webhooks'],
      ['2. a variable', 'EMULATOR_FORWARD_TO=http://127.0.0.1:3000/webhooks'],
      [`3. ${configFile}`, '{ "forwardTo": "http://127.0.0.1:3000/webhooks" }'],
    ]),
    '',
    `The emulator reads ${configFile} from the working folder. The keys are the flag names in camelCase.`,
    "'npx payments-emulator doctor' shows each value and its source.",
  ],
  'exit-codes': () =>
    rows(Object.entries(meanings).map(([name, about]) => [String(exitCodes[name as keyof typeof exitCodes]), about])),
};

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'The command succeeded',
  refused: 'The emulator or the API refused the request, or a comparison found differences',
  wrongUsage: 'An argument, an option or a file is invalid, or the service does not respond',
  notRunning: 'No emulator is running at the address',
  waitEnded: 'A wait timed out',
  violated: 'The audit found violations, or an audit or comparison had nothing to check',
  crashed: 'A comparison failed because of a bug',
  interrupted: 'Ctrl-C ended the command',
};

const otherVariables: readonly (readonly [string, string])[] = [
  ['EMULATOR_CA', 'Trust this certificate (PEM) for an emulator that uses https'],
  ['EMULATOR_DEBUG', 'Print stack traces for errors'],
  ['NO_COLOR', 'Print without colors'],
];

const variableRows = (): (readonly [string, string])[] =>
  [...globalSettings, ...startSettings].flatMap(({ variable, about }: Setting) =>
    variable === undefined ? [] : [[variable, about] as const],
  );

function rows(list: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...list.map(([name]) => name.length));
  return list.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`);
}

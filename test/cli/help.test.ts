import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { examples } from '../../src/cli/options/examples.ts';
import { helpTopics, topicText } from '../../src/cli/options/help-topics.ts';
import { optionGroups } from '../../src/cli/options/option-groups.ts';
import { startSettings } from '../../src/cli/options/settings.ts';
import { buildProgram } from '../../src/cli/program.ts';

const wholeProgram = await buildProgram();
const commandsOf = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsOf)];
const visible = (): Command[] =>
  commandsOf(wholeProgram).filter((command) => !command.name().startsWith('_') && command.name() !== 'help');
const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();

/** The words of a command line without quotes. */
const wordsOf = (line: string): string[] => line.split(' ').slice(2);

describe('the help', () => {
  it('describes each command and option with one short phrase', () => {
    const faults = visible().flatMap((command) => {
      const phrases = [
        ...(command.parent === null ? [] : [command.description()]),
        ...command.options.map(({ description }) => description),
      ];
      return phrases
        .filter((phrase) => !/^[A-Z]/.test(phrase) || /[.;]$/.test(phrase) || phrase.length > 90)
        .map((phrase) => `${pathOf(command)}: ${phrase}`);
    });
    expect(faults).toEqual([]);
  });

  it('puts each start option below one heading', () => {
    expect(Object.values(optionGroups).flat().sort()).toEqual(startSettings.map(({ key }) => key).sort());
    const start = visible().find((command) => pathOf(command) === 'start')!;
    const text = start.helpInformation();
    const places = Object.keys(optionGroups).map((heading) => text.indexOf(`\n${heading}\n`));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('groups the commands', () => {
    const headings = wholeProgram
      .helpInformation()
      .split('\n')
      .filter((line) => /^\w+:$/.test(line));
    const groups = ['Run:', 'Simulate:', 'Inspect:', 'Audit:', 'Compare:', 'API:', 'Configure:', 'Operate:'];
    expect(headings).toEqual(['Options:', ...groups]);
  });

  it('declares only the commands that a command line can mean, and all of them where it names none', async () => {
    const namesOf = async (...words: string[]): Promise<string[]> =>
      (await buildProgram(words)).commands.map((command) => command.name());
    const all = await namesOf('help');
    for (const name of visible().filter(({ parent }) => parent === wholeProgram)) {
      const declared = await namesOf('--json', name.name(), '--help');
      expect(declared).toContain(name.name());
      if (name.name() !== 'completion') expect(declared.length).toBeLessThan(all.length);
    }
    expect(await namesOf('strat')).toEqual(all);
  });

  it.each(Object.entries(examples).flatMap(([path, list]) => list.map(([line]) => [path, line] as const)))(
    'has an example of %s that the command line accepts: %s',
    async (path, line) => {
      const program = await buildProgram();
      let called = '';
      for (const command of commandsOf(program)) {
        command.exitOverride().action(() => {
          called = pathOf(command);
        });
      }
      await program.parseAsync(wordsOf(line), { from: 'user' });
      expect(called).toBe(path);
    },
  );

  it.each(Object.keys(helpTopics) as (keyof typeof helpTopics)[])('has the topic %s', (topic) => {
    expect(topicText(topic)).toMatch(new RegExp(`^${helpTopics[topic]}\n\n( {2}\\S|The )`));
  });
});

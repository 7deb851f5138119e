import { expect, test } from 'vitest';
import { spanOf } from '../../src/desk/model/cells.ts';
import { openCopies } from '../../src/desk/model/details/copy-as.ts';
import { deskOfEachTest } from './setup.ts';

const at = deskOfEachTest({ receiver: true, isWindows: true });

async function copiedAs(name: string): Promise<string> {
  const before = at.copied.length;
  openCopies(at.desk);
  await at.chooser('Copy as');
  await at.choose(`^${name.replace(/[()]/g, '\\$&')} {2}`);
  await at.until(() => at.copied).toHaveLength(before + 1);
  return at.copied.at(-1)!;
}

/** What `cmd.exe` hands to a program. @throws Error where it would run something else, or look for a variable */
function handedOn(line: string): string {
  if (/%[^%^]+%/.test(line)) throw new Error(`A variable: ${line}`);
  let [handed, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!;
    if (sign === '^' && !isQuoted) handed += line[++at];
    else if (sign === '\n' || (!isQuoted && /[&|<>]/.test(sign))) throw new Error(`The command ends at ${at}: ${line}`);
    else {
      if (sign === '"') isQuoted = !isQuoted;
      handed += sign;
    }
  }
  return handed;
}

/** The words that a program of Windows makes of what it was handed. */
function wordsOf(handed: string): string[] {
  const words: string[] = [];
  let [word, isQuoted, isWord] = ['', false, false];
  for (const [part] of handed.matchAll(/\\*"|\\+|[^\\"]/g)) {
    if (part === ' ' && !isQuoted) {
      if (isWord) words.push(word);
      [word, isWord] = ['', false];
      continue;
    }
    isWord = true;
    const slashes = part.length - 1;
    if (!part.endsWith('"')) word += part;
    else {
      word += '\\'.repeat(slashes >> 1);
      if (slashes % 2 === 1) word += '"';
      else isQuoted = !isQuoted;
    }
  }
  return isWord ? [...words, word] : words;
}

const descriptions = [
  'plain',
  'a "quoted" word',
  'a & b | c > d < e ^ f',
  '100% of %PATH% and %TEMP%',
  'C:\\folder\\',
  'ends with \\"',
  '!delayed! (x) ; , * ? `y`',
  'Grüße 漢字',
];

test.each(descriptions)('the curl for cmd.exe sends %s as it was', async (note) => {
  const { status } = await at.demo.api.post('/customers', { email: 'a@example.com', metadata: { note } });
  expect(status).toBe(201);
  await at.select(/POST \/customers {2}201/);
  const words = wordsOf(handedOn(await copiedAs('curl (cmd)')));
  expect(words.slice(0, 4)).toEqual(['curl', '-X', 'POST', '--url']);
  expect(words[4]).toMatch(/^http:\/\/.*\/api\/v1\/customers$/);
  expect(words.filter((_, place) => words[place - 1] === '-H')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Authorization: Bearer sk_/), 'Content-Type: application/json']),
  );
  expect(JSON.parse(words.at(-1)!)).toMatchObject({ metadata: { note } });
});

test('what is for sh says so', async () => {
  await at.trigger('payout.created');
  await at.select(/payout\.created {2}200/);
  openCopies(at.desk);
  const { choices } = await at.chooser('Copy as');
  const about = Object.fromEntries(choices.map((choice) => [choice.name, spanOf(choice.about).text]));
  expect(about['signature check']).toMatch(/, for sh \(such as Git Bash\)$/);
  expect(about['signed webhook (sh)']).toMatch(/, for sh \(such as Git Bash\)$/);
  expect(about['signed webhook (cmd)']).toMatch(/, for cmd\.exe$/);
  expect(about).not.toHaveProperty('curl');
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectFolder } from '../../support/build.ts';
import { readBlocks } from '../../support/docs.ts';
import { isInstalled } from '../../support/follow-documents.ts';

const body = '{"id":"evt_1","type":"payment.completed"}';
const header = 't=1772355600,v1=d9bc150c11b0803dc14bea700fb39cc5ab900de9bf81ff1eafeabd1da2059439';
const ages = 10 ** 8;

/** For each function of the manual: its file, and a program that prints what it says of the header, a body and a tolerance. */
const languages: readonly (readonly [
  file: string,
  program: string,
  args: readonly string[],
  check: string,
  text: string,
])[] = [
  [
    'is-signed.mjs',
    'node',
    ['check.mjs'],
    'check.mjs',
    `import { isSigned } from './is-signed.mjs';
const [, , header, body, tolerance] = process.argv;
console.log(isSigned(header, Buffer.from(body), 'whsec_demo', Number(tolerance)));`,
  ],
  [
    'is_signed.py',
    'python3',
    ['check.py'],
    'check.py',
    `import sys
from is_signed import is_signed
print(is_signed(sys.argv[1], sys.argv[2].encode(), "whsec_demo", int(sys.argv[3])))`,
  ],
  [
    'is_signed.php',
    'php',
    ['check.php'],
    'check.php',
    `<?php
require 'is_signed.php';
echo isSigned($argv[1], $argv[2], 'whsec_demo', (int) $argv[3]) ? 'true' : 'false';`,
  ],
  [
    'is_signed.rb',
    'ruby',
    ['check.rb'],
    'check.rb',
    `require './is_signed'
puts signed?(ARGV[0], ARGV[1], 'whsec_demo', tolerance: ARGV[2].to_i)`,
  ],
  [
    'is_signed.go',
    'go',
    ['test', 'is_signed.go', 'check_test.go', '-v', '-args'],
    'check_test.go',
    `package shop
import ("fmt"; "os"; "strconv"; "testing"; "time")
func TestIsSigned(t *testing.T) {
	words := os.Args[len(os.Args)-3:]
	seconds, _ := strconv.Atoi(words[2])
	fmt.Println(IsSigned(words[0], []byte(words[1]), "whsec_demo", time.Duration(seconds)*time.Second))
}`,
  ],
  [
    'Signatures.java',
    'javac',
    ['-c', '[ -e Check.class ] || javac *.java && exec java Check "$@"', 'sh'],
    'Check.java',
    `public class Check {
  public static void main(String[] words) throws Exception {
    System.out.println(Signatures.isSigned(words[0], words[1].getBytes("UTF-8"), "whsec_demo", Long.parseLong(words[2])));
  }
}`,
  ],
];

const blocks = readBlocks(join(projectFolder, 'docs/webhooks.md'));

describe('the functions of the manual that check a signature', () => {
  for (const [file, program, args, check, text] of languages)
    it.skipIf(!isInstalled(program))(
      `take in ${file} the right body alone, and no old one`,
      { timeout: 60_000 },
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'emulator-signature-'));
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        writeFileSync(join(folder, file), blocks.find(({ mark }) => mark?.do === 'file' && mark.name === file)!.text);
        writeFileSync(join(folder, check), text);
        const says = async (...words: string[]) => {
          const { stdout } = await execa(program === 'javac' ? 'sh' : program, [...args, ...words], { cwd: folder });
          return /\b(true|false)\b/i.exec(stdout)?.[1]?.toLowerCase();
        };
        expect(await says(header, body, String(ages))).toBe('true');
        expect(await says(header, `${body} `, String(ages))).toBe('false');
        expect(await says(header, body, '300')).toBe('false');
        expect(await says(header.replaceAll('d9', 'd8'), body, String(ages))).toBe('false');
      },
    );
});

import { existsSync } from 'node:fs';

/** Where browsers are installed usually. */
const usualPlaces = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The Chromium to test with and the flags that it needs: an installed one, else the bundled one, unpacked. */
export async function browserProgram(): Promise<{ path: string; args: string[] }> {
  const installed = process.env.CHROME_PATH ?? usualPlaces.find((path) => existsSync(path));
  if (installed !== undefined) return { path: installed, args: ['--no-sandbox'] };
  const { default: bundled } = await import('@sparticuz/chromium');
  // Flags that would switch off what is tested: the rules between origins, and processes of their own.
  const harmful =
    /disable-web-security|single-process|no-zygote|site-isolation|disable-features|insecure-content|in-process-gpu/;
  // A graphics card played by the processor, which no page of ours asks for, takes a third of a visit.
  const needless = /use-gl|use-angle|swiftshader|gpu-blocklist/;
  const args = bundled.args.filter((flag) => !harmful.test(flag) && !needless.test(flag));
  return { path: await bundled.executablePath(), args: [...args, '--disable-gpu'] };
}

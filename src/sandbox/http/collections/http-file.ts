import type { Described } from '../../profile/descriptions.ts';
import { appToken, type CollectionRequest, collectionOf, hiddenKey, type Variables } from './requests.ts';

/** `/api.http`: the examples as a file that the REST Client of VS Code, JetBrains IDEs and httpyac can send. */
export const httpFile = (registry: Described, { origin, key }: Variables): string =>
  `# Examples of all operations. Except for wallets and 3-D Secure, they work with the fixture shop (npx payments-emulator start --fixture shop)

@origin = ${origin}
@key = ${key ?? hiddenKey}
@appToken = ${appToken}
${collectionOf(registry)
  .flatMap(({ title, requests }) => requests.map((request) => requestText(title, request)))
  .join('')}`;

function requestText(group: string, { title, method, path, credential, headers, body }: CollectionRequest): string {
  const lines = [
    ...(credential === null ? [] : [`Authorization: Bearer {{${credential}}}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const content = body === undefined ? '' : `\n${JSON.stringify(body, null, 2)}\n`;
  return `\n### ${group}: ${title}\n${method} {{origin}}${path}\n${lines.map((line) => `${line}\n`).join('')}${content}`;
}

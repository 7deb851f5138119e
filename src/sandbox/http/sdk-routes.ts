import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Assets } from '../../pages/assets.ts';
import { servedAs } from './replies.ts';

/** The addresses of the browser SDK, and their files. */
const scripts = { '/sdk/v1/sdk.js': 'sdk.js', '/sdk/v1/sdk.mjs': 'sdk.mjs' } as const;

/**
 * Serves the browser SDK to pages of any origin, as a script and as a module. Its address is the same in every
 * version, so browsers must revalidate the file.
 */
export function registerSdk(app: FastifyInstance): void {
  const assets = new Assets();
  for (const [address, file] of Object.entries(scripts)) {
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const { type, bytes } = assets.file(file);
      const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      reply
        .header('ETag', tag)
        .header('Cache-Control', 'no-cache')
        .header('Access-Control-Allow-Origin', '*')
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .header('X-Content-Type-Options', 'nosniff');
      const known = (request.headers['if-none-match'] ?? '').split(/,\s*/).map((each) => each.replace(/^W\//, ''));
      if (known.includes(tag)) return reply.code(304).send();
      return reply.type(type).send(bytes);
    };
    app.route({ method: servedAs('GET'), url: address, handler });
  }
}

import type { FastifyReply } from 'fastify';
import { documentPolicy } from './layout.ts';

/** Sends an HTML page. @param policy its content security policy */
export const sendPage = (reply: FastifyReply, page: string, policy = documentPolicy): FastifyReply =>
  reply
    .header('Content-Security-Policy', policy)
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(page);

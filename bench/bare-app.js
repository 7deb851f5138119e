// The smallest possible fastify app. Started as: node bare-app.js
import Fastify from 'fastify';

const app = Fastify({ logger: false });
app.get('/api/v1/transactions', (_request, reply) => reply.send({ data: [], has_more: false }));
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready http://127.0.0.1:${app.server.address().port}\n`);

// Receives webhooks, counts them and records when they came. `POST /-/expect {count, skip, hold}` starts a measurement
// of `count` deliveries after the first `skip`; with `hold` nothing is answered until `POST /-/release`, where the time
// then starts; `GET /-/report` waits for the last one.
import { createServer } from 'node:http';

let run = null;

const begin = ({ count, skip = 0, hold = false }) => {
  let done;
  const over = new Promise((resolve) => {
    done = resolve;
  });
  run = {
    all: count + skip,
    before: skip,
    held: hold ? [] : null,
    got: 0,
    first: 0,
    last: 0,
    sample: null,
    over,
    done,
  };
};

function took(body, headers, answer) {
  if (run === null) return answer();
  run.got++;
  run.last = performance.now();
  if (run.got === run.before) run.first = run.last;
  run.sample ??= { body, headers };
  if (run.held === null) answer();
  else run.held.push(answer);
  if (run.got === run.all) run.done();
}

const control = {
  '/-/expect': async (body) => {
    begin(JSON.parse(body));
    return {};
  },
  '/-/release': async () => {
    const { held } = run;
    run.held = null;
    run.before = held.length;
    run.first = performance.now();
    for (const answer of held) answer();
    return {};
  },
  '/-/report': async () => {
    await run.over;
    const { first, last, got, before, sample } = run;
    return { deliveries: got - before, milliseconds: last - first, sample };
  },
};

const server = createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const body = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    const handle = control[request.url];
    if (handle === undefined) {
      took(body.toString('utf8'), request.headers, () => {
        response.writeHead(200, { 'Content-Length': 2 });
        response.end('ok');
      });
      return;
    }
    handle(body.toString('utf8')).then((answer) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready http://127.0.0.1:${server.address().port}\n`));

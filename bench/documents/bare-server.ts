/**
 * What a document is held against: a bare handler that sends the bytes it was given, for every address. `node bare-server.ts` takes
 * them on its standard input, base64 of each body by its path and with its status, and prints its port.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const given = JSON.parse(await text(process.stdin)) as Record<
  string,
  { status: number; headers: Record<string, string>; body: string }
>;
const answers = new Map(
  Object.entries(given).map(([path, { body, ...answer }]) => [
    path,
    { ...answer, body: Buffer.from(body, 'base64') },
  ]),
);

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) return response.writeHead(500).end();
  response.writeHead(answer.status, answer.headers).end(answer.body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(address.port);
});

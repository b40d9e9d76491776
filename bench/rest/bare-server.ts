/**
 * What REST is held against: a bare handler that runs the same SQL in the same role-setting transaction, and nothing else: no token to
 * verify, no query string to read. `node bare-server.ts <database url> <statements as JSON>`; prints its port.
 */
import { createServer } from 'node:http';
import { pino } from 'pino';
import { asCaller, type Identity } from '#server/postgres/as-caller.ts';
import { openDatabase } from '#server/postgres/database.ts';

const [databaseUrl = '', given = '[]'] = process.argv.slice(2);
const { who, statements } = JSON.parse(given) as {
  who: Identity;
  statements: Record<string, { text: string; values: unknown[] }>;
};
const { pool } = await openDatabase({ databaseUrl, dataDir: '', poolSize: 20 }, pino({ level: 'silent' }));

const server = createServer(async (request, response) => {
  const name = request.url?.slice(1) ?? '';
  const statement = statements[name];
  if (!statement) return response.writeHead(404).end();
  const body = await asCaller(pool, who, async (client) => {
    const { rows } = await client.query<{ body: string }>({ name, ...statement });
    return rows[0]?.body ?? '';
  });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(address.port);
});
